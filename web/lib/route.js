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
  else {
    keepPlace();
    history.pushState(null, "", path);
  }
  show();
}

/** Remembers how far down one is, for whoever comes back. */
export function keepPlace() {
  history.replaceState({ ...history.state, y: scrollY }, "");
}

/** How far down one was. @param {{ y?: unknown } | null} state */
export const placeOf = (state) => (typeof state?.y === "number" ? state.y : 0);

/**
 * Writes what is asked for into the address without going anywhere, so that it is there when one comes back.
 * @param {Record<string, string>} asked
 */
export function noteQuery(asked) {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value)).toString();
  history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : ""));
}

/** The address of a game that is played. @param {string} id */
export const playPath = (id) => `/play/${encodeURIComponent(id)}`;
/** The address of the rules of a game. @param {string} id */
export const gamePath = (id) => `/games/${encodeURIComponent(id)}`;
/** The address where a new game is made. @param {string} id */
export const newPath = (id) => `/new/${encodeURIComponent(id)}`;
/** The address where a game that was played is reviewed. @param {string} id */
export const reviewPath = (id) => `/review/${encodeURIComponent(id)}`;
/** The address of a match between engines, or of one of its games. @param {string} id @param {number} [game] */
export const matchPath = (id, game) =>
  `/matches/${encodeURIComponent(id)}${game === undefined ? "" : `?game=${game}`}`;
/** The address of a study. @param {string} id */
export const studyPath = (id) => `/study/${encodeURIComponent(id)}`;
/** The address where a game is analysed. @param {string} id */
export const analysisPath = (id) => `/analysis/${encodeURIComponent(id)}`;
