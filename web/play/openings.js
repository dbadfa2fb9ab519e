// An explorer of openings: what was played in a position in games that were finished here, and what came of it.

import { complain, fresh, h } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { written } from "../lib/letters.js";
import { counted } from "../lib/text.js";

/** @import * as api from "../types/api" */

export class Openings {
  /**
   * @param {api.GameDocument} game
   * @param {() => api.Question} position
   * @param {(move: string) => void} play
   */
  constructor(game, position, play) {
    this.game = game;
    this.position = position;
    this.play = play;
    this.asked = 0;
    this.list = h("div");
    this.node = h("details.openings", {}, h("summary", {}, "Openings"), this.list);
    this.node.addEventListener("toggle", () => this.draw());
  }

  /** Another position is looked at. */
  draw() {
    if (this.node.open) this.look().catch(complain);
  }

  async look() {
    const mine = ++this.asked;
    const found = await post("/api/openings", { position: this.position() });
    if (mine !== this.asked) return;
    const none = h("p.dim", {}, "No game that was finished here came to this position.");
    const head = h("p.dim", {}, counted(found.games, "game"));
    fresh(
      this.list,
      found.games
        ? [
            head,
            h(
              "ul.plain",
              {},
              found.moves.map((move) => this.row(move)),
            ),
          ]
        : none,
    );
  }

  /** @param {{ coordinates: string, san: string, games: number, wins: number[], draws: number }} move */
  row({ coordinates, san, games, wins, draws }) {
    const { players } = this.game;
    const share = (/** @type {number} */ count) => Math.round((100 * count) / games);
    const words = [
      ...wins.map((count, seat) => `${players[seat].name} won ${share(count)} %`),
      `drawn ${share(draws)} %`,
    ];
    const part = (/** @type {number} */ count, /** @type {string} */ colour) =>
      h("span", { style: `flex-grow:${count};background:${colour}` });
    const { colours } = this.game.figures;
    const bar = [...wins.map((count, seat) => part(count, colours[seat].body)), part(draws, "#9a9284")];
    const move = h(
      "button.ply",
      { type: "button", onclick: () => this.play(coordinates) },
      written(this.game, san),
    );
    return h(
      "li.opening",
      {},
      move,
      h("span.dim", {}, String(games)),
      h("span.shares", { role: "img", "aria-label": words.join(", "), title: words.join(", ") }, bar),
    );
  }
}
