// What becomes of a game by what is told of it: plain data in, plain data out.

/** @import * as api from "../types/api" */

/**
 * What is known of a game.
 * @typedef {object} Known
 * @property {api.View} view
 * @property {api.MoveRecord[]} line every move, those taken back too
 * @property {Map<number, api.Placement>} placements what stands where, by ply, as far as it was told
 */

/**
 * Whether everything has to be asked for again: seats may have changed hands, and with them what is ours; or the tree
 * of variations is another.
 * @param {api.GameEvent} event
 */
export const isAnew = ({ event }) => event === "started" || event === "waiting" || event === "tree";

/**
 * What an event makes of what was known.
 * @param {Known} known
 * @param {api.GameEvent} event
 * @returns {Known}
 */
export function fold(known, event) {
  const view = "table" in event ? { ...known.view, table: event.table } : known.view;
  switch (event.event) {
    case "moved":
    case "left":
      return played({ ...known, view }, event);
    case "navigated":
      return navigated({ ...known, view }, event);
    case "ended":
      return { ...known, view: ended(view, event.conclusion, event.score) };
    case "paused":
      return { ...known, view: { ...view, phase: event.paused ? "paused" : "playing" } };
    case "seated":
      return { ...known, view: { ...view, seats: event.seats } };
    case "draw":
      return { ...known, view: { ...view, draw: offer(view.draw, event) } };
    case "takeback":
      return { ...known, view: { ...view, takeback: offer(view.takeback, event) } };
    case "started":
      return { ...known, view: { ...view, phase: "playing", seats: event.seats } };
    case "waiting":
      return { ...known, view: { ...view, phase: "waiting", seats: event.seats } };
    case "time-added":
    case "tree":
      return { ...known, view };
  }
}

/** @param {Known} known @param {api.Moved} move @returns {Known} */
function played({ view, line, placements }, move) {
  const kept = new Map([...placements].filter(([ply]) => ply < move.ply));
  const before = kept.get(move.ply - 1);
  if (before) kept.set(move.ply, edited(before, move));
  return {
    view: { ...view, takeback: null, claim: null },
    line: [...line.slice(0, move.ply - 1), move],
    placements: kept,
  };
}

/** @param {Known} known @param {api.Navigated} way @returns {Known} */
function navigated({ view, line, placements }, way) {
  const from = placements.get(way.from);
  const kept = new Map(placements);
  if (from) kept.set(way.table.ply, edited(from, way));
  return { view: { ...view, conclusion: null, phase: "playing", takeback: null }, line, placements: kept };
}

/** @param {api.View} view @param {api.Conclusion} conclusion @param {api.Score[]} scores @returns {api.View} */
function ended(view, conclusion, scores) {
  const seats = view.seats.map((seat, number) => ({ ...seat, score: scores[number] ?? seat.score }));
  return { ...view, conclusion, phase: "over", draw: null, takeback: null, seats };
}

/**
 * A placement after some edits.
 * @param {api.Placement} before
 * @param {{ edits: api.CellEdit[], hands?: api.HandEdit[] }} change
 * @returns {api.Placement}
 */
export function edited(before, change) {
  const cells = { ...before.cells };
  for (const { cell, after } of change.edits) {
    if (after) cells[cell] = [after.seat, after.letter];
    else delete cells[cell];
  }
  const hands = before.hands.map((hand) => ({ ...hand }));
  for (const { seat, letter, count } of change.hands ?? []) {
    if (count) hands[seat][letter] = count;
    else delete hands[seat][letter];
  }
  return { cells, hands };
}

/**
 * What stands of an offer.
 * @param {api.Offer | null} now
 * @param {api.Notice} notice
 * @returns {api.Offer | null}
 */
export function offer(now, notice) {
  if (notice.notice === "declined" || notice.notice === "lapsed" || !notice.of.length) return null;
  return [notice.notice === "asked" ? notice.by : (now?.[0] ?? notice.by), notice.of];
}
