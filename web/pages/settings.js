// What people like, with a sample of how it looks.

import { complain, h, toast } from "../lib/dom.js";
import { gameOf, me, rename } from "../lib/api.js";
import { beginning } from "../board/still.js";
import { account } from "../play/account.js";
import { panels } from "../play/preferences.js";

/** A small board that looks as it was chosen. @param {string} id */
async function sample(id) {
  const game = await gameOf(id);
  return beginning(game, `${game.name}, as it will look`);
}

/** @param {string} name what one is called now */
function nameForm(name) {
  const field = h("input", {
    value: name,
    maxlength: 40,
    autocomplete: "nickname",
    id: "own-name",
    placeholder: "Anonymous",
  });
  const keep = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await rename(field.value.trim());
      toast("Name kept");
    } catch (error) {
      complain(error);
    }
  };
  return h(
    "form.panel.row",
    { onsubmit: keep },
    h("label", { for: "own-name" }, "Your name"),
    field,
    h("button", { type: "submit" }, "Keep"),
  );
}

export async function show() {
  const [who, ...samples] = await Promise.all([me(), sample("chess"), sample("shogi")]);
  const back = h("button.quiet-button", { type: "button", onclick: () => history.back() }, "Back");
  const node = h(
    "section.page.narrow",
    {},
    h("h1", {}, "Settings"),
    nameForm(who.name),
    h("div.samples", {}, samples),
    panels(),
    h("p.dim", {}, "Kept in this browser. ", back),
    account(),
  );
  return { title: "Settings", node };
}
