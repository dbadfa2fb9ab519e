// What people at the table say.

import { complain, fresh, h } from "../lib/dom.js";
import { set, settings } from "../lib/settings.js";

/** @import { Table } from "./table.js" */

/** How many messages are shown. */
const SHOWN = 100;

/** @param {Table} table */
export function chat(table) {
  const list = h("ol.said", { "aria-live": "polite" });
  const field = h("input", {
    maxlength: 500,
    placeholder: "Say something",
    "aria-label": "Say something",
    autocomplete: "off",
  });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    table.say(text).catch(complain);
  };
  const form = h("form", { onsubmit: send }, field);
  const mute = h("button.quiet-button", {
    type: "button",
    onclick: () => set("chat", !settings().chat),
  });
  const header = h("header", {}, h("h2", {}, "Chat"), mute);
  const node = h("section.chat", { "aria-label": "Chat" }, header, list, form);
  const draw = () => {
    const isOpen = settings().chat;
    node.hidden = !hasOthers(table);
    mute.textContent = isOpen ? "Mute" : "Unmute";
    list.hidden = form.hidden = !isOpen;
    const said = table.chat.slice(-SHOWN);
    fresh(
      list,
      said.map(({ name, text }) => h("li", {}, h("b", {}, name || "Somebody"), " ", text)),
    );
    list.scrollTop = list.scrollHeight;
  };
  return { node, draw };
}

/** Whether there is anybody to talk to; nobody talks to computers. @param {Table} table */
function hasOthers(table) {
  if (table.presence.watching > 0 || table.chat.length > 0) return true;
  return table.view.seats.some(
    (seat, number) => typeof seat.kind === "string" && !table.own.includes(number),
  );
}
