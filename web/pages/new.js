// A new game: who sits where, how long it may take, from which position.

import { complain, h, named, reasonOf } from "../lib/dom.js";
import { gameOf, get, me, once, post } from "../lib/api.js";
import { begin } from "../lib/begin.js";
import { gamePath } from "../lib/route.js";
import { capital, counted } from "../lib/text.js";
import { seatMark } from "../board/figures.js";
import { beginning } from "../board/still.js";

/** @import * as api from "../types/api" */

/** How many clocks are offered to choose from. */
const PRESETS = 9;
/** How many days a move may take, for those who play by correspondence. */
const DAYS = [1, 3, 7];
const CLOCK_HELP = "Minutes + seconds a move: 5+3. Also 2h, 30s/move, 40/90+30, hourglass:5, or 5+3 vs 1+0.";

/** @param {string} id */
export async function show(id) {
  const [game, { levels, usual }, { clocks }, { engines }] = await Promise.all([
    gameOf(id),
    once("/api/levels"),
    once("/api/clocks"),
    // Nobody but the owner of the machine is offered any; where they cannot be told one plays without.
    get("/api/engines", {}, { game: id }).catch(() => ({ engines: [] })),
    me(),
  ]);
  const page = new NewGame(id, game, levels, usual, clocks, engines);
  return { title: `New game of ${game.name}`, node: page.node };
}

class NewGame {
  /**
   * @param {string} id
   * @param {api.GameDocument} game
   * @param {api.Level[]} levels
   * @param {number} usual
   * @param {api.UsualClock[]} clocks
   * @param {api.KnownEngine[]} engines
   */
  constructor(id, game, levels, usual, clocks, engines) {
    this.id = id;
    this.game = game;
    this.levels = levels;
    this.engines = engines;
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
    this.seats = game.players.map((player, seat) => this.seat(player, seat));
    this.random = h("input", { type: "checkbox" });
    this.isPublic = h("input", { type: "checkbox" });
    this.clock = h("input", {
      value: "none",
      "aria-label": "Clock",
      spellcheck: "false",
      autocomplete: "off",
    });
    this.node = h(
      "section.page.new",
      {},
      h("h1", {}, "New game: ", h("a", { href: gamePath(id) }, named(game.name))),
      h(
        "form.columns",
        { onsubmit: (event) => this.start(event) },
        h("div.stand", {}, this.board, this.problem),
        this.fields(clocks),
      ),
    );
  }

  /** @param {api.UsualClock[]} clocks */
  fields(clocks) {
    const { variables } = this.game;
    const seats = this.seats.map((seat) => seat.node);
    const own = variables.map((variable) => this.variable(variable));
    return h(
      "div.stack",
      {},
      panel("Who plays", seats, toggle(this.random, "Draw who plays what")),
      panel("Clock", this.presets(clocks), this.clock, h("p.dim", {}, CLOCK_HELP)),
      own.length ? panel("This game", own) : null,
      panel("Start from a position", this.fen),
      toggle(this.isPublic, "Anyone may find and watch it"),
      h("button.primary.large", { type: "submit" }, "Start"),
    );
  }

