// How the pieces move, for those who do not know them.

import { fresh, h } from "../lib/dom.js";
import { diagrams, drawable } from "../board/diagram.js";

/** @import { Table } from "./table.js" */

/** How many diagrams are drawn at most. */
const MOST = 40;

/**
 * A list that is opened; open already if the game came as a surprise.
 * @param {Table} table
 */
export function guide({ game, ply, definition }) {
  const list = h("ul.diagrams.small");
  const node = h("details.guide", {}, h("summary", {}, "How the pieces move"), list);
  // Drawn when somebody looks.
  node.addEventListener("toggle", () => {
    if (!node.open || list.childElementCount) return;
    const pieces = drawable(game).slice(0, MOST);
    fresh(
      list,
      diagrams(game, pieces, (piece) => piece.name),
    );
  });
  node.open = ply === 0 && sessionStorage.getItem("surprise") === definition;
  return node;
}
