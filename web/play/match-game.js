// A finished game of a match, move by move, with what the engines said of it.

import { fresh, h } from "../lib/dom.js";
import { address, get } from "../lib/api.js";
import { matchPath, noteQuery } from "../lib/route.js";
import { written } from "../lib/letters.js";
import { seatMark } from "../board/figures.js";
import { still } from "../board/still.js";
import { button } from "./buttons.js";
import { bar, graph } from "./evaluation.js";
import { held, marked, partsOf } from "./match-board.js";
import { points } from "./match-table.js";

/** @import * as api from "../types/api" */

/** @param {api.Match} match @param {number} number */
export async function replay(match, number) {
  const game = await get("/api/matches/{id}/games/{number}", { id: match.id, number });
  const page = new Replay(match, game);
  return { title: `Game ${number + 1}: ${match.title}`, node: page.node, leave: () => page.leave() };
}

class Replay {
  /** @param {api.Match} match @param {api.PlayedMatchGame} found */
  constructor(match, found) {
    this.match = match;
    this.found = found;
    this.ply = 0;
    this.known = [undefined, ...partsOf(found.plies.map(({ chances }) => chances))];
    const game = match.document;
    this.board = still(`Game ${found.number + 1}`);
    this.board.placement = found.start;
    this.board.setUp(game);
    this.bar = bar(game);
    this.graph = h("div.graph");
    this.said = h("p", { role: "status" });
    this.hands = h("div.match-hands");
    this.moves = h("div.moves.reviewed", { tabindex: 0, role: "region", "aria-label": "Moves" });
    this.buttons = found.plies.map((ply, at) =>
      h("button.ply", { type: "button", onclick: () => this.look(at + 1) }, written(game, ply)),
    );
    const players = game.players.length;
    const numbered = this.buttons.flatMap((move, at) =>
      at % players ? [move] : [h("span.number", {}, `${at / players + 1}. `), move],
    );
    fresh(this.moves, numbered);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.onkey);
    const { id } = match;
    const pgn = address("/api/matches/{id}/games/{number}/pgn", { id, number: found.number });
    this.node = h(
      "section.play.analysis.match-game",
      {},
      h("h1.quiet", {}, `Game ${found.number + 1} of ${match.title}`),
      h("div.field", {}, h("div.with-bar", {}, this.bar.node, this.board)),
      h(
        "div.side",
        {},
        h("p.title", {}, h("a", { href: matchPath(id) }, match.title)),
        h(
          "ul.match-players",
          {},
          found.seats.map((engine, seat) => this.player(engine, seat)),
        ),
        this.hands,
        h("p.dim.conclusion", {}, found.sentence),
        this.graph,
        this.said,
        this.moves,
        h(
          "div.walk",
          {},
          button("first", "To the start", () => this.look(0)),
          button("back", "One move back", () => this.look(this.ply - 1)),
          button("on", "One move on", () => this.look(this.ply + 1)),
          button("last", "To the end", () => this.look(found.plies.length)),
        ),
        h(
          "div.row",
          {},
          h("a.button", { href: pgn, download: `${id}-${found.number + 1}.pgn` }, "PGN"),
          h("a.button", { href: matchPath(id) }, "The match"),
        ),
      ),
    );
    this.look(found.plies.length);
  }

  leave() {
    removeEventListener("keydown", this.onkey);
  }

  /** @param {number} engine @param {number} seat */
  player(engine, seat) {
    return h(
      "li",
      {},
      seatMark(this.match.document, seat),
      h("span", {}, this.match.engines[engine] ?? "?"),
      h("b", {}, points(this.found.shares[seat])),
    );
  }

  /** Goes to a position. @param {number} ply */
  look(ply) {
    const { board, found, match } = this;
    this.ply = Math.max(0, Math.min(found.plies.length, ply));
    const here = found.plies[this.ply - 1];
    const placement = here?.placement ?? found.start;
    board.show(placement);
    fresh(this.hands, held(match.document, placement, board));
    board.mark({ last: here ? marked(here, [...board.places.keys()]) : [] });
    const parts = this.known[this.ply];
    if (parts) this.bar.draw(parts, 0);
    fresh(
      this.graph,
      graph(match.document, this.known, this.ply, (at) => this.look(at)),
    );
    this.said.textContent = here ? this.words(here) : "The start.";
    this.buttons.forEach((move, at) => {
      if (at === this.ply - 1) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
    });
    // It can be scrolled only where it is shown.
    requestAnimationFrame(() => {
      const now = this.buttons[this.ply - 1];
      if (now) this.moves.scrollTop = now.offsetTop - this.moves.clientHeight / 2;
    });
    noteQuery({ game: String(found.number), ply: String(this.ply) });
  }

  /** What was said of a move. @param {api.MatchPly} ply */
  words(ply) {
    const name = this.match.engines[this.found.seats[ply.seat]] ?? "?";
    const move = written(this.match.document, ply);
    if (ply.spent === undefined) return `${move}: part of the opening.`;
    const said = ply.note ? ` ${ply.note}` : "";
    return `${name}: ${move}${said} in ${(ply.spent / 1000).toFixed(2)} s.`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : window.document.body;
    if (target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = {
      ArrowLeft: this.ply - 1,
      ArrowRight: this.ply + 1,
      Home: 0,
      End: this.found.plies.length,
    };
    const to = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (to === undefined) return;
    event.preventDefault();
    this.look(to);
  }
}
