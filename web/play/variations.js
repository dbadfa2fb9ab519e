// Moves with what was tried besides, as a tree.

/** @import * as api from "../types/api" */

/** @typedef {Omit<Step, "parent" | "after"> & { parent: number }} DumpedStep */
/** @typedef {{ steps: DumpedStep[], here: number }} Dumped */

/**
 * A move of the tree; the root stands for the start.
 * @typedef {object} Step
 * @property {Step | null} parent
 * @property {string} text in coordinates
 * @property {string} san as people read it, once that is known
 * @property {string[]} [native] in the notation that the game has of its own
 * @property {Step[]} after what was played next, the main line first
 * @property {number[]} [shares] what everybody can expect there, once that is known
 * @property {string} [comment] what was said of it
 * @property {number[]} [nags] how it was judged, as PGN numbers that
 * @property {api.Shape[]} [shapes] what was drawn
 * @property {number} [node] its number in a study, once that is known
 */

export class Variations {
  constructor() {
    /** @type {Step} */
    this.root = { parent: null, text: "", san: "", after: [] };
  }

  /** The move that follows a step; made if it was not tried before. @param {Step} parent @param {string} text */
  add(parent, text) {
    const known = parent.after.find((step) => step.text === text);
    if (known) return known;
    /** @type {Step} */
    const made = { parent, text, san: text, after: [] };
    parent.after.push(made);
    return made;
  }

  /**
   * Takes moves that were written down, each with the one before it; the last of the main line.
   * @param {readonly Pick<api.MoveRecord, "node" | "parent" | "coordinates" | "san" | "native" | "comment" | "nags">[]} records
   */
  read(records) {
    /** @type {Map<number | null | undefined, Step>} */
    const known = new Map([[null, this.root]]);
    for (const record of records) {
      const parent = known.get(record.parent ?? null);
      if (!parent) continue;
      const step = this.add(parent, record.coordinates);
      step.san = record.san || record.coordinates;
      step.native = record.native;
      if (record.comment) step.comment = record.comment;
      if (record.nags?.length) step.nags = record.nags;
      known.set(record.node, step);
    }
    return this.mainLine().at(-1) ?? this.root;
  }

  /** Everything as plain data, and where one stands. @param {Step} here @returns {Dumped} */
  dump(here) {
    const steps = [this.root];
    const parents = [-1];
    // The list grows while it is walked, so that whoever comes before is known.
    for (let at = 0; at < steps.length; at++) {
      for (const after of steps[at].after) {
        steps.push(after);
        parents.push(at);
      }
    }
    const plain = steps.map(({ text, san, native, shares, comment, nags, shapes }, at) => ({
      text,
      san,
      native,
      shares,
      comment,
      nags,
      shapes,
      parent: parents[at],
    }));
    return { steps: plain.slice(1), here: steps.indexOf(here) };
  }

  /** Takes what was dumped; where one stood. @param {Dumped} dumped */
  load({ steps, here }) {
    const made = [this.root];
    for (const { parent, text, ...known } of steps) {
      const before = made[parent];
      if (!before) return null;
      made.push(Object.assign(this.add(before, text), known));
    }
    return made[here] ?? null;
  }

  /** Several moves, one after the other; the last of them. @param {Step} from @param {string[]} texts */
  addAll(from, texts) {
    return texts.reduce((step, text) => this.add(step, text), from);
  }

  /** Takes a move away with what follows; where one stands then. @param {Step} step */
  remove(step) {
    const { parent } = step;
    if (!parent) return step;
    parent.after = parent.after.filter((one) => one !== step);
    return parent;
  }

  /**
   * The step of the line that leads to one at which that line stands before or behind another; nothing without one.
   * @param {Step} step
   * @param {boolean} isForward whether another must stand before it
   */
  turnOff(step, isForward) {
    for (let at = step; at.parent; at = at.parent) {
      const place = at.parent.after.indexOf(at);
      if (isForward ? place > 0 : place < at.parent.after.length - 1) return at;
    }
    return null;
  }

  /** Exchanges a step for the variation before it, or behind it. @param {Step} step @param {boolean} isForward */
  exchange(step, isForward) {
    const all = step.parent?.after ?? [];
    const place = all.indexOf(step);
    const other = isForward ? place - 1 : place + 1;
    if (place < 0 || !all[other]) return;
    [all[place], all[other]] = [all[other], all[place]];
  }

  /** Takes the steps of a chapter, the start first. @param {readonly api.StudyStep[]} steps */
  take(steps) {
    /** @type {Map<number, Step>} */
    const known = new Map();
    for (const told of steps) {
      const parent = known.get(told.parent ?? -1);
      const step = parent ? this.add(parent, told.coordinates) : this.root;
      known.set(told.node, this.note(step, told));
    }
  }

  /** Takes what is said of a step. @param {Step} step @param {api.StudyStep} told */
  note(step, { node, san, native, comment, nags, shapes }) {
    return Object.assign(step, { node, san: san || step.san, native, comment, nags, shapes });
  }

  /** The step of a number. @param {number} node @param {Step} [from] @returns {Step | undefined} */
  find(node, from = this.root) {
    const open = [from];
    for (let at = open.pop(); at; at = open.pop()) {
      if (at.node === node) return at;
      open.push(...at.after);
    }
    return undefined;
  }

  /** The moves that lead to a step. @param {Step} step */
  path(step) {
    const steps = [];
    for (let at = step; at.parent; at = at.parent) steps.unshift(at);
    return steps;
  }

  /** The start and the moves that were played, without what was only tried. */
  mainLine() {
    const line = [this.root];
    for (let at = this.root; at.after.length; at = at.after[0]) line.push(at.after[0]);
    return line;
  }
}

/**
 * The cells a move in coordinates names: `e2e4`.
 * @param {readonly string[]} names of all cells
 * @param {string} text
 */
export function cellsOf(names, text) {
  const starts = names.filter((name) => text.startsWith(name));
  const pairs = starts.flatMap((start) => {
    const rest = text.slice(start.length);
    return names.filter((name) => rest.startsWith(name)).map((end) => [start, end]);
  });
  // The longest is meant: a1 and a12 both begin `a12b3`.
  return pairs.sort((one, other) => other.join("").length - one.join("").length)[0] ?? [];
}
