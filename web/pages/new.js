// A new game: who sits where, how long it may take, from which position.

import { complain, h } from "../lib/dom.js";
import { entry, me, once, post } from "../lib/api.js";
import { begin } from "../lib/begin.js";
import { capital } from "../lib/text.js";
import { seatMark } from "../board/figures.js";
import { beginning } from "../board/still.js";

/** @param {string} id */
export async function show(id) {
  const [game, { levels, usual }, { clocks }] = await Promise.all([
    once(entry(id)),
    once("/api/levels"),
    once("/api/clocks"),
    me(),
  ]);
  const page = new NewGame(id, game, levels, usual, clocks);
  return { title: `New game of ${game.name}`, node: page.node };
}

class NewGame {
  /**
   * @param {string} id
   * @param {any} game
   * @param {any[]} levels
   * @param {number} usual
   * @param {any[]} clocks
   */
  constructor(id, game, levels, usual, clocks) {
    this.id = id;
    this.game = game;
    this.levels = levels;
    this.level = Math.min(usual, levels.length);
    /** @type {Record<string, string>} */
    this.values = {};
    this.asked = 0;
    this.board = beginning(game, "The position the game starts from");
    this.problem = h("p.problem", { role: "alert" });
    this.fen = h("input", {
      placeholder: game.start,
      "aria-label": "Start from FEN",
      spellcheck: "false",
      autocomplete: "off",
      oninput: () => this.preview(),
    });
    this.seats = game.players.map((/** @type {any} */ player, /** @type {number} */ seat) =>
      this.seat(player, seat),
    );
    this.random = h("input", { type: "checkbox" });
    this.isPublic = h("input", { type: "checkbox" });
    this.clock = h("input", {
      value: "none",
      "aria-label": "Clock",
      list: "clocks",
      spellcheck: "false",
      autocomplete: "off",
    });
    const choose = (/** @type {string} */ notation) => {
      this.clock.value = notation;
      mark();
    };
    const mark = () =>
      this.node
        .querySelectorAll(".preset")
        .forEach((/** @type {any} */ button) =>
          button.setAttribute("aria-pressed", String(button.value === this.clock.value.trim())),
        );
    const preset = (
      /** @type {string} */ notation,
      /** @type {string} */ name,
      /** @type {string} */ title,
    ) =>
      h(
        "button.preset",
        {
          type: "button",
          title,
          value: notation,
          "aria-pressed": String(notation === "none"),
          onclick: () => choose(notation),
        },
        name,
      );
    this.clock.addEventListener("input", () => mark());
    const presets = [
      preset("none", "No clock", "As long as you like"),
      ...clocks
        .filter(({ notation }) => notation !== "none")
        .slice(0, 9)
        .map((clock) =>
          preset(clock.notation, clock.notation, `${capital(clock.name)}: ${clock.description}`),
        ),
    ];
    this.node = h(
      "section.page.new",
      {},
      h("h1", {}, "New game: ", h("a", { href: `/games/${encodeURIComponent(id)}` }, game.name)),
      h(
        "form.columns",
        { onsubmit: (/** @type {Event} */ event) => this.start(event) },
        h("div.stand", {}, this.board, this.problem),
        h(
          "div.stack",
          {},
          h(
            "fieldset.panel",
            {},
            h("legend", {}, "Who plays"),
            this.seats.map((/** @type {any} */ seat) => seat.node),
            h("label.switch", {}, this.random, h("span", {}, "Draw who plays what")),
          ),
          h(
            "fieldset.panel",
            {},
            h("legend", {}, "Clock"),
            h("div.presets", {}, presets),
            this.clock,
            h(
              "p.dim",
              {},
              "Minutes + seconds a move: 5+3. Also 2h, 30s/move, 40/90+30, hourglass:5, or 5+3 vs 1+0.",
            ),
          ),
          game.variables.length
            ? h(
                "fieldset.panel",
                {},
                h("legend", {}, "This game"),
                game.variables.map((/** @type {any} */ variable) => this.variable(variable)),
              )
            : null,
          h("fieldset.panel", {}, h("legend", {}, "Start from a position"), this.fen),
          h("label.switch", {}, this.isPublic, h("span", {}, "Anyone may find and watch it")),
          h("button.primary.large", { type: "submit" }, "Start"),
        ),
      ),
    );
  }

