// A match between engines: its boards while it is played, its table, its games; and one of its games move by move.

import { fresh, h, joined, named, reasonOf, say } from "../lib/dom.js";
import { address, get } from "../lib/api.js";
import { matchPath } from "../lib/route.js";
import { counted } from "../lib/text.js";
import { MatchBoard } from "../play/match-board.js";
import { replay } from "../play/match-game.js";
import { points, standings } from "../play/match-table.js";

/** @import * as api from "../types/api" */

/** How long boards rest at least before they show what is new, in milliseconds. */
const REST = 200;
/** How long to wait before asking again a server that did not answer. */
const RETRY = 2000;

/** @param {string} id @param {URLSearchParams} query */
export async function show(id, query) {
  const match = await get("/api/matches/{id}", { id });
  const number = query.get("game");
  if (number !== null) return replay(match, Number(number));
  const page = new Match(match);
  await page.more();
  page.follow();
  return { title: match.title, node: page.node, leave: () => page.leave() };
}

class Match {
  /** @param {api.Match} match */
  constructor(match) {
    this.match = match;
    this.isLeft = false;
    this.version = 0;
    /** How many games were finished when the list was asked for last. */
    this.finished = match.games;
    /** With what to ask for the games before those that are listed. */
    this.before = match.games;
    /** @type {Map<number, MatchBoard>} */
    this.boards = new Map();
    this.state = h("p.dim", { role: "status" });
    this.problem = h("p.problem", { role: "alert", hidden: true });
    this.tables = h("div.match-boards");
    this.standings = h("div.match-standings");
    this.list = h("ol.match-games");
    this.rest = h("button", { type: "button", onclick: () => this.more() }, "Show more");
    const { id } = match;
    this.node = h(
      "section.page.match",
      {},
      h("h1", {}, match.title || id),
      this.state,
      this.problem,
      this.tables,
      h("h2", {}, "Table"),
      this.standings,
      h("h2", {}, "Games"),
      h(
        "p.buttons",
        {},
        h(
          "a.button",
          { href: address("/api/matches/{id}/pgn", { id }), download: `${id}.pgn` },
          "PGN of all games",
        ),
        h("a.button", { href: "/matches" }, "All matches"),
      ),
      this.list,
      this.rest,
    );
    this.tell(match.live, match.games, match.standings);
  }

  leave() {
    this.isLeft = true;
  }

  /** Shows games that were finished before those that are listed. */
  async more() {
    const { id } = this.match;
    const { games, before } = await get("/api/matches/{id}/games", { id }, { before: this.before });
    this.before = before;
    this.list.append(...games.map((game) => this.row(game)));
    this.rest.hidden = before === 0;
  }

  /** Shows the games that were finished since. @param {number} finished */
  async latest(finished) {
    const known = this.finished;
    if (finished <= known) return;
    this.finished = finished;
    const { id } = this.match;
    let before = finished;
    /** @type {HTMLElement[]} */
    const rows = [];
    while (before > known) {
      const found = await get("/api/matches/{id}/games", { id }, { before });
      rows.push(...found.games.slice(0, before - known).map((game) => this.row(game)));
      before = found.before;
    }
    this.list.prepend(...rows);
  }

  /** Shows what happens until it is over. */
  async follow() {
    let isLive = this.match.live;
    while (isLive && !this.isLeft) {
      try {
        const query = { since: this.version };
        const found = await get("/api/matches/{id}/live", { id: this.match.id }, query);
        if (this.isLeft) return;
        this.version = found.version;
        isLive = found.live;
        this.draw(found.tables);
        this.tell(isLive, found.games, found.standings);
        await this.latest(found.games);
        this.problem.hidden = true;
        await pause(REST);
      } catch (error) {
        this.problem.textContent = reasonOf(error);
        this.problem.hidden = false;
        await pause(RETRY);
      }
    }
  }

  /** @param {api.MatchTable[]} tables */
  draw(tables) {
    for (const [number, board] of this.boards) {
      if (tables.some(({ table }) => table === number)) continue;
      board.node.remove();
      this.boards.delete(number);
    }
    for (const table of tables) {
      let board = this.boards.get(table.table);
      if (!board) {
        board = new MatchBoard(this.match);
        this.boards.set(table.table, board);
        this.tables.append(board.node);
      }
      board.draw(table);
    }
  }

  /** @param {boolean} isLive @param {number} games @param {api.MatchStandings} table */
  tell(isLive, games, table) {
    const all = `${games} of ${counted(Math.max(this.match.planned, games), "game")}`;
    const words = isLive
      ? `Live · ${all}`
      : games < this.match.planned
        ? `Not finished · ${all}`
        : `Over · ${all}`;
    if (!isLive && this.version) say("The match is over.");
    this.state.textContent = words;
    fresh(this.standings, standings(table));
  }

  /** @param {api.MatchGame} game */
  row(game) {
    const { engines, id, document } = this.match;
    const name = (/** @type {number} */ seat) => named(engines[game.seats[seat]] ?? "?");
    const players = game.seats.map((_, seat) => h("span", {}, name(seat), ` ${points(game.shares[seat])}`));
    const plies = `${game.plies} ${game.plies === 1 ? "ply" : "plies"}`;
    return h(
      "li",
      { value: game.number + 1, "data-game": game.number },
      h(
        "a",
        { href: matchPath(id, game.number) },
        joined(players, document.players.length === 2 ? " – " : ", "),
      ),
      h("span.dim", {}, ` ${game.sentence} · ${plies}`),
    );
  }
}

/** @param {number} time */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
