import assert from "node:assert/strict";
import { test } from "node:test";
import { apply, between, box, extent } from "../board/geometry.js";
import { neighbour } from "../board/keys.js";

const square = (x, y, size = 1) => ({
  outline: [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ],
});

test("a box holds every point", () => {
  assert.deepEqual(
    box([
      [3, 1],
      [-2, 5],
      [0, 0],
    ]),
    [-2, 0, 3, 5],
  );
  assert.deepEqual(extent([square(0, 0), square(4, 2)]), [5, 3]);
});

test("one drawing of a board leads to another that is turned, moved and larger", () => {
  const here = [square(0, 0), square(1, 0), square(0, 1)];
  const turned = ([x, y]) => [10 - 2 * y, 4 + 2 * x];
  const there = here.map(({ outline }) => ({ outline: outline.map(turned) }));
  const matrix = between(here, there);
  for (const point of here.flatMap((cell) => cell.outline))
    assert.deepEqual(apply(matrix, point), turned(point));
});

test("drawings that do not fit have nothing between them", () => {
  assert.equal(between([square(0, 0)], [square(0, 0), square(1, 0)]), null);
  const flat = {
    outline: [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
  };
  assert.equal(between([flat], [flat]), null);
});

test("arrow keys go to the cell that lies there, also on hexagons", () => {
  const cells = [
    { name: "middle", middle: [0, 0] },
    { name: "upper left", middle: [-50, -87] },
    { name: "upper right", middle: [60, -87] },
    { name: "right", middle: [100, 0] },
    { name: "far right", middle: [200, 0] },
  ];
  assert.equal(neighbour(cells, "middle", [1, 0]), "right");
  assert.equal(neighbour(cells, "middle", [0, -1]), "upper left");
  assert.equal(neighbour(cells, "middle", [0, 1]), "middle");
  assert.equal(neighbour(cells, "nowhere", [0, 1]), "nowhere");
});
