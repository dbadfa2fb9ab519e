// What people at the table say.

import { complain, fresh, h } from "../lib/dom.js";
import { set, settings } from "../lib/settings.js";

/** @param {import("./table.js").Table} table */
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
    table.request({ do: "chat", text }).catch(complain);
  };
  const form = h("form", { onsubmit: send }, field);
  const mute = h("button.quiet-button", { type: "button", onclick: () => set("chat", !settings().chat) });
  const node = h(
    "section.chat",
    { "aria-label": "Chat" },
    h("header", {}, h("h2", {}, "Chat"), mute),
    list,
    form,
  );
  const draw = () => {
    const open = settings().chat;
    // Nobody talks to computers.
    const others =
      table.presence.watching > 0 ||
      table.chat.length > 0 ||
      table.view.seats.some(
        (/** @type {any} */ seat, /** @type {number} */ number) =>
          !seat.kind?.ai && !table.own.includes(number),
      );
    node.hidden = !others;
    mute.textContent = open ? "Mute" : "Unmute";
    list.hidden = form.hidden = !open;
    fresh(
      list,
      table.chat
        .slice(-100)
        .map((message) => h("li", {}, h("b", {}, message.name || "Somebody"), " ", message.text)),
    );
    list.scrollTop = list.scrollHeight;
  };
  return { node, draw };
}
