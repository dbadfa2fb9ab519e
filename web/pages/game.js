// One game: its rules in words, and how its pieces move.

import { complain, fresh, h } from "../lib/dom.js";
import { gameOf } from "../lib/api.js";
import { quick } from "../lib/begin.js";
import { analysisPath, newPath } from "../lib/route.js";
import { beginning } from "../board/still.js";
import { headedDiagrams } from "../board/diagram.js";
import { guide } from "../board/guide.js";

/** @import * as api from "../types/api" */

/** @param {string} id */
export async function show(id) {
  const game = await gameOf(id);
  const board = beginning(game, `${game.name}, the start`);
  const tip = h("p.dim.tip", {}, "Point at a piece, or tap it, to see how it moves.");
  const diagrams = h("ul.diagrams");
  const node = h(
    "section.page.game",
    {},
    h("div.first", {}, h("div.stand", {}, guide(game, board), tip), about(game)),
    h("h2", {}, "How the pieces move"),
    legend(),
    diagrams,
  );
  // Large boards have large diagrams: they are drawn when there is time.
  setTimeout(() => fresh(diagrams, headedDiagrams(game)));
  return { title: game.name, node };
}

/** @param {api.GameDocument} game */
function about(game) {
  const players = game.players.length;
  const start = () => quick(game.id, players).catch(complain);
  return h(
    "div",
    {},
    h("h1", {}, game.name),
    h("p.facts", {}, [game.inventor, game.year, `${players} players`].filter(Boolean).join(" · ")),
    h("p", {}, game.description),
    h(
      "p.tags",
      {},
      game.tags.map((tag) => h("span.tag", {}, tag)),
    ),
    h(
      "p.buttons",
      {},
      h("button.primary", { type: "button", onclick: start }, "Play"),
      h("a.button", { href: newPath(game.id) }, "New game with options"),
      h("a.button", { href: analysisPath(game.id) }, "Analyse"),
      h("a.button", { href: `/invent/${encodeURIComponent(game.id)}` }, "Remix"),
    ),
    more(game.links),
    h("h2", {}, "Rules"),
    h(
      "ul.rules",
      {},
      game.rules.map((rule) => h("li", {}, rule)),
    ),
  );
}

/** Where more is said of a game. @param {string[]} links */
function more(links) {
  const known = links.filter((link) => /^https?:/.test(link));
  if (!known.length) return null;
  const list = known.map((link, number) => [
    number ? ", " : "",
    h("a", { href: link, rel: "noopener noreferrer", target: "_blank" }, host(link)),
  ]);
  return h("p.dim", {}, "More: ", list);
}

/** @param {string} link */
function host(link) {
  try {
    return new URL(link).host;
  } catch {
    return link;
  }
}

function legend() {
  return h(
    "p.legend",
    {},
    h("span.key.both"),
    "moves or takes ",
    h("span.key.move"),
    "only moves ",
    h("span.key.take"),
    "only takes ",
    h("span.key.hop"),
    "by jumping over a piece",
  );
}
