import assert from "node:assert/strict";
import { test } from "node:test";
import { accuracy, judge, turningPoints } from "../play/judge.js";

const move = (loss, seat = 0) =>
  judge({ seat, text: "a", best: "b", before: [0.5, 0.5], after: seat ? [0, 0.5 - loss] : [0.5 - loss, 0] });

test("a move is marked by what it lost for who played it", () => {
  assert.deepEqual(
    [0, 0.03, 0.06, 0.12, 0.3].map((loss) => move(loss).mark),
    ["", "", "?!", "?", "??"],
  );
  assert.equal(move(0.3, 1).mark, "??");
  // Who gains by it has lost nothing.
  assert.equal(move(-0.4).loss, 0);
});

test("the move that was found best is best, however it looks later", () => {
  const best = judge({ seat: 0, text: "a", best: "a", before: [1, 0], after: [0.6, 0.4] });
  assert.deepEqual([best.isBest, best.mark, best.loss], [true, "", 0]);
});

test("any number of players is judged by shares", () => {
  const before = [0.25, 0.25, 0.25, 0.25];
  const lost = judge({ seat: 2, text: "a", best: "b", before, after: [0.3, 0.3, 0.02, 0.38] });
  assert.equal(lost.mark, "??");
});

test("accuracy is the whole without a loss, and less with each", () => {
  assert.equal(accuracy([move(0), move(0, 1)], 0), 100);
  assert.ok(accuracy([move(0), move(0.3)], 0) < 80);
  assert.equal(accuracy([move(0)], 1), null);
});

test("turning points come in the order of the game", () => {
  const moves = [move(0.12), undefined, move(0.02), move(0.4, 1), move(0.2)];
  assert.deepEqual(turningPoints(moves), [0, 3, 4]);
});
