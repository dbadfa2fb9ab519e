import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Refusal, address, get, glance, once, post, setOf } from "../lib/api.js";

/** What was asked for, and what is answered next. */
let asked = [];
let answers = [];

beforeEach(() => {
  asked = [];
  answers = [];
  globalThis.fetch = async (path, { method, body }) => {
    asked.push([method, path, body]);
    const { status = 200, kind = "application/json", text } = answers.shift();
    return new Response(status === 204 ? null : text, { status, headers: { "content-type": kind } });
  };
});

test("names of an address are filled in, and cannot leave their place", () => {
  assert.equal(
    address("/api/games/{id}/positions/{ply}", { id: "a/b", ply: 3 }),
    "/api/games/a%2Fb/positions/3",
  );
  const query = { set: undefined, seat: 1, names: false };
  assert.equal(
    address("/api/catalogue/{id}/board.svg", { id: "chess" }, query),
    "/api/catalogue/chess/board.svg?seat=1&names=false",
  );
});

test("variables are written as addresses have them", () => {
  assert.equal(setOf({}), undefined);
  assert.equal(setOf({ position: "518", army: "nutters" }), "position:518,army:nutters");
});

test("JSON is read, and other answers are texts", async () => {
  answers = [{ text: '{"clocks":[]}' }, { kind: "image/svg+xml", text: "<svg/>" }, { status: 204 }];
  assert.deepEqual(await get("/api/clocks"), { clocks: [] });
  assert.equal(await post("/api/qr.svg", { text: "x" }), "<svg/>");
  assert.equal(await get("/api/identity"), undefined);
  assert.deepEqual(asked[1], ["POST", "/api/qr.svg", '{"text":"x"}']);
});

test("a refusal has its sentence and its code", async () => {
  const problem = { status: 429, code: "limit", detail: "too fast" };
  answers = [{ status: 429, kind: "application/problem+json", text: JSON.stringify(problem) }];
  const refused = await get("/api/clocks").catch((error) => error);
  assert.ok(refused instanceof Refusal);
  assert.deepEqual([refused.message, refused.code, refused.status], ["too fast", "limit", 429]);
});

test("what cannot be reached is told in words", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("fetch failed");
  };
  await assert.rejects(get("/api/clocks"), /cannot be reached/);
});

test("what does not change is asked for once, but again if it was refused", async () => {
  answers = [{ status: 503, text: "{}" }, { text: '{"levels":[1]}' }];
  await assert.rejects(once("/api/levels"));
  assert.deepEqual(await once("/api/levels"), { levels: [1] });
  assert.deepEqual(await once("/api/levels"), { levels: [1] });
  assert.equal(asked.length, 2);
});

test("the last line of an analysis is what was found", async () => {
  answers = [
    { kind: "application/x-ndjson", text: '{"depth":1}\n{"depth":2}\n' },
    { kind: "application/x-ndjson", text: "" },
  ];
  assert.deepEqual(await glance({ game: "chess" }, { depth: 2 }), { depth: 2 });
  assert.equal(await glance({ game: "chess" }, { depth: 2 }), undefined);
});
