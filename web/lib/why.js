// Why a piece may not go somewhere.

import { post } from "./api.js";

/**
 * A sentence, or nothing if the service does not know either.
 * @param {any} position
 * @param {string} from
 * @param {string} to
 * @returns {Promise<string | null>}
 */
export async function why(position, from, to) {
  try {
    return (await post("/api/why", { position, from, to })).sentence;
  } catch {
    return null;
  }
}
