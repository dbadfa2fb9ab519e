// Games that were written down, to be pasted or taken from a file.

import { complain, h } from "../lib/dom.js";

/** The largest file that is read; the server refuses less than that by itself. */
const MOST = 4 << 20;

/** A file's text: UTF-8, or what old files of shogi are kept in. @param {File} file */
async function textOf(file) {
  if (file.size > MOST) throw new Error(`${file.name} is larger than 4 MB`);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}

/**
 * A field for one game or several, and a button to fill it from a file.
 * @param {Record<string, string | number>} given
 */
export function paper(given) {
  const area = h("textarea", { rows: 3, spellcheck: "false", placeholder: "Paste PGN or KIF", ...given });
  const file = h("input", {
    type: "file",
    accept: ".pgn,.kif,.kifu,.txt,application/x-chess-pgn",
    "aria-label": "A file of PGN or KIF",
    onchange: async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      try {
        area.value = await textOf(chosen);
      } catch (error) {
        complain(error);
      }
    },
  });
  return { area, file };
}
