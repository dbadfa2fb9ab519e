// What can be played, and what was begun.

import { complain, fresh, h } from "../lib/dom.js";
import { address, get, me, once, setOf } from "../lib/api.js";
import { quick } from "../lib/begin.js";
import { gamePath, newPath, noteQuery, playPath } from "../lib/route.js";
import { ago, capital, counted } from "../lib/text.js";
import { Showcase } from "../play/showcase.js";
import { arranged, families, fits } from "../play/catalogue.js";
import { Lobby } from "../play/lobby.js";
import { byUrgency } from "../play/records.js";

/** @import * as api from "../types/api" */

/** How many games are shown at once; more when somebody wants them. */
const SHOWN = 24;
/** How many games that were begun are shown. */
const CONTINUED = 6;

/** What was begun, as it was last told: shown at once to who comes back. @type {api.Listed[]} */
let begun = [];

/** @param {string} _ @param {URLSearchParams} query */
export async function show(_, query) {
  const { games: all } = await once("/api/catalogue");
  const games = arranged(all);
  const own = h("section.own", { hidden: true });
  mine(own, begun);
  me()
    .then(() => get("/api/games", {}, { of: "me", limit: 12 }))
    .then(
      ({ games }) => mine(own, (begun = games)),
      () => {},
    );
  const showcase = new Showcase("three-player");
  const lobby = new Lobby(games);
  const { bar, list } = catalogue(games, query);
  const node = h("section.page.home", {}, hero(games, showcase.node), own, lobby.node, bar, list);
  const leave = () => {
    showcase.leave();
    lobby.leave();
  };
  return { title: "", node, leave };
}

/** @param {string} id @param {number} players @param {number} [level] */
function start(id, players, level) {
  quick(id, players, level).catch(complain);
}

/** What one sees first. @param {api.Card[]} games @param {HTMLElement} showcase */
function hero(games, showcase) {
  const surprise = () => {
    const unknown = games.filter((game) => game.id !== "chess");
    const game = unknown[Math.floor(Math.random() * unknown.length)];
    sessionStorage.setItem("surprise", game.id);
    start(game.id, game.players, 1);
  };
  const title = "A game you may not know, against an easy opponent";
  return h(
    "header.hero",
    {},
    h(
      "div",
      {},
      h("h1", {}, "Any chess, on any board, for any number of players"),
      h(
        "p",
        {},
        "Pick a game and play at once, against the computer or with friends by a link. Or invent your own.",
      ),
      h(
        "p.buttons",
        {},
        h("button.primary.large", { type: "button", onclick: () => start("chess", 2) }, "Play chess"),
        h("button.large", { type: "button", onclick: surprise, title }, "Surprise me"),
        h("a.button.large", { href: "/invent" }, "Invent a game"),
      ),
    ),
    showcase,
  );
}

/**
 * Every game, and what chooses among them.
 * @param {api.Card[]} games
 * @param {URLSearchParams} query what was chosen before
 */
function catalogue(games, query) {
  const list = h("ul.cards");
  const count = h("p.dim", { role: "status" });
  const tag = query.get("tag") ?? "";
  let shown = query.has("all") ? Infinity : SHOWN;
  const draw = () => {
    const filter = {
      words: search.value,
      tag,
      family: family.value,
      difficulty: difficulty.value,
      players: Number(players.value),
      board: board.value,
    };
    const found = games.filter((game) => fits(game, filter));
    const left = found.length - shown;
    const rest = left > 0 ? h("li.more", {}, more(left)) : null;
    fresh(
      list,
      found.length ? [...found.slice(0, shown).map(card), rest] : h("li.none", {}, "No game fits. ", clear),
    );
    count.textContent = counted(found.length, "game");
  };
  /** What shows the rest. @param {number} left */
  const more = (left) => {
    const show = () => {
      const first = shown;
      shown = Infinity;
      draw();
      note();
      /** @type {HTMLElement | null} */ (list.children[first]?.querySelector("h3 a"))?.focus();
    };
    return h("button.large", { type: "button", onclick: show }, `Show ${counted(left, "more game")}`);
  };
  /** Who comes back finds the same games, as many of them. */
  const note = () => {
    const kind = { tag, family: family.value, difficulty: difficulty.value };
    const all = shown === Infinity ? "1" : "";
    noteQuery({ q: search.value, ...kind, players: players.value, board: board.value, all });
  };
  const change = () => {
    shown = SHOWN;
    draw();
    note();
  };
  const reset = () => {
    for (const field of [search, family, difficulty, players, board]) field.value = "";
    change();
    search.focus();
  };
  const clear = h("button", { type: "button", onclick: reset }, "Show all games");
  const search = h("input", {
    type: "search",
    placeholder: "Search games",
    "aria-label": "Search games",
    oninput: change,
  });
  const kinds = families(games);
  const family = filter(
    "Family",
    "All families",
    kinds.map(([name, count]) => [name, `${capital(name)} (${count})`]),
    change,
  );
  const levels = ["easy", "medium", "hard"];
  const difficulty = filter("Difficulty", "Easy and hard", levels.map(capitalised), change);
  const counts = [...new Set(games.map((game) => game.players))].sort();
  const players = filter(
    "Players",
    "Any players",
    counts.map((number) => [String(number), `${number} players`]),
    change,
  );
  const sizes = [...new Set(games.map((game) => game.board))];
  sizes.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const board = filter("Board", "Any board", sizes.map(capitalised), change);
  search.value = query.get("q") ?? "";
  family.value = query.get("family") ?? "";
  difficulty.value = query.get("difficulty") ?? "";
  players.value = query.get("players") ?? "";
  board.value = query.get("board") ?? "";
  draw();
  const bar = h("div.filters", {}, h("h2", {}, "Games"), search, family, difficulty, players, board, count);
  return { bar, list };
}

