// Every choice and switch of what people like, for a page of its own and for a sheet over a game.

import { h } from "../lib/dom.js";
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
    { wood: "Wood", slate: "Slate", green: "Green", rose: "Rose", contrast: "High contrast" },
  ],
  [
    "pieces",
    "Pieces",
    { classic: "Classic", bold: "Bold outlines", fine: "Fine outlines", letters: "Letters" },
  ],
  ["characters", "Shogi and xiangqi", { written: "Characters", western: "Western figures" }],
  [
    "letters",
    "Letters in moves",
    Object.fromEntries(Object.entries(LANGUAGES).map(([language, [words]]) => [language, words])),
  ],
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
      play("move");
    },
  });
  return h("label.switch", {}, field, h("span", {}, words));
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