  /** @param {any} player @param {number} seat */
  seat(player, seat) {
    const who = h(
      "select",
      { "aria-label": `Who plays ${player.name}` },
      h("option", { value: "me" }, "Me"),
      h("option", { value: "ai" }, "Computer"),
      h("option", { value: "open" }, "By invitation"),
    );
    who.value = seat === 0 ? "me" : "ai";
    const words = h("output.level", {});
    const level = h("input", {
      type: "range",
      min: 1,
      max: this.levels.length,
      value: this.level,
      "aria-label": `Level of ${player.name}`,
    });
    const tell = () => {
      const found = this.levels[Number(level.value) - 1];
      words.textContent = found
        ? `${found.level}, ${found.name}${found.elo ? ` (about ${found.elo})` : ""}`
        : "";
      level.hidden = words.hidden = who.value !== "ai";
    };
    level.addEventListener("input", tell);
    who.addEventListener("change", tell);
    tell();
    const node = h("div.seat", {}, seatMark(this.game, seat), h("b", {}, player.name), who, level, words);
    return { node, wish: () => (who.value === "ai" ? this.levels[Number(level.value) - 1].kind : who.value) };
  }

  /** @param {any} variable */
  variable(variable) {
    const { range } = variable;
    const change = (/** @type {string} */ value) => {
      if (value === "") delete this.values[variable.name];
      else this.values[variable.name] = value;
      this.preview();
    };
    const field = range.choices
      ? h(
          "select",
          { onchange: () => change(field.value) },
          h("option", { value: "" }, "At random"),
          range.choices.map((/** @type {string} */ choice) =>
            h("option", { value: choice }, capital(String(choice))),
          ),
        )
      : h("input", {
          type: "number",
          min: range.from,
          max: range.to,
          placeholder: `${range.from} to ${range.to}, or at random`,
          oninput: () => change(field.value),
        });
    return h(
      "label.choice",
      {},
      h(
        "span",
        {},
        capital(variable.name),
        variable.description ? h("small.dim", {}, ` ${variable.description}`) : null,
      ),
      field,
    );
  }

  /** Shows the position as it will be, or what is wrong with it. */
  async preview() {
    const mine = ++this.asked;
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (mine !== this.asked) return;
    const fen = this.fen.value.trim();
    try {
      // What is not chosen is drawn anew when the game begins; here one that may come is shown.
      const found = await post("/api/check", {
        game: this.id,
        settings: this.values,
        ...(fen ? { fen } : {}),
      });
      const game = this.game.variables.length ? await once(entry(this.id, "", found.settings)) : this.game;
      if (mine !== this.asked) return;
      if (game !== this.board.game) this.board.setUp(game);
      this.problem.textContent = found.outcome ? `The game is over there: ${found.outcome.sentence}.` : "";
      this.board.show(found.placement);
    } catch (error) {
      if (mine === this.asked) this.problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {Event} event */
  async start(event) {
    event.preventDefault();
    const seats = this.seats.map((/** @type {any} */ seat) => seat.wish());
    if (this.random.checked) {
      const by = Math.floor(Math.random() * seats.length);
      seats.push(...seats.splice(0, by));
    }
    const fen = this.fen.value.trim();
    try {
      await begin({
        game: this.id,
        settings: this.values,
        seats,
        clock: this.clock.value.trim() || "none",
        public: this.isPublic.checked,
        ...(fen ? { fen } : {}),
      });
    } catch (error) {
      complain(/** @type {Error} */ (error));
    }
  }
}
