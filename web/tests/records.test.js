import assert from "node:assert/strict";
import { test } from "node:test";
import { byUrgency, isWanted, opponentsOf, outcomeOf } from "../play/records.js";

const game = (more = {}) => ({
  game: "a",
  definition: "chess",
  name: "Chess",
  settings: [],
  public: false,
  created: 100,
  updated: 200,
  seats: [0],
  phase: "over",
  number: 1,
  ply: 8,
  turn: null,
  fen: "",
  names: ["Ada", "Bo"],
  kinds: ["person", "person"],
  result: "White wins by checkmate",
  ended: { result: "1-0", standings: ["won", "lost"] },
  deadline: null,
  previous: null,
  next: null,
  ...more,
});

test("an outcome is told from the own seats", () => {
  assert.equal(outcomeOf(game()), "won");
  assert.equal(outcomeOf(game({ seats: [1] })), "lost");
  assert.equal(outcomeOf(game({ seats: [0, 1] })), "alone");
  assert.equal(outcomeOf(game({ ended: { result: "*", standings: [] } })), "aborted");
  assert.equal(outcomeOf(game({ phase: "playing", ended: null })), "open");
});

test("opponents are those at the other seats", () => {
  assert.deepEqual(opponentsOf(game()), ["Bo"]);
  const many = game({
    names: ["Ada", "", "", ""],
    kinds: ["person", "nobody", "person", { ai: { level: 4 } }],
  });
  assert.deepEqual(opponentsOf(many), ["Open seat", "Somebody", "AI 4"]);
});

test("games are found by words, game, outcome and date", () => {
  const any = { words: "", game: "", outcome: "", since: 0, until: 0 };
  const found = (wish) => isWanted(game(), { ...any, ...wish });
  assert.ok(found({}) && found({ words: "bo check" }) && found({ outcome: "won", game: "chess" }));
  assert.ok(found({ since: 100, until: 101 }));
  for (const wish of [
    { words: "cem" },
    { outcome: "lost" },
    { game: "shogi" },
    { since: 101 },
    { until: 100 },
  ])
    assert.ok(!found(wish), JSON.stringify(wish));
});

test("whoever is to move sees that first, and what ends soonest before all", () => {
  const mine = { phase: "playing", turn: 0 };
  const games = [
    game({ game: "over", updated: 900 }),
    game({ game: "other", phase: "playing", turn: 1 }),
    game({ game: "slow", ...mine, updated: 5 }),
    game({ game: "late", ...mine, deadline: 80 }),
    game({ game: "soon", ...mine, deadline: 30 }),
  ];
  assert.deepEqual(
    byUrgency(games).map((one) => one.game),
    ["soon", "late", "slow", "other", "over"],
  );
});
