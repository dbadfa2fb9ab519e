// Asks for a few things, over whatever is there.

import { complain, h } from "../lib/dom.js";

/** @import { Child } from "../types/dom" */

/**
 * @param {string} title
 * @param {Child} fields
 * @param {string} words what is done
 * @param {() => unknown} act does it; what fails is told, and the question stays
 */
export function ask(title, fields, words, act) {
  const close = () => {
    node.close();
  };
  const go = h("button.primary", { type: "submit" }, words);
  const done = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    go.disabled = true;
    try {
      await act();
      close();
    } catch (error) {
      complain(error);
    }
    go.disabled = false;
  };
  const cancel = h("button", { type: "button", onclick: close }, "Cancel");
  const form = h("form.stack", { onsubmit: done }, h("h2", {}, title), fields, h("div.row", {}, go, cancel));
  const gone = () => {
    node.remove();
  };
  const node = h("dialog.sheet.small", { "aria-label": title, onclose: gone }, form);
  document.body.append(node);
  node.showModal();
}
