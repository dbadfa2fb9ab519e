// Two more sets of pieces, drawn for this page: the six of chess; others look as they do otherwise. Bodies take their colours
// from where they stand, details are in `currentColor`.

/** @param {string} d */
const body = (d) => `<path d="${d}"/>`;
/** @param {string} d */
const detail = (d) =>
  `<path fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" d="${d}"/>`;
/** @param {number} x @param {number} y */
const eye = (x, y) => `<circle cx="${x}" cy="${y}" r="3.500" fill="currentColor" stroke="none"/>`;

/** By the name of the set, then of the picture they stand for. @type {Record<string, Record<string, string>>} */
export const SETS = {
  modern: {
    pawn: body("M50 20a15 15 0 0 1 9 27l9 31h7v12H25V78h7l9-31a15 15 0 0 1 9-27z"),
    rook:
      body("M24 16h12v9h9v-9h10v9h9v-9h12v24l-8 6v26l8 8v10H24V80l8-8V46l-8-6z") +
      detail("M34 47h32M34 71h32"),
    bishop:
      body("M50 8l7 9-3 4c13 8 17 22 10 35l-5 6 6 18h10v10H25V80h10l6-18-5-6c-7-13-3-27 10-35l-3-4z") +
      detail("M50 32v18M41 41h18"),
    knight:
      body("M28 90v-9l10-12 1-14-15 8-9-10 19-26 3-15 9 8c20 1 32 17 32 38v32z") +
      detail("M58 28c8 7 11 17 11 28") +
      eye(40, 36),
    queen: body("M22 26l14 18 4-26 10 24 10-24 4 26 14-18-8 48 6 6v10H24V80l6-6z") + detail("M33 72h34"),
    king:
      body(
        "M45 8h10v8h8v9h-8v9c16-4 27 6 25 20-1 8-6 14-10 19l6 7v10H24V80l6-7c-4-5-9-11-10-19-2-14 9-24 25-20v-9h-8v-9h8z",
      ) + detail("M33 72h34M50 46v14"),
  },
  round: {
    pawn: body("M26 88c0-22 10-34 24-34s24 12 24 34z") + body("M50 20a18 18 0 1 0 .1 0z"),
    rook:
      body("M30 42h40l6 38a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8z") +
      body("M22 18h14v10h7V18h14v10h7V18h14v18a8 8 0 0 1-8 8H30a8 8 0 0 1-8-8z"),
    bishop:
      body("M24 88c0-14 8-22 14-26h24c6 4 14 12 14 26z") +
      body("M50 10c17 13 23 26 20 38a20 16 0 0 1-40 0c-3-12 3-25 20-38z") +
      detail("M59 28L47 44"),
    knight:
      body(
        "M28 88c0-20 12-24 12-34-8 7-20 9-23-1-3-12 16-19 21-31 0-7 4-11 9-8l3 7c19 0 30 16 30 37 0 14-4 20-4 30z",
      ) + eye(43, 36),
    queen:
      body("M26 88c0-13 6-20 10-26h28c4 6 10 13 10 26z") +
      body(
        "M18 26c8 9 13 9 18 0 4 9 10 9 14-6 4 15 10 15 14 6 5 9 10 9 18 0-2 19-9 31-16 38H34c-7-7-14-19-16-38z",
      ) +
      eye(50, 50),
    king:
      body("M26 88c0-12 6-18 10-24h28c4 6 10 12 10 24z") +
      body("M50 36c10-13 33-7 31 10-1 10-9 17-15 20H34c-6-3-14-10-15-20-2-17 21-23 31-10z") +
      body("M46 5h8v8h8v8h-8v10h-8V21h-8v-8h8z"),
  },
};
