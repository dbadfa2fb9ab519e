// <chatura-board>: draws any board from the polygons the server sends, and turns what people do into moves the server
// has named. It knows no rule.

import { fresh, say } from "../lib/dom.js";
import { Emitter } from "../lib/emitter.js";
import { listen, settings } from "../lib/settings.js";
import { Keys } from "./keys.js";
import { Shapes } from "./shapes.js";
import { Marks } from "./marks.js";
import { Pieces } from "./pieces.js";
import { Pointer } from "./pointer.js";
import { Scene } from "./scene.js";
import { inWords, pieceName } from "./figures.js";
import { pick } from "./picker.js";

/** @import * as api from "../types/api" */
/** @import { Marked } from "./marks.js" */

/** @typedef {{ from?: string, drop?: string }} Origin A cell, or a letter in hand. */
/** @typedef {Origin & { to: string }} Attempt */
/**
 * @typedef {object} BoardEvents
 * @property {api.LegalMove} move somebody plays this
 * @property {Attempt} refused somebody wants what is no move
 * @property {Origin | null} select something is picked up, or put down again
 * @property {string} press a cell where nothing can be picked up was pressed
 * @property {Attempt | null} premove what is to be played when the turn comes
 * @property {api.Shape[]} shapes somebody has drawn something, or taken it away; all that is drawn now
 */

/** Nothing anywhere. @returns {api.Placement} */
const nothing = () => ({ cells: {}, hands: [] });

export class Board extends HTMLElement {
  constructor() {
    super();
    /** @type {Emitter<BoardEvents>} */ this.emitter = new Emitter();
    this.shapes = new Shapes(this);
    /** A piece from the hand is picked up. @type {(letter: string, seat: number, event: PointerEvent) => void} */
    this.takeFromHand = () => {};
    /** What is drawn, once a game is set up. @type {Scene | null} */ this.scene = null;
    /** @type {Pieces | null} */ this.pieces = null;
    /** @type {Marks | null} */ this.marks = null;
    /** @type {Keys | null} */ this.keys = null;
    this.placement = nothing();
    /** @type {api.LegalMove[]} */ this.legal = [];
    /** Takes the cell where something is put. @type {((cell: string) => void) | null} */
    this.placing = null;
    /** Where pieces could go when the turn comes. @type {Record<string, string[]> | null} */ this.premoves =
      null;
    /** Whose pieces wait for their turn. @type {number | null} */ this.waiter = null;
    /** A promise of where they could go. @type {Promise<unknown>} */ this.knowing = Promise.resolve();
    /** @type {Attempt | null} */ this.premove = null;
    /** Whether a press draws instead of moving. */ this.pen = false;
    /** Seats whose pieces are grey. @type {Set<number>} */ this.dead = new Set();
    /** Whether anything can be moved at all. */ this.active = false;
    /** Whose pieces can be picked up, even if only to learn why they cannot go. @type {number | null} */
    this.mover = null;
    /** @type {Origin | null} */ this.selected = null;
    /** What is marked besides. @type {Marked} */ this.marked = {};
    /** The cell of a piece just dropped by hand, which needs no animation. @type {string | null} */
    this.dragged = null;
  }

  connectedCallback() {
    const drawn = () => `${settings().pieces} ${settings().characters}`;
    let before = drawn();
    this.deaf = listen(() => {
      if (before === drawn()) return;
      before = drawn();
      this.pieces?.dressAll();
    });
  }

  disconnectedCallback() {
    this.deaf?.();
  }

  /**
   * Calls back when the board tells something; returns what ends that.
   * @template {keyof BoardEvents} Name
   * @param {Name} name
   * @param {(detail: BoardEvents[Name]) => void} listener
   */
  on(name, listener) {
    return this.emitter.on(name, listener);
  }

  get game() {
    return this.scene?.game ?? null;
  }

  get drawing() {
    return this.scene?.drawing ?? null;
  }

  /** Where the cells are. @returns {Map<string, api.CellDrawing>} */
  get places() {
    return this.scene?.places ?? new Map();
  }

  /** @returns {Map<string, SVGPolygonElement>} */
  get polygons() {
    return this.scene?.polygons ?? new Map();
  }

