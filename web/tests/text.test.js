import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, capital, counted } from "../lib/text.js";
import { scoreText } from "../play/notices.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("a sentence begins with a capital", () => {
  assert.equal(capital("écart"), "Écart");
  assert.equal(capital(""), "");
});

test("how long ago something was", () => {
  const before = (time) => ago(1e12 - time, 1e12);
  assert.equal(before(0), "just now");
  assert.equal(before(-HOUR), "just now");
  assert.equal(before(MINUTE), "1 min ago");
  assert.equal(before(59 * MINUTE), "59 min ago");
  assert.equal(before(60 * MINUTE), "1 h ago");
  assert.equal(before(47 * HOUR), "47 h ago");
  assert.equal(before(48 * HOUR), "2 days ago");
});

test("one and more", () => {
  assert.equal(counted(0, "game"), "0 games");
  assert.equal(counted(1, "game"), "1 game");
  assert.equal(counted(2, "game"), "2 games");
});

test("results are written as people write them", () => {
  assert.equal(scoreText("1-0"), "1–0");
  assert.equal(scoreText("1/2-1/2"), "½–½");
  assert.equal(scoreText("0-1/2-1/2"), "0–½–½");
  assert.equal(scoreText("*"), "Over");
});
