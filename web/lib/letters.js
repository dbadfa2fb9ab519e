// The letters of pieces in moves, in the language somebody reads.

import { settings } from "./settings.js";

const PIECES = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/** @type {Record<string, [string, string[]]>} */
export const LANGUAGES = {
  en: ["English: K Q R B N", ["K", "Q", "R", "B", "N", "P"]],
  figures: ["Figures: ♔ ♕ ♖ ♗ ♘", ["♔", "♕", "♖", "♗", "♘", "♙"]],
  cs: ["Čeština: K D V S J", ["K", "D", "V", "S", "J", "P"]],
  de: ["Deutsch: K D T L S", ["K", "D", "T", "L", "S", "B"]],
  es: ["Español: R D T A C", ["R", "D", "T", "A", "C", "P"]],
  fr: ["Français: R D T F C", ["R", "D", "T", "F", "C", "P"]],
  it: ["Italiano: R D T A C", ["R", "D", "T", "A", "C", "P"]],
  hu: ["Magyar: K V B F H", ["K", "V", "B", "F", "H", "G"]],
  nl: ["Nederlands: K D T L P", ["K", "D", "T", "L", "P", "O"]],
  pl: ["Polski: K H W G S", ["K", "H", "W", "G", "S", "P"]],
  pt: ["Português: R D T B C", ["R", "D", "T", "B", "C", "P"]],
  tr: ["Türkçe: Ş V K F A", ["Ş", "V", "K", "F", "A", "P"]],
  ru: ["Русский: Кр Ф Л С К", ["Кр", "Ф", "Л", "С", "К", "П"]],
};

/** @typedef {{ san: string, coordinates?: string, native?: string[] }} Written A move in the notations there are for it. */
/** @typedef {{ pieces: { name: string, letter: string }[], notation?: string }} Lettered A game, as far as letters are concerned. */

/**
 * The letters of a game's usual pieces, and what they are called here.
 * @param {Lettered} game
 * @returns {[string, string][]}
 */
function pairs(game) {
  const own = LANGUAGES[settings().letters]?.[1];
  if (!own || settings().letters === "en") return [];
  const usual = game.pieces.filter((piece) => PIECES.includes(piece.name));
  return usual.map((piece) => [piece.letter, own[PIECES.indexOf(piece.name)]]);
}

/**
 * A move as somebody reads it: in the notation that the game has of its own, if that is liked, else in SAN.
 * @param {Lettered} game
 * @param {Written} move
 */
export function written(game, { san, coordinates, native }) {
  const { notation } = settings();
  // What has only other signs and letters than SAN is read by everybody.
  if (native && (notation !== "san" || game.notation === "algebraic"))
    return native[notation === "characters" ? 1 : 0];
  return lettered(game, san || (coordinates ?? ""));
}

/**
 * The moves of a line that an engine found, as somebody reads them.
 * @param {Lettered} game
 * @param {{ san: string[], native?: string[][] }} line
 */
export const lineOf = (game, { san, native }) =>
  san.map((text, at) => written(game, { san: text, native: native?.[at] }));

/**
 * SAN in the letters somebody reads.
 * @param {Lettered} game
 * @param {string} san
 */
function lettered(game, san) {
  const known = new Map(pairs(game));
  if (!known.size) return san;
  return san.replace(/(^|=)(\p{Lu})(?!-)/gu, (all, before, letter) =>
    known.has(letter) ? before + known.get(letter) : all,
  );
}

/**
 * A move as the server reads it.
 * @param {Lettered} game
 * @param {string} text
 */
export function read(game, text) {
  const known = pairs(game).sort(([, one], [, other]) => other.length - one.length);
  const plain = (/** @type {string} */ word) => {
    const found = known.find(([, own]) => word.startsWith(own));
    return found ? found[0] + word.slice(found[1].length) : word;
  };
  return text.split("=").map(plain).join("=");
}
