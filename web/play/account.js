// Who one is here: which devices know it, how to take it along, and how to go.

import { complain, fresh, h, named, toast } from "../lib/dom.js";
import { address, forgetMe, get, post, remove } from "../lib/api.js";

/** Does something, and tells if it did not work. @param {() => Promise<unknown>} act */
const doing = (act) => () => act().catch(complain);

/** @param {string} words @param {() => Promise<unknown>} act */
const button = (words, act) => h("button", { type: "button", onclick: doing(act) }, words);

/** Begins anew as whoever one is now. */
function again() {
  forgetMe();
  location.assign("/settings");
}

/** Something that asks before it is done. @param {string} words @param {string} warning @param {Node} act */
const guarded = (words, warning, act) =>
  h("details", {}, h("summary", {}, words), h("p", {}, warning), h("p", {}, act));

/** The devices that know who one is. */
function devices() {
  const list = h("ul.devices", { "aria-label": "Devices" });
  const draw = async () => {
    const { tokens } = await get("/api/identity/tokens");
    fresh(
      list,
      tokens.map(({ id, created, current }) => {
        const day = new Date(created).toLocaleDateString(undefined, { dateStyle: "medium" });
        const out = async () => {
          await remove("/api/identity/tokens/{id}", undefined, { id });
          await draw();
        };
        const act = current ? " (this one)" : [" ", button("Sign out there", out)];
        return h("li", {}, `Signed in on ${day}`, act);
      }),
    );
  };
  const others = async () => {
    await remove("/api/identity/tokens", undefined);
    await draw();
    toast("Signed out everywhere else");
  };
  draw().catch(complain);
  return [list, h("p", {}, button("Sign out everywhere else", others))];
}

/** Takes oneself to another device, or comes from one. */
function moving() {
  const shown = h("output.code", { "aria-label": "Code", "aria-live": "polite" });
  const make = async () => {
    const { code, expires } = await post("/api/identity/move", undefined);
    fresh(shown, h("b", {}, code), ` Good once, for ${Math.round(expires / 60_000)} minutes.`);
  };
  const field = h("input", { id: "code", autocomplete: "off", spellcheck: "false", maxlength: 20 });
  const use = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await post("/api/identity/arrive", { code: field.value });
      again();
    } catch (error) {
      complain(error);
    }
  };
  return [
    h("p.row", {}, button("Move to another device", make), shown),
    h(
      "form.row",
      { onsubmit: use },
      h("label", { for: "code" }, "Code of another device"),
      field,
      h("button", { type: "submit" }, "Use it"),
    ),
  ];
}

/** People one does not want to meet. */
function blocked() {
  const list = h("ul.blocked", { "aria-label": "Blocked people" });
  const draw = async () => {
    const { blocks } = await get("/api/blocks");
    fresh(
      list,
      blocks.map(({ id, name }) => {
        const unblock = async () => {
          await remove("/api/blocks/{id}", undefined, { id });
          await draw();
        };
        return h("li", {}, name ? named(name) : "Somebody", " ", button("Unblock", unblock));
      }),
      blocks.length ? null : h("li.dim", {}, "You have blocked nobody."),
    );
  };
  draw().catch(complain);
  return list;
}

/** Everything about the own account. */
export function account() {
  const signOut = async () => {
    await post("/api/identity/sign-out", undefined);
    again();
  };
  const goAway = async () => {
    await remove("/api/identity", { sure: true });
    again();
  };
  const data = h("a.button", { href: address("/api/identity/data"), download: "" }, "Download my data");
  return h(
    "section.panel.stack.account",
    { "aria-labelledby": "account" },
    h("h2", { id: "account" }, "Account"),
    h("p", {}, "There is no password: this browser keeps a secret that lets you in."),
    moving(),
    devices(),
    h("h3", {}, "Blocked people"),
    blocked(),
    h("p", {}, data),
    guarded(
      "Sign out",
      "Without another device nobody can let you in again as who you are.",
      button("Sign out here", signOut),
    ),
    guarded(
      "Delete me",
      "Games you play are given up. Your name, what you said and what you sent are deleted; games stay, and call you “deleted”. This cannot be undone.",
      button("Delete me for good", goAway),
    ),
  );
}
