// <chatura-board>: draws any board from the polygons the service sends, and turns what people do into moves the service
// has named. It knows no rule.

import { fresh, s, say } from "../lib/dom.js";
import { listen, settings } from "../lib/settings.js";
import { Keys } from "./keys.js";
import { Drawings } from "./drawings.js";
import { Pointer } from "./pointer.js";
import { figure, inWords, isPointed, learn, paint, pieceName } from "./figures.js";
import { pick } from "./picker.js";
import { changes } from "./changes.js";
import { Look, corners, lines, shade } from "./look.js";

/** @typedef {[number | null, string]} Piece */
/** @typedef {{ cells: Record<string, Piece>, hands: Record<string, number>[] }} Placement */
/** @typedef {{ from?: string, drop?: string }} Origin A cell, or a letter in hand. */
/** @typedef {Origin & { to: string }} Premove */
/** @typedef {{ last?: { seat: number, cells: string[] }[], check?: string[], reason?: string[] }} Marks */
/** @typedef {{ text: string, kind: string, from?: string, to?: string, piece?: string, extra?: string }} Legal */

const FADE = 260;
/** Names along the border are smaller here than in pictures, which are smaller themselves. */
const BORDER = 0.72;

export class Board extends HTMLElement {
  constructor() {
    super();
    /** @type {any} */ this.game = null;
    /** @type {any} */ this.look = null;
    this.drawings = new Drawings(this);
    /** A piece from the hand is picked up. @type {(letter: string, seat: number, event: PointerEvent) => void} */ this.takeFromHand =
      () => {};
    /** @type {any} */ this.stage = null;
    /** @type {Placement} */ this.placement = { cells: {}, hands: [] };
    /** @type {Legal[]} */ this.legal = [];
    /** Where pieces could go when the turn comes. @type {Record<string, string[]> | null} */ this.premoves =
      null;
    /** Whose pieces wait for their turn, and a promise of where they could go. @type {number | null} */ this.waiter =
      null;
    /** @type {Promise<unknown>} */ this.knowing = Promise.resolve();
    /** @type {Premove | null} */ this.premove = null;
    /** Whether a press draws instead of moving. */ this.pen = false;
    /** Seats whose pieces are grey. @type {Set<number>} */ this.dead = new Set();
    /** Whether anything can be moved at all. */ this.active = false;
    /** Whose pieces can be picked up, even if only to learn why they cannot go. @type {number | null} */ this.mover =
      null;
    /** @type {Origin | null} */ this.selected = null;
    /** What is marked besides. @type {Marks} */ this.marked = {};
    /** @type {Map<string, any>} */ this.places = new Map();
    /** @type {Map<string, SVGPolygonElement>} */ this.polygons = new Map();
    /** @type {Map<string, any>} */ this.pieces = new Map();
    /** The piece just dropped by hand needs no animation. @type {string | null} */ this.dragged = null;
  }

  connectedCallback() {
    const drawn = () => `${settings().pieces} ${settings().characters}`;
    let before = drawn();
    this.deaf = listen(() => {
      if (before === drawn()) return;
      before = drawn();
      for (const node of this.pieces.values()) this.dress(node, [node.seat, node.letter]);
    });
  }

  disconnectedCallback() {
    this.deaf?.();
  }

