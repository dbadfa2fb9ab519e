// Analysis of any position of any game: lines with arrows, an evaluation bar, free play with variations.

import { complain, copy, fresh, h, reasonOf } from "../lib/dom.js";
import { gameOf, get, glance, me, once, post, drawingOf, setOf } from "../lib/api.js";
import { analyse } from "../lib/live.js";
import { begin, seatsFor } from "../lib/begin.js";
import { lineOf } from "../lib/letters.js";
import { analysisPath, go, noteQuery, studyPath } from "../lib/route.js";
import { play } from "../lib/sound.js";
import { capital } from "../lib/text.js";
import { why } from "../lib/why.js";
import "../board/board.js";
import { mayAnalyse } from "../play/actions.js";
import { Beside } from "../play/beside.js";
import { button, pen } from "../play/buttons.js";
import { handStrip } from "../play/hands.js";
import { Notes } from "../play/notes.js";
import { Openings } from "../play/openings.js";
import { paper } from "../play/paper.js";
import { Setup } from "../play/setup.js";
import { Tree } from "../play/tree.js";
import { Variations, cellsOf } from "../play/variations.js";
import { bar, graph, score, settled, shares } from "../play/evaluation.js";

/** @import * as api from "../types/api" */
/** @import { Refusal } from "../lib/api.js" */
/** @import { Hint } from "../board/shapes.js" */
/** @import { Step } from "../play/variations.js" */
/** @import { Child } from "../types/dom" */
/** @typedef {Partial<Pick<Step, "comment" | "nags" | "shapes">>} Said */

/** The most lines that are looked at. */
const MOST_LINES = 6;
/** How many lines have an arrow. */
const MOST_ARROWS = 4;
/** How many moves of a line are shown. */
const SHOWN_MOVES = 10;
/** How long each position of a game is looked at, in seconds. */
const GLANCE = 1;
/** How long to wait while others think, in milliseconds. */
const BUSY = 1500;
/** Where keys belong to something else. */
const TAKEN = "input, textarea, select, .picker";

/** @param {string} id @param {URLSearchParams} query */
export async function show(id, query) {
  await me();
  const of = query.get("of");
  const state = of ? await get("/api/games/{id}", { id: of }) : null;
  if (state && !mayAnalyse(state.view, state.seats)) {
    throw new Error("People still play this game: it can be analysed when it is over");
  }
  const definition = state?.definition ?? (id || "chess");
  /** @type {Record<string, string>} */
  const settings = Object.fromEntries(state?.settings ?? []);
  const [game, { games }, { threads }, { engines }] = await Promise.all([
    gameOf(definition, settings),
    once("/api/catalogue"),
    once("/api/levels"),
    // Engines of others are for whoever sits at the machine.
    get("/api/engines", {}, { game: definition }).catch(() => ({ engines: [] })),
  ]);
  const fen = query.get("fen") ?? state?.view.start ?? "";
  const page = new Analysis(game, { id: definition, settings, fen, threads, games, engines });
  // From another position the moves of the game lead nowhere.
  const isWritten = of && !query.has("fen");
  const written = isWritten ? await get("/api/games/{id}/tree", { id: of }) : { moves: [] };
  page.of = of ?? "";
  page.shelve();
  await page.look(page.restore() ?? page.tree.read(written.moves));
  return { title: `Analysis: ${game.name}`, node: page.node, leave: () => page.leave() };
}

/**
 * @typedef {object} Request
 * @property {string} id of the definition
 * @property {Record<string, string>} settings
 * @property {string} fen where it starts, if not as usual
 * @property {number} threads the most that may think
 * @property {api.Card[]} games what else can be analysed
 * @property {api.KnownEngine[]} [engines] who can look at it too
 */

