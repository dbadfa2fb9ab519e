// An explorer of openings: what was played in a position in games that were finished here, or in games of one's own that
// were written down, and what came of it.

import { complain, fresh, h, toast } from "../lib/dom.js";
import { post, remove } from "../lib/api.js";
import { written } from "../lib/letters.js";
import { counted } from "../lib/text.js";
import { paper } from "./paper.js";

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
    this.whose = h(
      "select",
      { "aria-label": "Whose games", onchange: () => this.draw() },
      h("option", { value: "all" }, "Games finished here"),
      h("option", { value: "own" }, "My own games"),
    );
    this.tools = this.own();
    this.node = h(
      "details.openings",
      {},
      h("summary", {}, "Openings"),
      h("div.stack.tight", {}, this.whose, this.list, this.tools),
    );
    this.node.addEventListener("toggle", () => this.draw());
  }

  get isOwn() {
    return this.whose.value === "own";
  }

  /** Where games of one's own are brought, and forgotten. */
  own() {
    const { area, file } = paper({ "aria-label": "Finished games in PGN or KIF" });
    const bring = async () => {
      const { game, settings } = this.position();
      try {
        const done = await post("/api/openings/games", { game, settings, pgn: area.value });
        const refused = done.refused ? `; ${done.refused} not: ${done.why}` : "";
        toast(`${counted(done.counted, "game")} counted${refused}`, done.counted ? "note" : "error");
        if (done.counted) area.value = "";
        this.draw();
      } catch (error) {
        complain(error);
      }
    };
    const forget = async () => {
      await remove("/api/openings/games", { game: this.position().game });
      this.draw();
    };
    return h(
      "details",
      { hidden: true },
      h("summary", {}, "Count games of mine"),
      h(
        "div.stack.tight",
        {},
        area,
        file,
        h(
          "div.row",
          {},
          h("button", { type: "button", onclick: bring }, "Count"),
          h("button", { type: "button", onclick: () => forget().catch(complain) }, "Forget mine"),
        ),
      ),
    );
  }

  /** Another position is looked at. */
  draw() {
    this.tools.hidden = !this.isOwn;
    if (this.node.open) this.look().catch(complain);
  }

  async look() {
    const mine = ++this.asked;
    const found = await post("/api/openings", { position: this.position(), own: this.isOwn });
    if (mine !== this.asked) return;
    const none = this.isOwn
      ? "None of your games came to this position."
      : "No game that was finished here came to this position.";
    const moves = found.moves.map((move) => this.row(move));
    fresh(
      this.list,
      found.games
        ? [h("p.dim", {}, counted(found.games, "game")), h("ul.plain", {}, moves)]
        : h("p.dim", {}, none),
    );
  }

  /** @param {{ coordinates: string, san: string, native?: string[], games: number, wins: number[], draws: number }} known */
  row(known) {
    const { coordinates, games, wins, draws } = known;
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
      written(this.game, known),
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
