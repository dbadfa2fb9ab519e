import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pretendPage } from "./pretend.js";
import { play } from "../lib/sound.js";
import { set } from "../lib/settings.js";

/** How loud each voice was that was started, and what it was. @type {{ kind: string, loud: number }[]} */
let heard = [];

/** Takes every call, and says how loud what is connected to it becomes. @param {string} kind */
function node(kind) {
  const made = {
    kind,
    loud: 1,
    next: /** @type {any} */ (null),
    frequency: { value: 0, setValueAtTime() {} },
    Q: { value: 0 },
    gain: {
      set value(/** @type {number} */ loud) {
        made.loud = loud;
      },
      setValueAtTime(/** @type {number} */ loud) {
        made.loud = loud;
      },
      exponentialRampToValueAtTime() {},
    },
    connect(/** @type {any} */ next) {
      made.next = next;
      return next;
    },
    start() {
      let loud = 1;
      for (let at = made; at; at = at.next) loud *= at.loud;
      heard.push({ kind, loud });
    },
    stop() {},
  };
  return made;
}

class Audio {
  state = "running";
  currentTime = 0;
  sampleRate = 8000;
  destination = node("speaker");
  createOscillator = () => node("tone");
  createBufferSource = () => node("knock");
  createGain = () => node("gain");
  createBiquadFilter = () => node("filter");
  /** @param {number} _ @param {number} samples */
  createBuffer = (_, samples) => ({ getChannelData: () => new Float32Array(samples) });
}

const NAMES = /** @type {const} */ (["move", "capture", "check", "start", "end", "low", "no", "note"]);

beforeEach(() => {
  pretendPage();
  globalThis.window = /** @type {any} */ ({ AudioContext: Audio });
  globalThis.AudioContext = /** @type {any} */ (Audio);
  Object.defineProperty(globalThis, "navigator", {
    value: { userActivation: { hasBeenActive: true } },
    configurable: true,
  });
  set("sound", true);
  set("volume", "100");
  heard = [];
});

/** @param {string} kind @param {(typeof NAMES)[number]} name */
function sounded(kind, name) {
  set("sounds", kind);
  heard = [];
  play(name);
  return heard;
}

test("every set has every sound, and they differ", () => {
  for (const name of NAMES) {
    for (const kind of ["wood", "soft", "bells"]) assert.ok(sounded(kind, name).length, `${kind} ${name}`);
  }
  const kinds = ["wood", "soft", "bells"].map((kind) => JSON.stringify(sounded(kind, "capture")));
  assert.equal(new Set(kinds).size, 3);
});

test("the volume holds for every sound", () => {
  for (const name of NAMES) {
    set("volume", "100");
    const full = sounded("wood", name);
    set("volume", "25");
    const quiet = sounded("wood", name);
    quiet.forEach(({ loud }, at) => assert.ok(Math.abs(loud - full[at].loud / 4) < 1e-6, name));
  }
});

test("who wants no sounds hears none, and nobody before touching the page", () => {
  set("sound", false);
  assert.equal(sounded("bells", "move").length, 0);
  set("sound", true);
  Object.defineProperty(globalThis, "navigator", {
    value: { userActivation: { hasBeenActive: false } },
    configurable: true,
  });
  assert.equal(sounded("bells", "move").length, 0);
});
