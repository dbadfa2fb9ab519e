// For inventors: a definition as text, what is wrong with it at its line, the board as it will be, play at once.

import { complain, copy, fresh, h, toast } from "../lib/dom.js";
import { entry, get, me, post, send } from "../lib/api.js";
import { go } from "../app.js";
import { quick } from "../lib/begin.js";
import { still } from "../board/still.js";
import { diagram } from "../board/diagram.js";

const KEY = "chatura-draft";
const FIRST = `# A game says what differs from another, or everything.
extends = "chess"
name    = "Guards and Amazons"
about   = "Guards stand in for the bishops, and the queen also leaps like a knight."

pieces.queen.moves = "QN"
pieces.guard       = { letter = "G", moves = "K" }
setup.array        = "rngqkgnr/pppppppp/8/8/8/8/PPPPPPPP/RNGQKGNR"
rules.promotion.to = ["queen", "rook", "guard", "knight"]
`;

/** @param {string} id */
export async function show(id) {
  let text = localStorage.getItem(KEY) ?? FIRST;
  let file = "game.toml";
  if (id) ({ text, file } = await get(entry(id, "/definition")));
  const page = new Editor(text, file.split("/").pop() ?? "game.toml");
  return { title: "Invent a game", node: page.node, leave: () => page.leave() };
}

class Editor {
  /** @param {string} text @param {string} file */
  constructor(text, file) {
    this.file = file;
    this.asked = 0;
    this.area = h("textarea", {
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "off",
      "aria-label": "The definition",
      oninput: () => this.changed(),
    });
    this.area.value = text;
    this.gutter = h("div.gutter", { "aria-hidden": "true" });
    this.area.addEventListener("scroll", () => (this.gutter.scrollTop = this.area.scrollTop));
    this.area.addEventListener(
      "keydown",
      (/** @type {KeyboardEvent} */ event) =>
        event.key === "s" && (event.ctrlKey || event.metaKey) && (event.preventDefault(), this.check()),
    );
    this.findings = h("ol.findings", { "aria-live": "polite" });
    this.board = still();
    this.pieces = h("ul.diagrams.small");
    this.title = h("h2", {});
    this.playButton = h(
      "button.primary",
      { type: "button", disabled: true, onclick: () => this.play() },
      "Play it",
    );
    this.share = h("button", { type: "button", disabled: true, onclick: () => this.link() }, "Share");
    this.state = h("p.state", { role: "status" }, "");
    const open = h("input.quiet", {
      type: "file",
      accept: ".toml,.xml,.png,.svg",
      multiple: true,
      "aria-label": "Open files",
      onchange: (/** @type {any} */ event) => this.load(event.target.files),
    });
    this.node = h(
      "section.page.invent",
      {},
      h(
        "header.row",
        {},
        h("h1", {}, "Invent a game"),
        h("label.button", {}, "Open files", open),
        this.playButton,
        this.share,
        h("a.button", { href: "/invent/chess" }, "See how chess is written"),
      ),
      h(
        "div.columns",
        {},
        h("div.pane", {}, h("div.text", {}, this.gutter, this.area), this.state, this.findings),
        h("div.stand", {}, this.title, this.board, this.pieces),
      ),
    );
    this.node.addEventListener("dragover", (/** @type {DragEvent} */ event) => event.preventDefault());
    this.node.addEventListener("drop", (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      this.load(event.dataTransfer?.files);
    });
    this.check();
  }

  leave() {
    this.asked++;
  }

  /**
   * Takes a definition, and the images it names.
   * @param {FileList | null | undefined} files
   */
  async load(files) {
    const all = [...(files ?? [])];
    const isImage = (/** @type {File} */ file) => /\.(png|svg)$/i.test(file.name);
    const text = all.find((file) => !isImage(file));
    if (text && text.size > 1_000_000) {
      toast("This file is larger than a definition can be.", "error");
      return;
    }
    if (text) {
      this.file = text.name.replace(/[^\w. -]/g, "-").slice(-80);
      this.area.value = await text.text();
    }
    for (const image of all.filter(isImage)) await this.keep(image);
    if (all.length) this.changed();
  }

