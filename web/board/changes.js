// What became of each piece between two positions, so that it can be shown: some moved, some are gone, some came.

/** @import * as api from "../types/api" */

/** @typedef {api.Placement["cells"]} Cells What stands where. */

/**
 * @param {api.Piece | undefined} one
 * @param {api.Piece | undefined} other
 */
const isSame = (one, other) => one?.[0] === other?.[0] && one?.[1] === other?.[1];

/**
 * @param {Cells} before
 * @param {Cells} after
 * @param {Map<string, { middle: api.Point }>} places where cells are: what moved is the nearest that fits
 */
export function changes(before, after, places) {
  const gone = new Set(Object.keys(before).filter((cell) => !isSame(before[cell], after[cell])));
  let come = Object.keys(after).filter((cell) => !isSame(before[cell], after[cell]));
  /** @type {{ from: string, to: string }[]} */
  const moved = [];
  const distance = (/** @type {string} */ one, /** @type {string} */ other) => {
    const [x1, y1] = places.get(one)?.middle ?? [0, 0];
    const [x2, y2] = places.get(other)?.middle ?? [0, 0];
    return (x1 - x2) ** 2 + (y1 - y2) ** 2;
  };
  // First those that stayed what they are, then those that changed (promotion).
  const alike = [
    (/** @type {string} */ from, /** @type {string} */ to) => isSame(before[from], after[to]),
    (/** @type {string} */ from, /** @type {string} */ to) => before[from][0] === after[to][0],
  ];
  for (const fits of alike) {
    come = come.filter((to) => {
      const able = [...gone].filter((cell) => fits(cell, to));
      const from = able.sort((one, other) => distance(one, to) - distance(other, to))[0];
      if (from === undefined) return true;
      gone.delete(from);
      moved.push({ from, to });
      return false;
    });
  }
  return { moved, gone: [...gone], come };
}

/**
 * The cells that differ.
 * @param {Cells} before
 * @param {Cells} after
 */
export function differing(before, after) {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all].filter((cell) => !isSame(before[cell], after[cell]));
}
