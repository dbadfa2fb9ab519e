import assert from "node:assert/strict";
import { test } from "node:test";
import { pretendPage } from "./pretend.js";
import { listen, set, settings } from "../lib/settings.js";

test("a setting holds, is kept and shows", () => {
  const { kept, classes, dataset } = pretendPage();
  set("board", "green");
  set("coordinates", false);
  assert.equal(settings().board, "green");
  assert.equal(JSON.parse(kept.get("chatura-settings")).board, "green");
  assert.equal(dataset.board, "green");
  assert.ok(classes.has("no-coordinates"));
  set("coordinates", true);
  assert.ok(!classes.has("no-coordinates"));
});

test("a setting holds where nothing can be kept", () => {
  pretendPage();
  globalThis.localStorage.setItem = () => {
    throw new Error("full");
  };
  set("theme", "dark");
  assert.equal(settings().theme, "dark");
});

test("who listens is told until they no longer do", () => {
  pretendPage();
  const heard = [];
  const deaf = listen(({ sound }) => heard.push(sound));
  set("sound", false);
  deaf();
  set("sound", true);
  assert.deepEqual(heard, [false]);
});

test("what was kept is there when the page comes back, and what is new is as usual", async () => {
  const { kept } = pretendPage();
  kept.set("chatura-settings", JSON.stringify({ pieces: "letters" }));
  const again = await import("../lib/settings.js?again");
  assert.equal(again.settings().pieces, "letters");
  assert.equal(again.settings().animation, "normal");
});

test("what was kept and is broken counts for nothing", async () => {
  const { kept } = pretendPage();
  kept.set("chatura-settings", "{");
  const again = await import("../lib/settings.js?broken");
  assert.equal(again.settings().pieces, "classic");
});
