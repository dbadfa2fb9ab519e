// Talks with the service over HTTP.

/** A refusal in words. */
export class Refusal extends Error {
  /** @param {any} problem @param {number} status */
  constructor(problem, status) {
    super(problem?.detail ?? problem?.title ?? `the service answered ${status}`);
    this.code = problem?.code ?? "";
    this.findings = problem?.findings ?? [];
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
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
    throw new Refusal({ detail: "The service cannot be reached; is the connection there?" }, 0);
  }
  const text = await answer.text();
  const json = /[/+]json/.test(answer.headers.get("content-type") ?? "");
  const data = json && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(data, answer.status);
  return data;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {any} body */
export const post = (path, body) => ask("POST", path, body);
/** Sends a file as it is. @param {string} path @param {Blob} file */
export const send = (path, file) => ask("POST", path, file);
/** @param {string} path @param {any} body */
export const patch = (path, body) => ask("PATCH", path, body);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * What does not change while the page is open is asked for once.
 * @param {string} path
 */
export function once(path) {
  let answer = kept.get(path);
  if (!answer) {
    answer = get(path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
    if (kept.size > 200) kept.delete(kept.keys().next().value ?? "");
  }
  return answer;
}

/** @type {Promise<any> | undefined} */
let identity;

async function known() {
  const who = await get("/api/identity").catch((refusal) => {
    // The service knows this browser no longer.
    if (refusal.status === 401) return null;
    throw refusal;
  });
  return who || post("/api/identity", {});
}

/** Who we are; a newcomer becomes somebody. */
export function me() {
  identity ??= known().catch((refusal) => {
    identity = undefined;
    throw refusal;
  });
  return identity;
}

/**
 * Changes the own name.
 * @param {string} name
 */
export async function rename(name) {
  await me();
  identity = patch("/api/identity", { name });
  return identity;
}

/**
 * Settings of variables, as addresses write them.
 * @param {Record<string, string>} settings
 */
export function setOf(settings) {
  return Object.entries(settings ?? {})
    .map(([name, value]) => `${name}:${value}`)
    .join(",");
}

/**
 * A path below the catalogue, with variables.
 * @param {string} id
 * @param {string} [rest]
 * @param {Record<string, string>} [settings]
 * @param {Record<string, string | number>} [more]
 */
export function entry(id, rest = "", settings = {}, more = {}) {
  const query = new URLSearchParams();
  const set = setOf(settings);
  if (set) query.set("set", set);
  for (const [key, value] of Object.entries(more)) query.set(key, String(value));
  const text = query.toString();
  return `/api/catalogue/${encodeURIComponent(id)}${rest}${text ? `?${text}` : ""}`;
}
