// A game looked at again, move by move: what was best, what was lost, and where it turned.

import { fresh, h, named, reasonOf } from "../lib/dom.js";
import { drawingOf, gameOf, get, glance, me, post } from "../lib/api.js";
import { lineOf, written } from "../lib/letters.js";
import { analysisPath, newPath, playPath } from "../lib/route.js";
import "../board/board.js";
import { seatMark } from "../board/figures.js";
import { mayAnalyse } from "../play/actions.js";
import { button } from "../play/buttons.js";
import { bar, graph, score, settled, shares } from "../play/evaluation.js";
import { accuracy, judge, turningPoints } from "../play/judge.js";
import { cellsOf } from "../play/variations.js";

/** @import * as api from "../types/api" */
/** @import { Judged } from "../play/judge.js" */

/** How long each position is looked at, in seconds: by time, so that every game gets the same. */
const LOOK = 1;
/** How long to wait while others think, in milliseconds, and how often. */
const BUSY = 1500;
const TRIES = 20;
/** How many moves of the best line are shown. */
const SHOWN_MOVES = 8;
/** Where keys belong to something else. */
const TAKEN = "input, textarea, select";

/** @typedef {{ shares: number[], line?: api.FoundLine, turn: number, sentence?: string }} Seen A position that was looked at. */

/** @param {string} id @param {URLSearchParams} query */
export async function show(id, query) {
  await me();
  const state = await get("/api/games/{id}", { id });
  if (!mayAnalyse(state.view, state.seats))
    throw new Error("People still play this game: it can be reviewed when it is over");
  const settings = Object.fromEntries(state.settings);
  const game = await gameOf(state.definition, settings);
  const seat = state.seats[0] ?? 0;
  const drawing = seat ? await drawingOf(state.definition, settings, seat) : game.drawing;
  const page = new Review(id, state, game);
  page.board.setUp(game, drawing);
  page.seat = seat;
  await page.look(Number(query.get("ply") ?? 0));
  page.run();
  return { title: `Review: ${game.name}`, node: page.node, leave: () => page.leave() };
}