  /**
   * Sets the game and where it is seen from.
   * @param {any} game
   * @param {any} [stage]
   */
  setUp(game, stage = game.stage) {
    this.game = game;
    this.stage = stage;
    learn(game);
    this.look = new Look(game, stage);
    const [x, y, wide, high] = this.look.bounds();
    this.style.setProperty("--ratio", String(wide / high));
    this.places = new Map(stage.cells.map((/** @type {any} */ cell) => [cell.name, cell]));
    this.polygons = new Map();
    this.pieces = new Map();
    const cells = s("g.cells");
    for (const cell of stage.cells) {
      const polygon = s(`polygon.cell.${shade(stage, cell)}`, {
        points: corners(cell),
        "data-cell": cell.name,
        ...this.look.paint(cell),
      });
      this.polygons.set(cell.name, polygon);
      cells.append(polygon);
    }
    const inside = stage.cells.map((/** @type {any} */ cell) => cell.label).filter(Boolean);
    const text = (/** @type {any} */ name) =>
      s("text", { x: name.at[0], y: name.at[1] + 0.36 * name.size, "font-size": name.size }, name.text);
    const border = (/** @type {any} */ name) => text({ ...name, size: name.size * BORDER });
    this.marks = s("g.marks");
    this.layer = s("g.pieces");
    this.above = s("g.above");
    this.ring = s("polygon.cursor", { points: "" });
    this.svg = s(
      "svg",
      {
        viewBox: `${x} ${y} ${wide} ${high}`,
        tabindex: this.hasAttribute("still") ? "-1" : "0",
        role: this.hasAttribute("still") ? "img" : "application",
        "aria-roledescription": "board",
        "aria-label":
          this.getAttribute("label") ?? `${game.name} board. Arrow keys move, Enter picks up and puts down.`,
      },
      this.look.ground(),
      cells,
      lines(stage),
      this.marks,
      s("g.names", {}, stage.names.map(border)),
      s("g.names.inside", {}, inside.map(text)),
      this.layer,
      this.above,
      this.ring,
    );
    const focused = this.contains(document.activeElement);
    fresh(this, this.svg);
    this.drawings.attach();
    if (!this.hasAttribute("still")) {
      new Pointer(this);
      // Whoever uses the keyboard stays where they were, also when the board turns.
      this.keys = new Keys(this, this.keys?.cell ?? null);
      if (focused) this.svg.focus({ preventScroll: true });
    }
    const placement = this.placement;
    this.placement = { cells: {}, hands: [] };
    this.show(placement, { animate: false });
    this.mark(this.marked);
  }

  /**
   * Shows a position.
   * @param {Placement} placement
   * @param {{ animate?: boolean }} [how]
   */
  show(placement, how = {}) {
    if (!this.stage) {
      this.placement = placement;
      return;
    }
    // A board that was empty is set up, not played.
    const animate = how.animate !== false && settings().animation !== "off" && this.pieces.size > 0;
    const { moved, gone, come } = changes(this.placement.cells, placement.cells, this.places);
    this.placement = placement;
    /** @type {Map<string, any>} */
    const next = new Map(this.pieces);
    for (const { from } of moved) next.delete(from);
    for (const cell of gone) next.delete(cell);
    // Where several go at once, something blew up.
    for (const cell of gone) this.fade(this.pieces.get(cell), animate, gone.length > 1);
    for (const { from, to } of moved) {
      const node = this.pieces.get(from);
      if (!node) continue;
      const piece = placement.cells[to];
      if (node.letter !== piece[1] || node.seat !== piece[0]) this.dress(node, piece);
      this.place(node, to, animate && this.dragged !== to);
      this.layer.append(node);
      next.set(to, node);
    }
    for (const cell of come) {
      const node = s("g.piece");
      this.dress(node, placement.cells[cell]);
      this.place(node, cell, false);
      if (animate && this.dragged !== cell) {
        node.classList.add("coming");
        node.addEventListener("animationend", () => node.classList.remove("coming"), { once: true });
      }
      this.layer.append(node);
      next.set(cell, node);
    }
    this.pieces = next;
    this.dragged = null;
    // What is picked up stays so while nothing changes: news of others is no reason to let go.
    const changed = moved.length + gone.length + come.length > 0;
    const held = this.selected?.from;
    if (changed || (held && !this.canTake(held))) this.select(null);
    else this.targets();
    this.grey();
  }

  /** @param {any} node @param {boolean} animate @param {boolean} [burst] */
  fade(node, animate, burst = false) {
    if (!node) return;
    if (!animate) {
      node.remove();
      return;
    }
    node.classList.add("going");
    if (burst) {
      const place = this.places.get(node.cell);
      const flash = s("circle.burst", { cx: place.middle[0], cy: place.middle[1], r: place.size * 0.7 });
      this.above.append(flash);
      setTimeout(() => flash.remove(), 2 * FADE);
    }
    setTimeout(() => node.remove(), FADE);
  }

