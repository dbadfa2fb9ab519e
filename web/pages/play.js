// A game being played or watched.

import { complain, fresh, h, named, say } from "../lib/dom.js";
import { Refusal, drawingOf } from "../lib/api.js";
import { listen, set, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import { read, written } from "../lib/letters.js";
import { gamePath, go, playPath } from "../lib/route.js";
import { sentence } from "../lib/text.js";
import "../board/board.js";
import { inWords, pieceName } from "../board/figures.js";
import { hearTable, listActions, menu } from "../play/actions.js";
import { Away } from "../play/away.js";
import { button } from "../play/buttons.js";
import { chat } from "../play/chat.js";
import { Clocks } from "../play/clock.js";
import { Confirm } from "../play/confirm.js";
import { guide } from "../play/guide.js";
import { listMoves } from "../play/moves.js";
import { listNotices } from "../play/notices.js";
import { past } from "../play/past.js";
import { Plans } from "../play/plans.js";
import { strip } from "../play/seats.js";
import { attackersInWords, cellAsked } from "../play/speech.js";
import { Table } from "../play/table.js";
import { typedMoves } from "../play/typed.js";

/** @import * as api from "../types/api" */
/** @import { Attempt } from "../board/board.js" */
/** @import { TableEvents } from "../play/table.js" */

/** How long a board waits before it turns, by the speed of animation. @type {Record<string, number>} */
const TURN = { normal: 450, fast: 250, slow: 800 };
/** Where keys belong to something else. */
const TAKEN = "input, textarea, select, .picker, details[open]";

/** @param {string} id @param {URLSearchParams} query */
export async function show(id, query) {
  const table = await Table.open(id).catch((error) => {
    if (error instanceof Refusal && error.code === "unplayable") return null;
    throw error;
  });
  if (!table) return past(id);
  const page = new Play(table);
  await page.ready;
  const ply = query.get("ply");
  if (ply !== null) page.look(Number(ply) || 0);
  return { title: table.game.name, node: page.node, leave: () => page.leave() };
}

class Play {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.board = h("chatura-board");
    this.clocks = new Clocks(table);
    this.seat = table.own[0] ?? 0;
    /** Whether somebody turned the board by hand. */
    this.turned = false;
    /** The position shown is the newest asked for. */
    this.turn = 0;
    /** Tells the board that premoves are known. @type {() => void} */
    this.known = () => {};
    this.top = h("div.seats.top");
    this.bottom = h("div.seats.bottom");
    this.moves = h("div.moves", { "aria-label": "Moves", role: "region", tabindex: 0 });
    this.actions = h("div.buttons-of");
    this.menu = menu(table);
    this.notices = h("div.notices");
    this.away = new Away(table, () => listNotices(this.notices, table, this.away.node));
    this.plans = new Plans(table);
    this.confirm = new Confirm();
    this.hint = h("p.hint", { role: "status" });
    this.typed = typedMoves((text) => this.hearTyped(text));
    this.watchers = h("p.watchers");
    this.chat = chat(table);
    this.node = this.makeNode();
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.unlisten = this.listenToAll();
    this.ready = this.drawBoard().then(() => this.redraw());
  }

  makeNode() {
    const { game, definition, view } = this.table;
    const title = h("p.title", {}, h("a", { href: gamePath(definition) }, named(game.name)), this.watchers);
    const walk = h(
      "div.walk",
      {},
      button("first", "To the start", () => this.look(0)),
      button("back", "One move back", () => this.step(-1)),
      button("on", "One move on", () => this.step(1)),
      button("last", "To the present", () => this.look(null)),
    );
    return h(
      `section.play${view.seats.length > 2 ? ".many" : ""}`,
      { "aria-label": game.name },
      h("h1.quiet", {}, game.name),
      this.top,
      h("div.field", {}, this.board, this.hint),
      this.bottom,
      h(
        "div.side",
        {},
        title,
        this.moves,
        walk,
        this.notices,
        this.confirm.node,
        h("div.actions", { role: "toolbar", "aria-label": "Actions" }, this.actions, this.menu),
        this.typed,
        h("button.leave-zen", { type: "button", onclick: () => set("zen", false) }, "Leave zen mode"),
        this.plans.node,
        guide(this.table),
        this.chat.node,
      ),
    );
  }

  /** Hears the board, the table, the keys and the settings; returns what ends the last. */
  listenToAll() {
    const { board, table } = this;
    board.on("move", (move) => this.propose(move));
    board.on("refused", (attempt) => this.refused(attempt));
    board.on("select", (from) => from && (this.hint.textContent = ""));
    board.on("press", (cell) => {
      const piece = board.placement.cells[cell];
      this.hint.textContent = piece ? inWords(table.game, piece) : "";
    });
    table.on("change", (what) => this.changed(what));
    table.on("presence", () => {
      this.strips();
      this.chat.draw();
      this.away.look();
    });
    table.on("started", () => play("start"));
    table.on("next", (id) => {
      // Whoever plays goes along; whoever watches may look at the end for longer.
      if (table.own.length) go(playPath(id));
    });
    table.on("chat", (message) => {
      this.chat.draw();
      if (message && settings().chat) play("note");
    });
    addEventListener("keydown", this.onkey);
    return listen(() => {
      this.chat.draw();
      this.typed.hidden = !settings().typed;
      this.redraw();
    });
  }

  leave() {
    removeEventListener("keydown", this.onkey);
    this.unlisten();
    this.clocks.stop();
    this.away.stop();
    this.table.close();
  }

  /** Lays the board out for who looks at it. */
  async drawBoard() {
    const { game, definition, settings } = this.table;
    const { seat } = this;
    const drawing = seat === 0 ? game.drawing : await drawingOf(definition, settings, seat);
    if (seat === this.seat) this.board.setUp(game, drawing);
  }

  async flip() {
    this.seat = (this.seat + 1) % this.table.view.seats.length;
    this.turned = true;
    await this.drawBoard();
    this.redraw(false);
  }

  /** @param {api.LegalMove} move */
  propose(move) {
    if (!settings().confirm) {
      this.send(move.text);
      return;
    }
    const back = () => {
      this.redraw();
      this.board.settle();
    };
    this.confirm.ask(`Play ${move.text}?`, () => this.send(move.text), back);
  }

  /** @param {string} text */
  async send(text) {
    const { table, board } = this;
    board.legal = [];
    board.waiter = this.canWait() ? table.own[0] : null;
    board.active = board.waiter !== null;
    board.knowing = new Promise((resolve) => (this.known = () => resolve(undefined)));
    const known = this.known;
    try {
      await table.play(text);
    } catch (error) {
      complain(error);
      play("no");
      known();
      board.show(table.placements.get(table.ply) ?? board.placement);
      board.settle();
      this.redraw();
    }
  }

  /** Plays what was typed, or answers it. @param {string} text */
  async hearTyped(text) {
    const { table } = this;
    const cell = cellAsked(text);
    if (!cell) {
      await this.send(read(table.game, text));
      return;
    }
    const { fen } = await table.position(table.shown);
    const position = { game: table.definition, settings: table.settings, fen };
    const answer = await attackersInWords(table.game, position, cell).catch((error) => `${error.message}.`);
    this.hint.textContent = answer;
    say(answer);
  }

  /** Why a piece went back. @param {Attempt} attempt */
  async refused({ from, drop, to }) {
    const { table, board } = this;
    const { game } = table;
    play("no");
    const turn = this.turn;
    const reason = await table.why(from ?? `${drop}@`, to);
    if (turn !== this.turn) return;
    const usual = from
      ? `${inWords(game, board.placement.cells[from])} cannot go to ${to}`
      : `the ${pieceName(game, drop ?? "")} cannot be dropped on ${to}`;
    this.hint.textContent = `${sentence(reason?.sentence ?? usual)}.`;
    say(this.hint.textContent);
    // Whoever is to blame is lit up.
    if (reason?.cells.length) board.mark({ ...board.marked, reason: reason.cells });
  }

  /** @param {number | null} ply */
  look(ply) {
    const { table } = this;
    const isPresent = ply === null || ply === table.ply;
    table.looking = isPresent ? null : Math.max(0, Math.min(ply, table.line.length));
    this.redraw();
  }

  /** @param {number} by */
  step(by) {
    this.look(this.table.shown + by);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(TAKEN) || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.look(0),
      End: () => this.look(null),
      f: () => this.flip(),
      p: () => hearTable(this.table),
      z: () => set("zen", !settings().zen),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Something happened. @param {TableEvents["change"]} what */
  async changed({ event, isFresh }) {
    if (isFresh && !this.turned) this.follow();
    if (event) this.announce(event);
    await this.redraw();
    // What moves is seen to arrive before the board turns.
    if (event) setTimeout(() => this.follow(), TURN[settings().animation] ?? 0);
    else this.follow();
    this.tryPremove();
    this.askPremoves();
    this.away.look();
  }

  /** Lets what happened be heard. @param {api.GameEvent} event */
  announce(event) {
    const { table } = this;
    switch (event.event) {
      case "moved":
      case "left": {
        table.looking = null;
        this.hint.textContent = "";
        const isCheck = table.view.table.check.length > 0;
        play(isCheck ? "check" : event.captured?.length ? "capture" : "move");
        const { colour } = table.view.seats[event.seat];
        const move = written(table.game, event);
        say(`${colour}: ${move}${isCheck ? ", check" : ""}. ${this.whose()}`);
        return;
      }
      case "navigated":
        table.looking = null;
        return;
      case "ended":
        play("end");
        say(event.conclusion.sentence);
    }
  }

  whose() {
    const { turn } = this.table.view.table;
    if (turn === null) return "";
    return this.table.own.includes(turn) ? "Your turn." : `${this.table.view.seats[turn].colour} to move.`;
  }

  /** Where several sit at one screen, the board turns to who is to move. */
  follow() {
    const want = this.wantedSeat();
    if (want === this.seat) return;
    this.seat = want;
    this.drawBoard().then(() => this.redraw(false));
  }

  wantedSeat() {
    const { own, view } = this.table;
    const { turn } = view.table;
    const areSeveral = own.length > 1;
    if (areSeveral && settings().turnBoard && turn !== null && own.includes(turn)) return turn;
    return areSeveral || this.turned ? this.seat : (own[0] ?? this.seat);
  }

  tryPremove() {
    const { board, table } = this;
    const { premove } = board;
    if (!premove || table.mine() === null) return;
    board.setPremove(null);
    const [found] = board.movesTo(premove, premove.to, table.legal);
    if (found) this.send(found.text);
  }

  /** Whether moves can be chosen before the turn comes. */
  canWait() {
    const { own, view } = this.table;
    return own.length === 1 && settings().premove && view.phase === "playing";
  }

  async askPremoves() {
    const { board, table } = this;
    board.premoves = null;
    if (table.mine() !== null || !this.canWait()) {
      if (table.view.phase !== "playing" && board.premove) board.setPremove(null);
      this.known();
      return;
    }
    const ply = table.ply;
    const { seats } = await table.premoves();
    if (table.ply === ply && table.mine() === null) board.premoves = seats[0]?.targets ?? {};
    board.targets();
    this.known();
  }

  /** @param {boolean} [animate] */
  async redraw(animate = true) {
    const { table, board } = this;
    const mine = ++this.turn;
    const ply = table.shown;
    this.drawAround();
    const placement = await table.placement(ply);
    if (mine !== this.turn) return;
    const isLive = table.looking === null;
    this.prepare(isLive);
    board.show(placement, { animate });
    const last = await table.lastMoves(ply);
    if (mine !== this.turn) return;
    const check = isLive ? table.view.table.check : await checkAt(table, ply);
    if (mine === this.turn) board.mark({ last, check });
    this.strips();
  }

  /** Draws what stands around the board. */
  drawAround() {
    const { table, board } = this;
    this.strips();
    listMoves(this.moves, table, (to) => this.look(to));
    listActions(this.actions, table, {
      board,
      flip: () => this.flip(),
      sure: (question, act) => this.confirm.ask(question, act),
    });
    listNotices(this.notices, table, this.away.node);
    this.plans.draw();
    this.chat.draw();
    this.node.classList.toggle("past", table.looking !== null);
    this.node.classList.toggle("live", table.view.phase === "playing");
    if (!this.node.isConnected) return;
    // Whoever looks elsewhere sees in the tab that it is their turn.
    const call = table.mine() !== null && table.own.length === 1 ? "Your turn · " : "";
    document.title = `${call}${table.game.name} · Chatura`;
  }

  /** Tells the board who may move what. @param {boolean} isLive whether the present position is shown */
  prepare(isLive) {
    const { table, board } = this;
    const { statuses } = table.view.table;
    const mine = table.mine();
    board.dead = new Set(statuses.flatMap(({ state }, seat) => (state === "out" ? [seat] : [])));
    board.legal = isLive && mine !== null ? table.legal : [];
    board.mover = isLive ? mine : null;
    board.waiter = isLive && mine === null && this.canWait() ? table.own[0] : null;
    board.active = isLive && table.own.length > 0 && table.view.phase === "playing";
  }

  strips() {
    const { table } = this;
    const players = table.view.seats.length;
    const focused = document.activeElement;
    // Whoever writes a name is not disturbed.
    if (focused?.matches(".strip input") && focused.closest(".play") === this.node) return;
    const others = Array.from({ length: players - 1 }, (_, step) => (this.seat + step + 1) % players);
    const make = (/** @type {number} */ seat) => strip(table, seat, this.clocks, this.board);
    fresh(this.top, others.map(make));
    fresh(this.bottom, make(this.seat));
    this.clocks.tick();
    const { watching } = table.presence;
    this.watchers.textContent = watching ? `${watching} watching` : "";
  }
}

/** @param {Table} table @param {number} ply */
async function checkAt(table, ply) {
  const position = await table.position(ply).catch(() => null);
  return position?.check ?? [];
}
