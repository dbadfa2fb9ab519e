// The studies somebody has made.

import { h, named } from "../lib/dom.js";
import { get, me } from "../lib/api.js";
import { studyPath } from "../lib/route.js";
import { ago } from "../lib/text.js";

export async function show() {
  await me();
  const { studies } = await get("/api/studies");
  const rows = studies.map(({ study, name, open, updated }) =>
    h(
      "li.record",
      {},
      h(
        "div",
        {},
        h("b", {}, h("a", { href: studyPath(study) }, named(name))),
        h("br"),
        h("span.dim", {}, ago(updated)),
      ),
      open ? h("span.dim", {}, "open to all who have the link") : null,
    ),
  );
  const none = h("li.none", {}, "None yet. Analyse a game, and save it as a study.");
  const node = h(
    "section.page.studies",
    {},
    h("h1", {}, "My studies"),
    h("p.buttons", {}, h("a.button.primary", { href: "/analysis" }, "Begin with an analysis")),
    h("ul.records", {}, rows.length ? rows : none),
  );
  return { title: "My studies", node };
}
