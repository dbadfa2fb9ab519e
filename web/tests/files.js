// The files of the page, and what each takes from others.

import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The text of a file, by its path below `web/`. */
export const textOf = (path) => readFileSync(join(ROOT, path), "utf8");

/** What works beside the page, and takes nothing from it. */
const WORKER = "sw.js";

/** Every module that is served, by its path below `web/`. */
export function modules() {
  const all = readdirSync(ROOT, { recursive: true }).map((path) => path.split("\\").join("/"));
  return all.filter((path) => path.endsWith(".js") && !path.startsWith("tests/") && path !== WORKER);
}

/**
 * What a module takes from others.
 * @returns {{ path: string, isStatic: boolean }[]} types that are imported, and what is imported later, are not static
 */
export function importsOf(path) {
  const text = textOf(path);
  const isCode = (line) => !/^\s*(\/\*\*|\*)/.test(line);
  const found = [];
  for (const line of text.split("\n")) {
    for (const [, name] of line.matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)) {
      const isStatic = isCode(line) && !line.includes("import(");
      found.push({ path: posix.join(posix.dirname(path), name), isStatic });
    }
  }
  return found;
}

/** A module and everything the browser loads with it. */
export function closure(path, known = new Set()) {
  if (known.has(path)) return known;
  known.add(path);
  for (const taken of importsOf(path)) if (taken.isStatic) closure(taken.path, known);
  return known;
}
