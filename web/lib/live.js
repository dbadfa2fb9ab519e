// One socket for the whole page. It comes back by itself and asks for what it missed.

import { me } from "./api.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4000;
const SILENCE = 9000;
const BEAT = 2500;

/** @typedef {{ game: string, version: number | null, hear: (message: any) => void }} Watch */

/** @type {WebSocket | null} */
let socket = null;
/** @type {Map<string, Watch>} */
const watched = new Map();
/** @type {Map<string, { message: any, resolve: (value: any) => void, reject: (error: Error) => void }>} */
const waiting = new Map();
/** @type {Map<string, { message: any, hear: (found: any) => void }>} */
const analyses = new Map();
let wait = FIRST_WAIT;
let heard = 0;
let number = 0;
let away = 0;
const session = Math.random().toString(36).slice(2, 10);

/** How far the service's clock is ahead of ours. */
let skew = 0;
export const serviceNow = () => Date.now() + skew;

/** @param {"online" | "connecting" | "offline"} state */
function tell(state) {
  const place = document.getElementById("connection");
  if (!place) return;
  clearTimeout(away);
  // A short gap is nobody's concern.
  const show = () => {
    place.hidden = state === "online";
    place.textContent =
      state === "offline"
        ? "Offline: moves wait until the connection is back"
        : state === "connecting"
          ? "Reconnecting…"
          : "";
  };
  if (state === "online") show();
  else away = setTimeout(show, 700);
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
    heard = Date.now();
    wait = FIRST_WAIT;
    tell("online");
    for (const watch of watched.values()) sendWatch(watch);
    // What was not answered is said again; the service knows it by its id.
    for (const { message } of waiting.values()) made.send(JSON.stringify(message));
    // What was being looked at ended with the old connection.
    for (const [id, { message }] of analyses) if (!waiting.has(id)) made.send(JSON.stringify(message));
  };
  made.onmessage = (event) => {
    heard = Date.now();
    hear(JSON.parse(event.data));
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

/** @param {any} message */
function hear(message) {
  switch (message.tell) {
    case "welcome":
      skew = message.now - Date.now();
      return;
    case "answer": {
      const asked = waiting.get(message.id);
      if (!asked) return;
      waiting.delete(message.id);
      if (message.ok) asked.resolve(message.result);
      else
        asked.reject(
          Object.assign(new Error(message.problem?.detail ?? "refused"), { code: message.problem?.code }),
        );
      return;
    }
    case "analysis":
      analyses.get(message.id)?.hear(message.found);
      return;
    default: {
      const watch = watched.get(message.game);
      if (!watch) return;
      if (message.tell === "event") {
        if (watch.version !== null && message.version <= watch.version) return;
        if (watch.version !== null && message.version > watch.version + 1) {
          // Something was missed.
          sendWatch(watch);
          return;
        }
        watch.version = message.version;
      } else if (message.tell === "state" || message.tell === "sync") {
        if (typeof message.now === "number") skew = message.now - Date.now();
        watch.version = message.version;
      }
      watch.hear(message);
    }
  }
}

/** @param {Watch} watch */
function sendWatch(watch) {
  const message = {
    do: "watch",
    game: watch.game,
    ...(watch.version === null ? {} : { since: watch.version }),
  };
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/**
 * Tells what happens in a game until the returned function is called.
 * @param {string} game
 * @param {(message: any) => void} hear
 */
export function watch(game, hear) {
  const entry = { game, version: null, hear };
  watched.set(game, entry);
  if (socket?.readyState === WebSocket.OPEN) sendWatch(entry);
  else open();
  return () => {
    if (watched.get(game) !== entry) return;
    watched.delete(game);
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: "leave", game }));
  };
}

/**
 * Asks for everything about a game again.
 * @param {string} game
 */
export function refresh(game) {
  const entry = watched.get(game);
  if (!entry) return;
  entry.version = null;
  sendWatch(entry);
}

/**
 * Says something and waits for the answer.
 * @param {any} message
 * @returns {Promise<any>}
 */
export function request(message) {
  const id = `${session}-${++number}`;
  const full = { ...message, id };
  return new Promise((resolve, reject) => {
    waiting.set(id, { message: full, resolve, reject });
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(full));
    else open();
  });
}

/**
 * A command in a game.
 * @param {string} game
 * @param {any} command
 * @param {"player" | "host"} [role]
 */
export const command = (game, command, role) =>
  request({ do: "command", game, command, ...(role ? { as: role } : {}) });

/**
 * Looks at a position until the returned function is called.
 * @param {any} question
 * @param {(found: any) => void} hear
 * @param {(error: Error) => void} fail
 */
export function analyse(question, hear, fail) {
  const id = `${session}-${++number}`;
  const message = { do: "analyse", id, ...question };
  analyses.set(id, { message, hear });
  waiting.set(id, { message, resolve: () => {}, reject: fail });
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else open();
  return () => {
    waiting.delete(id);
    analyses.delete(id);
    if (socket?.readyState === WebSocket.OPEN && analyses.size === 0)
      socket.send(JSON.stringify({ do: "stop" }));
  };
}

setInterval(() => {
  if (!socket || socket.readyState !== WebSocket.OPEN) return;
  if (Date.now() - heard > SILENCE) {
    // It looks open, but nobody answers.
    renew();
    return;
  }
  socket.send(JSON.stringify({ do: "ping", id: "beat" }));
}, BEAT);

addEventListener("online", () => {
  wait = FIRST_WAIT;
  open();
});
addEventListener("offline", renew);