/** @param {string} word @returns {[string, string]} */
const capitalised = (word) => [word, capital(word)];

/**
 * @param {string} label
 * @param {string} any what stands for no choice
 * @param {[string, string][]} choices each with its name
 * @param {() => void} change
 */
const filter = (label, any, choices, change) =>
  h(
    "select",
    { "aria-label": label, onchange: change },
    h("option", { value: "" }, any),
    choices.map(([value, name]) => h("option", { value }, name)),
  );

/**
 * A drawn position; asked for again if the server had no time.
 * @param {string} source
 * @param {number} size
 */
function picture(source, size) {
  let left = 4;
  const again = () => {
    if (left-- > 0) setTimeout(() => (node.src = `${source}&again=${left}`), 2500);
  };
  const given = { src: source, alt: "", loading: "lazy", width: size, height: size };
  const node = h("img", { ...given, onerror: again });
  return node;
}

/** @param {api.Card} game */
const facts = (game) =>
  [`${game.players} players`, game.board, game.difficulty, game.year, game.own ? "your own" : ""]
    .filter(Boolean)
    .join(" · ");

/** @param {api.Card} game */
function card(game) {
  const link = gamePath(game.id);
  const source = address("/api/catalogue/{id}/board.svg", { id: game.id }, { names: false });
  const play = {
    type: "button",
    "aria-label": `Play ${game.name}`,
    onclick: () => start(game.id, game.players),
  };
  return h(
    "li.card",
    { "data-game": game.id },
    h("a.picture", { href: link, tabindex: "-1", "aria-hidden": "true" }, picture(source, 220)),
    h("h3", {}, h("a", { href: link }, game.name)),
    h("p.facts", {}, facts(game)),
    h("p.about", {}, game.description),
    h(
      "p.buttons",
      {},
      h("button.primary", play, "Play"),
      h("a.button", { href: newPath(game.id) }, "Options"),
    ),
  );
}

/** @param {HTMLElement} place @param {api.Listed[]} games */
function mine(place, games) {
  const open = byUrgency(games.filter((game) => game.phase !== "over")).slice(0, CONTINUED);
  if (!open.length) return;
  place.hidden = false;
  fresh(place, h("h2", {}, "Continue"), h("ul", {}, open.map(row)));
}

/** @param {api.Listed} game */
function row(game) {
  const set = setOf(Object.fromEntries(game.settings));
  const seen = { set, fen: game.fen, seat: game.seats[0] ?? 0, names: false };
  const source = address("/api/catalogue/{id}/board.svg", { id: game.definition }, seen);
  const isTurn = game.turn !== null && game.seats.includes(game.turn);
  return h(
    "li",
    {},
    h(
      "a.continue",
      { href: playPath(game.game) },
      picture(source, 96),
      h(
        "span",
        {},
        h("b", {}, game.name),
        h("br"),
        isTurn ? "your turn" : game.phase,
        h("br"),
        h("span.dim", {}, `${counted(game.ply, "move")} · ${ago(game.updated)}`),
      ),
    ),
  );
}
