// Clocks: the server says how they stand, the page lets them run in between.

import { serverNow } from "../lib/live.js";
import { play } from "../lib/sound.js";

/** @import * as api from "../types/api" */
/** @import { Table } from "./table.js" */

/** Below this a clock shows tenths of a second. */
const LOW = 20_000;
/** Below this one is warned, once a game. */
const WARNING = 10_000;

/** @param {number} value */
const two = (value) => String(value).padStart(2, "0");

/**
 * A time as clocks show it.
 * @param {number} left
 */
export function shown(left) {
  const time = Math.max(0, left);
  if (time < LOW) {
    const tenths = Math.floor(time / 100);
    return `0:${two(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const all = Math.ceil(time / 1000);
  const days = Math.floor(all / 86400);
  const hours = Math.floor(all / 3600) % 24;
  const minutes = Math.floor(all / 60) % 60;
  if (days) return `${days}d ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/**
 * What is left on a clock so long after it was told; nothing without one.
 * @param {api.Clock | undefined} clock
 * @param {number} passed
 */
export function leftAfter(clock, passed) {
  if (!clock || clock.left === null) return null;
  return clock.running ? clock.left - Math.max(0, passed - clock.delay) : clock.left;
}

export class Clocks {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<number, HTMLElement>} */
    this.faces = new Map();
    this.warned = "";
    this.timer = setInterval(() => this.tick(), 100);
  }

  tick() {
    for (const [seat, face] of this.faces) this.draw(seat, face);
  }

  /** @param {number} seat @param {HTMLElement} face */
  draw(seat, face) {
    const { view, told, own } = this.table;
    const clock = view.table.clocks[seat];
    const left = leftAfter(clock, serverNow() - told);
    face.hidden = left === null;
    if (left === null) return;
    const text = shown(left);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("running", clock.running);
    face.classList.toggle("low", left < LOW);
    const key = `${view.number}-${seat}`;
    if (clock.running && left < WARNING && own.includes(seat) && this.warned !== key) {
      this.warned = key;
      play("low");
    }
  }

  stop() {
    clearInterval(this.timer);
  }
}
