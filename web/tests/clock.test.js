import assert from "node:assert/strict";
import { test } from "node:test";
import { leftAfter, shown } from "../play/clock.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("a clock shows tenths only when little is left", () => {
  assert.equal(shown(19_999), "0:19.9");
  assert.equal(shown(20 * SECOND), "0:20");
  assert.equal(shown(50), "0:00.0");
  assert.equal(shown(-5), "0:00.0");
});

test("whole seconds are rounded up: nobody has less than is shown", () => {
  assert.equal(shown(5 * MINUTE), "5:00");
  assert.equal(shown(5 * MINUTE - 1), "5:00");
  assert.equal(shown(59 * MINUTE + 59 * SECOND + 1), "1:00:00");
});

test("hours and days are shown where there are any", () => {
  assert.equal(shown(HOUR + 2 * MINUTE + 3 * SECOND), "1:02:03");
  assert.equal(shown(3 * DAY + 4 * HOUR + 5 * MINUTE), "3d 04:05");
});

test("only a clock that runs goes down, and not before its delay is over", () => {
  const clock = { left: 10_000, running: true, delay: 2_000, increment: 0, "turns-left": null };
  assert.equal(leftAfter(clock, 1_500), 10_000);
  assert.equal(leftAfter(clock, 3_500), 8_500);
  assert.equal(leftAfter({ ...clock, running: false }, 3_500), 10_000);
  assert.equal(leftAfter({ ...clock, left: null }, 3_500), null);
  assert.equal(leftAfter(undefined, 0), null);
});