  /** The keyboard speaks to the board. */
  focusBoard() {
    this.scene?.svg.focus({ preventScroll: true });
  }

  /**
   * Sets the game and where it is seen from.
   * @param {api.GameDocument} game
   * @param {api.BoardDrawing} [drawing]
   */
  setUp(game, drawing = game.drawing) {
    const isStill = this.hasAttribute("still");
    const scene = new Scene(game, drawing, { isStill, label: this.getAttribute("label") });
    this.scene = scene;
    this.pieces = new Pieces(scene);
    this.marks = new Marks(scene);
    this.style.setProperty("--ratio", String(scene.ratio));
    const isFocused = this.contains(document.activeElement);
    fresh(this, scene.svg);
    this.shapes.attach(scene.above);
    if (!isStill) {
      new Pointer(this, scene, this.pieces);
      // Whoever uses the keyboard stays where they were, also when the board turns.
      this.keys = new Keys(this, scene.svg, drawing, this.keys?.cell ?? null);
      if (isFocused) this.focusBoard();
    }
    const placement = this.placement;
    this.placement = nothing();
    this.show(placement, { animate: false });
    this.mark(this.marked);
  }

  /**
   * Shows a position.
   * @param {api.Placement} placement
   * @param {{ animate?: boolean }} [how]
   */
  show(placement, how = {}) {
    const before = this.placement;
    this.placement = placement;
    if (!this.pieces) return;
    // A board that was empty is set up, not played.
    const animate = how.animate !== false && settings().animation !== "off" && this.pieces.standing.size > 0;
    const isChanged = this.pieces.show(before, placement, animate, this.dragged);
    this.dragged = null;
    // What is picked up stays so while nothing changes: news of others is no reason to let go.
    const held = this.selected?.from;
    if (isChanged || (held && !this.canTake(held))) this.select(null);
    else this.targets();
    this.pieces.grey(this.dead);
  }

  /** Pieces that went ahead of a move that was not played go home. */
  settle() {
    this.pieces?.settle();
  }

  /**
   * Marks cells: what was moved last by whom, who is in check, whose fault it is.
   * @param {Marked} marked
   */
  mark(marked) {
    this.marked = marked;
    this.marks?.show(marked);
    if (this.premove) this.showPremove(this.premove);
    this.targets();
  }

  /** Shows a premove. @param {Attempt} premove */
  showPremove({ from, drop, to }) {
    if (from) this.marks?.shade(from, "premove");
    this.marks?.shade(to, "premove");
    if (!drop || !this.pieces || !this.places.has(to)) return;
    const ghost = this.pieces.make(this.waiter, drop);
    ghost.node.classList.add("ghost");
    this.pieces.lay(ghost, to, false);
    this.scene?.marks.append(ghost.node);
  }

  /**
   * The legal moves that begin here.
   * @param {Origin | null} from
   * @param {api.LegalMove[]} [legal]
   */
  movesOf(from, legal = this.legal) {
    if (!from) return [];
    if (from.drop) return legal.filter((move) => move.kind === "drop" && move.piece === from.drop);
    return legal.filter((move) => move.from === from.from);
  }

  /**
   * The legal moves from here that end on a cell, or are meant when it is pointed at: castling by the rook.
   * @param {Origin} from
   * @param {string} to
   * @param {api.LegalMove[]} [legal]
   */
  movesTo(from, to, legal = this.legal) {
    return this.movesOf(from, legal).filter((move) => move.to === to || move.also?.includes(to));
  }

  /**
   * Whether that can be a premove; drops go anywhere then.
   * @param {Origin} from
   * @param {string} to
   */
  canPremove(from, to) {
    if (this.legal.length || this.waiter === null) return false;
    return Boolean(from.drop) || Boolean(this.premoves?.[from.from ?? ""]?.includes(to));
  }

  /** @param {string} cell */
  canTake(cell) {
    if (!this.active) return false;
    const owner = this.placement.cells[cell]?.[0];
    if (!this.legal.length) return this.waiter !== null && owner === this.waiter;
    return (this.mover !== null && owner === this.mover) || this.legal.some((move) => move.from === cell);
  }

