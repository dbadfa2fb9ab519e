// A position in words, and what attacks a cell, for those who would rather hear it.

import { h, reasonOf, say } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { capital } from "../lib/text.js";

/** @import * as api from "../types/api" */

/** `What attacks e4?`, or `?e4`. */
const QUESTION = /^(?:what attacks\s+|\?\s*)([^\s?]+)\s*\??$/i;

/** The cell that is asked about, if a text asks for what attacks it. @param {string} text */
export const cellAsked = (text) => QUESTION.exec(text.trim())?.[1] ?? null;

/** @param {readonly string[]} words */
const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/**
 * What stands where, a sentence for each player: "White: king e1, rooks a1 and h1."
 * @param {Pick<api.GameDocument, "players" | "pieces">} game
 * @param {api.Placement} placement
 */
export function positionInWords(game, placement) {
  const order = new Map(game.pieces.map(({ letter }, place) => [letter, place]));
  const nameOf = (/** @type {string} */ letter) =>
    game.pieces.find((piece) => piece.letter === letter)?.name ?? letter;
  const rank = (/** @type {string} */ letter) => order.get(letter) ?? -1;
  const byValue = (/** @type {string} */ one, /** @type {string} */ other) => rank(other) - rank(one);
  const owners = [...game.players.map(({ name }) => name), "Nobody"];
  return owners.flatMap((owner, seat) => {
    /** @type {Map<string, string[]>} */
    const groups = new Map();
    for (const [cell, [whose, letter]] of Object.entries(placement.cells)) {
      if ((whose ?? game.players.length) === seat) groups.set(letter, [...(groups.get(letter) ?? []), cell]);
    }
    const standing = [...groups.keys()].sort(byValue).map((letter) => {
      const cells = (groups.get(letter) ?? []).sort();
      return `${nameOf(letter)}${cells.length > 1 ? "s" : ""} ${listed(cells)}`;
    });
    const held = Object.entries(placement.hands[seat] ?? {}).map(
      ([letter, count]) => `${count} ${nameOf(letter)}${count > 1 ? "s" : ""}`,
    );
    const hand = held.length ? [`in hand ${listed(held)}`] : [];
    const words = [...standing, ...hand];
    return words.length ? [`${owner}: ${words.join(", ")}.`] : [];
  });
}

/**
 * What attacks a cell, in a sentence.
 * @param {Pick<api.GameDocument, "players">} game
 * @param {api.Question} position
 * @param {string} cell
 */
export async function attackersInWords(game, position, cell) {
  const found = await post("/api/attackers", { position, cell });
  const owner = (/** @type {number | null} */ seat) => (seat === null ? "nobody's" : game.players[seat].name);
  const called = (/** @type {api.Attacker} */ { owner: seat, piece, cell }) =>
    `${owner(seat)} ${piece} on ${cell}`;
  const there = found.piece ? `${cell}, ${owner(found.piece.owner)} ${found.piece.piece}` : cell;
  if (!found.attackers.length) return `Nothing attacks ${there}.`;
  const attack = found.attackers.filter((one) => one.owner !== found.piece?.owner);
  const protect = found.attackers.filter((one) => one.owner === found.piece?.owner);
  const parts = [
    attack.length
      ? `${capital(there)} is attacked by ${listed(attack.map(called))}`
      : `Nothing attacks ${there}`,
    protect.length ? `protected by ${listed(protect.map(called))}` : "",
  ];
  return `${parts.filter(Boolean).join("; ")}.`;
}

/**
 * Shows and says a position, and answers what attacks a cell.
 * @param {api.GameDocument} game
 * @param {api.Placement} placement
 * @param {() => Promise<api.Question>} position
 */
export function hear(game, placement, position) {
  const sentences = positionInWords(game, placement);
  const answer = h("p", { role: "status" });
  const field = h("input", { "aria-label": "A cell", placeholder: "What attacks … ?", spellcheck: "false" });
  const ask = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const cell = cellAsked(field.value) ?? field.value.trim();
    if (!cell) return;
    answer.textContent = await position()
      .then((asked) => attackersInWords(game, asked, cell))
      .catch((error) => `${capital(reasonOf(error))}.`);
  };
  const close = () => {
    node.close();
  };
  const done = h("button", { type: "button", onclick: close }, "Done");
  const form = h("form.row", { onsubmit: ask }, field, h("button", { type: "submit" }, "Ask"), done);
  const gone = () => {
    node.remove();
  };
  const list = h(
    "ul.position-words",
    {},
    sentences.map((sentence) => h("li", {}, sentence)),
  );
  const node = h(
    "dialog.sheet.position",
    { "aria-label": "The position", onclose: gone },
    h("div.stack", {}, h("h2", {}, "The position"), list, form, answer),
  );
  document.body.append(node);
  node.showModal();
  say(sentences.join(" "));
}