  /** Keeps an image, and writes its address where the definition names it. @param {File} image */
  async keep(image) {
    try {
      await me();
      const { url } = await send("/api/images", image);
      if (this.area.value.includes(`"${image.name}"`))
        this.area.value = this.area.value.replaceAll(`"${image.name}"`, `"${url}"`);
      else await copy(url, `${image.name} is kept; its address was`);
    } catch (error) {
      toast(`${image.name}: ${/** @type {Error} */ (error).message}`, "error");
    }
  }

  changed() {
    try {
      localStorage.setItem(KEY, this.area.value);
    } catch {
      // Then it is not kept.
    }
    const text = this.area.value.trimStart();
    if (text.startsWith("<")) this.file = this.file.replace(/\.toml$/, ".xml");
    else this.file = this.file.replace(/\.xml$/, ".toml");
    this.lines(this.wrong ?? new Set());
    this.check();
  }

  /** @param {Set<number>} wrong */
  lines(wrong) {
    this.wrong = wrong;
    const count = this.area.value.split("\n").length;
    fresh(
      this.gutter,
      Array.from({ length: count }, (_, line) =>
        h(`span${wrong.has(line + 1) ? ".wrong" : ""}`, {}, line + 1),
      ),
    );
  }

  async check() {
    const mine = ++this.asked;
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (mine !== this.asked) return;
    const slow = setTimeout(() => {
      if (mine !== this.asked) return;
      this.state.className = "state";
      this.state.textContent = "Looking at it…";
    }, 600);
    try {
      const answer = await post("/api/definitions/check", { text: this.area.value, file: this.file });
      if (mine !== this.asked) return;
      this.tell(answer);
    } catch (error) {
      if (mine === this.asked) this.state.textContent = /** @type {Error} */ (error).message;
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {any} answer */
  tell({ ok, findings, game }) {
    this.lines(new Set(findings.map((/** @type {any} */ finding) => finding.line)));
    this.playButton.disabled = this.share.disabled = !ok;
    this.state.className = ok ? "state ok" : "state wrong";
    this.state.textContent = ok
      ? "This game can be played."
      : `${findings.length === 1 ? "One thing is" : `${findings.length} things are`} not right yet:`;
    fresh(
      this.findings,
      findings.map((/** @type {any} */ finding) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", onclick: () => this.goTo(finding) },
            h("b", {}, finding.line ? `Line ${finding.line}: ` : ""),
            finding.message,
            finding.help ? h("span.help", {}, ` ${finding.help}`) : null,
          ),
        ),
      ),
    );
    if (!game) return;
    this.game = game;
    this.title.textContent = game.name;
    this.board.placement = game.placement;
    this.board.setUp(game);
    fresh(
      this.pieces,
      game.pieces
        .filter((/** @type {any} */ piece) => piece.diagram.reach.length)
        .slice(0, 24)
        .map((/** @type {any} */ piece) =>
          h("li", {}, diagram(game, piece), h("span", {}, `${piece.name} (${piece.letter})`)),
        ),
    );
  }

  /** @param {any} finding */
  goTo({ line, column, length }) {
    if (!line) return;
    const start = this.area.value
      .split("\n")
      .slice(0, line - 1)
      .reduce((/** @type {number} */ sum, /** @type {string} */ text) => sum + text.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(start + column - 1, start + column - 1 + length);
    this.area.scrollTop = Math.max(0, (line - 5) * 22);
  }

  async send() {
    await me();
    return post("/api/definitions", { text: this.area.value, file: this.file });
  }

  async play() {
    try {
      const { id } = await this.send();
      await quick(id, this.game.players.length, 2);
    } catch (error) {
      complain(/** @type {Error} */ (error));
    }
  }

  async link() {
    try {
      const { id } = await this.send();
      const path = `/games/${encodeURIComponent(id)}`;
      await copy(location.origin + path, "Link");
      go(path);
    } catch (error) {
      complain(/** @type {Error} */ (error));
    }
  }
}
