// The pictures of pieces: each is put into the page once and used wherever a piece stands.

import { s } from "../lib/dom.js";
import { settings } from "../lib/settings.js";
import { SETS } from "./sets.js";

/** @import * as api from "../types/api" */

/** @type {SVGSVGElement | null} */
let sheet = null;
/** Names of the pictures that are in the page. @type {Set<string>} */
const known = new Set();
/**
 * The images each definition gives its pieces, by seat and letter.
 * @type {WeakMap<api.GameDocument, Map<string, string>>}
 */
const given = new WeakMap();

/** Images that somebody sent; others are not ours to ask for. */
const SENT = /^\/api\/images\/[\w-]+$/;

/**
 * An address a definition names, if it is one of ours.
 * @param {string | null | undefined} name
 */
export const sent = (name) => (name && SENT.test(name) ? name : null);

/**
 * Makes the pictures of a game usable.
 * @param {api.GameDocument} game
 */
export function learn(game) {
  sheet ??= document.body.appendChild(
    s("svg", { "aria-hidden": "true", width: 0, height: 0, style: "position:absolute" }),
  );
  // The server writes these elements itself and escapes every text in them.
  for (const [id, picture] of Object.entries(game.figures.pictures)) keep(sheet, id, picture.body);
}

/** Puts a picture into the page, unless it is there. @param {SVGSVGElement} sheet @param {string} id @param {string} body */
function keep(sheet, id, body) {
  if (known.has(id)) return;
  known.add(id);
  const symbol = `<symbol id="figure-${id}" viewBox="0 0 100 100">${body}</symbol>`;
  const markup = `<svg xmlns="http://www.w3.org/2000/svg">${symbol}</svg>`;
  const parsed = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement.firstElementChild;
  if (parsed) sheet.append(document.importNode(parsed, true));
}

/** The picture of the chosen set that stands for another, if there is one. @param {string} picture */
function ofSet(picture) {
  const set = settings().pieces;
  const drawn = SETS[set]?.[picture];
  if (!drawn || !sheet) return picture;
  keep(sheet, `${set}-${picture}`, drawn);
  return `${set}-${picture}`;
}

/**
 * The image a definition gives a piece, if it was sent to the server.
 * @param {api.GameDocument} game
 * @param {number | null} seat
 * @param {string} letter
 */
function imageOf(game, seat, letter) {
  let images = given.get(game);
  if (!images) {
    images = imagesOf(game);
    given.set(game, images);
  }
  return images.get(`${seat} ${letter}`);
}

/** @param {api.GameDocument} game */
function imagesOf(game) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { name, letter, image } of game.pieces) {
    game.players.forEach((_, seat) => {
      const own = game.look.pieces.find(([kind, owner]) => kind === name && owner === seat)?.[2];
      const address = sent(own ?? image);
      if (address) found.set(`${seat} ${letter}`, address);
    });
  }
  return found;
}

/**
 * The name of the picture of a piece.
 * @param {api.Figures} figures
 * @param {number | null} seat
 * @param {string} letter
 */
function pictureOf(figures, seat, letter) {
  const owners = settings().characters === "western" && figures.western ? figures.western : figures.owners;
  return owners[seat ?? owners.length - 1]?.[letter];
}

/**
 * The picture of a piece, in a box of 100 round the origin.
 * @param {api.GameDocument} game
 * @param {number | null} seat
 * @param {string} letter
 */
export function figure(game, seat, letter) {
  const { colours } = game.figures;
  const parts = body(game, seat, letter);
  if (seat !== null && colours.length > 2) {
    parts.push(s("path.mark", { d: colours[seat].mark, transform: "translate(0 30) scale(.92)" }));
  }
  return parts;
}

/**
 * @param {api.GameDocument} game
 * @param {number | null} seat
 * @param {string} letter
 * @returns {SVGElement[]}
 */
function body(game, seat, letter) {
  const box = { x: -50, y: -50, width: 100, height: 100 };
  const image = imageOf(game, seat, letter);
  if (image) return [s("image", { href: image, ...box })];
  if (settings().pieces === "letters") return disc(letter);
  return [s("use.figure", { href: `#figure-${ofSet(pictureOf(game.figures, seat, letter) ?? "")}`, ...box })];
}

/** A letter on a disc, for those who would rather read than recognise. @param {string} letter */
function disc(letter) {
  const size = [50, 50, 40, 30][letter.length] ?? 22;
  const written = {
    y: size * 0.36,
    "font-size": size,
    "font-weight": "bold",
    "text-anchor": "middle",
    fill: "currentColor",
    stroke: "none",
  };
  return [s("circle", { r: 42 }), s("text", written, letter)];
}

/**
 * Whether the picture is turned with its owner.
 * @param {api.GameDocument} game
 * @param {number | null} seat
 * @param {string} letter
 */
export function isPointed(game, seat, letter) {
  if (settings().pieces === "letters" || imageOf(game, seat, letter)) return false;
  return Boolean(game.figures.pictures[pictureOf(game.figures, seat, letter) ?? ""]?.pointed);
}

/**
 * The colours of a player, as style.
 * @param {api.GameDocument} game
 * @param {number | null} seat
 */
export function paint(game, seat) {
  const own = seat === null ? null : game.figures.colours[seat];
  return own
    ? `--body:${own.body};--line:${own.line};--ink:${own.ink}`
    : "--body:var(--dead-body);--line:var(--dead-line);--ink:var(--dead-line)";
}

/**
 * A small picture of a piece, for use outside the board.
 * @param {api.GameDocument} game
 * @param {number | null} seat
 * @param {string} letter
 */
export function icon(game, seat, letter) {
  return s(
    "svg.icon",
    { viewBox: "-52 -52 104 104", style: paint(game, seat), "aria-hidden": "true" },
    s("g.piece", {}, figure(game, seat, letter)),
  );
}

/**
 * A dot in the colour and shape of a player.
 * @param {api.GameDocument} game
 * @param {number} seat
 */
export function seatMark(game, seat) {
  return s(
    "svg.seat-mark",
    { viewBox: "-14 -14 28 28", "aria-hidden": "true", style: paint(game, seat) },
    s("path", { d: game.figures.colours[seat]?.mark ?? "" }),
  );
}

/**
 * What a piece is called.
 * @param {api.GameDocument} game
 * @param {string} letter
 */
export function pieceName(game, letter) {
  return game.pieces.find((piece) => piece.letter === letter)?.name ?? letter;
}

/**
 * A piece in words.
 * @param {api.GameDocument} game
 * @param {api.Piece | undefined} piece
 */
export function inWords(game, piece) {
  if (!piece) return "empty";
  const owner = piece[0] === null ? "dead" : game.players[piece[0]]?.name;
  return `${owner} ${pieceName(game, piece[1])}`;
}