class Review {
  /** @param {string} id @param {api.State} state @param {api.GameDocument} game */
  constructor(id, state, game) {
    this.id = id;
    this.state = state;
    this.game = game;
    this.seat = 0;
    this.line = state.view.past;
    this.ply = 0;
    this.asked = 0;
    this.isLeft = false;
    /** What was found of each position, as far as it was looked at. @type {(Seen | undefined)[]} */
    this.seen = this.restore();
    /** @type {(Judged | undefined)[]} */
    this.judged = [];
    this.board = h("chatura-board", { label: `${game.name}, the position looked at` });
    this.bar = bar(game);
    this.progress = h("progress", {
      max: this.line.length + 1,
      value: 0,
      "aria-label": "Progress of the review",
    });
    this.problem = h("p.problem", { role: "alert", hidden: true });
    this.verdict = h("div.verdict", { role: "status" });
    this.players = h("ul.accuracy");
    this.turns = h("ol.turns");
    this.moves = h("div.moves.reviewed", { tabindex: 0, role: "region", "aria-label": "Moves" });
    this.graph = h("div.graph");
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.onkey);
    this.node = this.makeNode();
    this.judge();
  }

  makeNode() {
    const { id, state } = this;
    return h(
      "section.play.analysis.review",
      {},
      h("h1.quiet", {}, `Review of a game of ${this.game.name}`),
      h("div.field", {}, h("div.with-bar", {}, this.bar.node, this.board)),
      h(
        "div.side",
        {},
        h("p.title", {}, h("a", { href: playPath(id) }, named(this.game.name))),
        h("p.dim.conclusion", {}, state.view.conclusion?.sentence ?? "The game is not over."),
        this.progress,
        this.problem,
        this.players,
        this.graph,
        this.verdict,
        this.moves,
        h(
          "div.walk",
          {},
          button("first", "To the start", () => this.look(0)),
          button("back", "One move back", () => this.look(this.ply - 1)),
          button("on", "One move on", () => this.look(this.ply + 1)),
          button("last", "To the end", () => this.look(this.line.length)),
        ),
        h("h2", {}, "Turning points"),
        this.turns,
        h(
          "div.row",
          {},
          h(
            "a.button",
            { href: `${analysisPath(state.definition)}?of=${encodeURIComponent(id)}` },
            "Analyse",
          ),
          h("a.button", { href: newPath(state.definition) }, "New game"),
        ),
      ),
    );
  }

  leave() {
    this.isLeft = true;
    this.asked++;
    removeEventListener("keydown", this.onkey);
  }

  get shelf() {
    return `chatura-review ${this.id} ${this.line.length}`;
  }

  /** What this browser found before. @returns {(Seen | undefined)[]} */
  restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.shelf) ?? "[]");
      return Array.isArray(kept) ? kept.map((one) => one ?? undefined) : [];
    } catch {
      return [];
    }
  }

  keep() {
    try {
      localStorage.setItem(this.shelf, JSON.stringify(this.seen));
    } catch {
      // Then it is looked at again next time.
    }
  }

  /** A position of the game, as questions have it. @param {number} ply @returns {api.Question} */
  question(ply) {
    const { definition, settings, view } = this.state;
    const moves = this.line.slice(0, ply).map((record) => record.coordinates);
    return { game: definition, settings: Object.fromEntries(settings), fen: view.start, moves };
  }

  /** Looks at every position, the last first: what comes of a move is known before it is judged. */
  async run() {
    for (let ply = this.line.length; ply >= 0 && !this.isLeft; ply--) {
      this.progress.value = this.line.length - ply;
      if (this.seen[ply]) continue;
      try {
        this.seen[ply] = await this.find(ply);
      } catch (error) {
        this.problem.textContent = reasonOf(error);
        this.problem.hidden = false;
        return;
      }
      if (this.isLeft) return;
      this.judge();
    }
    this.progress.hidden = true;
    this.keep();
    this.judge();
  }

  /** What can be expected of a position. @param {number} ply @returns {Promise<Seen>} */
  async find(ply) {
    const question = this.question(ply);
    const { outcome, turn } = await post("/api/check", question);
    if (outcome) return { shares: settled(outcome.places), turn, sentence: outcome.sentence };
    for (let tries = 0; ; tries++) {
      try {
        const found = await glance(question, { lines: 1, seconds: LOOK });
        const line = found?.lines[0];
        if (line) return { shares: shares(line, turn), line, turn };
        return { shares: this.game.players.map(() => 1 / this.game.players.length), turn };
      } catch (error) {
        const isBusy = error instanceof Error && "code" in error && error.code === "busy";
        if (!isBusy || tries >= TRIES || this.isLeft) throw error;
        await new Promise((resolve) => setTimeout(resolve, BUSY));
      }
    }
  }

  /** Judges every move of which enough is known, and shows it. */
  judge() {
    this.judged = this.line.map(({ seat, coordinates }, place) => {
      const [before, after] = [this.seen[place], this.seen[place + 1]];
      if (!before || !after) return undefined;
      const best = before.line?.moves[0];
      return judge({ seat, text: coordinates, best, before: before.shares, after: after.shares });
    });
    this.drawMoves();
    this.drawPlayers();
    this.drawTurns();
    this.draw();
  }

  drawMoves() {
    const players = this.game.players.length;
    const nodes = this.line.flatMap((_, place) => {
      const judged = this.judged[place];
      const given = {
        type: "button",
        "data-ply": place + 1,
        "aria-current": place + 1 === this.ply ? "step" : undefined,
        onclick: () => this.look(place + 1),
      };
      const kind = { "??": ".blunder", "?": ".mistake", "?!": ".doubtful", "": "" }[judged?.mark ?? ""] ?? "";
      const move = h(`button.ply${kind}`, given, this.sanOf(place) + (judged?.mark ?? ""));
      return place % players ? [move] : [h("span.number", {}, `${place / players + 1}. `), move];
    });
    fresh(this.moves, nodes);
    const current = this.moves.querySelector("[aria-current]");
    if (current instanceof HTMLElement)
      this.moves.scrollTop = current.offsetTop - this.moves.clientHeight / 2;
  }

  /** @param {number} place */
  sanOf(place) {
    return written(this.game, this.line[place]);
  }

  drawPlayers() {
    const { seats } = this.state.view;
    const known = this.judged.filter((move) => move !== undefined);
    fresh(
      this.players,
      seats.map(({ colour, name }, seat) => {
        const exact = accuracy(known, seat);
        const count = (/** @type {string} */ mark) =>
          known.filter((move) => move.seat === seat && move.mark === mark).length;
        const marks = ["?!", "?", "??"].map((mark) => `${count(mark)} ${mark}`).join("  ");
        return h(
          "li",
          {},
          seatMark(this.game, seat),
          h("span", {}, name ? [named(name), ` (${colour})`] : colour),
          h("b", {}, exact === null ? "–" : `${exact.toFixed(0)}%`),
          h("span.dim", {}, marks),
        );
      }),
    );
  }

  drawTurns() {
    const places = turningPoints(this.judged);
    const isDone = this.judged.every(Boolean);
    fresh(
      this.turns,
      places.map((place) => {
        const { seat } = this.line[place];
        const best = this.seen[place]?.line;
        const words = `${this.numberOf(place)} ${this.sanOf(place)}${this.judged[place]?.mark ?? ""}`;
        const fall = Math.round((this.judged[place]?.loss ?? 0) * 100);
        const press = { type: "button", onclick: () => this.look(place + 1) };
        const better = best ? `; ${lineOf(this.game, best)[0]} was better` : "";
        return h(
          "li",
          {},
          h("button", press, seatMark(this.game, seat), h("b", {}, words), `lost ${fall}%${better}`),
        );
      }),
      places.length ? null : h("li.dim", {}, isDone ? "No move turned this game." : "Still looking…"),
    );
  }

  /** The number of a move, as lists write it. @param {number} place */
  numberOf(place) {
    const players = this.game.players.length;
    return `${Math.floor(place / players) + 1}.${players === 2 && place % 2 ? ".." : ""}`;
  }

  /** Goes to a position. @param {number} ply */
  async look(ply) {
    this.ply = Math.max(0, Math.min(this.line.length, Number.isInteger(ply) ? ply : 0));
    const mine = ++this.asked;
    const found = await get("/api/games/{id}/positions/{ply}", { id: this.id, ply: this.ply });
    if (mine !== this.asked) return;
    const { board } = this;
    board.show(found.placement);
    const record = this.line[this.ply - 1];
    const last = record
      ? [{ seat: record.seat, cells: cellsOf([...board.places.keys()], record.coordinates) }]
      : [];
    board.mark({ last, check: found.check });
    this.drawMoves();
    this.draw();
    const query = this.ply ? `?ply=${this.ply}` : "";
    history.replaceState(history.state, "", location.pathname + query);
  }

  /** Shows what is known of the position looked at, and of the move that led to it. */
  draw() {
    const { ply, board, line } = this;
    const known = Array.from({ length: line.length + 1 }, (_, at) => this.seen[at]?.shares);
    fresh(
      this.graph,
      graph(this.game, known, ply, (at) => this.look(at)),
    );
    const here = this.seen[ply];
    if (here) this.bar.draw(here.shares, this.seat);
    const before = ply ? this.seen[ply - 1] : undefined;
    const judged = ply ? this.judged[ply - 1] : undefined;
    const names = [...board.places.keys()];
    const [from, to] = cellsOf(names, before?.line?.moves[0] ?? "");
    board.shapes.hint(judged && !judged.isBest && from && to ? [{ from, to, width: 0.8 }] : []);
    fresh(this.verdict, this.words(before, judged), here?.sentence ? h("p", {}, `${here.sentence}.`) : null);
  }

  /** @param {Seen | undefined} before @param {Judged | undefined} judged */
  words(before, judged) {
    if (!this.ply) return h("p.dim", {}, "Step through the game to see each move judged.");
    const played = `${this.numberOf(this.ply - 1)} ${this.sanOf(this.ply - 1)}`;
    if (!judged || !before) return h("p.dim", {}, `${played}: not looked at yet.`);
    const worth = before.line ? this.value(before.line, before.turn) : "";
    const best = before.line ? lineOf(this.game, before.line).slice(0, SHOWN_MOVES) : [];
    const verdict = judged.isBest
      ? "is the best move"
      : judged.mark
        ? `${judged.mark} loses ${Math.round(judged.loss * 100)}%`
        : "is good";
    return [
      h("p", {}, h("b", {}, played), ` ${verdict}.`),
      best.length ? h("p.best", {}, `Best${worth ? ` (${worth})` : ""}: `, best.join(" ")) : null,
    ];
  }

  /** What a line is worth, in words where the end is in sight. @param {api.FoundLine} line @param {number} turn */
  value(line, turn) {
    const { players } = this.game;
    if (line.mate !== undefined) {
      const moves = Math.abs(line.mate);
      return `${players[turn].name} ${line.mate > 0 ? "wins" : "loses"} in ${moves}`;
    }
    if (players.length === 2) return score(line, turn, 2);
    return `${players[turn].name} ${Math.round(shares(line, turn)[turn] * 100)}%`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(TAKEN) || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.line.length };
    const to = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (to === undefined) return;
    event.preventDefault();
    this.look(to);
  }
}
