import assert from "node:assert/strict";
import { test } from "node:test";
import { edited, fold, isAnew, offer } from "../play/fold.js";
import { follows } from "../lib/live.js";

const start = { cells: { e2: [0, "P"], d7: [1, "P"] }, hands: [{}, {}] };
const seats = [0, 1].map((seat) => ({ colour: "WB"[seat], score: { won: 0, drawn: 0, lost: 0 } }));
const table = (ply) => ({ ply, turn: ply % 2 });

/** A game of which nothing was played. */
const fresh = () => ({
  view: { table: table(0), phase: "playing", seats, draw: null, takeback: [0, [1]], claim: "repetition" },
  line: [],
  placements: new Map([[0, start]]),
});
const step = (ply, from, to, piece) => ({
  event: "moved",
  ply,
  san: to,
  table: table(ply),
  edits: [
    { cell: from, before: piece, after: null },
    { cell: to, before: null, after: piece },
  ],
});
const white = { seat: 0, letter: "P" };

test("a move is in the line, on the board and on the clocks, and what was known before is left alone", () => {
  const before = fresh();
  const after = fold(before, step(1, "e2", "e4", white));
  assert.deepEqual(
    after.line.map(({ san }) => san),
    ["e4"],
  );
  assert.deepEqual(after.placements.get(1).cells, { e4: [0, "P"], d7: [1, "P"] });
  assert.equal(after.view.table.ply, 1);
  assert.deepEqual([after.view.takeback, after.view.claim], [null, null]);
  assert.deepEqual(before, fresh());
});

test("another move in place of what was taken back ends that line", () => {
  let known = fold(fresh(), step(1, "e2", "e4", white));
  known = fold(known, step(2, "d7", "d5", { seat: 1, letter: "P" }));
  const back = { event: "navigated", way: "undo", from: 2, table: table(0), edits: [] };
  known = fold({ ...known, placements: new Map([...known.placements, [0, start]]) }, back);
  assert.equal(known.line.length, 2);
  known = fold(known, step(1, "e2", "e3", white));
  assert.deepEqual(
    known.line.map(({ san }) => san),
    ["e3"],
  );
  assert.equal(known.placements.has(2), false);
});

test("what was not told is not made up", () => {
  const stale = new Map([[1, start]]);
  const after = fold({ ...fresh(), placements: stale }, step(1, "e2", "e4", white));
  assert.equal(after.placements.size, 0);
});

test("a game that ended goes on when moves are taken back", () => {
  const conclusion = { sentence: "White wins", result: "1-0" };
  const score = [{ won: 1, drawn: 0, lost: 0 }];
  const over = fold(fresh(), { event: "ended", conclusion, score, table: table(3) });
  assert.deepEqual([over.view.phase, over.view.takeback], ["over", null]);
  assert.deepEqual(
    over.view.seats.map((seat) => seat.score.won),
    [1, 0],
  );
  assert.equal(seats[0].score.won, 0);
  const on = fold(over, { event: "navigated", way: "undo", from: 3, table: table(2), edits: [] });
  assert.deepEqual([on.view.phase, on.view.conclusion], ["playing", null]);
});

test("pauses, seats and beginnings show", () => {
  assert.equal(fold(fresh(), { event: "paused", paused: true, table: table(0) }).view.phase, "paused");
  assert.equal(fold(fresh(), { event: "paused", paused: false, table: table(0) }).view.phase, "playing");
  assert.deepEqual(fold(fresh(), { event: "seated", seats: [] }).view.seats, []);
  const waiting = { event: "waiting", seats: [], table: table(0) };
  assert.equal(fold(fresh(), waiting).view.phase, "waiting");
  assert.ok(isAnew(waiting) && isAnew({ event: "tree" }) && !isAnew({ event: "paused" }));
});

test("hands are counted anew, and empty ones are empty", () => {
  const before = { cells: {}, hands: [{ P: 1 }, {}] };
  const hands = [
    { seat: 0, letter: "P", count: 0 },
    { seat: 1, letter: "N", count: 2 },
  ];
  assert.deepEqual(edited(before, { edits: [], hands }).hands, [{}, { N: 2 }]);
  assert.deepEqual(before.hands, [{ P: 1 }, {}]);
});

test("an offer stands until everybody has agreed, or one has not", () => {
  const asked = offer(null, { event: "draw", notice: "asked", by: 0, of: [1, 2] });
  assert.deepEqual(asked, [0, [1, 2]]);
  assert.deepEqual(offer(asked, { event: "draw", notice: "accepted", by: 1, of: [2] }), [0, [2]]);
  assert.equal(offer(asked, { event: "draw", notice: "accepted", by: 2, of: [] }), null);
  assert.equal(offer(asked, { event: "draw", notice: "declined", by: 1 }), null);
  assert.equal(offer(asked, { event: "draw", notice: "lapsed" }), null);
});

test("an event comes next, was heard before, or tells that something was missed", () => {
  assert.equal(follows(null, 7), "next");
  assert.equal(follows(6, 7), "next");
  assert.equal(follows(7, 7), "known");
  assert.equal(follows(9, 7), "known");
  assert.equal(follows(5, 7), "missed");
});
