import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pretendPage } from "./pretend.js";
import { LANGUAGES, lineOf, read, written } from "../lib/letters.js";
import { set } from "../lib/settings.js";

const NAMES = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const chess = { pieces: NAMES.map((name, number) => ({ name, letter: "KQRBNP"[number] })) };
// The letter B belongs to another piece here.
const capablanca = { pieces: [...chess.pieces, { name: "archbishop", letter: "A" }] };

beforeEach(() => {
  pretendPage();
  set("letters", "en");
});

test("English moves stay as they are", () => {
  assert.equal(written(chess, { san: "Nf3+" }), "Nf3+");
  assert.equal(read(chess, "Nf3+"), "Nf3+");
});

test("letters of pieces are those of the language", () => {
  set("letters", "de");
  assert.equal(written(chess, { san: "Nxf3+" }), "Sxf3+");
  assert.equal(written(chess, { san: "e8=Q" }), "e8=D");
  assert.equal(written(chess, { san: "exd5" }), "exd5");
});

test("castling and pieces a language does not know stay as they are", () => {
  set("letters", "fr");
  assert.equal(written(chess, { san: "O-O-O" }), "O-O-O");
  assert.equal(written(capablanca, { san: "Ad3" }), "Ad3");
});

test("what is written in a language is read again", () => {
  for (const language of Object.keys(LANGUAGES)) {
    set("letters", language);
    for (const move of ["Nf3", "Kxe2", "Qh5#", "Rad1", "Bb5", "e4", "e8=Q+", "exd8=N"]) {
      assert.equal(read(chess, written(chess, { san: move })), move, `${move} in ${language}`);
    }
  }
});

test("the longer of two letters is meant", () => {
  set("letters", "ru");
  assert.equal(read(chess, "Крe2"), "Ke2");
  assert.equal(read(chess, "Кe2"), "Ne2");
});

test("a game's own notation is shown where it is liked", () => {
  const shogi = { pieces: [] };
  const move = { san: "c4", coordinates: "c3c4", native: ["P-7f", "７六歩(77)"] };
  const seen = (/** @type {string} */ notation) => {
    set("notation", notation);
    return written(shogi, move);
  };
  assert.deepEqual(["san", "letters", "characters"].map(seen), ["c4", "P-7f", "７六歩(77)"]);
  assert.equal(written(chess, { san: "Nf3" }), "Nf3", "where there is none it is SAN");
  assert.deepEqual(lineOf(shogi, { san: ["c4", "--"], native: [move.native] }), ["７六歩(77)", "--"]);
  set("notation", "san");
  // What only has other signs and letters than SAN is read by everybody.
  const own = { pieces: [], notation: "algebraic" };
  assert.equal(written(own, { san: "Nxe5", native: ["S:e5", "♘:e5"] }), "S:e5");
});
