import assert from "node:assert/strict";
import { test } from "node:test";
import { lead, taken, worth } from "../play/material.js";
import { score, settled, shares } from "../play/evaluation.js";

test("shares are those of the first player first, whoever is to move", () => {
  assert.deepEqual(shares({ centipawns: 0 }, 0), [0.5, 0.5]);
  const [ahead, behind] = shares({ centipawns: 260 }, 0);
  assert.ok(ahead > 0.7 && ahead < 0.75);
  assert.deepEqual(shares({ centipawns: 260 }, 1), [behind, ahead]);
});

test("a mate in sight is the whole", () => {
  assert.deepEqual(shares({ mate: 3 }, 0), [1, 0]);
  assert.deepEqual(shares({ mate: 3 }, 1), [0, 1]);
  assert.deepEqual(shares({ mate: -3 }, 0), [0, 1]);
});

test("of more than two each has a share", () => {
  assert.deepEqual(shares({ shares: [500, 300, 200] }, 1), [0.5, 0.3, 0.2]);
  assert.deepEqual(settled([1, 3, 1]), [0.5, 0, 0.5]);
});

test("two count from the first player's side, more from who is to move", () => {
  assert.equal(score({ centipawns: 35 }, 0, 2), "+0.35");
  assert.equal(score({ centipawns: 35 }, 1, 2), "-0.35");
  assert.equal(score({ centipawns: 35 }, 1, 3), "+0.35");
  assert.equal(score({ mate: 2 }, 1, 2), "#-2");
  assert.equal(score({ centipawns: 0 }, 0, 2), "0.00");
});

const game = {
  pieces: [
    { letter: "P", value: 100 },
    { letter: "Q", value: 900 },
    { letter: "K", value: null },
  ],
};

test("what is taken stands dearest first, and nobody takes their own", () => {
  const line = [
    { seat: 0, captured: [{ seat: 1, letter: "P" }] },
    { seat: 1, captured: [{ seat: 0, letter: "P" }] },
    {
      seat: 0,
      captured: [
        { seat: 1, letter: "Q" },
        { seat: 0, letter: "P" },
      ],
    },
    { seat: 0 },
  ];
  assert.deepEqual(
    taken(game, line, 0).map(({ letter }) => letter),
    ["Q", "P"],
  );
});

test("pieces on the board and in hand count", () => {
  const placement = { cells: { a1: [0, "Q"], a2: [1, "P"], a3: [0, "K"] }, hands: [{ P: 2 }, {}] };
  assert.equal(worth(game, placement, 0), 1100);
  assert.equal(lead(game, placement, 0), 10);
  assert.equal(lead(game, placement, 1), -10);
  assert.equal(lead(game, undefined, 0), 0);
});
