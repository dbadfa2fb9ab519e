// Sets a position up by hand, on any board: choose a piece, press cells.

import { fresh, h, reasonOf } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { icon, inWords } from "../board/figures.js";

/** @import * as api from "../types/api" */
/** @import { Board } from "../board/board.js" */

export class Setup {
  /**
   * @param {api.GameDocument} game
   * @param {Board} board
   * @param {api.Question} position the position it begins with
   * @param {number} turn
   * @param {(fen: string | null) => void} done
   */
  constructor(game, board, position, turn, done) {
    this.game = game;
    this.board = board;
    this.position = position;
    this.done = done;
    this.turn = turn;
    /** What was changed. @type {Record<string, api.Piece | null>} */
    this.cells = {};
    /** What a press puts down; nothing takes away. @type {api.Piece | null} */
    this.brush = null;
    this.fen = "";
    /** The number of the last question. */
    this.asked = 0;
    this.problem = h("p.problem", { role: "alert" });
    this.finish = h("button.primary", { type: "button", onclick: () => this.end(this.fen) }, "Use it");
    this.palette = h("div.palette", { role: "radiogroup", "aria-label": "Pieces" });
    this.node = this.makeNode();
    this.deaf = board.on("press", (cell) => this.put(cell));
    this.draw();
    this.check();
  }

  makeNode() {
    const clear = h("button", { type: "button", onclick: () => this.clear() }, "Clear the board");
    const cancel = h("button", { type: "button", onclick: () => this.end(null) }, "Cancel");
    return h(
      "div.setup.stack",
      {},
      h("p", {}, "Choose a piece, then press cells. What stands there already is taken away."),
      this.palette,
      h("div.row", {}, this.turnField(), clear),
      this.problem,
      h("div.row", {}, this.finish, cancel),
    );
  }

  turnField() {
    const change = () => {
      this.turn = Number(field.value);
      this.check();
    };
    const field = h(
      "select",
      { "aria-label": "To move", onchange: change },
      this.game.players.map((player, seat) =>
        h("option", { value: seat, selected: seat === this.turn }, `${player.name} to move`),
      ),
    );
    return field;
  }

  draw() {
    /** @type {api.Piece[]} */
    const all = this.game.players.flatMap((_, seat) =>
      this.game.pieces.map((piece) => /** @type {api.Piece} */ ([seat, piece.letter])),
    );
    fresh(
      this.palette,
      this.choice(null),
      all.map((piece) => this.choice(piece)),
    );
  }

  /** @param {api.Piece | null} brush */
  choice(brush) {
    const isChosen = JSON.stringify(brush) === JSON.stringify(this.brush);
    const words = brush ? inWords(this.game, brush) : "Take away";
    const choose = () => {
      this.brush = brush;
      this.draw();
    };
    return h(
      "button.held",
      {
        type: "button",
        role: "radio",
        "aria-checked": String(isChosen),
        "aria-label": words,
        title: words,
        onclick: choose,
      },
      brush ? icon(this.game, brush[0], brush[1]) : "✕",
    );
  }

  /** @param {string} cell */
  put(cell) {
    const now = this.board.placement.cells[cell];
    const isSame = this.brush && now && now[0] === this.brush[0] && now[1] === this.brush[1];
    this.cells[cell] = isSame ? null : this.brush;
    this.show();
  }

  clear() {
    for (const { name } of this.game.drawing.cells) this.cells[name] = null;
    this.show();
  }

  show() {
    const cells = { ...this.board.placement.cells };
    for (const [cell, piece] of Object.entries(this.cells)) {
      if (piece) cells[cell] = piece;
      else delete cells[cell];
    }
    this.board.show({ ...this.board.placement, cells }, { animate: false });
    this.check();
  }

  async check() {
    const mine = ++this.asked;
    this.finish.disabled = true;
    try {
      const request = { position: this.position, cells: this.cells, turn: this.turn };
      const { fen } = await post("/api/compose", request);
      if (mine !== this.asked) return;
      this.fen = fen;
      this.problem.textContent = "";
      this.finish.disabled = false;
    } catch (error) {
      if (mine === this.asked) this.problem.textContent = reasonOf(error);
    }
  }

  /** @param {string | null} fen */
  end(fen) {
    this.asked++;
    this.deaf();
    this.node.remove();
    this.done(fen);
  }
}