  /** @param {Origin | null} from */
  select(from) {
    this.selected = from;
    this.emitter.tell("select", from);
    this.targets();
  }

  /** Shows where the selected piece can go. */
  targets() {
    const from = this.selected;
    const premoves = from?.from && !this.legal.length ? (this.premoves?.[from.from] ?? []) : [];
    const to = new Set(premoves);
    for (const move of this.movesOf(from)) {
      if (move.to) to.add(move.to);
      for (const cell of move.also ?? []) to.add(cell);
    }
    this.marks?.aim(from?.from ?? null, to, premoves.length ? "pre" : "now", this.placement.cells);
  }

  /** Whether what is selected can go to a cell. @param {string} cell */
  isAim(cell) {
    return Boolean(this.polygons.get(cell)?.classList.contains("aim"));
  }

  /**
   * Somebody wants to go somewhere. Says whether that was a move.
   * @param {Origin} from
   * @param {string} to
   * @param {boolean} isDragged
   */
  async attempt(from, to, isDragged) {
    // Whoever is quick premoves before the server has said what can be premoved.
    if (!this.legal.length && this.waiter !== null && !this.premoves) await this.knowing;
    const found = this.movesTo(from, to);
    if (!found.length) {
      if (this.canPremove(from, to)) {
        this.setPremove({ ...from, to });
        return true;
      }
      this.emitter.tell("refused", { ...from, to });
      return false;
    }
    const move = await this.choose(found, to);
    if (!move) {
      this.select(null);
      return false;
    }
    this.dragged = isDragged ? to : null;
    this.select(null);
    // It goes at once; the server's answer finds it there.
    if (from.from && move.to && !isDragged) {
      this.pieces?.goAhead(from.from, move.to, settings().animation !== "off");
    }
    this.emitter.tell("move", move);
    return true;
  }

  /**
   * One of several moves that end on a cell: what the piece becomes, then where something else is put.
   * @param {api.LegalMove[]} moves
   * @param {string} to
   */
  async choose(moves, to) {
    if (moves.length === 1 || !this.game) return moves[0];
    const apart = [...new Map(moves.map((move) => [bare(move), move])).values()];
    const move = apart.length === 1 ? apart[0] : await pick(this, this.game, apart, to);
    if (!move?.puts) return move;
    return this.place(moves.filter((other) => bare(other) === bare(move)));
  }

  /**
   * Lets somebody point at the cell where something is put by a move; nothing if they point elsewhere.
   * @param {api.LegalMove[]} moves
   * @returns {Promise<api.LegalMove | null>}
   */
  place(moves) {
    const cells = new Set(moves.flatMap((move) => move.puts ?? []));
    this.marks?.aim(null, cells, "now", this.placement.cells);
    say("Now choose a cell");
    return new Promise((resolve) => {
      this.placing = (cell) => {
        this.placing = null;
        this.targets();
        resolve(moves.find((move) => move.puts === cell) ?? null);
      };
    });
  }

  /** @param {Attempt | null} premove */
  setPremove(premove) {
    this.premove = premove;
    this.select(null);
    this.mark(this.marked);
    this.emitter.tell("premove", premove);
    if (!premove || !this.game) return;
    say(`Premove ${premove.from ?? pieceName(this.game, premove.drop ?? "")} to ${premove.to}`);
  }

  /**
   * A click, a tap or Enter on a cell.
   * @param {string} cell
   */
  press(cell) {
    if (this.placing) {
      this.placing(cell);
      return;
    }
    if (this.premove) this.setPremove(null);
    const selected = this.selected;
    if (selected && selected.from !== cell) {
      if (this.isAim(cell)) {
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
    else this.emitter.tell("press", cell);
  }

  /** A cell in words. @param {string} cell */
  describe(cell) {
    const piece = this.game ? inWords(this.game, this.placement.cells[cell]) : "";
    return `${cell}, ${piece}${this.isAim(cell) ? ", can go here" : ""}`;
  }
}

/** A move without what it puts somewhere. @param {api.LegalMove} move */
function bare(move) {
  return move.puts ? move.text.slice(0, move.text.lastIndexOf(",")) : move.text;
}

customElements.define("chatura-board", Board);
