// What is told and asked over the socket. When the connection comes back, it asks for what it missed.

import { Refusal } from "./api.js";
import { connect, isOpen, say } from "./socket.js";

/** @import * as api from "../types/api" */
/** @import * as socket from "../types/socket" */

/** @typedef {Extract<api.Frame, { game: string }>} GameFrame What is told about a game. */
/** @typedef {api.StudyFrame | api.StudyChangeFrame} StudyTold What is told about a study. */
/** @typedef {{ game: string, version: number | null, hear: (frame: GameFrame) => void }} Watch */
/** @typedef {{ message: api.Message, resolve: (result: unknown) => void, reject: (error: Refusal) => void }} Waiting */

/** @type {Map<string, Watch>} */
const watched = new Map();
/** @type {Map<string, Waiting>} */
const waiting = new Map();
/** @type {Map<string, { message: api.Message, hear: (found: api.Found) => void }>} */
const analyses = new Map();
const session = Math.random().toString(36).slice(2, 10);
let number = 0;

/** The studies that are watched. @type {Map<string, (told: StudyTold) => void>} */
const studies = new Map();

/** The beginning of a frame that comes in parts. */
let begun = "";

/** How far the server's clock is ahead of ours. */
let skew = 0;
export const serverNow = () => Date.now() + skew;

/**
 * What to make of an event, by the last version that is known: it comes next, was heard before, or tells that
 * something was missed.
 * @param {number | null} known
 * @param {number} version
 * @returns {"next" | "known" | "missed"}
 */
export function follows(known, version) {
  if (known === null || version === known + 1) return "next";
  return version <= known ? "known" : "missed";
}

function opened() {
  begun = "";
  for (const watch of watched.values()) sendWatch(watch);
  for (const study of studies.keys()) say({ do: "watch-study", study });
  // What was not answered is said again; the server knows it by its id.
  for (const { message } of waiting.values()) say(message);
  // What was being looked at ended with the old connection.
  for (const [id, { message }] of analyses) if (!waiting.has(id)) say(message);
}

/** @param {api.Frame} frame */
function heard(frame) {
  switch (frame.tell) {
    case "welcome":
      skew = frame.now - Date.now();
      return;
    case "part": {
      begun += frame.text;
      if (frame.more) return;
      const whole = begun;
      begun = "";
      heard(JSON.parse(whole));
      return;
    }
    case "answer":
      answered(frame);
      return;
    case "analysis":
      analyses.get(frame.id)?.hear(frame.found);
      return;
    case "study":
    case "study-change":
      studies.get(frame.study)?.(frame);
      return;
    default:
      heardOfGame(frame);
  }
}

/** @param {api.AnswerFrame} frame */
function answered(frame) {
  const id = frame.id ?? "";
  const asked = waiting.get(id);
  if (!asked) return;
  waiting.delete(id);
  if (frame.ok) asked.resolve(frame.result);
  else asked.reject(new Refusal(frame.problem, frame.problem.status));
}

/** @param {GameFrame} frame */
function heardOfGame(frame) {
  const watch = watched.get(frame.game);
  if (!watch) return;
  if (frame.tell === "event") {
    const order = follows(watch.version, frame.version);
    if (order === "missed") sendWatch(watch);
    if (order !== "next") return;
    watch.version = frame.version;
  } else if (frame.tell === "state" || frame.tell === "sync") {
    skew = frame.now - Date.now();
    watch.version = frame.version;
  }
  watch.hear(frame);
}

const open = () => connect({ opened, heard });

/** @param {Watch} watch */
function sendWatch(watch) {
  say({ do: "watch", game: watch.game, ...(watch.version === null ? {} : { since: watch.version }) });
}

/**
 * Tells what happens in a game until the returned function is called.
 * @param {string} game
 * @param {(frame: GameFrame) => void} hear
 */
export function watch(game, hear) {
  /** @type {Watch} */
  const entry = { game, version: null, hear };
  watched.set(game, entry);
  if (isOpen()) sendWatch(entry);
  else open();
  return () => {
    if (watched.get(game) !== entry) return;
    watched.delete(game);
    say({ do: "leave", game });
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
 * Tells of a study, all of it first, until the returned function is called.
 * @param {string} study
 * @param {(told: StudyTold) => void} hear
 */
export function watchStudy(study, hear) {
  studies.set(study, hear);
  if (isOpen()) say({ do: "watch-study", study });
  else open();
  return () => {
    if (studies.get(study) !== hear) return;
    studies.delete(study);
    say({ do: "leave-study", study });
  };
}

const nextId = () => `${session}-${++number}`;

/**
 * Says something and waits for the answer.
 * @param {socket.Question} question
 * @returns {Promise<unknown>}
 */
function request(question) {
  const id = nextId();
  const message = /** @type {api.Message} */ ({ ...question, id });
  return new Promise((resolve, reject) => {
    waiting.set(id, { message, resolve, reject });
    if (isOpen()) say(message);
    else open();
  });
}

/**
 * A command in a game.
 * @param {string} game
 * @param {api.Command} command
 */
export const command = (game, command) => request({ do: "command", game, command });

/** Says something to all who watch a game. @param {string} game @param {string} text */
export const chat = (game, text) => request({ do: "chat", game, text });

/** Asks for another game, or no longer. @param {string} game @param {boolean} wanted */
export const rematch = (game, wanted) => request({ do: "rematch", game, wanted });

/**
 * Where the own pieces could go when the turn comes.
 * @param {string} game
 */
export const premoves = (game) => /** @type {Promise<api.Premoves>} */ (request({ do: "premoves", game }));

/**
 * Why a piece may not go from one cell to another now.
 * @param {string} game
 * @param {string} from
 * @param {string} to
 */
export const why = (game, from, to) =>
  /** @type {Promise<api.Reason>} */ (request({ do: "why", game, from, to }));

/**
 * Looks at a position until the returned function is called.
 * @param {api.Question & { limits: api.Limits }} question
 * @param {(found: api.Found) => void} hear
 * @param {(error: Refusal) => void} fail
 */
export function analyse(question, hear, fail) {
  const id = nextId();
  /** @type {api.Message} */
  const message = { do: "analyse", id, ...question };
  analyses.set(id, { message, hear });
  waiting.set(id, { message, resolve: () => {}, reject: fail });
  if (isOpen()) say(message);
  else open();
  return () => {
    waiting.delete(id);
    analyses.delete(id);
    if (analyses.size === 0) say({ do: "stop" });
  };
}
