// Makes elements. Text is always set as text, never as markup.

import { capital } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | false | null | undefined} Leaf */
/** @typedef {Leaf | Leaf[] | Leaf[][]} Child What stands in an element; lists are put in one after another. */

/**
 * @param {Element} node
 * @param {Record<string, any>} given
 * @param {Child[]} children
 */
function fill(node, given, children) {
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    // By the style's own interface: the service's policy forbids style as text.
    else if (key === "style") /** @type {any} */ (node).style.cssText = value;
    else if (key === "value" || key === "checked" || key === "disabled" || key === "selected")
      /** @type {any} */ (node)[key] = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  put(node, ...children);
  return node;
}

/**
 * Appends children.
 * @param {Element} node
 * @param {...Child} children
 */
export function put(node, ...children) {
  for (const child of children.flat(4)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(/** @type {any} */ (child) instanceof Node ? /** @type {any} */ (child) : String(child));
  }
  return node;
}

/**
 * An element: `h("p.note", { id: "x" }, "text")`.
 * @param {string} name
 * @param {Record<string, any>} [given]
 * @param {...Child} children
 * @returns {any}
 */
export function h(name, given = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  return fill(node, given, children);
}

/**
 * The same for SVG.
 * @param {string} name
 * @param {Record<string, any>} [given]
 * @param {...Child} children
 * @returns {any}
 */
export function s(name, given = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElementNS(SVG, tag);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  return fill(node, given, children);
}

/**
 * Replaces what is in an element.
 * @param {Element} node
 * @param {...Child} children
 */
export function fresh(node, ...children) {
  node.replaceChildren();
  return put(node, ...children);
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

/** Tells why something did not work. @param {Error} error */
export const complain = (error) => toast(capital(error.message), "error");

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
