// Matches between engines: the one that is played, and those that were.

import { h } from "../lib/dom.js";
import { get } from "../lib/api.js";
import { matchPath } from "../lib/route.js";
import { counted } from "../lib/text.js";

/** @import * as api from "../types/api" */

export async function show() {
  const { matches } = await get("/api/matches");
  const list = matches.map(row);
  const none = [
    "No match was played yet: ",
    h("code", {}, "chatura match --serve --engine ai:7 --engine ai:5"),
    " plays one that can be watched here.",
  ];
  const node = h(
    "section.page.matches",
    {},
    h("h1", {}, "Matches"),
    h("p.dim", {}, "Engines against each other: what is played, and what was kept."),
    h("ul.records", {}, list.length ? list : h("li.none", {}, none)),
  );
  return { title: "Matches", node };
}

/** @param {api.ListedMatch} match */
function row(match) {
  const progress = `${match.games} of ${counted(match.planned, "game")}`;
  return h(
    "li.record.match-row",
    { "data-match": match.id },
    h(
      "div",
      {},
      h("b", {}, h("a", { href: matchPath(match.id) }, match.title || match.id)),
      match.live ? h("span.running-match", {}, "live") : null,
      h("br"),
      h("span.dim", {}, [progress, match.date.replaceAll(".", "-")].filter(Boolean).join(" · ")),
    ),
    h("p.buttons", {}, h("a.button", { href: matchPath(match.id) }, match.live ? "Watch" : "Look")),
  );
}
