// The frame of the page: which part is shown at which address.

import { fresh, h, reasonOf, say, toast } from "./lib/dom.js";
import { apply } from "./lib/settings.js";
import { sentence } from "./lib/text.js";
import { Refusal, get, me, once } from "./lib/api.js";
import { go, keepPlace, onRoute, placeOf } from "./lib/route.js";

/** @typedef {{ title: string, node: Node, leave?: () => void }} Shown */
/** @typedef {{ show: (id: string, query: URLSearchParams) => Promise<Shown> }} Part */

/** @type {[RegExp, () => Promise<Part>][]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/games\/([^/]+)$/, () => import("./pages/game.js")],
  [/^\/new\/([^/]+)$/, () => import("./pages/new.js")],
  [/^\/play\/([^/]+)$/, () => import("./pages/play.js")],
  [/^\/mine$/, () => import("./pages/mine.js")],
  [/^\/review\/([^/]+)$/, () => import("./pages/review.js")],
  [/^\/matches$/, () => import("./pages/matches.js")],
  [/^\/matches\/([^/]+)$/, () => import("./pages/match.js")],
  [/^\/join$/, () => import("./pages/join.js")],
  [/^\/analysis(?:\/([^/]+))?$/, () => import("./pages/analysis.js")],
  [/^\/invent(?:\/([^/]+))?$/, () => import("./pages/editor.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
];

/** @type {Shown | null} */
let shown = null;
/** Only what was asked for last is shown. */
let turn = 0;

/** How long nothing is said of something that loads, in milliseconds. */
const PATIENCE = 350;

/** Shows the part that belongs to the address, at the place where it was left. */
async function show() {
  const mine = ++turn;
  markLinks(location.pathname);
  const waiting = setTimeout(() => tellLoading(true), PATIENCE);
  try {
    const next = await load(location.pathname);
    if (mine !== turn) {
      next?.leave?.();
      return;
    }
    if (!next) {
      replace(page("There is nothing here", h("p", {}, home())));
      return;
    }
    replace(next.node);
    shown = next;
    document.title = next.title ? `${next.title} · Chatura` : "Chatura";
    scrollTo(0, placeOf(history.state));
  } catch (error) {
    if (mine !== turn) return;
    const reason = `${sentence(reasonOf(error)).replace(/\.$/, "")}.`;
    // A browser remembers that a script could not be loaded; only a page that is loaded anew asks again.
    const retry = () => (error instanceof Refusal ? show() : location.reload());
    const again = h("button", { type: "button", onclick: retry }, "Try again");
    replace(page("That did not work", h("p", {}, reason), h("p", {}, again, " ", home())));
  } finally {
    clearTimeout(waiting);
    if (mine === turn) tellLoading(false);
  }
}

/** @param {boolean} isLoading */
function tellLoading(isLoading) {
  document.documentElement.classList.toggle("loading", isLoading);
  document.getElementById("main")?.setAttribute("aria-busy", String(isLoading));
  if (isLoading) say("Loading…");
}

/** What is at an address, if anything is. @param {string} path @returns {Promise<Shown | null>} */
async function load(path) {
  for (const [pattern, find] of ROUTES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const part = await find();
    return part.show(decodeURIComponent(match[1] ?? ""), new URLSearchParams(location.search));
  }
  return null;
}

/** Leaves what is shown, and shows something else. @param {Node} node */
function replace(node) {
  shown?.leave?.();
  shown = null;
  fresh(/** @type {HTMLElement} */ (document.getElementById("main")), node);
}

/** @param {string} title @param {...Node} children */
const page = (title, ...children) => h("section.page", {}, h("h1", {}, title), children);
const home = () => h("a", { href: "/" }, "To the games");

/** Marks where one is among the links at the top. @param {string} path */
function markLinks(path) {
  const isAmongGames = path === "/" || path.startsWith("/games/") || path.startsWith("/new/");
  for (const link of document.querySelectorAll(".bar nav a")) {
    const target = link.getAttribute("href") ?? "-";
    const isHere = target === "/" ? isAmongGames : path.startsWith(target);
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Follows links to other parts of the page without a load. @param {MouseEvent} event */
function follow(event) {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || !isPlain) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  const place = new URL(link.href);
  if (place.origin !== location.origin || place.pathname.startsWith("/api/")) return;
  if (place.hash && place.pathname === location.pathname) return;
  event.preventDefault();
  go(place.pathname + place.search);
  document.getElementById("main")?.focus({ preventScroll: true });
}

// Whoever uses the keyboard sees where the focus is on the board.
addEventListener("keydown", () => (document.documentElement.dataset.input = "keys"), true);
addEventListener("pointerdown", () => (document.documentElement.dataset.input = "pointer"), true);
addEventListener("popstate", () => show());
addEventListener("pagehide", keepPlace);
addEventListener("click", follow);
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Error) toast(event.reason.message, "error");
});

history.scrollRestoration = "manual";
onRoute(() => show());
apply();
// What the first part needs is on its way while its code is.
if (location.pathname === "/") once("/api/catalogue").catch(() => {});
me().catch(() => {});
show();
// Who may look at matches is shown the way, if there are any.
get("/api/matches", {}, { limit: 1 })
  .then(({ matches }) => {
    const link = document.querySelector('.bar a[href="/matches"]');
    if (link instanceof HTMLElement) link.hidden = !matches.length;
  })
  .catch(() => {});
