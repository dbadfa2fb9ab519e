// An invitation: takes the seat, then leads to the game.

import { complain, h } from "../lib/dom.js";
import { me, post, rename } from "../lib/api.js";
import { go, playPath } from "../lib/route.js";

/** The code stands behind the `#`, which no browser sends to anyone. */
export async function show() {
  const code = decodeURIComponent(location.hash.slice(1));
  const who = await me();
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
    "form.panel",
    { onsubmit: join },
    h("h1", {}, "You are invited to a game"),
    h("p", {}, "Say what you want to be called, or leave it empty."),
    h("p", {}, field),
    h("button.primary", { type: "submit" }, "Take the seat"),
  );
  return { title: "Invitation", node: h("section.page.narrow", {}, form) };
}
