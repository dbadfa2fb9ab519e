// Buttons with a drawing instead of words.

import { h, s } from "../lib/dom.js";

/** @import * as dom from "../types/dom" */
/** @import { Board } from "../board/board.js" */

const ICONS = {
  first: "M18 6l-8 6 8 6zM6 6v12",
  back: "M16 6l-8 6 8 6z",
  on: "M8 6l8 6-8 6z",
  last: "M6 6l8 6-8 6zM18 6v12",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  flip: "M7 4v13M3.500 13.500L7 17l3.500-3.500M17 20V7M13.500 10.500L17 7l3.500 3.500",
  draw: "M5 9h14M5 15h14",
  flag: "M6 21V4h11l-2 4 2 4H6",
  stop: "M6 6l12 12M18 6L6 18",
  pause: "M9 5v14M15 5v14",
  play: "M7 5l12 7-12 7z",
  menu: "M4 7h16M4 12h16M4 17h16",
  pen: "M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM20 20l-4.700-4.700",
};

/** @param {keyof typeof ICONS} name */
export const glyph = (name) =>
  s("svg.glyph", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

/**
 * @param {keyof typeof ICONS} name
 * @param {string} words
 * @param {() => void} act
 * @param {dom.Given} [more]
 */
export const button = (name, words, act, more = {}) =>
  h(
    "button.action",
    { type: "button", title: words, "aria-label": words, onclick: act, ...more },
    glyph(name),
  );

/**
 * What draws arrows and circles where there is no right button.
 * @param {Board} board
 */
export function pen(board) {
  const words = "Draw: touch a cell for a circle, go on to another for an arrow";
  const tell = () => node.setAttribute("aria-pressed", String(board.pen));
  const toggle = () => {
    board.pen = !board.pen;
    tell();
  };
  const node = button("pen", words, toggle);
  node.classList.add("pen");
  tell();
  return node;
}
