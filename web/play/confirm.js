// Asks before something is done that cannot be undone.

import { fresh, h } from "../lib/dom.js";

export class Confirm {
  constructor() {
    const asking = { hidden: true, role: "alertdialog", "aria-label": "Are you sure?" };
    this.node = h("div.confirm.notice", asking);
  }

  /**
   * @param {string} question
   * @param {() => void} yes
   * @param {() => void} [no]
   */
  ask(question, yes, no) {
    const done = (/** @type {(() => void) | undefined} */ act) => () => {
      this.node.hidden = true;
      act?.();
    };
    const first = h("button.primary", { type: "button", onclick: done(yes) }, "Yes");
    const second = h("button", { type: "button", onclick: done(no) }, "No");
    fresh(this.node, h("p", {}, question), first, second);
    this.node.hidden = false;
    first.focus();
    this.node.scrollIntoView({ block: "nearest" });
  }
}
