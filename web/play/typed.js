// A field to type moves into.

import { h } from "../lib/dom.js";
import { settings } from "../lib/settings.js";

/** @param {(text: string) => void} play */
export function typedMoves(play) {
  const field = h("input", {
    placeholder: "Type a move: e4, Nf3, e2e4; or: what attacks e4?",
    "aria-label": "Type a move",
    autocomplete: "off",
    spellcheck: "false",
  });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    play(text);
  };
  const submit = h("button", { type: "submit" }, "Play");
  return h("form.typed", { onsubmit: send, hidden: !settings().typed }, field, submit);
}
