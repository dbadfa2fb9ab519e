// A game being played or watched.

import { complain, fresh, h, say } from "../lib/dom.js";
import { entry, get, once } from "../lib/api.js";
import { listen, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import "../board/board.js";
import { Table } from "../play/table.js";
import { Clocks } from "../play/clock.js";
import { strip } from "../play/seats.js";
import { listMoves } from "../play/moves.js";
import { button, listActions } from "../play/actions.js";
import { listNotices } from "../play/notices.js";
import { chat } from "../play/chat.js";
import { inWords, pieceName } from "../board/figures.js";
import { read, written } from "../lib/letters.js";
import { why } from "../lib/why.js";
import { diagram } from "../board/diagram.js";

/** How long a board waits before it turns, by the speed of animation. @type {Record<string, number>} */
const TURN = { normal: 450, fast: 250, slow: 800 };

/** @param {string} id */
export async function show(id) {
  const table = new Table(id);
  await table.open();
  const page = new Play(table);
  await page.ready;
  return { title: table.game.name, node: page.node, leave: () => page.leave() };
}

class Play {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.board = /** @type {any} */ (document.createElement("chatura-board"));
    this.clocks = new Clocks(table);
    this.seat = table.own[0] ?? 0;
    /** The position shown is the newest asked for. */
    this.turn = 0;
    this.top = h("div.seats.top");
    this.bottom = h("div.seats.bottom");
    this.moves = h("div.moves", { "aria-label": "Moves", role: "region", tabindex: 0 });
    this.walk = h(
      "div.walk",
      {},
      button("first", "To the start", () => this.look(0)),
      button("back", "One move back", () => this.step(-1)),
      button("on", "One move on", () => this.step(1)),
      button("last", "To the present", () => this.look(null)),
    );
    this.actions = h("div.actions", { role: "toolbar", "aria-label": "Actions" });
    this.notices = h("div.notices");
    this.ask = h("div.confirm.notice", { hidden: true, role: "alertdialog", "aria-label": "Are you sure?" });
    this.hint = h("p.hint", { role: "status" });
    this.typed = this.typedMoves();
    this.watchers = h("p.watchers");
    this.chat = chat(table);
    this.node = h(
      "section.play",
      { "aria-label": table.game.name },
      h("h1.quiet", {}, table.game.name),
      this.top,
      h("div.field", {}, this.board, this.hint),
      this.bottom,
      h(
        "div.side",
        {},
        h(
          "p.title",
          {},
          h("a", { href: `/games/${encodeURIComponent(table.definition)}` }, table.game.name),
          this.watchers,
        ),
        this.moves,
        this.walk,
        this.notices,
        this.ask,
        this.actions,
        this.typed,
        guide(table),
        this.chat.node,
      ),
    );
    if (table.view.seats.length > 2) this.node.classList.add("many");
    this.listenToBoard();
    table.addEventListener("change", (/** @type {any} */ event) => this.changed(event.detail));
    table.addEventListener("presence", () => (this.strips(), this.chat.draw()));
    table.addEventListener("started", () => play("start"));
    table.addEventListener("chat", (/** @type {any} */ event) => {
      this.chat.draw();
      if (event.detail && settings().chat) play("note");
    });
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.onkey);
    this.unlisten = listen(() => {
      this.chat.draw();
      this.typed.hidden = !settings().typed;
      this.redraw();
    });
    this.ready = this.stage().then(() => this.redraw());
  }

  leave() {
    removeEventListener("keydown", this.onkey);
    this.unlisten();
    this.clocks.stop();
    this.table.close?.();
  }

  /** Lays the board out for who looks at it. */
  async stage() {
    const { table } = this;
    const seat = this.seat;
    const stage =
      seat === 0 ? table.game.stage : await once(entry(table.definition, "/stage", table.settings, { seat }));
    if (seat === this.seat) this.board.setUp(table.game, stage);
  }

  async flip() {
    this.seat = (this.seat + 1) % this.table.view.seats.length;
    this.turned = true;
    await this.stage();
    this.redraw(false);
  }

  listenToBoard() {
    const { board } = this;
    board.addEventListener("move", (/** @type {any} */ event) => this.wish(event.detail));
    board.addEventListener("refused", (/** @type {any} */ event) => this.refused(event.detail));
    board.addEventListener(
      "select",
      (/** @type {any} */ event) => event.detail && (this.hint.textContent = ""),
    );
    board.addEventListener("press", (/** @type {any} */ event) => {
      const piece = board.placement.cells[event.detail];
      this.hint.textContent = piece ? inWords(this.table.game, piece) : "";
    });
  }

  /** @param {any} move */
  wish(move) {
    if (!settings().confirm) {
      this.send(move.text);
      return;
    }
    this.sure(
      `Play ${move.text}?`,
      () => this.send(move.text),
      () => (this.redraw(), this.board.settle()),
    );
  }

  /**
   * Asks before something is done that cannot be undone.
   * @param {string} question
   * @param {() => void} yes
   * @param {() => void} [no]
   */
  sure(question, yes, no) {
    const done = (/** @type {(() => void) | undefined} */ act) => {
      this.ask.hidden = true;
      act?.();
    };
    fresh(
      this.ask,
      h("p", {}, question),
      h("button.primary", { type: "button", onclick: () => done(yes) }, "Yes"),
      h("button", { type: "button", onclick: () => done(no) }, "No"),
    );
    this.ask.hidden = false;
    this.ask.querySelector("button")?.focus();
    this.ask.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text */
  async send(text) {
    const { table, board } = this;
    board.legal = [];
    board.waiter = this.canWait() ? table.own[0] : null;
    board.active = board.waiter !== null;
    /** @type {() => void} */
    let known = () => {};
    board.knowing = new Promise((resolve) => (known = () => resolve(undefined)));
    this.known = known;
    try {
      await table.command({ command: "move", text, ply: table.ply });
    } catch (error) {
      complain(/** @type {Error} */ (error));
      play("no");
      known();
      board.show(table.placements.get(table.ply) ?? board.placement);
      board.settle();
      this.redraw();
    }
  }

  /** Why a piece went back. @param {any} wish */
  async refused({ from, drop, to }) {
    const { table, board } = this;
    play("no");
    const turn = this.turn;
    const plain = `${from ? inWords(table.game, board.placement.cells[from]) : `The ${pieceName(table.game, drop)}`} cannot go to ${to}`;
    const reason = from ? await why(table.question(), from, to) : null;
    if (turn !== this.turn) return;
    this.hint.textContent = `${reason ?? plain}.`;
    say(this.hint.textContent);
    // Whoever is to blame is named in the sentence, and lit up.
    const named = [...(reason ?? "").matchAll(/ on (\S+)/g)]
      .map(([, cell]) => cell)
      .filter((cell) => cell !== from && cell !== to && board.placement.cells[cell]);
    if (named.length) board.mark({ ...board.marked, reason: named });
  }

  /** @param {number | null} ply */
  look(ply) {
    const last = this.table.ply;
    this.table.looking =
      ply === null || ply === last ? null : Math.max(0, Math.min(ply, this.table.line.length));
    this.redraw();
  }

  /** @param {number} by */
  step(by) {
    this.look((this.table.looking ?? this.table.ply) + by);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (
      target.closest("input, textarea, select, .picker, details[open]") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const steps = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.look(0),
      End: () => this.look(null),
      f: () => this.flip(),
    };
    const act = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Something happened. @param {{ event?: any, fresh?: boolean }} what */
  async changed({ event, fresh: anew }) {
    const { table } = this;
    if (anew && !this.turned) this.follow();
    if (event?.event === "moved" || event?.event === "left") {
      table.looking = null;
      this.hint.textContent = "";
      const sound = table.view.table.check.length ? "check" : event.captured?.length ? "capture" : "move";
      play(sound);
      const check = table.view.table.check.length ? ", check" : "";
      say(
        `${table.view.seats[event.seat].colour}: ${written(table.game, event.san || event.coordinates)}${check}. ${this.whose()}`,
      );
    }
    if (event?.event === "travelled") table.looking = null;
    if (event?.event === "ended") {
      play("end");
      say(event.conclusion.sentence);
    }
    await this.redraw();
    // What moves is seen to arrive before the board turns.
    if (event) setTimeout(() => this.follow(), TURN[settings().animation] ?? 0);
    else this.follow();
    this.tryPremove();
    this.askPremoves();
  }

  whose() {
    const turn = this.table.view.table.turn;
    if (turn === null) return "";
    return this.table.own.includes(turn) ? "Your turn." : `${this.table.view.seats[turn].colour} to move.`;
  }

  /** Where several sit at one screen, the board turns to who is to move. */
  follow() {
    const { table } = this;
    const turn = table.view.table.turn;
    const hot = table.own.length > 1;
    const want =
      hot && settings().turnBoard && turn !== null && table.own.includes(turn)
        ? turn
        : hot || this.turned
          ? this.seat
          : (table.own[0] ?? this.seat);
    if (want === this.seat) return;
    this.seat = want;
    this.stage().then(() => this.redraw(false));
  }

  tryPremove() {
    const { board, table } = this;
    const wish = board.premove;
    if (!wish || table.mine() === null) return;
    board.setPremove(null);
    const found = board.movesOf(wish, table.legal).find((/** @type {any} */ move) => move.to === wish.to);
    if (found) this.send(found.text);
  }

  /** Whether moves can be chosen before the turn comes. */
  canWait() {
    const { table } = this;
    return table.own.length === 1 && settings().premove && table.view.phase === "playing";
  }

  async askPremoves() {
    const { board, table } = this;
    board.premoves = null;
    if (table.mine() !== null || !this.canWait()) {
      if (table.view.phase !== "playing" && board.premove) board.setPremove(null);
      this.known?.();
      return;
    }
    const ply = table.ply;
    const { seats } = await table.request({ do: "premoves" });
    if (table.ply === ply && table.mine() === null) board.premoves = seats[0]?.targets ?? {};
    board.targets();
    this.known?.();
  }

  /** @param {boolean} [animate] */
  async redraw(animate = true) {
    const { table, board } = this;
    const mine = ++this.turn;
    const ply = table.looking ?? table.ply;
    this.strips();
    listMoves(this.moves, table, (to) => this.look(to));
    listActions(this.actions, table, {
      board,
      flip: () => this.flip(),
      sure: (question, act) => this.sure(question, act),
    });
    listNotices(this.notices, table);
    this.chat.draw();
    this.node.classList.toggle("past", table.looking !== null);
    // Whoever looks elsewhere sees in the tab that it is their turn.
    if (this.node.isConnected)
      document.title = `${table.mine() !== null && table.own.length === 1 ? "Your turn · " : ""}${table.game.name} · Chatura`;
    const placement = await table.placement(ply);
    if (mine !== this.turn) return;
    const live = table.looking === null;
    board.dead = new Set(
      table.view.table.statuses.flatMap((/** @type {any} */ status, /** @type {number} */ seat) =>
        status.state === "out" ? [seat] : [],
      ),
    );
    board.legal = live && table.mine() !== null ? table.legal : [];
    board.mover = live ? table.mine() : null;
    board.waiter = live && table.mine() === null && this.canWait() ? table.own[0] : null;
    board.active = live && table.own.length > 0 && table.view.phase === "playing";
    board.show(placement, { animate });
    const last = await table.lastMoves(ply);
    if (mine !== this.turn) return;
    const check = live ? table.view.table.check : await checkAt(table, ply);
    if (mine === this.turn) board.mark({ last, check });
    this.strips();
  }

  strips() {
    const { table } = this;
    const many = table.view.seats.length;
    const others = Array.from({ length: many - 1 }, (_, step) => (this.seat + step + 1) % many);
    const make = (/** @type {number} */ seat) => strip(table, seat, this.clocks, this.board);
    const held =
      document.activeElement?.closest(".strip") !== null &&
      document.activeElement?.closest(".play") === this.node;
    if (held && document.activeElement?.matches("input")) return;
    fresh(this.top, others.map(make));
    fresh(this.bottom, make(this.seat));
    this.clocks.tick();
    const { watching } = table.presence;
    this.watchers.textContent = watching ? `${watching} watching` : "";
  }

  typedMoves() {
    const field = h("input", {
      placeholder: "Type a move: e4, Nf3, e2e4",
      "aria-label": "Type a move",
      autocomplete: "off",
      spellcheck: "false",
    });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return;
      field.value = "";
      this.send(read(this.table.game, text));
    };
    return h(
      "form.typed",
      { onsubmit: send, hidden: !settings().typed },
      field,
      h("button", { type: "submit" }, "Play"),
    );
  }
}

/**
 * How the pieces move, for those who do not know them; open if the game came as a surprise.
 * @param {Table} table
 */
function guide(table) {
  const { game } = table;
  const pieces = game.pieces.filter((/** @type {any} */ piece) => piece.diagram.reach.length).slice(0, 40);
  const list = h("ul.diagrams.small");
  const node = h("details.guide", {}, h("summary", {}, "How the pieces move"), list);
  // Drawn when somebody looks.
  node.addEventListener("toggle", () => {
    if (node.open && !list.childElementCount)
      fresh(
        list,
        pieces.map((/** @type {any} */ piece) =>
          h("li", {}, diagram(game, piece), h("span", {}, piece.name)),
        ),
      );
  });
  node.open = table.ply === 0 && sessionStorage.getItem("surprise") === table.definition;
  return node;
}

/** @param {Table} table @param {number} ply */
async function checkAt(table, ply) {
  const position = await get(`/api/games/${encodeURIComponent(table.id)}/positions/${ply}`).catch(() => null);
  return position?.check ?? [];
}
