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
  [/^\/embed\/([^/]+)$/, () => import("./pages/embed.js")],
  [/^\/studies$/, () => import("./pages/studies.js")],
  [/^\/study\/([^/]+)$/, () => import("./pages/study.js")],
  [/^\/invent(?:\/([^/]+))?$/, () => import("./pages/editor.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
];

/** @type {Shown | null} */
let shown = null;
/** Only what was asked for last is shown. */
let turn = 0;

/** How soon a server that could not be reached is tried again, in milliseconds. */
const RETRY = 3000;
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
    if (error instanceof Refusal && error.status === 0) {
      replace(offline());
      return;
    }
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

/** What is shown when the server cannot be reached; it goes on by itself. */
function offline() {
  const words = navigator.onLine
    ? "The server cannot be reached. Your games are kept there, and clocks go on."
    : "You are offline. Your games are kept on the server, and clocks go on.";
  const retry = h("button.primary", { type: "button", onclick: () => show() }, "Try again");
  const mine = turn;
  const again = () => mine === turn && show();
  addEventListener("online", again, { once: true });
  return page("No connection", h("p", {}, words), h("p", {}, retry));
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
show();
// Who may look at matches is shown the way, if there are any.
get("/api/matches", {}, { limit: 1 })
  .then(({ matches }) => {
    const link = document.querySelector('.bar a[href="/matches"]');
    if (link instanceof HTMLElement) link.hidden = !matches.length;
  })
  .catch(() => {});
reach();

// What is not needed to begin comes afterwards.
addEventListener("load", () => setTimeout(settle, 1000));

/** Whether the server could not be reached. */
let isLost = false;

/** Says that the server cannot be reached, until it can. */
async function reach() {
  const place = document.getElementById("connection");
  try {
    await me();
    if (isLost && place) place.hidden = true;
    if (isLost) show();
    isLost = false;
  } catch (error) {
    if (!place || !(error instanceof Refusal) || error.status !== 0) return;
    isLost = true;
    place.hidden = false;
    place.textContent = navigator.onLine ? "No connection to the server" : "Offline";
    setTimeout(reach, RETRY);
  }
}

/** Keeps the page for times without a network, and listens for turns. */
async function settle() {
  const { listenForTurns } = await import("./play/calls.js");
  listenForTurns();
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.register("/sw.js");
  active?.postMessage("keep");
}
