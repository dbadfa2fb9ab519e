// What can be played, and what was begun.

import { complain, fresh, h } from "../lib/dom.js";
import { entry, get, me, once } from "../lib/api.js";
import { quick } from "../lib/begin.js";
import { ago, capital } from "../lib/text.js";
import { Showcase } from "../play/showcase.js";

/** Tags that say how many play are a choice of their own. */
const PLAYERS = /-player$/;

export async function show() {
  const { games: all, tags } = await once("/api/catalogue");
  // What most people look for comes first.
  const rank = (/** @type {any} */ game) => (game.id === "chess" ? 0 : game.tags.includes("popular") ? 1 : 2);
  const ranked = [...all].sort((one, other) => rank(one) - rank(other));
  // One of each board before more of the same, so that the first look shows how much there is.
  const isFirst = (/** @type {any} */ game) => ranked.find((other) => other.board === game.board) === game;
  const games = [...ranked.filter(isFirst), ...ranked.filter((game) => !isFirst(game))];
  const own = h("section.own", { hidden: true });
  const list = h("ul.cards");
  const count = h("p.dim", { role: "status" });
  const chosen = { words: "", tag: "", players: 0, board: "" };
  const draw = () => {
    const words = chosen.words.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (/** @type {any} */ game) =>
      [game.name, game.id, game.inventor, game.description, ...game.tags, ...game.aliases]
        .join(" ")
        .toLowerCase();
    const fits = (/** @type {any} */ game) =>
      words.every((word) => text(game).includes(word)) &&
      (!chosen.tag || game.tags.includes(chosen.tag)) &&
      (!chosen.players || game.players === chosen.players) &&
      (!chosen.board || game.board === chosen.board);
    const found = games.filter(fits);
    fresh(list, found.map(card));
    count.textContent =
      found.length === games.length
        ? `${games.length} games`
        : found.length === 1
          ? "1 game"
          : `${found.length} games`;
  };
  const names = tags.filter((/** @type {string} */ tag) => !PLAYERS.test(tag));
  const counts = [...new Set(games.map((/** @type {any} */ game) => game.players))].sort();
  const search = h("input", {
    type: "search",
    placeholder: "Search games",
    "aria-label": "Search games",
    oninput: () => ((chosen.words = search.value), draw()),
  });
  const tag = h(
    "select",
    { "aria-label": "Tag", onchange: () => ((chosen.tag = tag.value), draw()) },
    h("option", { value: "" }, "All kinds"),
    names.map((/** @type {string} */ name) => h("option", { value: name }, capital(name))),
  );
  const players = h(
    "select",
    { "aria-label": "Players", onchange: () => ((chosen.players = Number(players.value)), draw()) },
    h("option", { value: "0" }, "Any players"),
    counts.map((number) => h("option", { value: number }, `${number} players`)),
  );
  const sizes = [...new Set(games.map((/** @type {any} */ game) => game.board))].sort((one, other) =>
    one.localeCompare(other, "en", { numeric: true }),
  );
  const board = h(
    "select",
    { "aria-label": "Board", onchange: () => ((chosen.board = board.value), draw()) },
    h("option", { value: "" }, "Any board"),
    sizes.map((size) => h("option", { value: size }, capital(size))),
  );
  const surprise = () => {
    const unknown = games.filter((/** @type {any} */ game) => game.id !== "chess");
    const game = unknown[Math.floor(Math.random() * unknown.length)];
    sessionStorage.setItem("surprise", game.id);
    start(game.id, game.players, 1);
  };
  draw();
  me()
    .then(() => get("/api/games?of=me&limit=12"))
    .then(
      ({ games }) => mine(own, games),
      () => {},
    );
  const showcase = new Showcase("three-player");
  const node = h(
    "section.page.home",
    {},
    h(
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
          h(
            "button.large",
            { type: "button", onclick: surprise, title: "A game you may not know, against an easy opponent" },
            "Surprise me",
          ),
          h("a.button.large", { href: "/invent" }, "Invent a game"),
        ),
      ),
      showcase.node,
    ),
    own,
    h("div.filters", {}, h("h2", {}, "Games"), search, tag, players, board, count),
    list,
  );
  return { title: "", node, leave: () => showcase.leave() };
}

/** @param {string} id @param {number} players @param {number} [level] */
function start(id, players, level) {
  quick(id, players, level).catch(complain);
}

/**
 * A drawn position; asked for again if the service had no time.
 * @param {string} address
 * @param {number} size
 */
function picture(address, size) {
  let left = 4;
  const again = () => left-- > 0 && setTimeout(() => (node.src = `${address}&again=${left}`), 2500);
  const node = h("img", {
    src: address,
    alt: "",
    loading: "lazy",
    width: size,
    height: size,
    onerror: again,
  });
  return node;
}

/** @param {any} game */
function card(game) {
  const address = `/games/${encodeURIComponent(game.id)}`;
  return h(
    "li.card",
    { "data-game": game.id },
    h(
      "a.picture",
      { href: address, tabindex: "-1", "aria-hidden": "true" },
      picture(entry(game.id, "/board.svg", {}, { names: "false" }), 220),
    ),
    h("h3", {}, h("a", { href: address }, game.name)),
    h("p.facts", {}, [`${game.players} players`, game.board, game.year].filter(Boolean).join(" · ")),
    h("p.about", {}, game.description),
    h(
      "p.buttons",
      {},
      h(
        "button.primary",
        { type: "button", "aria-label": `Play ${game.name}`, onclick: () => start(game.id, game.players) },
        "Play",
      ),
      h("a.button", { href: `/new/${encodeURIComponent(game.id)}` }, "Options"),
    ),
  );
}

/** @param {HTMLElement} place @param {any[]} games */
function mine(place, games) {
  const open = games.filter((game) => game.phase !== "over").slice(0, 6);
  if (!open.length) return;
  place.hidden = false;
  const row = (/** @type {any} */ game) =>
    h(
      "li",
      {},
      h(
        "a.continue",
        { href: `/play/${encodeURIComponent(game.game)}` },
        picture(
          entry(game.definition, "/board.svg", Object.fromEntries(game.settings), {
            fen: game.fen,
            seat: game.seats[0] ?? 0,
            names: "false",
          }),
          96,
        ),
        h(
          "span",
          {},
          h("b", {}, capital(game.definition)),
          h("br"),
          game.seats.includes(game.turn) ? "your turn" : game.phase,
          h("br"),
          h("span.dim", {}, `${game.ply} ${game.ply === 1 ? "move" : "moves"} · ${ago(game.updated)}`),
        ),
      ),
    );
  fresh(place, h("h2", {}, "Continue"), h("ul", {}, open.map(row)));
}
