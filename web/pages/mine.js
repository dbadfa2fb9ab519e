// Everything somebody has played: found by game, opponent, result and date, to be continued, replayed and kept.

import { complain, fresh, h, named } from "../lib/dom.js";
import { address, get, me, setOf } from "../lib/api.js";
import { rematch } from "../lib/live.js";
import { go, noteQuery, playPath, reviewPath } from "../lib/route.js";
import { counted } from "../lib/text.js";
import { OUTCOMES, byUrgency, isMine, isWanted, opponentsOf, outcomeOf } from "../play/records.js";

/** @import * as api from "../types/api" */

/** How many games are asked for at once, and in all. */
const PART = 100;
const MOST = 5000;
/** How many are shown at once. */
const SHOWN = 60;
const DAY = 86_400_000;

/** @param {string} _ @param {URLSearchParams} query */
export async function show(_, query) {
  await me();
  const first = await part();
  const page = new Mine(first, query);
  page.loadRest();
  return { title: "My games", node: page.node, leave: () => page.leave() };
}

/** Some games, the latest first. @param {number} [before] */
async function part(before) {
  const { games } = await get("/api/games", {}, { of: "me", limit: PART, before });
  return games;
}

class Mine {
  /** @param {api.Listed[]} games @param {URLSearchParams} query */
  constructor(games, query) {
    this.games = games;
    this.isLeft = false;
    this.shown = Math.min(Number(query.get("shown")) || SHOWN, MOST);
    const change = () => this.changed();
    this.search = h("input", {
      type: "search",
      placeholder: "Game or opponent",
      "aria-label": "Search my games",
      value: query.get("q") ?? "",
      oninput: change,
    });
    this.game = h("select", { "aria-label": "Game", onchange: change });
    this.outcome = h(
      "select",
      { "aria-label": "Result", onchange: change },
      h("option", { value: "" }, "Any result"),
      Object.entries(OUTCOMES).map(([value, words]) => h("option", { value }, words)),
    );
    this.outcome.value = query.get("result") ?? "";
    this.since = dateField("Played since", query.get("since"), change);
    this.until = dateField("Played until", query.get("until"), change);
    this.count = h("p.dim", { role: "status" });
    this.list = h("ul.records");
    this.more = h("button", { type: "button", onclick: () => this.showMore() }, "Show more");
    this.save = h(
      "button",
      { type: "button", onclick: () => this.saveAll().catch(complain) },
      "PGN of these",
    );
    this.node = h(
      "section.page.mine",
      {},
      h("h1", {}, "My games"),
      h(
        "div.filters",
        {},
        this.search,
        this.game,
        this.outcome,
        h("label.row", {}, "from", this.since),
        h("label.row", {}, "to", this.until),
        this.save,
        this.count,
      ),
      this.list,
      this.more,
    );
    this.listGames(query.get("game") ?? "");
    this.draw();
  }

  leave() {
    this.isLeft = true;
  }

  /** Asks for all that was played before what is known. */
  async loadRest() {
    let last = this.games;
    while (last.length === PART && this.games.length < MOST && !this.isLeft) {
      last = await part(last[last.length - 1].updated).catch(() => []);
      this.games = [...this.games, ...last];
      this.listGames(this.game.value);
      this.draw();
    }
  }

  /** Which games there are to choose from. @param {string} chosen */
  listGames(chosen) {
    const names = new Map(this.games.map(({ definition, name }) => [definition, name]));
    const sorted = [...names].sort(([, one], [, other]) => one.localeCompare(other));
    fresh(
      this.game,
      h("option", { value: "" }, "All games"),
      sorted.map(([value, name]) => h("option", { value }, name)),
    );
    this.game.value = names.has(chosen) ? chosen : "";
  }

  /** The games that are looked for. */
  found() {
    const wish = {
      words: this.search.value,
      game: this.game.value,
      outcome: this.outcome.value,
      since: dayOf(this.since.value) ?? 0,
      until: (dayOf(this.until.value) ?? -DAY) + DAY,
    };
    return byUrgency(this.games.filter((game) => isWanted(game, wish)));
  }

  changed() {
    this.shown = SHOWN;
    this.draw();
    this.note();
  }

