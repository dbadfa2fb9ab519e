// Analysis of any position of any game: lines with arrows, an evaluation bar, free play with variations.

import { complain, copy, fresh, h } from "../lib/dom.js";
import { entry, get, me, once, post } from "../lib/api.js";
import { analyse } from "../lib/live.js";
import { begin } from "../lib/begin.js";
import { play } from "../lib/sound.js";
import { strip } from "../play/hands.js";
import { pen } from "../play/actions.js";
import { Setup } from "../play/setup.js";
import { bar, graph, settled, shares } from "../play/worth.js";
import { why } from "../lib/why.js";
import { written } from "../lib/letters.js";
import { capital } from "../lib/text.js";
import "../board/board.js";

/** @param {string} id @param {URLSearchParams} query */
export async function show(id, query) {
  await me();
  const of = query.get("of");
  let definition = id || "chess";
  /** @type {any} */
  let state = null;
  if (of) {
    state = await get(`/api/games/${encodeURIComponent(of)}`);
    definition = state.definition;
  }
  const settings = Object.fromEntries(state?.settings ?? []);
  const [game, { games }, { threads }] = await Promise.all([
    once(entry(definition, "", settings)),
    once("/api/catalogue"),
    once("/api/levels"),
  ]);
  const page = new Analysis(
    definition,
    settings,
    game,
    games,
    query.get("fen") ?? state?.view.start ?? "",
    state ? [...state.view.past, ...state.view.future].map((record) => record.coordinates) : [],
    threads,
  );
  await page.look(page.node0);
  return { title: `Analysis: ${game.name}`, node: page.node, leave: () => page.leave() };
}

/** @typedef {{ parent: Node0 | null, text: string, san: string, after: Node0[], shares?: number[] }} Node0 */

