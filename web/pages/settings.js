// What people like; a page of its own, and a sheet over a game.

import { complain, h, toast } from "../lib/dom.js";
import { entry, me, once, rename } from "../lib/api.js";
import { LANGUAGES } from "../lib/letters.js";
import { set, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import { beginning } from "../board/still.js";

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
const CHOICES = [
  [
    "theme",
    "Light or dark",
    [
      ["system", "As the system"],
      ["light", "Light"],
      ["dark", "Dark"],
    ],
  ],
  [
    "board",
    "Board",
    [
      ["wood", "Wood"],
      ["slate", "Slate"],
      ["green", "Green"],
      ["rose", "Rose"],
      ["contrast", "High contrast"],
    ],
  ],
  [
    "pieces",
    "Pieces",
    [
      ["classic", "Classic"],
      ["bold", "Bold outlines"],
      ["fine", "Fine outlines"],
      ["letters", "Letters"],
    ],
  ],
  [
    "characters",
    "Shogi and xiangqi",
    [
      ["written", "Characters"],
      ["western", "Western figures"],
    ],
  ],
  ["letters", "Letters in moves", Object.entries(LANGUAGES).map(([key, [words]]) => [key, words])],
  [
    "animation",
    "Animation",
    [
      ["normal", "Normal"],
      ["fast", "Fast"],
      ["slow", "Slow"],
      ["off", "None"],
    ],
  ],
  [
    "input",
    "Moving pieces",
    [
      ["both", "Drag or click"],
      ["click", "Click only"],
      ["drag", "Drag only"],
    ],
  ],
];

/** Every choice and switch. */
export function panels() {
  const now = /** @type {any} */ (settings());
  const flip = (/** @type {any} */ [key, words]) =>
    h(
      "label.switch",
      {},
      h("input", {
        type: "checkbox",
        checked: now[key],
        name: key,
        onchange: (/** @type {any} */ event) => (
          set(/** @type {any} */ (key), event.target.checked),
          play("move")
        ),
      }),
      h("span", {}, words),
    );
  const choice = (/** @type {any} */ [key, words, options]) =>
    h(
      "label.choice",
      {},
      h("span", {}, words),
      h(
        "select",
        {
          name: key,
          onchange: (/** @type {any} */ event) => set(/** @type {any} */ (key), event.target.value),
        },
        options.map((/** @type {string[]} */ [value, text]) =>
          h("option", { value, selected: now[key] === value }, text),
        ),
      ),
    );
  return [h("div.panel.stack", {}, CHOICES.map(choice)), h("div.panel.stack.tight", {}, SWITCHES.map(flip))];
}

/** Shows them over whatever is there. */
export function sheet() {
  const node = h(
    "dialog.sheet",
    {
      "aria-label": "Settings",
      onclose: () => node.remove(),
      onclick: (/** @type {Event} */ event) => event.target === node && node.close(),
    },
    h(
      "div.narrow",
      {},
      h(
        "header.row",
        {},
        h("h1", {}, "Settings"),
        h("button.primary", { type: "button", onclick: () => node.close() }, "Done"),
      ),
      panels(),
    ),
  );
  document.body.append(node);
  node.showModal();
}

/** A small board that looks as it was chosen. @param {string} id */
async function sample(id) {
  const game = await once(entry(id));
  return beginning(game, `${game.name}, as it will look`);
}

export async function show() {
  const [who, ...samples] = await Promise.all([me(), sample("chess"), sample("shogi")]);
  const field = h("input", {
    value: who.name,
    maxlength: 40,
    autocomplete: "nickname",
    id: "own-name",
    placeholder: "Anonymous",
  });
  const name = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await rename(field.value.trim());
      toast("Name kept");
    } catch (error) {
      complain(/** @type {Error} */ (error));
    }
  };
  const node = h(
    "section.page.narrow",
    {},
    h("h1", {}, "Settings"),
    h(
      "form.panel.row",
      { onsubmit: name },
      h("label", { for: "own-name" }, "Your name"),
      field,
      h("button", { type: "submit" }, "Keep"),
    ),
    h("div.samples", {}, samples),
    panels(),
    h(
      "p.dim",
      {},
      "Kept in this browser. ",
      h("button.quiet-button", { type: "button", onclick: () => history.back() }, "Back"),
    ),
  );
  return { title: "Settings", node };
}
