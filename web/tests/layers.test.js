import assert from "node:assert/strict";
import { test } from "node:test";
import { closure, importsOf, modules, textOf } from "./files.js";

/** From the lowest to the highest; `app.js` is above all. */
const LAYERS = ["lib", "board", "play", "pages", "app.js"];
const layerOf = (path) => LAYERS.indexOf(path.split("/")[0]);

test("every module belongs to a layer", () => {
  assert.ok(modules().length > 40);
  for (const path of modules()) assert.notEqual(layerOf(path), -1, path);
});

test("no module takes anything from a layer above its own", () => {
  for (const path of modules()) {
    for (const taken of importsOf(path)) {
      if (taken.path.startsWith("types/")) continue;
      assert.ok(layerOf(taken.path) <= layerOf(path), `${path} takes ${taken.path}`);
    }
  }
});

test("what is taken is there", () => {
  const known = new Set(modules());
  for (const path of modules()) {
    for (const taken of importsOf(path)) {
      if (!taken.path.startsWith("types/")) assert.ok(known.has(taken.path), `${path} takes ${taken.path}`);
    }
  }
});

test("everything is taken by somebody", () => {
  const taken = new Set(modules().flatMap((path) => importsOf(path).map((one) => one.path)));
  const left = modules().filter((path) => !taken.has(path));
  assert.deepEqual(left, ["app.js"]);
});

test("the browser is told early of all that home and a game need", () => {
  const preloaded = [...textOf("index.html").matchAll(/modulepreload" href="\/([^"]+)"/g)].map(
    ([, path]) => path,
  );
  const needed = new Set(["app.js", "pages/home.js", "pages/play.js"].flatMap((path) => [...closure(path)]));
  const below = [...needed].filter((path) => layerOf(path) < LAYERS.indexOf("pages"));
  assert.deepEqual(preloaded.toSorted(), below.toSorted());
});
