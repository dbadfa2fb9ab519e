// The connection itself: one for the whole page, which comes back when it is lost.

import { me } from "./api.js";

/** @import * as api from "../types/api" */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;
const SILENCE = 9000;
const BEAT = 2500;
/** A shorter gap is nobody's concern. */
const GAP = 700;

const WORDS = {
  online: "",
  connecting: "Reconnecting…",
  offline: "Offline: moves wait until the connection is back",
};

/** @typedef {{ opened: () => void, heard: (frame: api.Frame) => void }} Ear */

/** @type {WebSocket | null} */
let socket = null;
/** @type {Ear | null} */
let ear = null;
let wait = FIRST_WAIT;
let lastHeard = 0;
/** The timer after which a lost connection is told of. */
let away = 0;

/**
 * Opens the connection if there is none, and keeps it; who listens is told first.
 * @param {Ear} listener
 */
export function connect(listener) {
  if (!ear) {
    ear = listener;
    setInterval(beat, BEAT);
    addEventListener("online", () => {
      wait = FIRST_WAIT;
      open();
    });
    addEventListener("offline", renew);
  }
  open();
}

export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/**
 * Says something, if anybody can hear it.
 * @param {api.Message} message
 */
export function say(message) {
  if (isOpen()) socket?.send(JSON.stringify(message));
}

/** @param {keyof typeof WORDS} state */
function tell(state) {
  const place = document.getElementById("connection");
  if (!place) return;
  clearTimeout(away);
  const show = () => {
    place.hidden = state === "online";
    place.textContent = WORDS[state];
  };
  if (state === "online") show();
  else away = setTimeout(show, GAP);
}

async function open() {
  if (socket) return;
  try {
    await me();
  } catch {
    again();
    return;
  }
  if (socket) return;
  const place = new URL("/api/socket", location.href);
  place.protocol = place.protocol === "https:" ? "wss:" : "ws:";
  const made = new WebSocket(place);
  socket = made;
  made.onopen = () => {
    lastHeard = Date.now();
    wait = FIRST_WAIT;
    tell("online");
    ear?.opened();
  };
  made.onmessage = (event) => {
    lastHeard = Date.now();
    ear?.heard(JSON.parse(event.data));
  };
  made.onclose = () => {
    if (socket === made) {
      socket = null;
      again();
    }
  };
}

function again() {
  tell(navigator.onLine ? "connecting" : "offline");
  setTimeout(open, wait + Math.random() * 200);
  wait = Math.min(wait * 1.7, LONGEST_WAIT);
}

/** Lets go of a connection that is of no use, and makes another. */
function renew() {
  const gone = socket;
  socket = null;
  gone?.close();
  again();
}

function beat() {
  if (!isOpen()) return;
  // It may look open although nobody answers.
  if (Date.now() - lastHeard > SILENCE) renew();
  else say({ do: "ping", id: "beat" });
}
