// The list of moves: a column for each player, to click on and to walk through.

import { fresh, h } from "../lib/dom.js";
import { written } from "../lib/letters.js";

/**
 * @param {HTMLElement} place
 * @param {import("./table.js").Table} table
 * @param {(ply: number | null) => void} look
 */
export function listMoves(place, table, look) {
  const many = table.view.seats.length;
  const now = table.looking ?? table.ply;
  const rows = [];
  /** @type {any[]} */
  let row = [];
  let last = -1;
  const first = table.line[0]?.seat ?? 0;
  for (const record of table.line) {
    // A player who comes again, or sits before the last, begins the next row.
    const at = (record.seat - first + many) % many;
    if (at <= last) {
      rows.push(row);
      row = [];
    }
    row[at] = record;
    last = at;
  }
  if (row.length) rows.push(row);
  const cell = (/** @type {any} */ record) => {
    if (!record) return h("span.gap");
    const here = record.ply === now;
    return h(
      `button.ply${record.ply > table.ply ? ".undone" : ""}`,
      {
        type: "button",
        "data-ply": record.ply,
        ...(here ? { "aria-current": "step" } : {}),
        onclick: () => look(record.ply === table.ply ? null : record.ply),
      },
      // `w-resigns` stands in the column of who does.
      written(table.game, record.san || record.coordinates).replace(/^[a-z]+-(?=[a-z]+$)/, ""),
    );
  };
  const lines = rows.map((row, number) =>
    h(
      "li",
      {},
      h("span.number", {}, `${number + 1}`),
      Array.from({ length: many }, (_, seat) => cell(row[seat])),
    ),
  );
  fresh(
    place,
    h("ol", { style: `--columns:${many}` }, lines),
    table.line.length ? null : h("p.empty", {}, "No moves yet"),
  );
  const current = place.querySelector("[aria-current]");
  if (current instanceof HTMLElement) {
    const list = place;
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40)
      list.scrollTop = top - list.clientHeight / 2;
    const left = current.offsetLeft - list.offsetLeft;
    if (list.scrollWidth > list.clientWidth) list.scrollLeft = left - list.clientWidth / 2;
  }
}