export class Analysis {
  /**
   * @param {api.GameDocument} game
   * @param {Request} request
   */
  constructor(game, { id, settings, fen, threads, games, engines = [] }) {
    this.id = id;
    this.settings = settings;
    this.game = game;
    this.fen = fen;
    this.seat = 0;
    /** Who is to move. */ this.turn = 0;
    /** Whether the game is over there. */ this.isOver = false;
    /** @type {api.LegalMove[]} */ this.legal = [];
    this.asked = 0;
    this.lines = 3;
    this.threads = 1;
    this.running = true;
    this.run = h("button", { type: "button" });
    /** The number of the last review of the whole game. */ this.reviews = 0;
    /** The game that was played, if it is one. */ this.of = "";
    /** Where the moves are kept while this tab is open; nowhere if empty. */ this.shelf = "";
    /** Ends what is being looked at. @type {(() => void) | undefined} */ this.stop = undefined;
    this.tree = new Variations();
    /** @type {Step} */ this.here = this.tree.root;
    this.board = h("chatura-board");
    this.listenToBoard();
    this.bar = bar(game);
    this.found = h("ol.lines");
    this.beside = new Beside(engines, () => this.think());
    this.moves = new Tree(game, (step) => this.look(step));
    this.graph = h("div.graph");
    this.openings = new Openings(
      game,
      () => this.question(),
      (text) => this.play({ kind: "step", text }),
    );
    this.notes = new Notes((said) => this.annotate(this.here, said));
    this.depth = h("span.dim");
    this.problem = h("p.problem", { role: "alert" });
    this.hands = h("div.hands");
    this.field = h("input", { "aria-label": "FEN", spellcheck: "false", autocomplete: "off" });
    this.field.addEventListener("change", () => this.start(this.field.value.trim()));
    this.whole = h("button", { type: "button", onclick: () => this.review() }, "Evaluate the game");
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.onkey);
    this.node = this.makeNode(games, threads);
  }

  listenToBoard() {
    const { board } = this;
    board.setUp(this.game);
    board.active = true;
    board.shapes.isKept = true;
    board.on("move", (move) => this.play(move));
    board.on("shapes", (shapes) => this.annotate(this.here, { shapes }));
    board.on("refused", async ({ from, drop, to }) => {
      const reason = await why(this.question(), from ?? `${drop}@`, to);
      this.problem.textContent = reason ? `${capital(reason)}.` : "";
    });
  }

  /** @param {api.Card[]} games @param {number} threads */
  makeNode(games, threads) {
    const press = (/** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { type: "button", onclick: act }, words);
    return h(
      "section.play.analysis",
      {},
      h("h1.quiet", {}, "Analysis"),
      h("div.field", {}, h("div.with-bar", {}, this.bar.node, this.board), this.problem),
      h(
        "div.side",
        {},
        this.head(games),
        this.slider("lines", "Lines", MOST_LINES),
        threads > 1 ? this.slider("threads", "Threads", threads) : null,
        this.depth,
        this.found,
        this.beside.node,
        this.hands,
        this.moves.node,
        this.notes.node,
        this.openings.node,
        this.walk(),
        this.graph,
        this.whole,
        h(
          "div.row",
          {},
          press("Turn", () => this.flip()),
          pen(this.board),
          press("Promote", () => this.exchange(true)),
          press("Demote", () => this.exchange(false)),
          press("Remove move", () => this.remove()),
          press("Set up", () => this.setUp()),
          press("Copy FEN", () => copy(this.field.value, "FEN")),
        ),
        this.field,
        press("Play from here", () => this.playOn()),
        this.foot(),
      ),
    );
  }

  /** What stands above everything. @param {api.Card[]} games @returns {Child} */
  head(games) {
    return h("div.row", {}, this.gameField(games), this.runButton());
  }

  /** What stands below everything. @returns {Child} */
  foot() {
    const save = () => this.saveStudy().catch(complain);
    return [
      h(
        "div.row",
        {},
        h("button", { type: "button", onclick: save }, "Save as a study"),
        h("a.button", { href: "/studies" }, "My studies"),
      ),
      pgnForm(),
    ];
  }

  /** Keeps everything under a link. */
  async saveStudy() {
    const { steps } = this.tree.dump(this.here);
    const { comment, shapes } = this.tree.root;
    const said = comment || shapes?.length ? [{ parent: 0, text: "", comment, shapes }] : [];
    const moves = steps.map(({ parent, text, comment, nags, shapes }) => ({
      parent,
      text,
      comment,
      nags,
      shapes,
    }));
    const fen = this.fen ? { fen: this.fen } : {};
    const { id: game, settings } = this;
    const chapter = { name: this.game.name, game, settings, ...fen, steps: [...moves, ...said] };
    const { study } = await post("/api/studies", { name: `${this.game.name} study`, chapter });
    go(studyPath(study));
  }

  /** Whether something can be said of moves. */
  get isMine() {
    return true;
  }

  /** Says something of a move. @param {Step} step @param {Said} said */
  annotate(step, said) {
    Object.assign(step, said);
    this.showNotes();
    this.keep();
  }

  /** Shows what is said of where one stands. */
  showNotes() {
    this.moves.draw(this.tree, this.here);
    this.notes.show(this.here, this.isMine);
    this.board.shapes.set(this.here.shapes ?? []);
  }

  /** Lets the line one is in go before, or behind, the next. @param {boolean} isForward */
  exchange(isForward) {
    const turn = this.tree.turnOff(this.here, isForward);
    if (turn) this.exchangeAt(turn, isForward);
  }

  /** @param {Step} turn @param {boolean} isForward */
  exchangeAt(turn, isForward) {
    this.tree.exchange(turn, isForward);
    this.look(this.here);
  }

  /** Steps through the moves, for those without keys. */
  walk() {
    const end = () => {
      let step = this.here;
      while (step.after[0]) step = step.after[0];
      return step;
    };
    const to = (/** @type {() => Step | null | undefined} */ find) => () => {
      const step = find();
      if (step && step !== this.here) this.look(step);
    };
    return h(
      "div.walk",
      {},
      button(
        "first",
        "To the start",
        to(() => this.tree.root),
      ),
      button(
        "back",
        "One move back",
        to(() => this.here.parent),
      ),
      button(
        "on",
        "One move on",
        to(() => this.here.after[0]),
      ),
      button("last", "To the end", to(end)),
    );
  }

  /** Leads to the analysis of another game. @param {api.Card[]} games */
  gameField(games) {
    const ids = [...new Set([this.id, ...games.map((one) => one.id)])];
    const nameOf = (/** @type {string} */ id) => games.find((one) => one.id === id)?.name ?? this.game.name;
    const field = h(
      "select",
      {
        "aria-label": "Game",
        onchange: () => {
          location.assign(analysisPath(field.value));
        },
      },
      ids.map((id) => h("option", { value: id, selected: id === this.id }, nameOf(id))),
    );
    return field;
  }

  /** Says whether the position is being looked at. */
  tellRunning() {
    this.run.textContent = this.running ? "Stop" : "Analyse";
  }

  runButton() {
    const toggle = () => {
      this.running = !this.running;
      this.tellRunning();
      this.think();
    };
    this.run.addEventListener("click", toggle);
    this.tellRunning();
    return this.run;
  }

  /** @param {"lines" | "threads"} name @param {string} words @param {number} max */
  slider(name, words, max) {
    const shown = h("output", {}, this[name]);
    const change = () => {
      this[name] = Number(input.value);
      shown.textContent = input.value;
      this.think();
    };
    const input = h("input", { type: "range", min: 1, max, value: this[name], oninput: change });
    return h("label.row.slider", {}, words, input, shown);
  }

  leave() {
    this.asked++;
    this.reviews++;
    this.rest();
    removeEventListener("keydown", this.onkey);
  }

  /** The moves as they were before the page was loaded anew; where one was among them. */
  restore() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.shelf) ?? "null");
      return kept ? this.tree.load(kept) : null;
    } catch {
      return null;
    }
  }

  keep() {
    if (!this.shelf) return;
    try {
      sessionStorage.setItem(this.shelf, JSON.stringify(this.tree.dump(this.here)));
    } catch {
      // Then they last until the page is closed.
    }
  }

  /** Keeps moves apart from those of other games and of other positions to begin from. */
  shelve() {
    this.shelf = `chatura-tree ${this.of || this.id} ${setOf(this.settings) ?? ""} ${this.fen}`;
  }

  /** Looks no longer at the position. */
  rest() {
    this.stop?.();
    this.stop = undefined;
    this.beside.rest();
  }

  /** A step of the tree, as questions have it. @param {Step} [step] @returns {api.Question} */
  question(step = this.here) {
    const start = { game: this.id, settings: this.settings, ...(this.fen ? { fen: this.fen } : {}) };
    return { ...start, moves: this.tree.path(step).map(({ text }) => text) };
  }

  /** Goes to a move. @param {Step} step */
  async look(step) {
    this.here = step;
    const mine = ++this.asked;
    /** @type {api.Checked} */
    let found;
    try {
      found = await post("/api/check", this.question());
    } catch (error) {
      this.problem.textContent = reasonOf(error);
      return;
    }
    if (mine === this.asked) this.arrive(step, found);
  }

  /** Shows a position. @param {Step} step @param {api.Checked} found */
  arrive(step, found) {
    const { outcome, turn, legal, placement } = found;
    this.tree.path(step).forEach((one, number) => {
      const { san = one.san, native } = found.moves[number] ?? {};
      Object.assign(one, { san, native: native ?? one.native });
    });
    this.problem.textContent = outcome?.sentence ?? "";
    this.problem.classList.toggle("told", Boolean(outcome));
    this.turn = turn;
    this.legal = legal;
    this.isOver = Boolean(outcome);
    this.field.value = found.fen;
    if (outcome) step.shares = settled(outcome.places);
    if (step.shares) this.bar.draw(step.shares, this.seat);
    this.showBoard(step, found);
    const hands = placement.hands.map((hand, seat) =>
      handStrip(this.game, seat, hand, this.board, seat === turn ? legal : []),
    );
    fresh(this.hands, this.game.hands ? hands : null);
    this.showNotes();
    this.openings.draw();
    this.keep();
    this.drawGraph();
    this.think();
  }

  /** @param {Step} step @param {api.Checked} found */
  showBoard(step, { turn, legal, placement, check }) {
    const { board } = this;
    const players = this.game.players.length;
    const seat = step.parent ? (turn + players - 1) % players : 0;
    const cells = cellsOf([...board.places.keys()], step.text);
    board.legal = legal;
    board.mover = turn;
    board.show(placement);
    board.mark({ last: [{ seat, cells }], check });
    board.shapes.hint([]);
  }

  /** @param {api.LegalMove} move */
  play(move) {
    play("move");
    this.look(this.tree.add(this.here, move.text));
  }

  /** Lets somebody put the pieces where they like. */
  setUp() {
    if (this.node.querySelector(".setup")) return;
    const { board } = this;
    this.rest();
    board.legal = [];
    board.active = false;
    board.mark({});
    board.shapes.hint([]);
    fresh(this.found);
    const done = (/** @type {string | null} */ fen) => {
      board.active = true;
      if (fen === null) this.look(this.here);
      else this.start(fen);
    };
    this.found.before(new Setup(this.game, board, this.question(), this.turn, done).node);
  }

  /** Begins from another position. @param {string} fen */
  start(fen) {
    this.fen = fen;
    this.reviews++;
    this.tree = new Variations();
    if (this.shelf) {
      this.shelve();
      noteQuery({ of: this.of, fen });
    }
    this.look(this.tree.root);
  }

  remove() {
    if (this.here.parent) this.look(this.tree.remove(this.here));
  }

  async flip() {
    this.seat = (this.seat + 1) % this.game.players.length;
    this.board.setUp(this.game, await drawingOf(this.id, this.settings, this.seat));
    this.look(this.here);
  }

  playOn() {
    const seats = seatsFor(this.turn, this.game.players.length, 3);
    begin({ game: this.id, settings: this.settings, seats, fen: this.field.value }).catch(complain);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(TAKEN) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft" && this.here.parent) this.look(this.here.parent);
    else if (event.key === "ArrowRight" && this.here.after[0]) this.look(this.here.after[0]);
    else if (event.key === "Home") this.look(this.tree.root);
    else return;
    event.preventDefault();
  }

  think() {
    this.rest();
    fresh(this.found);
    this.depth.textContent = "";
    if (!this.running || this.isOver) return;
    const at = this.here;
    const hear = (/** @type {api.Found} */ found) => at === this.here && this.tell(found);
    const again = () => at === this.here && this.stop === stop && this.think();
    const fail = (/** @type {Refusal} */ error) => {
      this.depth.textContent = error.message;
      // Others think at the moment; soon there is room.
      if (error.code === "busy") setTimeout(again, BUSY);
    };
    const limits = { lines: this.lines, threads: this.threads, seconds: 60 };
    const stop = analyse({ ...this.question(), limits }, hear, fail);
    this.stop = stop;
    this.beside.look(this.question(), limits, (line) => this.lineRow(line));
  }

  /** What was found so far. @param {api.Found} found */
  tell({ lines, depth }) {
    if (!lines.length) return;
    this.depth.textContent = `depth ${depth}`;
    this.here.shares = shares(lines[0], this.turn);
    this.bar.draw(this.here.shares, this.seat);
    fresh(
      this.found,
      lines.map((line) => this.lineRow(line)),
    );
    this.board.shapes.hint(this.arrows(lines));
    this.drawGraph();
  }

  /** @param {api.FoundLine} line */
  lineRow(line) {
    const value = this.value(line);
    const moves = lineOf(this.game, line)
      .slice(0, SHOWN_MOVES)
      .map((words, number) => {
        const follow = () => this.look(this.tree.addAll(this.here, line.moves.slice(0, number + 1)));
        return [h("button.ply", { type: "button", onclick: follow }, words), " "];
      });
    return h("li", {}, h("b", {}, value), " ", moves);
  }

  /** What a line is worth in few words; where many play, what share whoever is to move can expect. @param {api.FoundLine} line */
  value(line) {
    const { players } = this.game;
    if (players.length === 2 || line.mate !== undefined) return score(line, this.turn, players.length);
    return `${players[this.turn].name} ${Math.round(shares(line, this.turn)[this.turn] * 100)}%`;
  }

  /** The first moves of lines, the best the thickest. @param {api.FoundLine[]} lines @returns {Hint[]} */
  arrows(lines) {
    const all = lines.flatMap(({ moves }, number) => {
      const move = this.legal.find((one) => one.text === moves[0]);
      if (!move?.from || !move.to) return [];
      return [{ from: move.from, to: move.to, width: 1 - number * 0.22 }];
    });
    return all.slice(0, MOST_ARROWS);
  }

  /** Looks at every position of the game for a moment, so that the graph is whole. */
  async review() {
    const mine = ++this.reviews;
    const line = this.tree.mainLine();
    this.whole.disabled = true;
    for (const [ply, step] of line.entries()) {
      if (mine !== this.reviews) break;
      this.whole.textContent = `Evaluating ${ply} of ${line.length - 1}`;
      step.shares ??= await this.glance(step).catch(() => undefined);
      this.drawGraph();
    }
    this.whole.disabled = false;
    this.whole.textContent = "Evaluate the game";
  }

  /** What everybody can expect of a position, at a glance. @param {Step} step */
  async glance(step) {
    const position = this.question(step);
    const { outcome, turn } = await post("/api/check", position);
    if (outcome) return settled(outcome.places);
    const found = await glance(position, { lines: 1, seconds: GLANCE });
    return found?.lines.length ? shares(found.lines[0], turn) : undefined;
  }

  drawGraph() {
    const line = this.tree.mainLine();
    this.whole.hidden = line.length < 3;
    const known = line.map((step) => step.shares);
    const go = (/** @type {number} */ ply) => this.look(line[ply] ?? this.tree.root);
    fresh(this.graph, graph(this.game, known, line.indexOf(this.here), go));
  }
}

/** Takes a game that was written down. */
function pgnForm() {
  const { area, file } = paper({ "aria-label": "PGN or KIF" });
  const load = async () => {
    try {
      const { game } = await post("/api/pgn", { pgn: area.value });
      location.assign(`/analysis?of=${encodeURIComponent(game)}`);
    } catch (error) {
      complain(error);
    }
  };
  const button = h("button", { type: "button", onclick: load }, "Load");
  return h("details", {}, h("summary", {}, "Load PGN or KIF"), h("div.stack", {}, area, file, button));
}
