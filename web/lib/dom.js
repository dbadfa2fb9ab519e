// Makes elements. Text is always set as text, never as markup.

import { sentence } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";

/** @import * as dom from "../types/dom" */

/** What is set as a property: the attribute says only how it is at first. */
const PROPERTIES = ["value", "checked", "disabled", "selected"];

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} node
 * @param {dom.Given} given
 * @param {dom.Child[]} children
 */
function fill(node, given, children) {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") {
      node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else if (key === "style") {
      // By the style's own interface: the server's policy forbids style as text.
      node.style.cssText = String(value);
    } else if (PROPERTIES.includes(key)) {
      Object.assign(node, { [key]: value });
    } else {
      node.setAttribute(key, value === true ? "" : String(value));
    }
  }
  return put(node, ...children);
}

/**
 * Appends children.
 * @template {Element} E
 * @param {E} node
 * @param {...dom.Child} children
 */
export function put(node, ...children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (child instanceof Node) node.append(child);
    else if (typeof child === "object") put(node, ...child);
    else node.append(String(child));
  }
  return node;
}

/**
 * An element: `h("p.note", { id: "x" }, "text")`.
 * @template {string} Name
 * @param {Name} name
 * @param {dom.Given} [given]
 * @param {...dom.Child} children
 * @returns {dom.Html<Name>}
 */
export function h(name, given = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  return /** @type {dom.Html<Name>} */ (fill(node, given, children));
}

/**
 * The same for SVG.
 * @template {string} Name
 * @param {Name} name
 * @param {dom.Given} [given]
 * @param {...dom.Child} children
 * @returns {dom.Svg<Name>}
 */
export function s(name, given = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  if (classes.length) node.setAttribute("class", classes.join(" "));
  return /** @type {dom.Svg<Name>} */ (fill(node, given, children));
}

/** A name somebody chose: letters of any direction leave the words around it in their order. @param {string} name */
export const named = (name) => h("bdi", {}, name);

/**
 * Things in a row, with something between them.
 * @template T
 * @param {T[]} things
 * @param {string} between
 * @returns {(T | string)[]}
 */
export const joined = (things, between) =>
  things.flatMap((thing, place) => (place ? [between, thing] : [thing]));

/** What tells one button from the others. @param {Element} node */
const markOf = (node) =>
  [node.tagName, node.getAttribute("data-ply"), node.getAttribute("aria-label") ?? node.textContent].join();

/**
 * Replaces what is in an element. Whoever was in it with the keyboard stays where they were.
 * @template {Element} E
 * @param {E} node
 * @param {...dom.Child} children
 */
export function fresh(node, ...children) {
  const { activeElement: before } = document;
  const mark = before && before !== node && node.contains(before) ? markOf(before) : null;
  node.replaceChildren();
  put(node, ...children);
  if (mark !== null) refocus(node, mark);
  return node;
}

/** @param {Element} node @param {string} mark */
function refocus(node, mark) {
  const all = [...node.querySelectorAll("button:not(:disabled), a[href], summary, input, select")];
  const same = all.find((one) => markOf(one) === mark) ?? all[0];
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}

/**
 * Tells something for a few seconds.
 * @param {string} text
 * @param {"note" | "error"} [kind]
 */
export function toast(text, kind = "note") {
  const place = document.getElementById("toasts");
  if (!place) return;
  const note = h(`p.toast.${kind}`, {}, text);
  place.append(note);
  setTimeout(() => note.remove(), kind === "error" ? 7000 : 4000);
  while (place.children.length > 3) place.firstElementChild?.remove();
}

/** What went wrong, in words. @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/** Tells why something did not work. @param {unknown} error */
export const complain = (error) => toast(sentence(reasonOf(error)), "error");

/**
 * Says something to those who listen.
 * @param {string} text
 */
export function say(text) {
  const place = document.getElementById("speech");
  if (place) place.textContent = text;
}

/**
 * Copies a text and says so.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    prompt(`Copy the ${what.toLowerCase()}:`, text);
  }
}