  /** Usual clocks, to be chosen by a press. @param {api.UsualClock[]} clocks */
  presets(clocks) {
    const mark = () => {
      const now = this.clock.value.trim();
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === now));
    };
    const preset = (
      /** @type {string} */ notation,
      /** @type {string} */ name,
      /** @type {string} */ title,
    ) => {
      const choose = () => {
        this.clock.value = notation;
        mark();
      };
      return h("button.preset", { type: "button", title, value: notation, onclick: choose }, name);
    };
    const timed = clocks.filter(({ notation }) => notation !== "none").slice(0, PRESETS);
    const buttons = [
      ...timed.map(({ notation, name, description }) =>
        preset(notation, notation, `${capital(name)}: ${description}`),
      ),
      preset("none", "No clock", "As long as you like"),
      ...DAYS.map((days) =>
        preset(`${days}d/move`, counted(days, "day"), `${counted(days, "day")} for each move`),
      ),
    ];
    this.clock.addEventListener("input", mark);
    mark();
    return h("div.presets", {}, buttons);
  }

  /** @param {api.Player} player @param {number} seat */
  seat(player, seat) {
    const name = h("input", {
      maxlength: 40,
      "aria-label": `Name of who plays ${player.name}`,
      spellcheck: "false",
      autocomplete: "off",
    });
    const who = h(
      "select",
      { "aria-label": `Who plays ${player.name}` },
      h("option", { value: "me" }, "Me"),
      h("option", { value: "ai" }, "Computer"),
      h("option", { value: "open" }, "By invitation"),
      this.engines.map(({ player, name }) => h("option", { value: player }, name)),
    );
    who.value = seat === 0 ? "me" : "ai";
    const words = h("output.level");
    const level = h("input", {
      type: "range",
      min: 1,
      max: this.levels.length,
      value: this.level,
      "aria-label": `Level of ${player.name}`,
    });
    const chosen = () => this.levels[Number(level.value) - 1];
    const tell = () => {
      words.textContent = levelText(chosen());
      level.hidden = words.hidden = who.value !== "ai";
      // Who is invited brings a name along.
      name.hidden = who.value === "open";
      name.placeholder = who.value === "me" ? (seat === 0 ? "My name" : "Name") : "Its name";
    };
    level.addEventListener("input", tell);
    who.addEventListener("change", tell);
    tell();
    const node = h(
      "div.seat",
      {},
      seatMark(this.game, seat),
      h("b", {}, named(player.name)),
      who,
      name,
      level,
      words,
    );
    return { node, player: () => asked(who.value, name.value.trim(), chosen()) };
  }

  /** @param {api.Variable} variable */
  variable({ name, description, range, usual }) {
    const change = () => {
      if (field.value === "") delete this.values[name];
      else this.values[name] = field.value;
      this.preview();
    };
    const field = variableField(range, usual, change);
    const help = description ? h("small.dim", {}, ` ${description}`) : null;
    return h("label.choice", {}, h("span", {}, capital(name), help), field);
  }

  /** Shows the position as it will be, or what is wrong with it. */
  async preview() {
    const mine = ++this.asked;
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (mine !== this.asked) return;
    try {
      // What is not chosen is drawn anew when the game begins; here one that may come is shown.
      const found = await post("/api/check", this.position());
      const game = this.game.variables.length ? await gameOf(this.id, found.settings) : this.game;
      if (mine !== this.asked) return;
      if (game !== this.board.game) this.board.setUp(game);
      this.problem.textContent = found.outcome ? `The game is over there: ${found.outcome.sentence}.` : "";
      this.board.show(found.placement);
    } catch (error) {
      if (mine === this.asked) this.problem.textContent = reasonOf(error);
    }
  }

  /** The position the game starts from, as questions have it. */
  position() {
    const fen = this.fen.value.trim();
    return { game: this.id, settings: this.values, ...(fen ? { fen } : {}) };
  }

  /** @param {Event} event */
  async start(event) {
    event.preventDefault();
    const seats = this.seats.map((seat) => seat.player());
    if (this.random.checked) {
      const by = Math.floor(Math.random() * seats.length);
      seats.push(...seats.splice(0, by));
    }
    const clock = this.clock.value.trim() || "none";
    try {
      await begin({ ...this.position(), seats, clock, public: this.isPublic.checked });
    } catch (error) {
      complain(error);
    }
  }
}

/**
 * Who is to sit at a seat. Whoever has a name here is called by it, a computer too; who is invited has one already.
 * @param {string} who
 * @param {string} name
 * @param {api.Level} level
 * @returns {api.SeatRequest}
 */
function asked(who, name, level) {
  const kind = who === "ai" ? level.kind : who;
  if (!name || who === "open") return kind;
  return who === "me" ? { name } : { name, kind };
}

/** @param {string} legend @param {...(Node | Node[])} children */
const panel = (legend, ...children) => h("fieldset.panel", {}, h("legend", {}, legend), children);

/** @param {HTMLInputElement} field @param {string} words */
const toggle = (field, words) => h("label.switch", {}, field, h("span", {}, words));

/** @param {api.Level | undefined} level */
function levelText(level) {
  if (!level) return "";
  return `${level.level}, ${level.name}${level.elo ? ` (about ${level.elo})` : ""}`;
}

/** @param {api.Variable["range"]} range @param {string | null} usual @param {() => void} change */
function variableField(range, usual, change) {
  if ("choices" in range) {
    const usually = usual === null ? "At random" : `${capital(usual)}, as usual`;
    const choices = range.choices.map((choice) => h("option", { value: choice }, capital(choice)));
    return h("select", { onchange: change }, h("option", { value: "" }, usually), choices);
  }
  if ("longest" in range) {
    const given = { maxlength: range.longest, placeholder: usual ?? "", spellcheck: "false" };
    return h("input", { ...given, autocomplete: "off", oninput: change });
  }
  const { from, to } = range;
  const placeholder = `${from} to ${to}, or ${usual ?? "at random"}`;
  return h("input", { type: "number", min: from, max: to, placeholder, oninput: change });
}
