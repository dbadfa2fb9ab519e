// Why a piece may not go somewhere.

import { post } from "./api.js";

/** @import * as api from "../types/api" */

/**
 * A sentence, or nothing if the server does not know either.
 * @param {api.Question} position
 * @param {string} from
 * @param {string} to
 * @returns {Promise<string | null>}
 */
export async function why(position, from, to) {
  try {
    const { sentence } = await post("/api/why", { position, from, to });
    return sentence;
  } catch {
    return null;
  }
}
