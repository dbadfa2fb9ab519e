// What is said of a move: words and judgements, to be read or to be written.

import { fresh, h } from "../lib/dom.js";
import { signOf } from "./tree.js";

/** @import { Step } from "./variations.js" */

/** What can be said: first of the move, then of the position. */
const NAGS = [
  [1, 2, 3, 4, 5, 6],
  [10, 13, 14, 15, 16, 17, 18, 19],
];
/** @type {Record<number, string>} */
const WORDS = {
  1: "Good move",
  2: "Mistake",
  3: "Brilliant move",
  4: "Blunder",
  5: "Interesting move",
  6: "Dubious move",
  10: "Equal",
  13: "Unclear",
  14: "White stands slightly better",
  15: "Black stands slightly better",
  16: "White stands better",
  17: "Black stands better",
  18: "White is winning",
  19: "Black is winning",
};

/** @typedef {{ comment?: string, nags?: number[] }} Said */

export class Notes {
  /** @param {(said: Said) => void} annotate */
  constructor(annotate) {
    this.annotate = annotate;
    this.read = h("p.comment", { hidden: true });
    this.words = h("textarea", {
      rows: 2,
      maxlength: 2000,
      placeholder: "Say something of this move",
      "aria-label": "Comment",
      onchange: () => {
        this.annotate({ comment: this.words.value.trim() });
      },
    });
    this.signs = h("div.row.signs", { role: "group", "aria-label": "Judgement" });
    this.write = h(
      "details.notes",
      {},
      h("summary", {}, "Comment"),
      h("div.stack", {}, this.words, this.signs),
    );
    this.node = h("div.stack.tight", {}, this.read, this.write);
  }

  /** @param {Step} step @param {boolean} isMine whether it can be written */
  show(step, isMine) {
    const comment = step.comment ?? "";
    this.read.textContent = comment;
    this.read.hidden = !comment || (isMine && this.write.open);
    this.write.hidden = !isMine;
    // Whoever writes is not disturbed.
    if (document.activeElement !== this.words) this.words.value = comment;
    fresh(
      this.signs,
      NAGS.map((group, which) =>
        step.parent || which ? group.map((nag) => this.sign(nag, group, step)) : null,
      ),
    );
  }

  /** @param {number} nag @param {number[]} group those of which one can be said @param {Step} step */
  sign(nag, group, step) {
    const nags = step.nags ?? [];
    const isSaid = nags.includes(nag);
    const others = nags.filter((other) => !group.includes(other));
    const toggle = () => this.annotate({ nags: isSaid ? others : [...others, nag] });
    const given = {
      type: "button",
      title: WORDS[nag],
      "aria-label": WORDS[nag],
      "aria-pressed": String(isSaid),
    };
    return h("button.sign", { ...given, onclick: toggle }, signOf(nag));
  }
}