  /** Who comes back finds the same games, as many of them. */
  note() {
    noteQuery({
      q: this.search.value,
      game: this.game.value,
      result: this.outcome.value,
      since: this.since.value,
      until: this.until.value,
      shown: this.shown > SHOWN ? String(this.shown) : "",
    });
  }

  showMore() {
    this.shown += SHOWN;
    this.draw();
    this.note();
  }

  draw() {
    const found = this.found();
    this.count.textContent = counted(found.length, "game");
    this.more.hidden = found.length <= this.shown;
    this.save.disabled = !found.length;
    fresh(this.list, found.length ? found.slice(0, this.shown).map(row) : h("li.none", {}, this.nothing()));
  }

  nothing() {
    return this.games.length
      ? "No game fits."
      : ["You have not played yet. ", h("a", { href: "/" }, "Choose a game")];
  }

  /** Saves what is listed as one file. */
  async saveAll() {
    const all = this.found().filter(({ ply }) => ply > 0);
    const texts = [];
    this.save.disabled = true;
    try {
      for (const [number, { game }] of all.entries()) {
        if (this.isLeft) return;
        this.save.textContent = `Writing ${number + 1} of ${all.length}`;
        texts.push(await get("/api/games/{id}/pgn", { id: game }));
      }
    } finally {
      this.save.disabled = false;
      this.save.textContent = "PGN of these";
    }
    const file = new Blob([texts.join("\n")], { type: "application/x-chess-pgn" });
    const link = h("a", { href: URL.createObjectURL(file), download: "my-games.pgn" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}

/** @param {string} label @param {string | null} value @param {() => void} change */
const dateField = (label, value, change) =>
  h("input", { type: "date", "aria-label": label, value: value ?? "", onchange: change });

/** When a day begins here. @param {string} text */
function dayOf(text) {
  const at = text ? new Date(`${text}T00:00`).getTime() : NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** @param {api.Listed} game */
function row(game) {
  const set = setOf(Object.fromEntries(game.settings));
  const seen = { set, fen: game.fen, seat: game.seats[0] ?? 0, names: false };
  const src = address("/api/catalogue/{id}/board.svg", { id: game.definition }, seen);
  const outcome = outcomeOf(game);
  const words = isMine(game) ? "Your turn" : OUTCOMES[outcome];
  const against = opponentsOf(game).join(", ");
  const day = new Date(game.created).toLocaleDateString(undefined, { dateStyle: "medium" });
  return h(
    "li.record",
    { "data-game": game.game },
    h("a", { href: playPath(game.game), tabindex: "-1", "aria-hidden": "true" }, picture(src)),
    h(
      "div",
      {},
      h("b", {}, h("a", { href: playPath(game.game) }, named(game.name))),
      against ? [" against ", named(against)] : " alone",
      h("br"),
      h(`span.outcome.${outcome}`, {}, words),
      h("span.dim", {}, game.result ? ` · ${game.result}` : ""),
      h("br"),
      h("span.dim", {}, `${counted(game.ply, "ply").replace("plys", "plies")} · ${day}`),
    ),
    h("p.buttons", {}, actions(game)),
  );
}

/** @param {string} src */
const picture = (src) => h("img", { src, alt: "", loading: "lazy", width: 72, height: 72 });

/** What can be done with a game. @param {api.Listed} game */
function actions(game) {
  const pgn = { href: address("/api/games/{id}/pgn", { id: game.game }), download: `${game.definition}.pgn` };
  const save = game.ply ? h("a.button", pgn, "PGN") : null;
  if (game.phase !== "over") return [h("a.button.primary", { href: playPath(game.game) }, "Continue"), save];
  const again = async () => {
    try {
      const { next } = /** @type {api.Rematch} */ (await rematch(game.game, true));
      go(playPath(next ?? game.game));
    } catch (error) {
      complain(error);
    }
  };
  return [
    h("a.button", { href: `${playPath(game.game)}?ply=0` }, "Replay"),
    game.ply ? h("a.button", { href: reviewPath(game.game) }, "Review") : null,
    game.next
      ? h("a.button", { href: playPath(game.next) }, "Next game")
      : h("button", { type: "button", onclick: again }, "Rematch"),
    save,
  ];
}
