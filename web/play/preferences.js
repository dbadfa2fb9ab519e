// Every choice and switch of what people like, for a page of its own and for a sheet over a game.

import { h, toast } from "../lib/dom.js";
import { LANGUAGES } from "../lib/letters.js";
import { set, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";

/** @import { Choice, Switch } from "../lib/settings.js" */

/** @type {[Switch, string][]} */
const SWITCHES = [
  ["sound", "Sounds"],
  ["coordinates", "Names of cells"],
  ["targets", "Show where a piece can go"],
  ["last", "Mark the last move"],
  ["premove", "Premoves: choose a move while others think"],
  ["confirm", "Ask before a move is played"],
  ["turnBoard", "Turn the board to who is to move, when several sit at one screen"],
  ["typed", "A field to type moves into"],
  ["leftHanded", "Buttons and moves left of the board"],
  ["zen", "Nothing but the board, the clocks and the moves while a game is played (key Z)"],
  ["notify", "Tell me when it is my turn, if this page is open elsewhere"],
  ["chat", "Chat"],
];

/**
 * What can be chosen, what it is called, and from what: values and their names.
 * @type {[Choice, string, Record<string, string>][]}
 */
const CHOICES = [
  ["theme", "Light or dark", { system: "As the system", light: "Light", dark: "Dark" }],
  [
    "board",
    "Board",
    {
      wood: "Wood",
      slate: "Slate",
      green: "Green",
      rose: "Rose",
      sand: "Sand",
      night: "Night",
      contrast: "High contrast",
    },
  ],
  [
    "pieces",
    "Pieces",
    {
      classic: "Classic",
      bold: "Bold outlines",
      fine: "Fine outlines",
      modern: "Modern",
      round: "Round",
      letters: "Letters",
    },
  ],
  ["characters", "Pieces of shogi and xiangqi", { written: "Characters", western: "Western figures" }],
  [
    "notation",
    "Moves of shogi and xiangqi",
    {
      san: "As in chess: c4, Hxe5",
      letters: "Their own letters: P-7f, C2.5",
      characters: "Their own characters: ７六歩, 炮二平五",
    },
  ],
  [
    "letters",
    "Letters in moves",
    Object.fromEntries(Object.entries(LANGUAGES).map(([language, [words]]) => [language, words])),
  ],
  [
    "size",
    "Size of the board",
    { full: "As large as fits", large: "Large", medium: "Medium", small: "Small" },
  ],
  ["sounds", "Kind of sounds", { wood: "Wood", soft: "Soft", bells: "Bells" }],
  ["volume", "Volume", { 25: "A quarter", 50: "Half", 75: "Three quarters", 100: "Full" }],
  ["animation", "Animation", { normal: "Normal", fast: "Fast", slow: "Slow", off: "None" }],
  ["input", "Moving pieces", { both: "Drag or click", click: "Click only", drag: "Drag only" }],
];

/** @param {[Switch, string]} which */
function switchOf([name, words]) {
  const field = h("input", {
    type: "checkbox",
    checked: settings()[name],
    name,
    onchange: () => {
      set(name, field.checked);
      if (name === "notify" && field.checked) allow(field);
      play("move");
    },
  });
  return h("label.switch", {}, field, h("span", {}, words));
}

/** Asks the browser whether it lets us tell something while the page is not looked at. @param {HTMLInputElement} field */
async function allow(field) {
  if ("Notification" in window && (await Notification.requestPermission()) === "granted") return;
  set("notify", false);
  field.checked = false;
  toast("The browser does not allow it; its settings for this page say why", "error");
}

/** @param {[Choice, string, Record<string, string>]} which */
function choiceOf([name, words, options]) {
  const now = settings()[name];
  const field = h(
    "select",
    {
      name,
      onchange: () => {
        set(name, field.value);
        if (name === "sounds" || name === "volume") play("capture");
      },
    },
    Object.entries(options).map(([value, text]) => h("option", { value, selected: now === value }, text)),
  );
  return h("label.choice", {}, h("span", {}, words), field);
}

/** Every choice and switch. */
export function panels() {
  return [
    h("div.panel.stack", {}, CHOICES.map(choiceOf)),
    h("div.panel.stack.tight", {}, SWITCHES.map(switchOf)),
  ];
}

/** Shows them over whatever is there. */
export function sheet() {
  const close = () => {
    node.close();
  };
  const done = h("button.primary", { type: "button", onclick: close }, "Done");
  const header = h("header.row", {}, h("h1", {}, "Settings"), done);
  const node = h(
    "dialog.sheet",
    {
      "aria-label": "Settings",
      onclose: () => {
        node.remove();
      },
      onclick: (event) => {
        if (event.target === node) close();
      },
    },
    h("div.narrow", {}, header, panels()),
  );
  document.body.append(node);
  node.showModal();
}
