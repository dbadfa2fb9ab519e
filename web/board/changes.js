// What became of each piece between two positions, so that it can be shown: some moved, some are gone, some came.

/** @typedef {[number | null, string]} Piece */

/**
 * @param {Record<string, Piece>} before
 * @param {Record<string, Piece>} after
 * @param {Map<string, any>} places
 */
export function changes(before, after, places) {
  const same = (/** @type {Piece | undefined} */ one, /** @type {Piece | undefined} */ other) =>
    Boolean(one && other && one[0] === other[0] && one[1] === other[1]);
  const left = Object.keys(before).filter((cell) => !same(before[cell], after[cell]));
  let come = Object.keys(after).filter((cell) => !same(before[cell], after[cell]));
  /** @type {{ from: string, to: string }[]} */
  const moved = [];
  const gone = new Set(left);
  const far = (/** @type {string} */ one, /** @type {string} */ other) => {
    const a = places.get(one)?.middle ?? [0, 0];
    const b = places.get(other)?.middle ?? [0, 0];
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
  };
  // First those that stayed what they are, then those that changed (promotion).
  const alike = [
    (/** @type {string} */ from, /** @type {string} */ to) => same(before[from], after[to]),
    (/** @type {string} */ from, /** @type {string} */ to) => before[from][0] === after[to][0],
  ];
  for (const fits of alike) {
    come = come.filter((to) => {
      const from = [...gone].filter((cell) => fits(cell, to)).sort((a, b) => far(a, to) - far(b, to))[0];
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
 * @param {Record<string, Piece>} before
 * @param {Record<string, Piece>} after
 */
export function differing(before, after) {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all].filter(
    (cell) => before[cell]?.[0] !== after[cell]?.[0] || before[cell]?.[1] !== after[cell]?.[1],
  );
}
