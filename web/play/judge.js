// How good moves were: by the share of the whole that each lost for who played it, whatever the game.

/**
 * A move, judged.
 * @typedef {object} Judged
 * @property {number} seat
 * @property {number} loss how much of the whole it lost for who played it, 0 to 1
 * @property {string} mark `?!`, `?`, `??`, or nothing
 * @property {boolean} isBest whether nothing better was found
 */

/** From how much loss on a move gets a mark. @type {[number, string][]} */
const MARKS = [
  [0.2, "??"],
  [0.1, "?"],
  [0.05, "?!"],
];
/** Less is no difference. */
const EQUAL = 0.015;
/** How quickly accuracy falls with what was lost. */
const STRICT = 4;
/** How many turning points are told. */
const MOST_TURNS = 8;

/**
 * @param {object} move
 * @param {number} move.seat
 * @param {string} move.text as it was played
 * @param {string | undefined} move.best what was found best
 * @param {number[]} move.before what everybody could expect before it, with the best move
 * @param {number[]} move.after what everybody can expect after it
 * @returns {Judged}
 */
export function judge({ seat, text, best, before, after }) {
  const isSame = text === best;
  // What is seen one move later is seen better: the best move lost nothing, however it looks then.
  const loss = isSame ? 0 : Math.max(0, (before[seat] ?? 0) - (after[seat] ?? 0));
  const mark = MARKS.find(([least]) => loss >= least)?.[1] ?? "";
  return { seat, loss, mark, isBest: isSame || loss < EQUAL };
}

/**
 * How accurately somebody played, in percent; nothing without a move.
 * @param {readonly Judged[]} moves
 * @param {number} seat
 */
export function accuracy(moves, seat) {
  const own = moves.filter((move) => move.seat === seat);
  if (!own.length) return null;
  return (100 * own.reduce((sum, { loss }) => sum + Math.exp(-STRICT * loss), 0)) / own.length;
}

/**
 * The moves that decided a game, in order: those that lost the most.
 * @param {readonly (Judged | undefined)[]} moves
 * @returns {number[]} their places in the list
 */
export function turningPoints(moves) {
  const marked = moves.flatMap((move, place) =>
    move && move.loss >= 0.1 ? [{ place, loss: move.loss }] : [],
  );
  const most = marked.sort((one, other) => other.loss - one.loss).slice(0, MOST_TURNS);
  return most.map(({ place }) => place).sort((one, other) => one - other);
}
