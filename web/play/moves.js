// The list of moves: a column for each player, to click on and to walk through.

import { fresh, h } from "../lib/dom.js";
import { written } from "../lib/letters.js";
import { seatMark } from "../board/figures.js";

/** @import * as api from "../types/api" */
/** @import { Table } from "./table.js" */

/** More players have no column each. */
const MOST_COLUMNS = 3;

/**
 * Moves in rows, a column for each player, whoever moved first in the first. A player who comes again, or sits before
 * the last, begins the next row.
 * @template {{ seat: number }} Move
 * @param {readonly Move[]} line
 * @param {number} players
 */
export function rowsOf(line, players) {
  /** @type {(Move | undefined)[][]} */
  const rows = [];
  const first = line[0]?.seat ?? 0;
  let last = players;
  for (const move of line) {
    const column = (move.seat - first + players) % players;
    if (column <= last) rows.push(Array.from({ length: players }, () => undefined));
    rows[rows.length - 1][column] = move;
    last = column;
  }
  return rows;
}

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {(ply: number | null) => void} look
 */
export function listMoves(place, table, look) {
  const players = table.view.seats.length;
  const isCrowded = players > MOST_COLUMNS;
  const cell = (/** @type {api.MoveRecord | undefined} */ record) => {
    if (record) return moveButton(table, record, look, isCrowded);
    return isCrowded ? null : h("span.gap");
  };
  const rows = rowsOf(table.line, players).map((row, number) => {
    const count = h("span.number", {}, `${number + 1}`);
    return isCrowded
      ? h("li.round", {}, count, h("div.plies", {}, row.map(cell)))
      : h("li", {}, count, row.map(cell));
  });
  fresh(
    place,
    h("ol", { style: `--columns:${players}` }, rows),
    table.line.length ? null : h("p.empty", {}, "No moves yet"),
  );
  reveal(place);
}

/**
 * A move in few letters: without the sign between two cells, and without what a move says besides.
 * @param {string} san
 */
export const shortened = (san) => san.replace(/^(\p{Lu}?[a-z]\d+)-(?=[a-z]\d)/u, "$1").replace(/ .*/, "");

/**
 * @param {Table} table
 * @param {api.MoveRecord} record
 * @param {(ply: number | null) => void} look
 * @param {boolean} isCrowded whether there is little room, and no column that tells whose move it is
 */
function moveButton(table, record, look, isCrowded) {
  const { ply, seat } = record;
  const given = {
    type: "button",
    "data-ply": ply,
    "aria-current": ply === table.shown ? "step" : undefined,
    onclick: () => look(ply === table.ply ? null : ply),
  };
  // `w-resigns` stands in the column of who does.
  const words = written(table.game, record).replace(/^[a-z]+-(?=[a-z]+$)/, "");
  const name = `button.ply${ply > table.ply ? ".undone" : ""}`;
  if (!isCrowded) return h(name, given, words);
  const { colour } = table.view.seats[seat];
  const short = shortened(words);
  const more = { ...given, title: `${colour}: ${words}`, "aria-label": `${colour}: ${short}` };
  return h(name, more, seatMark(table.game, seat), h("span", {}, short));
}

/** Scrolls the list to the move that is shown. @param {HTMLElement} list */
function reveal(list) {
  const current = list.querySelector("[aria-current]");
  if (!(current instanceof HTMLElement)) return;
  const top = current.offsetTop - list.offsetTop;
  const isSeen = top >= list.scrollTop && top <= list.scrollTop + list.clientHeight - 40;
  if (!isSeen) list.scrollTop = top - list.clientHeight / 2;
  const left = current.offsetLeft - list.offsetLeft;
  if (list.scrollWidth > list.clientWidth) list.scrollLeft = left - list.clientWidth / 2;
}