class Analysis {
  /**
   * @param {string} id
   * @param {Record<string, string>} settings
   * @param {any} game
   * @param {any[]} games
   * @param {string} fen
   * @param {string[]} moves
   * @param {number} most the most threads that may think
   */
  constructor(id, settings, game, games, fen, moves, most) {
    this.id = id;
    this.settings = settings;
    this.game = game;
    this.fen = fen;
    this.seat = 0;
    /** Who is to move. @type {number} */ this.turn = 0;
    this.asked = 0;
    this.lines = 3;
    this.threads = 1;
    this.running = true;
    /** @type {Node0} */
    this.root = { parent: null, text: "", san: "", after: [] };
    this.node0 = this.root;
    for (const text of moves) this.node0 = this.add(this.node0, text, text);
    this.board = /** @type {any} */ (document.createElement("chatura-board"));
    this.board.setUp(game);
    this.board.active = true;
    this.board.addEventListener("move", (/** @type {any} */ event) => this.play(event.detail));
    this.board.addEventListener("refused", async (/** @type {any} */ event) => {
      const { from, to } = event.detail;
      const reason = from ? await why(this.question(), from, to) : null;
      this.problem.textContent = reason ? `${capital(reason)}.` : "";
    });
    this.bar = bar(game);
    this.found = h("ol.lines");
    this.tree = h("div.moves.tree", { tabindex: 0, role: "region", "aria-label": "Moves" });
    this.graph = h("div.graph");
    this.depth = h("span.dim");
    this.problem = h("p.problem", { role: "alert" });
    this.hands = h("div.hands");
    this.field = h("input", {
      "aria-label": "FEN",
      spellcheck: "false",
      autocomplete: "off",
      onchange: () => this.start(this.field.value.trim()),
    });
    const pick = h(
      "select",
      {
        "aria-label": "Game",
        onchange: () => location.assign(`/analysis/${encodeURIComponent(pick.value)}`),
      },
      [...new Set([id, ...games.map((one) => one.id)])].map((one) =>
        h(
          "option",
          { value: one, selected: one === id },
          games.find((known) => known.id === one)?.name ?? game.name,
        ),
      ),
    );
    const toggle = h(
      "button",
      {
        type: "button",
        onclick: () => (
          (this.running = !this.running),
          (toggle.textContent = this.running ? "Stop" : "Analyse"),
          this.think()
        ),
      },
      "Stop",
    );
    const slider = (/** @type {"lines" | "threads"} */ name, /** @type {number} */ max) => {
      const shown = h("output", {}, this[name]);
      const input = h("input", {
        type: "range",
        min: 1,
        max,
        value: this[name],
        oninput: () => ((this[name] = Number(input.value)), (shown.textContent = input.value), this.think()),
      });
      return h("label.row.slider", {}, name === "lines" ? "Lines" : "Threads", input, shown);
    };
    this.whole = h("button", { type: "button", onclick: () => this.review() }, "Evaluate the game");
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.onkey);
    this.node = h(
      "section.play.analysis",
      {},
      h("h1.quiet", {}, "Analysis"),
      h("div.field", {}, h("div.with-bar", {}, this.bar.node, this.board), this.problem),
      h(
        "div.side",
        {},
        h("div.row", {}, pick, toggle),
        slider("lines", 6),
        most > 1 ? slider("threads", most) : null,
        this.depth,
        this.found,
        this.hands,
        this.tree,
        this.graph,
        this.whole,
        h(
          "div.row",
          {},
          h("button", { type: "button", onclick: () => this.flip() }, "Turn"),
          pen(this.board),
          h("button", { type: "button", onclick: () => this.remove() }, "Remove move"),
          h("button", { type: "button", onclick: () => this.setUp() }, "Set up"),
          h("button", { type: "button", onclick: () => copy(this.field.value, "FEN") }, "Copy FEN"),
        ),
        this.field,
        h("button", { type: "button", onclick: () => this.playOn() }, "Play from here"),
        this.import(),
      ),
    );
  }

  leave() {
    this.asked++;
    this.reviewing = undefined;
    this.stop?.();
    this.stop = undefined;
    removeEventListener("keydown", this.onkey);
  }

  /** @param {Node0} parent @param {string} text @param {string} san */
  add(parent, text, san) {
    const known = parent.after.find((one) => one.text === text);
    if (known) return known;
    /** @type {Node0} */
    const made = { parent, text, san, after: [] };
    parent.after.push(made);
    return made;
  }

  /** @param {Node0} node */
  path(node) {
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.unshift(at);
    return moves;
  }

  /** The position before the first move. */
  beginning() {
    return { game: this.id, settings: this.settings, ...(this.fen ? { fen: this.fen } : {}) };
  }

  question() {
    return { ...this.beginning(), moves: this.path(this.node0).map((node) => node.text) };
  }

  /** @param {Node0} node */
  async look(node) {
    this.node0 = node;
    const mine = ++this.asked;
    let found;
    try {
      found = await post("/api/check", this.question());
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
      return;
    }
    if (mine !== this.asked) return;
    this.path(node).forEach((one, number) => (one.san = found.moves[number]?.san ?? one.san));
    this.problem.textContent = found.outcome?.sentence ?? "";
    this.problem.classList.toggle("told", Boolean(found.outcome));
    this.turn = found.turn;
    this.over = Boolean(found.outcome);
    if (found.outcome) node.shares = settled(found.outcome.places);
    if (node.shares) this.bar.draw(node.shares, this.seat);
    this.board.legal = found.legal;
    this.board.mover = found.turn;
    this.board.show(found.placement);
    const mover = node.parent ? (found.turn + this.game.players.length - 1) % this.game.players.length : 0;
    this.board.mark({ last: [{ seat: mover, cells: this.cellsOf(node.text) }], check: found.check });
    this.board.drawings.hint([]);
    this.field.value = found.fen;
    this.legal = found.legal;
    fresh(
      this.hands,
      this.game.hands
        ? found.placement.hands.map((/** @type {any} */ hand, /** @type {number} */ seat) =>
            strip(this.game, seat, hand, this.board, seat === found.turn ? found.legal : []),
          )
        : null,
    );
    this.draw();
    this.think();
  }

  /** The cells a move in coordinates names: `e2e4`. @param {string} text */
  cellsOf(text) {
    const names = [...this.board.places.keys()];
    const from = names.filter((name) => text.startsWith(name));
    const pairs = from.flatMap((start) =>
      names.filter((name) => text.slice(start.length).startsWith(name)).map((end) => [start, end]),
    );
    // The longest is meant: a1 and a12 both begin `a12b3`.
    return pairs.sort((one, other) => other.join("").length - one.join("").length)[0] ?? [];
  }

  /** @param {any} move */
  play(move) {
    play("move");
    this.look(this.add(this.node0, move.text, move.text));
  }

  /** Lets somebody put the pieces where they like. */
  setUp() {
    if (this.node.querySelector(".setup")) return;
    this.stop?.();
    this.stop = undefined;
    this.board.legal = [];
    this.board.active = false;
    this.board.mark({});
    this.board.drawings.hint([]);
    fresh(this.found);
    const done = (/** @type {string | null} */ fen) => {
      this.board.active = true;
      if (fen === null) this.look(this.node0);
      else this.start(fen);
    };
    const setup = new Setup(this.game, this.board, () => this.question(), this.turn, done);
    this.found.before(setup.node);
  }

  /** @param {string} fen */
  start(fen) {
    this.fen = fen;
    this.reviewing = undefined;
    this.root = { parent: null, text: "", san: "", after: [] };
    this.look(this.root);
  }

  remove() {
    const { parent } = this.node0;
    if (!parent) return;
    parent.after = parent.after.filter((one) => one !== this.node0);
    this.look(parent);
  }

  async flip() {
    this.seat = (this.seat + 1) % this.game.players.length;
    const stage = await once(entry(this.id, "/stage", this.settings, { seat: this.seat }));
    this.board.setUp(this.game, stage);
    this.look(this.node0);
  }

  playOn() {
    const seats = this.game.players.map((/** @type {any} */ _, /** @type {number} */ seat) =>
      seat === this.turn ? "me" : "ai:3",
    );
    begin({ game: this.id, settings: this.settings, seats, fen: this.field.value }).catch(complain);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, textarea, select, .picker") || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === "ArrowLeft" && this.node0.parent) this.look(this.node0.parent);
    else if (event.key === "ArrowRight" && this.node0.after[0]) this.look(this.node0.after[0]);
    else if (event.key === "Home") this.look(this.root);
    else return;
    event.preventDefault();
  }

  think() {
    this.stop?.();
    this.stop = undefined;
    fresh(this.found);
    this.depth.textContent = "";
    if (!this.running || this.over) return;
    const at = this.node0;
    const hear = (/** @type {any} */ found) => at === this.node0 && this.tell(found);
    const fail = (/** @type {any} */ error) => {
      this.depth.textContent = error.message;
      // Others think at the moment; soon there is room.
      if (error.code === "busy")
        setTimeout(() => at === this.node0 && this.stop === stop && this.think(), 1500);
    };
    const stop = analyse(
      { ...this.question(), limits: { lines: this.lines, threads: this.threads, seconds: 60 } },
      hear,
      fail,
    );
    this.stop = stop;
  }

  /** @param {any} found */
  tell(found) {
    if (!found.lines.length) return;
    this.depth.textContent = `depth ${found.depth}`;
    const { turn } = this;
    // Two count from the first player's side, more from the side of who is to move.
    const sign = this.game.players.length === 2 && turn === 1 ? -1 : 1;
    const words = (/** @type {any} */ line) => {
      if (line.mate !== undefined) return `#${line.mate * sign}`;
      return `${line.centipawns * sign > 0 ? "+" : ""}${((line.centipawns * sign) / 100).toFixed(2)}`;
    };
    this.node0.shares = shares(found.lines[0], turn);
    this.bar.draw(this.node0.shares, this.seat);
    const row = (/** @type {any} */ line) =>
      h(
        "li",
        {},
        h("b", {}, words(line)),
        " ",
        line.san
          .slice(0, 10)
          .map((/** @type {string} */ san, /** @type {number} */ number) => [
            h(
              "button.ply",
              { type: "button", onclick: () => this.follow(line.moves.slice(0, number + 1)) },
              written(this.game, san),
            ),
            " ",
          ]),
      );
    fresh(this.found, found.lines.map(row));
    const arrows = found.lines.map((/** @type {any} */ line, /** @type {number} */ number) => {
      const move = this.legal?.find((/** @type {any} */ one) => one.text === line.moves[0]);
      return move?.from && move.to ? { from: move.from, to: move.to, width: 1 - number * 0.22 } : null;
    });
    this.board.drawings.hint(arrows.filter(Boolean).slice(0, 4));
    this.drawGraph();
  }

  /** @param {string[]} moves */
  follow(moves) {
    let node = this.node0;
    for (const text of moves) node = this.add(node, text, text);
    this.look(node);
  }

  /** The moves with their variations. */
  draw() {
    const many = this.game.players.length;
    const chip = (/** @type {Node0} */ node, /** @type {number} */ ply) => [
      ply % many === 0 ? h("span.number", {}, `${ply / many + 1}. `) : null,
      h(
        "button.ply",
        {
          type: "button",
          ...(node === this.node0 ? { "aria-current": "step" } : {}),
          onclick: () => this.look(node),
        },
        written(this.game, node.san),
      ),
    ];
    /** @param {Node0} node @param {number} ply @returns {any[]} */
    const walk = (node, ply) => {
      const out = [];
      for (let at = node; at.after.length; at = at.after[0], ply++) {
        out.push(chip(at.after[0], ply));
        for (const side of at.after.slice(1))
          out.push(h("span.variation", {}, "(", chip(side, ply), walk(side, ply + 1), ")"));
      }
      return out;
    };
    fresh(
      this.tree,
      walk(this.root, 0),
      this.root.after.length ? null : h("p.empty", {}, "Play moves on the board"),
    );
    this.tree.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    this.drawGraph();
  }

  /** The moves that were played, without what was only tried. */
  mainLine() {
    const line = [this.root];
    for (let at = this.root; at.after.length; at = at.after[0]) line.push(at.after[0]);
    return line;
  }

  /** Looks at every position of the game for a moment, so that the graph is whole. */
  async review() {
    const mine = (this.reviewing = {});
    const line = this.mainLine();
    this.whole.disabled = true;
    for (const [ply, node] of line.entries()) {
      if (mine !== this.reviewing) break;
      this.whole.textContent = `Evaluating ${ply} of ${line.length - 1}`;
      node.shares ??= await this.glance(node).catch(() => undefined);
      this.drawGraph();
    }
    this.whole.disabled = false;
    this.whole.textContent = "Evaluate the game";
  }

  /** What everybody can expect of a position, at a glance. @param {Node0} node */
  async glance(node) {
    const position = { ...this.beginning(), moves: this.path(node).map((one) => one.text) };
    const { outcome, turn } = await post("/api/check", position);
    if (outcome) return settled(outcome.places);
    const text = await post("/api/analysis", { position, limits: { lines: 1, depth: 8, seconds: 1 } });
    const last = JSON.parse(text.trim().split("\n").pop() ?? "{}");
    return last.lines?.length ? shares(last.lines[0], turn) : undefined;
  }

  drawGraph() {
    const line = this.mainLine();
    this.whole.hidden = line.length < 3;
    fresh(
      this.graph,
      graph(
        this.game,
        line.map((node) => node.shares),
        line.indexOf(this.node0),
        (ply) => this.look(line[ply] ?? this.root),
      ),
    );
  }

  import() {
    const area = h("textarea", {
      rows: 3,
      placeholder: "Paste PGN",
      "aria-label": "PGN",
      spellcheck: "false",
    });
    const load = async () => {
      try {
        const { game } = await post("/api/pgn", { pgn: area.value });
        location.assign(`/analysis?of=${encodeURIComponent(game)}`);
      } catch (error) {
        complain(/** @type {Error} */ (error));
      }
    };
    return h(
      "details",
      {},
      h("summary", {}, "Load PGN"),
      h("div.stack", {}, area, h("button", { type: "button", onclick: load }, "Load")),
    );
  }
}
