import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../play/moves.js";
import { Variations, cellsOf } from "../play/variations.js";

const line = (...seats) => seats.map((seat) => ({ seat }));
const shape = (rows) => rows.map((row) => row.map((move) => (move ? move.seat : "-")).join(""));

test("each round has a row, each player a column", () => {
  assert.deepEqual(shape(rowsOf(line(0, 1, 0, 1, 0), 2)), ["01", "01", "0-"]);
  assert.deepEqual(rowsOf([], 2), []);
});

test("whoever begins has the first column", () => {
  assert.deepEqual(shape(rowsOf(line(1, 0, 1), 2)), ["10", "1-"]);
});

test("a player who is out or passes over leaves a gap", () => {
  assert.deepEqual(shape(rowsOf(line(0, 1, 2, 0, 2, 0, 2), 3)), ["012", "0-2", "0-2"]);
});

test("who moves twice begins another row", () => {
  assert.deepEqual(shape(rowsOf(line(0, 1, 1, 0), 2)), ["01", "-1", "0-"]);
});

test("the same move tried again is the same variation", () => {
  const tree = new Variations();
  const first = tree.addAll(tree.root, ["e2e4", "e7e5"]);
  assert.equal(tree.addAll(tree.root, ["e2e4", "e7e5"]), first);
  const other = tree.addAll(tree.root, ["e2e4", "c7c5"]);
  assert.notEqual(other, first);
  assert.deepEqual(
    tree.path(other).map(({ text }) => text),
    ["e2e4", "c7c5"],
  );
  assert.deepEqual(
    tree.mainLine().map(({ text }) => text),
    ["", "e2e4", "e7e5"],
  );
});

test("a move that is removed takes along what follows, and the next variation becomes the main line", () => {
  const tree = new Variations();
  const first = tree.add(tree.root, "e2e4");
  tree.add(first, "e7e5");
  tree.add(tree.root, "d2d4");
  assert.equal(tree.remove(first), tree.root);
  assert.deepEqual(
    tree.mainLine().map(({ text }) => text),
    ["", "d2d4"],
  );
  assert.equal(tree.remove(tree.root), tree.root);
});

test("the cells of a move are the longest names that fit", () => {
  const names = ["a1", "a12", "b3"];
  assert.deepEqual(cellsOf(names, "a1b3"), ["a1", "b3"]);
  assert.deepEqual(cellsOf(names, "a12b3q"), ["a12", "b3"]);
  assert.deepEqual(cellsOf(names, "N@b3"), []);
});