  /** @param {any} node @param {Piece} piece */
  dress(node, piece) {
    [node.seat, node.letter] = piece;
    node.style.cssText = paint(this.game.figures, piece[0]);
    fresh(node, figure(this.game.figures, piece[0], piece[1]));
    if (node.cell) this.place(node, node.cell, false);
  }

  /** @param {any} node @param {string} cell @param {boolean} animate */
  place(node, cell, animate) {
    if (!this.places.has(cell)) return;
    node.cell = cell;
    node.dataset.cell = cell;
    this.lay(node, cell, animate);
  }

  /** Draws a piece over a cell, wherever it belongs. @param {any} node @param {string} cell @param {boolean} animate */
  lay(node, cell, animate) {
    const { middle, size } = this.places.get(cell);
    node.classList.toggle("sliding", animate);
    const turn = isPointed(this.game.figures, node.seat, node.letter)
      ? (this.stage.turns[node.seat] ?? 0)
      : 0;
    node.style.transform = `translate(${middle[0]}px,${middle[1]}px) rotate(${turn}deg) scale(${size / 100})`;
  }

  /** Pieces that went ahead of a move that was not played go home. */
  settle() {
    for (const [cell, node] of this.pieces) {
      if (node.parentNode !== this.layer) this.layer.append(node);
      this.lay(node, cell, true);
    }
  }

  /** Armies whose player is out are grey. */
  grey() {
    for (const node of this.pieces.values()) {
      const dead = node.seat !== null && this.dead.has(node.seat);
      node.classList.toggle("dead", dead);
    }
  }

  /**
   * Marks cells: what was moved last by whom, who is in check, whose fault it is.
   * @param {Marks} marks
   */
  mark(marks) {
    this.marked = marks;
    if (!this.stage) return;
    fresh(this.marks);
    for (const { seat, cells } of marks.last ?? []) {
      for (const cell of cells)
        this.shade(
          cell,
          "last",
          this.game.figures.colours.length > 2 ? this.game.figures.colours[seat]?.body : undefined,
        );
    }
    for (const cell of marks.check ?? []) this.shade(cell, "check");
    for (const cell of marks.reason ?? []) this.shade(cell, "reason");
    if (this.premove) this.wished(this.premove);
    this.targets();
  }

  /** Shows a premove. @param {Premove} premove */
  wished({ from, drop, to }) {
    if (from) this.shade(from, "premove");
    this.shade(to, "premove");
    if (!drop || !this.places.has(to)) return;
    const ghost = s("g.piece.ghost");
    this.dress(ghost, [this.waiter, drop]);
    this.lay(ghost, to, false);
    this.marks.append(ghost);
  }

  /** @param {string} cell @param {string} kind @param {string} [colour] */
  shade(cell, kind, colour) {
    const place = this.places.get(cell);
    if (!place) return;
    this.marks.append(
      (kind === "selected" && this.look.active(place)) ||
        s(`polygon.${kind}`, { points: corners(place), ...(colour ? { style: `--seat:${colour}` } : {}) }),
    );
  }

  /**
   * The legal moves that begin here.
   * @param {Origin | null} from
   * @param {Legal[]} [legal]
   */
  movesOf(from, legal = this.legal) {
    if (!from) return [];
    if (from.drop) return legal.filter((move) => move.kind === "drop" && move.piece === from.drop);
    return legal.filter((move) => move.from === from.from);
  }

  /** Whether that can be wished for when the turn comes; drops go anywhere then. @param {Origin} from @param {string} to */
  canWish(from, to) {
    if (this.legal.length || this.waiter === null) return false;
    return Boolean(from.drop) || Boolean(this.premoves?.[from.from ?? ""]?.includes(to));
  }

  /** @param {string} cell */
  canTake(cell) {
    if (!this.active) return false;
    if (this.legal.length)
      return (
        (this.mover !== null && this.placement.cells[cell]?.[0] === this.mover) ||
        this.legal.some((move) => move.from === cell)
      );
    return this.waiter !== null && this.placement.cells[cell]?.[0] === this.waiter;
  }

