// What people like, kept in this browser.

const KEY = "chatura-settings";

const USUAL = {
  sound: true,
  sounds: "wood",
  volume: "100",
  coordinates: true,
  targets: true,
  last: true,
  animation: "normal",
  input: "both",
  premove: true,
  confirm: false,
  turnBoard: true,
  theme: "system",
  board: "wood",
  size: "full",
  leftHanded: false,
  zen: false,
  notify: false,
  pieces: "classic",
  characters: "written",
  letters: "en",
  notation: "san",
  chat: true,
  typed: false,
};

/** @typedef {typeof USUAL} Settings */
/** @typedef {{ [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never }[keyof Settings]} Switch */
/** @typedef {Exclude<keyof Settings, Switch>} Choice */

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** @returns {Settings} */
function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

let now = read();

export const settings = () => now;

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function set(name, value) {
  now = { ...now, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Then it holds until the page is closed.
  }
  apply();
  listeners.forEach((listener) => listener(now));
}

/**
 * Calls back when a setting changes; returns what ends that.
 * @param {(settings: Settings) => void} listener
 */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts what is a matter of style into effect. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = now.theme;
  root.dataset.board = now.board;
  root.dataset.pieces = now.pieces;
  root.dataset.animation = now.animation;
  root.dataset.size = now.size;
  root.classList.toggle("left-handed", now.leftHanded);
  root.classList.toggle("zen", now.zen);
  root.classList.toggle("no-coordinates", !now.coordinates);
  root.classList.toggle("no-targets", !now.targets);
  root.classList.toggle("no-last", !now.last);
}
