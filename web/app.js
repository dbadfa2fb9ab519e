// The frame of the page: which part is shown at which address.

import { fresh, h, toast } from "./lib/dom.js";
import { apply } from "./lib/settings.js";
import { capital } from "./lib/text.js";
import { me, once } from "./lib/api.js";

/** @typedef {{ title: string, node: Node, leave?: () => void }} Shown */

/** @type {[RegExp, () => Promise<any>][]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/games\/([^/]+)$/, () => import("./pages/game.js")],
  [/^\/new\/([^/]+)$/, () => import("./pages/new.js")],
  [/^\/play\/([^/]+)$/, () => import("./pages/play.js")],
  [/^\/join$/, () => import("./pages/join.js")],
  [/^\/analysis(?:\/([^/]+))?$/, () => import("./pages/analysis.js")],
  [/^\/invent(?:\/([^/]+))?$/, () => import("./pages/editor.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
];

/** @type {Shown | null} */
let shown = null;
let turn = 0;

/** @param {boolean} [scroll] */
async function show(scroll = true) {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const mine = ++turn;
  const path = location.pathname;
  const found = ROUTES.map(([pattern, load]) => ({ match: pattern.exec(path), load })).find(
    ({ match }) => match,
  );
  for (const link of document.querySelectorAll(".bar nav a")) {
    const here = link.getAttribute("href");
    const on =
      here === "/"
        ? path === "/" || path.startsWith("/games/") || path.startsWith("/new/")
        : path.startsWith(here ?? "-");
    if (on) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const leave = () => {
    shown?.leave?.();
    shown = null;
  };
  if (!found) {
    leave();
    fresh(
      main,
      h(
        "section.page",
        {},
        h("h1", {}, "There is nothing here"),
        h("p", {}, h("a", { href: "/" }, "To the games")),
      ),
    );
    return;
  }
  try {
    const part = await found.load();
    const next = await part.show(
      decodeURIComponent(found.match?.[1] ?? ""),
      new URLSearchParams(location.search),
    );
    if (mine !== turn) {
      next.leave?.();
      return;
    }
    leave();
    shown = next;
    document.title = next.title ? `${next.title} · Chatura` : "Chatura";
    fresh(main, next.node);
    if (scroll) scrollTo(0, 0);
    next.shown?.();
  } catch (error) {
    if (mine !== turn) return;
    leave();
    const words = error instanceof Error ? error.message : String(error);
    fresh(
      main,
      h(
        "section.page",
        {},
        h("h1", {}, "That did not work"),
        h("p", {}, `${capital(words).replace(/\.$/, "")}.`),
        h(
          "p",
          {},
          h("button", { type: "button", onclick: () => show() }, "Try again"),
          " ",
          h("a", { href: "/" }, "To the games"),
        ),
      ),
    );
  }
}

/**
 * Goes to another address of the page.
 * @param {string} path
 * @param {{ replace?: boolean }} [how]
 */
export function go(path, how = {}) {
  if (how.replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  show();
}

// Whoever uses the keyboard sees where the focus is on the board.
addEventListener("keydown", () => (document.documentElement.dataset.input = "keys"), true);
addEventListener("pointerdown", () => (document.documentElement.dataset.input = "pointer"), true);
addEventListener("popstate", () => show(false));
addEventListener("click", (event) => {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  const place = new URL(link.href);
  if (place.origin !== location.origin || place.pathname.startsWith("/api/")) return;
  if (place.hash && place.pathname === location.pathname) return;
  event.preventDefault();
  go(place.pathname + place.search);
  document.getElementById("main")?.focus({ preventScroll: true });
});
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error) toast(event.reason.message, "error");
});

apply();
// What the first part needs is on its way while its code is.
if (location.pathname === "/") once("/api/catalogue").catch(() => {});
me().catch(() => {});
show();
