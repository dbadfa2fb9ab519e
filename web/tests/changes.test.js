import assert from "node:assert/strict";
import { test } from "node:test";
import { changes, differing } from "../board/changes.js";

/** Cells of a chess board, so that distances count. */
const places = new Map();
for (let file = 0; file < 8; file++) {
  for (let rank = 0; rank < 8; rank++)
    places.set(`${"abcdefgh"[file]}${rank + 1}`, { middle: [file, 7 - rank] });
}

test("a step is one piece that moved", () => {
  const found = changes({ e2: [0, "P"], e1: [0, "K"] }, { e4: [0, "P"], e1: [0, "K"] }, places);
  assert.deepEqual(found, { moved: [{ from: "e2", to: "e4" }], gone: [], come: [] });
});

test("what is taken is gone, and the taker moved", () => {
  const found = changes({ e4: [0, "P"], d5: [1, "P"] }, { d5: [0, "P"] }, places);
  assert.deepEqual(found, { moved: [{ from: "e4", to: "d5" }], gone: ["d5"], come: [] });
});

test("castling is two pieces that moved", () => {
  const found = changes({ e1: [0, "K"], h1: [0, "R"] }, { g1: [0, "K"], f1: [0, "R"] }, places);
  assert.deepEqual(found.gone, []);
  assert.deepEqual(new Set(found.moved.map(({ from, to }) => from + to)), new Set(["e1g1", "h1f1"]));
});

test("a promotion is the pawn, which became another", () => {
  const found = changes({ e7: [0, "P"], a1: [0, "Q"] }, { e8: [0, "Q"], a1: [0, "Q"] }, places);
  assert.deepEqual(found, { moved: [{ from: "e7", to: "e8" }], gone: [], come: [] });
});

test("of two that could have moved it is the nearer", () => {
  const found = changes({ a1: [0, "R"], h1: [0, "R"] }, { b1: [0, "R"], h1: [0, "R"] }, places);
  assert.deepEqual(found.moved, [{ from: "a1", to: "b1" }]);
  const both = changes({ a1: [0, "R"], h1: [0, "R"] }, { g1: [0, "R"] }, places);
  assert.deepEqual(both, { moved: [{ from: "h1", to: "g1" }], gone: ["a1"], come: [] });
});

test("a piece never becomes that of another player, and a drop comes from nowhere", () => {
  const found = changes({ a1: [0, "P"] }, { a2: [1, "P"] }, places);
  assert.deepEqual(found, { moved: [], gone: ["a1"], come: ["a2"] });
  assert.deepEqual(changes({}, { e5: [0, "N"] }, places).come, ["e5"]);
});

test("what differs is told from both sides", () => {
  const before = { e2: [0, "P"], d5: [1, "P"], a1: [0, "R"] };
  assert.deepEqual(differing(before, { d5: [0, "P"], a1: [0, "R"] }), ["e2", "d5"]);
  assert.deepEqual(differing(before, before), []);
});
