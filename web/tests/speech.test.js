import assert from "node:assert/strict";
import { test } from "node:test";
import "./pretend.js";

const { cellAsked, positionInWords } = await import("../play/speech.js");
const { fresh } = await import("../play/calls.js");

const game = {
  players: [{ name: "White" }, { name: "Black" }],
  pieces: [
    { letter: "P", name: "pawn" },
    { letter: "R", name: "rook" },
    { letter: "K", name: "king" },
  ],
};

test("a position is told player by player, the strongest pieces first", () => {
  const cells = { a1: [0, "R"], h1: [0, "R"], e1: [0, "K"], e8: [1, "K"], d4: [null, "P"] };
  const placement = { cells, hands: [{}, { P: 2 }] };
  assert.deepEqual(positionInWords(game, placement), [
    "White: king e1, rooks a1 and h1.",
    "Black: king e8, in hand 2 pawns.",
    "Nobody: pawn d4.",
  ]);
});

test("a question is told from a move", () => {
  assert.equal(cellAsked("What attacks e4?"), "e4");
  assert.equal(cellAsked("?e4"), "e4");
  assert.equal(cellAsked("e4"), null);
  assert.equal(cellAsked("Nf3"), null);
});

test("a turn is told once", () => {
  const known = new Map();
  const mine = { game: "a", ply: 2, phase: "playing", turn: 0, seats: [0] };
  const theirs = { ...mine, game: "b", turn: 1 };
  assert.deepEqual(fresh([mine, theirs], known), [mine]);
  assert.deepEqual(fresh([mine, theirs], known), []);
  assert.equal(fresh([{ ...mine, ply: 4 }], known).length, 1);
});
