// What people at the table say.

import { complain, fresh, h, named, toast } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { set, settings } from "../lib/settings.js";

/** @import * as api from "../types/api" */
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
  /** A line stays the same while others come, so that whoever writes a report can. @type {Map<number, Node>} */
  const lines = new Map();
  const lineOf = (/** @type {api.Chat} */ message) => {
    const known = lines.get(message.number) ?? line(table, message);
    lines.set(message.number, known);
    return known;
  };
  const draw = () => {
    const isOpen = settings().chat;
    node.hidden = !hasOthers(table);
    mute.textContent = isOpen ? "Mute" : "Unmute";
    list.hidden = form.hidden = !isOpen;
    fresh(list, table.chat.slice(-SHOWN).map(lineOf));
    list.scrollTop = list.scrollHeight;
  };
  return { node, draw };
}

/** @param {Table} table @param {api.Chat} message */
function line(table, message) {
  const { name, text, seat } = message;
  const isOwn = seat !== null && table.own.includes(seat);
  return h(
    "li",
    {},
    h("b", {}, name ? named(name) : "Somebody"),
    " ",
    h("bdi", {}, text),
    isOwn ? null : about(table, message),
  );
}

/** What can be done about who said something. @param {Table} table @param {api.Chat} message */
function about(table, { number, name }) {
  const who = name || "Somebody";
  const meant = { game: table.id, message: number };
  const done = (/** @type {() => Promise<unknown>} */ act, /** @type {string} */ words) => async () => {
    try {
      await act();
      node.open = false;
      toast(words);
    } catch (error) {
      complain(error);
    }
  };
  const block = async () => {
    await post("/api/blocks", meant);
    await table.loadChat();
  };
  const mute = () => post("/api/games/{id}/mutes", { message: number, muted: true }, { id: table.id });
  const field = h("input", { maxlength: 1000, "aria-label": `What is wrong with what ${who} said` });
  const report = done(() => post("/api/reports", { ...meant, text: field.value }), "Reported");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    report();
  };
  const node = h(
    "details.about",
    {},
    h("summary", { "aria-label": `About ${who}` }, "⋯"),
    h("button", { type: "button", onclick: done(block, "Blocked") }, "Block"),
    table.keeper && h("button", { type: "button", onclick: done(mute, "Muted") }, "Mute here"),
    h("form.row", { onsubmit: submit }, field, h("button", { type: "submit" }, "Report")),
  );
  return node;
}

/** Whether there is anybody to talk to; nobody talks to computers. @param {Table} table */
function hasOthers(table) {
  if (table.presence.watching > 0 || table.chat.length > 0) return true;
  return table.view.seats.some(
    (seat, number) => typeof seat.kind === "string" && !table.own.includes(number),
  );
}
