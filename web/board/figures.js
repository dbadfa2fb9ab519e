// The pictures of pieces: each is put into the page once and used wherever a piece stands.

import { h, s } from "../lib/dom.js";

/** @type {SVGSVGElement | null} */
let sheet = null;
const known = new Set();

/**
 * Makes the pictures of a game usable.
 * @param {any} figures
 */
export function learn(figures) {
  if (!sheet) {
    sheet = s("svg", { "aria-hidden": "true", width: 0, height: 0, style: "position:absolute" });
    document.body.append(/** @type {SVGSVGElement} */ (sheet));
  }
  const parser = new DOMParser();
  for (const [id, picture] of Object.entries(figures.pictures)) {
    if (known.has(id)) continue;
    known.add(id);
    // The service writes these elements itself and escapes every text in them.
    const markup = `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="figure-${id}" viewBox="0 0 100 100">${/** @type {any} */ (picture).body}</symbol></svg>`;
    const parsed = parser.parseFromString(markup, "image/svg+xml").documentElement.firstElementChild;
    if (parsed) sheet?.append(document.importNode(parsed, true));
  }
}

/**
 * The picture of a piece, in a box of 100 round the origin.
 * @param {any} figures
 * @param {number | null} seat
 * @param {string} letter
 */
export function figure(figures, seat, letter) {
  const owner = figures.owners[seat ?? figures.owners.length - 1] ?? {};
  const id = owner[letter];
  const parts = [s("use.figure", { href: `#figure-${id}`, x: -50, y: -50, width: 100, height: 100 })];
  if (seat !== null && figures.colours.length > 2) {
    parts.push(s("path.mark", { d: figures.colours[seat].mark, transform: "translate(0 30) scale(.92)" }));
  }
  return parts;
}

/**
 * Whether the picture is turned with its owner.
 * @param {any} figures
 * @param {number | null} seat
 * @param {string} letter
 */
export function isPointed(figures, seat, letter) {
  const id = figures.owners[seat ?? figures.owners.length - 1]?.[letter];
  return Boolean(figures.pictures[id]?.pointed);
}

/**
 * The colours of a player, as style.
 * @param {any} figures
 * @param {number | null} seat
 */
export function paint(figures, seat) {
  const own = seat === null ? null : figures.colours[seat];
  return own ? `--body:${own.body};--line:${own.line};--ink:${own.ink}` : "--body:var(--dead-body);--line:var(--dead-line);--ink:var(--dead-line)";
}

/**
 * A small picture of a piece, for use outside the board.
 * @param {any} game
 * @param {number | null} seat
 * @param {string} letter
 * @param {string} [title]
 */
export function icon(game, seat, letter, title) {
  return s(
    "svg.icon",
    { viewBox: "-52 -52 104 104", style: paint(game.figures, seat), ...(title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" }) },
    s("g.piece", {}, figure(game.figures, seat, letter)),
  );
}

/**
 * A dot in the colour and shape of a player.
 * @param {any} game
 * @param {number} seat
 */
export function seatMark(game, seat) {
  return s("svg.seat-mark", { viewBox: "-14 -14 28 28", "aria-hidden": "true", style: paint(game.figures, seat) }, s("path", { d: game.figures.colours[seat]?.mark ?? "" }));
}

/**
 * What a piece is called.
 * @param {any} game
 * @param {string} letter
 */
export function pieceName(game, letter) {
  return game.pieces.find((/** @type {any} */ piece) => piece.letter === letter)?.name ?? letter;
}

/**
 * A piece in words.
 * @param {any} game
 * @param {[number | null, string] | undefined} piece
 */
export function inWords(game, piece) {
  if (!piece) return "empty";
  const owner = piece[0] === null ? "dead" : game.players[piece[0]]?.name;
  return `${owner} ${pieceName(game, piece[1])}`;
}

/** A letter in a box, where nothing can be drawn. @param {string} text */
export const badge = (text) => h("span.badge", {}, text);
