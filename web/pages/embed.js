// A board for pages elsewhere: a game to look at and to step through, nothing else.

import { fresh, h, joined, named } from "../lib/dom.js";
import { playPath } from "../lib/route.js";
import "../board/board.js";
import { button } from "../play/buttons.js";
import { Table } from "../play/table.js";

/** @param {string} id @param {URLSearchParams} query */
export async function show(id, query) {
  document.documentElement.classList.add("embedded");
  const table = await Table.open(id);
  const board = h("chatura-board", { still: true, label: table.game.name });
  board.setUp(table.game);
  const told = h("p.embed-told", { role: "status" });
  const wanted = query.get("ply");
  if (wanted !== null) table.looking = Math.max(0, Math.min(Number(wanted) || 0, table.line.length));
  const draw = async () => {
    const ply = table.shown;
    board.show(await table.placement(ply));
    if (ply !== table.shown) return;
    board.mark({ last: await table.lastMoves(ply) });
    const names = table.view.seats.map((seat) => named(seat.name || seat.colour));
    fresh(told, table.view.conclusion?.sentence ?? joined(names, " – "));
  };
  const step = (/** @type {number} */ by) => {
    const to = Math.max(0, Math.min(table.shown + by, table.line.length));
    table.looking = to === table.ply ? null : to;
    draw();
  };
  const deaf = table.on("change", () => draw());
  await draw();
  const link = h(
    "a",
    { href: playPath(id), target: "_blank", rel: "noopener" },
    `${table.game.name} on Chatura`,
  );
  const node = h(
    "section.embed",
    {},
    h("h1.quiet", {}, table.game.name),
    h("div.field", {}, board),
    h(
      "div.walk",
      {},
      button("first", "To the start", () => step(-Infinity)),
      button("back", "One move back", () => step(-1)),
      button("on", "One move on", () => step(1)),
      button("last", "To the end", () => step(Infinity)),
    ),
    h("p.row", {}, told, link),
  );
  const leave = () => {
    deaf();
    table.close();
    document.documentElement.classList.remove("embedded");
  };
  return { title: table.game.name, node, leave };
}
