// A game of a match while it is played: the board, who plays, what they say of it, and how it went.

import { fresh, h } from "../lib/dom.js";
import { written } from "../lib/letters.js";
import { seatMark } from "../board/figures.js";
import { still } from "../board/still.js";
import { shown } from "./clock.js";
import { graph } from "./evaluation.js";
import { handStrip } from "./hands.js";
import { cellsOf } from "./variations.js";

/** @import * as api from "../types/api" */

/** Chances in thousandths as parts of the whole. @param {(number[] | null)[]} chances */
export const partsOf = (chances) => chances.map((found) => found?.map((part) => part / 1000));

/** The cells of a move, to be marked. @param {{ seat: number, coordinates: string }} move @param {readonly string[]} names */
export const marked = (move, names) => [{ seat: move.seat, cells: cellsOf([...names], move.coordinates) }];

/**
 * What players hold, one strip a seat, in games that know hands.
 * @param {api.GameDocument} game @param {api.Placement} placement
 * @param {import("../board/board.js").Board} board
 */
export const held = (game, placement, board) =>
  game.hands ? placement.hands.map((hand, seat) => handStrip(game, seat, hand, board, [])) : [];

export class MatchBoard {
  /** @param {api.Match} match */
  constructor(match) {
    this.match = match;
    const game = match.document;
    this.board = still("A game of the match");
    this.board.placement = game.placement;
    this.board.setUp(game);
    this.players = h("ul.match-players");
    this.hands = h("div.match-hands");
    this.moves = h("p.match-moves.dim");
    this.graph = h("div.graph");
    this.number = h("p.dim");
    const { number, players, board, hands, moves } = this;
    this.node = h("article.match-board", {}, number, players, board, hands, this.graph, moves);
    this.drawn = "";
  }

  /** @param {api.MatchTable} table */
  draw(table) {
    const state = `${table.number} ${table.ply}`;
    if (state === this.drawn) return;
    this.drawn = state;
    const game = this.match.document;
    this.node.dataset.ply = String(table.ply);
    this.number.textContent = `Game ${table.number + 1}`;
    this.board.show(table.placement);
    fresh(this.hands, held(game, table.placement, this.board));
    const names = [...this.board.places.keys()];
    this.board.mark({ last: table.last ? marked(table.last, names) : [] });
    const known = [undefined, ...partsOf(table.chances)];
    fresh(
      this.graph,
      graph(game, known, -1, () => {}),
    );
    const letters = table.moves.map((san) => written(game, { san }));
    this.moves.textContent = letters.join(" ");
    fresh(
      this.players,
      table.seats.map((engine, seat) => this.player(table, engine, seat)),
    );
  }

  /** @param {api.MatchTable} table @param {number} engine @param {number} seat */
  player(table, engine, seat) {
    const clock = table.clocks[seat];
    return h(
      "li",
      { "aria-current": seat === table.turn ? "true" : null },
      seatMark(this.match.document, seat),
      h("span", {}, this.match.engines[engine] ?? "?"),
      h("span.dim", {}, table.said[seat] ?? ""),
      clock === undefined ? null : h("span.time", {}, shown(clock)),
    );
  }
}
