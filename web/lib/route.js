// Goes from one address of the page to another, without a load.

/** @type {() => void} */
let show = () => {};

/**
 * Says what shows the part that belongs to the present address.
 * @param {() => void} act
 */
export function onRoute(act) {
  show = act;
}

/**
 * Goes to another address of the page.
 * @param {string} path
 * @param {{ replace?: boolean }} [how]
 */
export function go(path, how = {}) {
  if (how.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  show();
}

/** The address of a game that is played. @param {string} id */
export const playPath = (id) => `/play/${encodeURIComponent(id)}`;
/** The address of the rules of a game. @param {string} id */
export const gamePath = (id) => `/games/${encodeURIComponent(id)}`;
/** The address where a new game is made. @param {string} id */
export const newPath = (id) => `/new/${encodeURIComponent(id)}`;
/** The address where a game is analysed. @param {string} id */
export const analysisPath = (id) => `/analysis/${encodeURIComponent(id)}`;
