import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { textOf } from "./files.js";

const FOLDER = fileURLToPath(new URL("../style", import.meta.url));

/** The classes that a style sheet gives a look of their own, wherever they stand. */
function classesOf(sheet) {
  const text = textOf(`style/${sheet}`).replaceAll(/\/\*[^]*?\*\//g, "");
  const heads = [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, head]) => head.split(","));
  const alone = heads.map((selector) => selector.trim()).filter((selector) => /^\.[\w-]+$/.test(selector));
  return new Set(alone);
}

test("no two style sheets mean different things by the same class", () => {
  const owners = new Map();
  for (const sheet of readdirSync(FOLDER)) {
    for (const name of classesOf(sheet)) {
      assert.equal(owners.get(name), undefined, `${name} in ${owners.get(name)} and ${sheet}`);
      owners.set(name, sheet);
    }
  }
  assert.ok(owners.size > 100);
});

test("what a page is while something goes on has no look of its own", () => {
  // The page of a game is `.play.live`: a bare `.live` elsewhere once painted it green, names and title invisible.
  const bare = readdirSync(FOLDER).flatMap((sheet) => [...classesOf(sheet)]);
  for (const state of [".live", ".past", ".many"]) assert.ok(!bare.includes(state), state);
});
