// Clocks: the service says how they stand, the page lets them run in between.

import { serviceNow } from "../lib/live.js";
import { play } from "../lib/sound.js";

const LOW = 20_000;

/**
 * A time as clocks show it.
 * @param {number} left
 */
export function shown(left) {
  const time = Math.max(0, left);
  if (time < LOW) {
    const tenths = Math.floor(time / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const all = Math.ceil(time / 1000);
  const [days, hours, minutes, seconds] = [
    Math.floor(all / 86400),
    Math.floor(all / 3600) % 24,
    Math.floor(all / 60) % 60,
    all % 60,
  ];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  if (days) return `${days}d ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export class Clocks {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<number, HTMLElement>} */
    this.faces = new Map();
    this.warned = "";
    this.timer = setInterval(() => this.tick(), 100);
  }

  /** What is left to a seat now. @param {number} seat */
  left(seat) {
    const clock = this.table.view.table.clocks[seat];
    if (!clock || clock.left === null || clock.left === undefined) return null;
    if (!clock.running) return clock.left;
    const passed = Math.max(0, serviceNow() - this.table.told - (clock.delay ?? 0));
    return clock.left - passed;
  }

  tick() {
    for (const [seat, face] of this.faces) {
      const left = this.left(seat);
      face.hidden = left === null;
      if (left === null) continue;
      const text = shown(left);
      if (face.textContent !== text) face.textContent = text;
      const running = Boolean(this.table.view.table.clocks[seat]?.running);
      face.classList.toggle("running", running);
      face.classList.toggle("low", left < LOW);
      const key = `${this.table.view.number}-${seat}`;
      if (running && left < 10_000 && this.table.own.includes(seat) && this.warned !== key) {
        this.warned = key;
        play("low");
      }
    }
  }

  stop() {
    clearInterval(this.timer);
  }
}
