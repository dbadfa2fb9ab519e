import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, families, fits } from "../play/catalogue.js";

const card = (id, board, tags = [], more = {}) => ({
  id,
  name: id,
  inventor: null,
  description: "",
  aliases: [],
  players: 2,
  board,
  tags,
  family: "orthodox kin",
  difficulty: "easy",
  mechanisms: [],
  pieces: [],
  own: false,
  ...more,
});
const any = { words: "", tag: "", family: "", difficulty: "", players: 0, board: "" };

test("chess comes first, then one of each board, then more of the same", () => {
  const games = [
    card("atomic", "8x8"),
    card("xiangqi", "9x10"),
    card("chess", "8x8"),
    card("shogi", "9x9", ["popular"]),
    card("minixiangqi", "9x10", ["popular"]),
  ];
  const order = arranged(games).map(({ id }) => id);
  assert.deepEqual(order, ["chess", "shogi", "minixiangqi", "atomic", "xiangqi"]);
});

test("own games stand before those that are built in", () => {
  const games = [card("chess", "8x8"), card("mine", "8x8", [], { own: true }), card("other", "8x8")];
  assert.deepEqual(
    arranged(games).map(({ id }) => id),
    ["mine", "chess", "other"],
  );
});

test("every word counts, wherever it is said", () => {
  const game = card("dragonfly", "7x7", ["drops"], {
    inventor: "Christian Freeling",
    aliases: ["Drachenfliege"],
  });
  assert.ok(fits(game, any));
  assert.ok(fits(game, { ...any, words: " freeling  DROPS " }));
  assert.ok(fits(game, { ...any, words: "drachen" }));
  assert.ok(!fits(game, { ...any, words: "dragonfly parton" }));
});

test("tags, players and boards are exact", () => {
  const game = card("chess", "8x8", ["popular"]);
  assert.ok(fits(game, { ...any, tag: "popular", players: 2, board: "8x8" }));
  for (const filter of [
    { tag: "pop" },
    { players: 3 },
    { board: "8x" },
    { family: "drops" },
    { difficulty: "hard" },
  ]) {
    assert.ok(!fits(game, { ...any, ...filter }), JSON.stringify(filter));
  }
});

test("pieces and mechanisms are searched for too", () => {
  const game = card("xhess", "10x10", [], { pieces: ["horseman", "cannon"], mechanisms: ["race"] });
  assert.ok(fits(game, { ...any, words: "cannon race" }));
  assert.ok(!fits(game, { ...any, words: "cannon drops" }));
});

test("families are told with how many games they have", () => {
  const drops = { family: "drops" };
  const games = [card("a", "8x8"), card("b", "8x8", [], drops), card("c", "8x8", [], drops)];
  assert.deepEqual(families(games), [
    ["drops", 2],
    ["orthodox kin", 1],
  ]);
});
