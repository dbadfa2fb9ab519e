// What pieces are worth, on the board, in hand and taken.

/** @import * as api from "../types/api" */

/** @typedef {{ pieces: { letter: string, value: number | null }[] }} Valued A game, as far as values are concerned. */

/** @param {Valued} game @param {string} letter */
const valueOf = (game, letter) => game.pieces.find((piece) => piece.letter === letter)?.value ?? 0;

/**
 * What a player has taken from others, dearest first.
 * @param {Valued} game
 * @param {readonly Pick<api.MoveRecord, "seat" | "captured">[]} line
 * @param {number} seat
 */
export function taken(game, line, seat) {
  const own = line.filter((record) => record.seat === seat);
  const pieces = own.flatMap((record) => record.captured ?? []).filter((piece) => piece.seat !== seat);
  return pieces.sort(
    (one, other) =>
      valueOf(game, other.letter) - valueOf(game, one.letter) || (one.seat ?? 9) - (other.seat ?? 9),
  );
}

/**
 * The value of everything a player has.
 * @param {Valued} game
 * @param {api.Placement} placement
 * @param {number} seat
 */
export function worth(game, placement, seat) {
  const standing = Object.values(placement.cells).filter(([owner]) => owner === seat);
  const board = standing.reduce((sum, [, letter]) => sum + valueOf(game, letter), 0);
  const held = Object.entries(placement.hands[seat] ?? {});
  return held.reduce((sum, [letter, count]) => sum + valueOf(game, letter) * count, board);
}

/**
 * By how many pawns a player leads the other of two.
 * @param {Valued} game
 * @param {api.Placement | undefined} placement
 * @param {number} seat
 */
export function lead(game, placement, seat) {
  if (!placement) return 0;
  return Math.round((worth(game, placement, seat) - worth(game, placement, 1 - seat)) / 100);
}