  /** @param {Origin | null} from */
  select(from) {
    this.selected = from;
    this.dispatchEvent(new CustomEvent("select", { detail: from }));
    this.targets();
  }

  /** Shows where the selected piece can go. */
  targets() {
    this.marks
      ?.querySelectorAll(".target, .selected")
      .forEach((/** @type {Element} */ node) => node.remove());
    this.svg
      ?.querySelectorAll(".cell.aim")
      .forEach((/** @type {Element} */ node) => node.classList.remove("aim"));
    const from = this.selected;
    if (!from) return;
    if (from.from) this.shade(from.from, "selected");
    const pre = !this.legal.length && this.premoves && from.from ? (this.premoves[from.from] ?? []) : [];
    const to = new Set(pre);
    for (const move of this.movesOf(from)) {
      if (move.to) to.add(move.to);
      if (move.kind === "castle" && move.extra) to.add(move.extra);
    }
    for (const cell of to) {
      const place = this.places.get(cell);
      if (!place) continue;
      this.polygons.get(cell)?.classList.add("aim");
      const taken = this.placement.cells[cell];
      const size = place.size;
      const [x, y] = place.middle;
      const kind = pre.length ? "pre" : "now";
      const own = this.look.marked(place);
      if (own) this.marks.append(own);
      else
        this.marks.append(
          taken
            ? s(`circle.target.ring.${kind}`, { cx: x, cy: y, r: size * 0.54 })
            : s(`circle.target.dot.${kind}`, { cx: x, cy: y, r: size * 0.17 }),
        );
    }
  }

  /**
   * Somebody wants to go somewhere. Says whether that was a move.
   * @param {Origin} from
   * @param {string} to
   * @param {boolean} dragged
   */
  async attempt(from, to, dragged) {
    // Whoever is quick wishes before the service has said what can be wished.
    if (!this.legal.length && this.waiter !== null && !this.premoves) await this.knowing;
    const found = this.movesOf(from).filter(
      (move) => move.to === to || (move.kind === "castle" && move.extra === to),
    );
    if (!found.length) {
      if (this.canWish(from, to)) {
        this.setPremove({ ...from, to });
        return true;
      }
      this.dispatchEvent(new CustomEvent("refused", { detail: { ...from, to } }));
      return false;
    }
    const move = found.length === 1 ? found[0] : await pick(this, found, to);
    if (!move) {
      this.select(null);
      return false;
    }
    this.dragged = dragged ? to : null;
    this.select(null);
    // It goes at once; the service's answer finds it there.
    const node = this.pieces.get(from.from ?? "");
    if (node && move.to && !dragged) {
      this.layer.append(node);
      this.lay(node, move.to, settings().animation !== "off");
    }
    this.dispatchEvent(new CustomEvent("move", { detail: move }));
    return true;
  }

  /** @param {Premove | null} premove */
  setPremove(premove) {
    this.premove = premove;
    this.select(null);
    this.mark(this.marked);
    this.dispatchEvent(new CustomEvent("premove", { detail: premove }));
    if (premove) say(`Premove ${premove.from ?? pieceName(this.game, premove.drop ?? "")} to ${premove.to}`);
  }

  /**
   * A click, a tap or Enter on a cell.
   * @param {string} cell
   */
  press(cell) {
    if (this.premove) this.setPremove(null);
    const selected = this.selected;
    if (selected && selected.from !== cell) {
      const aims = this.polygons.get(cell)?.classList.contains("aim");
      if (aims) {
        this.attempt(selected, cell, false);
        return;
      }
      if (!this.canTake(cell)) {
        this.attempt(selected, cell, false);
        this.select(null);
        return;
      }
    }
    if (selected?.from === cell) this.select(null);
    else if (this.canTake(cell)) this.select({ from: cell });
    else this.dispatchEvent(new CustomEvent("press", { detail: cell }));
  }

  /** A cell in words. @param {string} cell */
  describe(cell) {
    const piece = this.placement.cells[cell];
    const aim = this.polygons.get(cell)?.classList.contains("aim") ? ", can go here" : "";
    return `${cell}, ${inWords(this.game, piece)}${aim}`;
  }
}

customElements.define("chatura-board", Board);
