import assert from "node:assert/strict";
import { test } from "node:test";
import { Drafts, nameIn } from "../play/drafts.js";

/** Keeps texts as browsers do. */
function shelf() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
}

test("each game has a draft of its own", () => {
  const drafts = new Drafts(shelf());
  drafts.keep("chess", 'name = "Mine"', "chess.toml", 1);
  drafts.keep("new", 'name = "Other"', "game.toml", 2);
  drafts.keep("chess", 'name = "Mine too"', "chess.toml", 3);
  assert.deepEqual(
    drafts.all().map(({ id, name }) => [id, name]),
    [
      ["chess", "Mine too"],
      ["new", "Other"],
    ],
  );
  drafts.drop("chess");
  assert.equal(drafts.of("chess"), null);
  assert.equal(drafts.of("new")?.text, 'name = "Other"');
});

test("the draft of before is found again, and nothing is lost where there is no room", () => {
  const old = shelf();
  old.setItem("chatura-draft", 'name = "Old"');
  assert.equal(new Drafts(old).of("new")?.name, "Old");
  const full = { ...shelf(), setItem: () => assert.fail("full") };
  assert.equal(new Drafts(full).keep("a", "", "game.toml"), false);
});

test("names are read from both forms", () => {
  assert.equal(nameIn('extends = "chess"\nname = "Guards"\n'), "Guards");
  assert.equal(nameIn("pieces = 3"), "");
});
