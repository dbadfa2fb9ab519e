// An invitation: says to what, takes the seat, then leads to the game.

import { complain, h, joined, named } from "../lib/dom.js";
import { address, me, post, rename, setOf } from "../lib/api.js";
import { gamePath, go, playPath } from "../lib/route.js";

/** @import * as api from "../types/api" */

/** The code stands behind the `#`, which no browser sends to anyone. */
export async function show() {
  const code = decodeURIComponent(location.hash.slice(1));
  const [who, invited] = await Promise.all([me(), post("/api/invitations/look", { code })]);
  const field = h("input", {
    value: who.name,
    maxlength: 40,
    autocomplete: "nickname",
    placeholder: "Your name",
    "aria-label": "Your name",
  });
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = field.value.trim();
    try {
      if (name !== who.name) await rename(name);
      const { game } = await post("/api/invitations", { code, name });
      go(playPath(game), { replace: true });
    } catch (error) {
      complain(error);
    }
  };
  const form = h(
    "form",
    { onsubmit: join },
    h("p", {}, "Say what you want to be called, or leave it empty."),
    h("p", {}, field),
    h("button.primary", { type: "submit" }, `Take the seat of ${invited.colour}`),
  );
  const words = h(
    "div",
    {},
    h("h1", {}, named(invited.by || "Somebody"), " invites you to ", named(invited.name)),
    facts(invited),
    form,
  );
  const node = h("section.page.narrow", {}, h("div.panel.invited", {}, picture(invited), words));
  return { title: `Invitation to ${invited.name}`, node };
}

/** @param {api.Invited} invited */
function facts({ seats, seat, colour, clock, definition }) {
  const others = seats.flatMap((other, number) =>
    number === seat ? [] : [h("span", {}, `${other.colour}: `, calledAs(other))],
  );
  return h(
    "ul.facts-list",
    {},
    h("li", {}, "You play ", h("b", {}, colour), "."),
    h("li", {}, joined(others, ", "), "."),
    h("li", {}, clock === "none" ? "No clock: take your time." : `Clock: ${clock}.`),
    h("li", {}, h("a", { href: gamePath(definition), target: "_blank" }, "The rules of this game")),
  );
}

/** @param {api.SeatView} seat */
function calledAs({ name, kind }) {
  if (name) return named(name);
  if (kind === "nobody") return "still open";
  return kind === "person" ? "somebody" : "the computer";
}

/** The board as the one who is invited will see it. @param {api.Invited} invited */
function picture({ definition, settings, fen, seat, name }) {
  const set = setOf(Object.fromEntries(settings));
  const src = address("/api/catalogue/{id}/board.svg", { id: definition }, { set, fen, seat, names: false });
  return h("img", { src, alt: `The board of ${name}`, width: 300, height: 300 });
}
