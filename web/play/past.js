// A game that cannot be continued: what happened in it, and how to keep it.

import { h, named } from "../lib/dom.js";
import { address, get } from "../lib/api.js";
import { sentence } from "../lib/text.js";

/** What is shown in place of a board. @param {string} id */
export async function past(id) {
  const record = await get("/api/games/{id}/record", { id });
  const players = record.names.map((name, seat) => h("li", {}, name ? named(name) : `Player ${seat + 1}`));
  const saved = h("a.button", { href: address("/api/games/{id}/pgn", { id }), download: `${id}.pgn` }, "PGN");
  const node = h(
    "section.page.narrow",
    {},
    h("h1", {}, named(record.name)),
    record.problem && h("p.notice", { role: "status" }, sentence(record.problem.detail)),
    h("ol", { "aria-label": "Players" }, players),
    record.result && h("p.result", {}, sentence(record.result)),
    h("h2", {}, "Moves"),
    record.moves.length
      ? h(
          "ol.past-moves",
          {},
          record.moves.map((move) => h("li", {}, move)),
        )
      : h("p.dim", {}, "None was played."),
    h("p", {}, saved),
  );
  return { title: record.name, node };
}
