// One game: its rules in words, and how its pieces move.

import { complain, fresh, h } from "../lib/dom.js";
import { entry, once } from "../lib/api.js";
import { quick } from "../lib/begin.js";
import { capital } from "../lib/text.js";
import { beginning } from "../board/still.js";
import { diagram } from "../board/diagram.js";
import { guide } from "../board/guide.js";

/** @param {string} id */
export async function show(id) {
  const game = await once(entry(id));
  const board = beginning(game, `${game.name}, the start`);
  const start = () => quick(game.id, game.players.length).catch(complain);
  const pieces = game.pieces.filter((/** @type {any} */ piece) => piece.diagram.reach.length);
  const host = (/** @type {string} */ link) => {
    try {
      return new URL(link).host;
    } catch {
      return link;
    }
  };
  const links = (game.links ?? []).filter((/** @type {any} */ link) => /^https?:/.test(String(link)));
  const node = h(
    "section.page.game",
    {},
    h(
      "div.first",
      {},
      h(
        "div.stand",
        {},
        guide(game, board),
        h("p.dim.tip", {}, "Point at a piece, or tap it, to see how it moves."),
      ),
      h(
        "div",
        {},
        h("h1", {}, game.name),
        h(
          "p.facts",
          {},
          [game.inventor, game.year, `${game.players.length} players`].filter(Boolean).join(" · "),
        ),
        h("p", {}, game.description),
        h(
          "p.tags",
          {},
          game.tags.map((/** @type {string} */ tag) => h("span.tag", {}, tag)),
        ),
        h(
          "p.buttons",
          {},
          h("button.primary", { type: "button", onclick: start }, "Play"),
          h("a.button", { href: `/new/${encodeURIComponent(game.id)}` }, "New game with options"),
          h("a.button", { href: `/analysis/${encodeURIComponent(game.id)}` }, "Analyse"),
          h("a.button", { href: `/invent/${encodeURIComponent(game.id)}` }, "Remix"),
        ),
        links.length
          ? h(
              "p.dim",
              {},
              "More: ",
              links.map((/** @type {string} */ link, /** @type {number} */ number) => [
                number ? ", " : "",
                h("a", { href: link, rel: "noopener noreferrer", target: "_blank" }, host(link)),
              ]),
            )
          : null,
        h("h2", {}, "Rules"),
        h(
          "ul.rules",
          {},
          game.rules.map((/** @type {string} */ rule) => h("li", {}, rule)),
        ),
      ),
    ),
    h("h2", {}, "How the pieces move"),
    h(
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
    ),
    h("ul.diagrams", {}),
  );
  const list = /** @type {Element} */ (node.querySelector(".diagrams"));
  // Large boards have large diagrams: they are drawn when there is time.
  const draw = () =>
    fresh(
      list,
      pieces.map((/** @type {any} */ piece) =>
        h(
          "li",
          {},
          h(
            "h3",
            {},
            `${capital(piece.name)} (${piece.letter})`,
            piece.royal ? h("span.tag", {}, "royal") : null,
          ),
          diagram(game, piece),
        ),
      ),
    );
  setTimeout(draw);
  return { title: game.name, node };
}
