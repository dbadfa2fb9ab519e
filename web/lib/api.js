// Talks with the server over HTTP. Addresses are written as the description of the API writes them, and that says what
// is sent and answered.

/** @import * as api from "../types/api" */
/** @import * as http from "../types/http" */

/** A refusal in words. */
export class Refusal extends Error {
  /** @param {Partial<api.Problem> | undefined} problem @param {number} status */
  constructor(problem, status) {
    super(problem?.detail ?? `the server answered ${status}`);
    this.code = problem?.code ?? "";
    this.findings = problem?.findings ?? [];
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} What it is, the types of those who ask say: they are made from the description of the API.
 */
async function ask(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin" };
  if (body instanceof Blob) {
    request.headers = { "content-type": body.type || "application/octet-stream" };
    request.body = body;
  } else if (body !== undefined) {
    request.headers = { "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refusal({ detail: "The server cannot be reached; is the connection there?" }, 0);
  }
  if (answer.status === 204) return undefined;
  const text = await answer.text();
  const isJson = /[/+]json/.test(answer.headers.get("content-type") ?? "");
  const data = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(data, answer.status);
  return data;
}

/**
 * @param {string} path
 * @param {object} [names]
 * @param {object} [query]
 */
function filled(path, names = {}, query = {}) {
  const known = new Map(Object.entries(names));
  const full = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(known.get(name) ?? ""));
  const asked = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  );
  return asked.length ? `${full}?${new URLSearchParams(asked)}` : full;
}

/**
 * An address with its names filled in: `/api/games/{id}` of the game `a/b` is `/api/games/a%2Fb`.
 * @template {http.Address<"get">} P
 * @param {P} path
 * @param {http.Names<P, "get">} [names]
 * @param {http.Query<P, "get">} [query]
 */
export const address = (path, names, query) => filled(path, names, query);

/**
 * @template {http.Address<"get">} P
 * @param {P} path
 * @param {http.Names<P, "get">} [names]
 * @param {http.Query<P, "get">} [query]
 * @returns {Promise<http.Answer<P, "get">>}
 */
export const get = (path, names, query) => ask("GET", filled(path, names, query));

/**
 * @template {http.Address<"post">} P
 * @param {P} path
 * @param {http.Body<P, "post">} body
 * @param {http.Names<P, "post">} [names]
 * @returns {Promise<http.Answer<P, "post">>}
 */
export const post = (path, body, names) => ask("POST", filled(path, names), body);

/**
 * @template {http.Address<"delete">} P
 * @param {P} path
 * @param {http.Body<P, "delete">} body
 * @param {http.Names<P, "delete">} [names]
 * @returns {Promise<http.Answer<P, "delete">>}
 */
export const remove = (path, body, names) => ask("DELETE", filled(path, names), body);

/**
 * Sends an image as it is.
 * @param {Blob} image
 * @returns {Promise<http.Answer<"/api/images", "post">>}
 */
export const sendImage = (image) => ask("POST", "/api/images", image);

/** @type {Map<string, Promise<any>>} One for each address, each of the type its address has. */
const kept = new Map();

/**
 * What does not change while the page is open is asked for once.
 * @template {http.Address<"get">} P
 * @param {P} path
 * @param {http.Names<P, "get">} [names]
 * @param {http.Query<P, "get">} [query]
 * @returns {Promise<http.Answer<P, "get">>}
 */
export function once(path, names, query) {
  const key = filled(path, names, query);
  let answer = kept.get(key);
  if (!answer) {
    answer = ask("GET", key);
    answer.catch(() => kept.delete(key));
    kept.set(key, answer);
    if (kept.size > 200) kept.delete(kept.keys().next().value ?? "");
  }
  return answer;
}

/**
 * Settings of variables, as addresses write them; nothing if there are none.
 * @param {Record<string, string>} settings
 */
export function setOf(settings) {
  const pairs = Object.entries(settings).map(([name, value]) => `${name}:${value}`);
  return pairs.join(",") || undefined;
}

/**
 * Everything about a game.
 * @param {string} id
 * @param {Record<string, string>} [settings]
 */
export const gameOf = (id, settings = {}) => once("/api/catalogue/{id}", { id }, { set: setOf(settings) });

/**
 * The board of a game as a player sees it.
 * @param {string} id
 * @param {Record<string, string>} settings
 * @param {number} seat
 */
export const drawingOf = (id, settings, seat) =>
  once("/api/catalogue/{id}/drawing", { id }, { set: setOf(settings), seat });

/**
 * Looks at a position for a moment; the last of what is found.
 * @param {api.Question} position
 * @param {api.Limits} limits
 * @returns {Promise<api.Found | undefined>}
 */
export async function glance(position, limits) {
  /** @type {string} */
  const lines = await ask("POST", "/api/analysis", { position, limits });
  const last = lines.trim().split("\n").pop();
  return last ? JSON.parse(last) : undefined;
}

/** @type {Promise<api.Identity> | undefined} */
let identity;

/** @returns {Promise<api.Identity>} */
async function known() {
  const who = await get("/api/identity").catch((refusal) => {
    // The server knows this browser no longer.
    if (refusal.status === 401) return undefined;
    throw refusal;
  });
  return who ?? post("/api/identity", {});
}

/** Who we are; a newcomer becomes somebody. */
export function me() {
  identity ??= known().catch((refusal) => {
    identity = undefined;
    throw refusal;
  });
  return identity;
}

/** Whoever we were, we may be somebody else now. */
export function forgetMe() {
  identity = undefined;
}

/**
 * Changes the own name.
 * @param {string} name
 */
export async function rename(name) {
  await me();
  /** @type {Promise<api.Identity>} */
  const renamed = ask("PATCH", "/api/identity", { name });
  identity = renamed;
  return renamed;
}
