// Sounds, made on the spot, in three sets.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

function ready() {
  if (!settings().sound || !("AudioContext" in window)) return null;
  // Browsers allow sound only after somebody has touched the page.
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** How loud everything is, from 0 to 1. */
const volume = () => Number(settings().volume) / 100 || 0;

/**
 * A tone that fades.
 * @param {number} pitch
 * @param {number} after
 * @param {number} long
 * @param {number} loud
 * @param {OscillatorType} [kind]
 */
function tone(pitch, after, long, loud, kind = "sine") {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime + after;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = kind;
  voice.frequency.setValueAtTime(pitch, at);
  gain.gain.setValueAtTime(Math.max(loud * volume(), 0.0001), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  voice.connect(gain).connect(audio.destination);
  voice.start(at);
  voice.stop(at + long);
}

/**
 * A knock, as of wood.
 * @param {number} pitch
 * @param {number} loud
 * @param {number} [after]
 */
function knock(pitch, loud, after = 0) {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime + after;
  const samples = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * Math.exp(-i / (samples * 0.12));
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.5;
  const gain = audio.createGain();
  gain.gain.value = loud * volume();
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

const SOUNDS = {
  move: () => knock(900, 1.1),
  capture: () => {
    knock(1300, 1.3);
    knock(500, 1.1, 0.035);
  },
  check: () => {
    knock(900, 1);
    tone(740, 0.03, 0.18, 0.07, "triangle");
  },
  start: () => {
    tone(392, 0, 0.25, 0.06);
    tone(523, 0.1, 0.3, 0.06);
  },
  end: () => {
    tone(523, 0, 0.3, 0.06);
    tone(392, 0.14, 0.4, 0.06);
    tone(330, 0.28, 0.5, 0.05);
  },
  low: () => {
    tone(880, 0, 0.12, 0.07, "square");
    tone(880, 0.18, 0.12, 0.07, "square");
  },
  no: () => tone(150, 0, 0.12, 0.08, "triangle"),
  note: () => tone(660, 0, 0.15, 0.05),
};

/** What sounds otherwise in other sets. @type {Record<string, Partial<typeof SOUNDS>>} */
const SETS = {
  soft: {
    move: () => tone(294, 0, 0.16, 0.16, "triangle"),
    capture: () => {
      tone(294, 0, 0.14, 0.16, "triangle");
      tone(220, 0.05, 0.2, 0.16, "triangle");
    },
    check: () => {
      tone(294, 0, 0.16, 0.14, "triangle");
      tone(440, 0.06, 0.25, 0.1, "triangle");
    },
  },
  bells: {
    move: () => tone(1047, 0, 0.35, 0.06),
    capture: () => {
      tone(1047, 0, 0.3, 0.06);
      tone(784, 0.07, 0.4, 0.06);
    },
    check: () => {
      tone(1047, 0, 0.3, 0.06);
      tone(1319, 0.07, 0.3, 0.06);
      tone(1568, 0.14, 0.4, 0.06);
    },
  },
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  try {
    (SETS[settings().sounds]?.[name] ?? SOUNDS[name])();
  } catch {
    // No sound is no reason to stop.
  }
}
