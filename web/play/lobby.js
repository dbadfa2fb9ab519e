// The lobby: open seats, games to watch, and a partner at once.

import { complain, fresh, h, named } from "../lib/dom.js";
import { address, get, me, post, setOf } from "../lib/api.js";
import { go, playPath } from "../lib/route.js";
import { counted } from "../lib/text.js";

/** @import * as api from "../types/api" */

/** How often it is looked again, in milliseconds. Browsers know by its mark when nothing has changed. */
const PACE = 2500;
/** The clocks that are offered. @type {[string, string][]} */
const CLOCKS = [
  ["none", "No clock"],
  ["3+2", "3+2"],
  ["5+3", "5+3"],
  ["10+5", "10+5"],
  ["30+20", "30+20"],
  ["3d/move", "3 days a move"],
];
/** How long one waits for people before the computer plays, in seconds. @type {[string, string][]} */
const PATIENCE = [
  ["", "wait for people"],
  ["15", "then the computer, after 15 s"],
  ["60", "then the computer, after 1 min"],
];

/** @param {string} game */
const patienceKey = (game) => `patience ${game}`;

/** When the computer takes the open seats of a game, if it was wished for. @param {string} game */
export const patienceOf = (game) => Number(sessionStorage.getItem(patienceKey(game))) || 0;

/** @param {string} label @param {[string, string][]} choices */
const choice = (label, choices) =>
  h(
    "select",
    { "aria-label": label },
    choices.map(([value, words]) => h("option", { value }, words)),
  );

export class Lobby {
  /** @param {api.Card[]} games */
  constructor(games) {
    this.isLeft = false;
    this.told = "";
    this.open = h("ul.open-games");
    this.live = h("ul.live-games");
    this.game = choice(
      "Game to play",
      games.map(({ id, name, players }) => [id, players === 2 ? name : `${name} (${players})`]),
    );
    this.clock = choice("Clock", CLOCKS);
    this.patience = choice("If nobody comes", PATIENCE);
    const seek = h("button.primary", { type: "submit" }, "Find a partner");
    const form = h(
      "form.seek",
      { onsubmit: (event) => this.seek(event) },
      this.game,
      this.clock,
      this.patience,
      seek,
    );
    this.count = h("span.dim", { role: "status" });
    this.node = h(
      "section.lobby.panel",
      { "aria-label": "Lobby" },
      h("h2", {}, "Play with others ", this.count),
      form,
      this.open,
      this.live,
    );
    this.run();
  }

  async run() {
    while (!this.isLeft) {
      if (!document.hidden) await this.look().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
  }

  async look() {
    const lobby = await get("/api/lobby");
    const text = JSON.stringify(lobby);
    if (this.isLeft || text === this.told) return;
    this.told = text;
    const [open, live] = lobby.counts;
    this.count.textContent = `${counted(open, "open game")}, ${live} being played`;
    fresh(
      this.open,
      lobby.open.map((listing) => this.row(listing, true)),
    );
    fresh(
      this.live,
      lobby.live.map((listing) => this.row(listing, false)),
    );
  }

  /** @param {api.Listing} listing @param {boolean} isOpen */
  row(listing, isOpen) {
    const { game, name, names, clock, seats, settings, definition, fen } = listing;
    const set = setOf(Object.fromEntries(settings));
    const src = address("/api/catalogue/{id}/board.svg", { id: definition }, { set, fen, names: false });
    const who = names.filter(Boolean).join(", ");
    const time = clock === "none" ? "no clock" : clock;
    const missing = seats.length > 1 ? `, ${seats.length} seats open` : "";
    const act = isOpen
      ? h(
          "button",
          { type: "button", onclick: () => this.sit(game), "aria-label": `Take the seat: ${name}, ${who}` },
          "Take the seat",
        )
      : h("a.button", { href: playPath(game), "aria-label": `Watch ${name}: ${who}` }, "Watch");
    return h(
      "li",
      { "data-game": game },
      h("img", { src, alt: "", loading: "lazy", width: 48, height: 48 }),
      h("span", {}, h("b", {}, named(name)), h("br"), h("span.dim", {}, named(who), ` · ${time}${missing}`)),
      act,
    );
  }

  /** @param {string} game */
  async sit(game) {
    try {
      await me();
      await post("/api/games/{id}/seats", {}, { id: game });
      go(playPath(game));
    } catch (error) {
      // Their own table leads them there.
      if (error instanceof Error && "code" in error && error.code === "seated") go(playPath(game));
      else complain(error);
    }
  }

  /** @param {Event} event */
  async seek(event) {
    event.preventDefault();
    try {
      await me();
      const paired = await post("/api/seeks", { game: this.game.value, clock: this.clock.value });
      const wait = Number(this.patience.value);
      if (paired.waiting && wait) {
        sessionStorage.setItem(patienceKey(paired.game), String(Date.now() + wait * 1000));
      }
      go(playPath(paired.game));
    } catch (error) {
      complain(error);
    }
  }

  leave() {
    this.isLeft = true;
  }
}
