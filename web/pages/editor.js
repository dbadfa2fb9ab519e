// For inventors: a definition as text, what is wrong with it at its line, the board as it will be, play at once.

import { complain, copy, fresh, h, reasonOf, toast } from "../lib/dom.js";
import { get, me, post, sendImage } from "../lib/api.js";
import { quick } from "../lib/begin.js";
import { gamePath, go } from "../lib/route.js";
import { ago, sentence } from "../lib/text.js";
import { Drafts, newId } from "../play/drafts.js";
import { still } from "../board/still.js";
import { diagrams, drawable } from "../board/diagram.js";

/** @import * as api from "../types/api" */
/** @import { Draft } from "../play/drafts.js" */

/** How many steps back are remembered. */
const MOST_STEPS = 200;
/** The longest definition. */
const MOST_BYTES = 1_000_000;
/** How many diagrams are drawn. */
const MOST_DIAGRAMS = 24;
/** The height of a line, in pixels. */
const LINE = 22;
const FIRST = `# A game says what differs from another, or everything.
extends = "chess"
name    = "Guards and Amazons"
about   = "Guards stand in for the bishops, and the queen also leaps like a knight."

pieces.queen.moves = "QN"
pieces.guard       = { letter = "G", moves = "K" }
setup.array        = "rngqkgnr/pppppppp/8/8/8/8/PPPPPPPP/RNGQKGNR"
rules.promotion.to = ["queen", "rook", "guard", "knight"]
`;

/** @param {string} id @param {URLSearchParams} query */
export async function show(id, query) {
  const drafts = new Drafts(localStorage);
  const draft = query.get("draft") ?? (id || "new");
  const kept = drafts.of(draft);
  let text = FIRST;
  let file = "game.toml";
  if (id) ({ text, file } = await get("/api/catalogue/{id}/definition", { id }));
  const page = new Editor(drafts, draft, text, file.split("/").pop() ?? "game.toml", kept);
  return { title: "Invent a game", node: page.node, leave: () => page.leave() };
}

class Editor {
  /**
   * @param {Drafts} drafts
   * @param {string} id of the draft
   * @param {string} text as it was before anybody wrote
   * @param {string} file
   * @param {Draft | null} kept
   */
  constructor(drafts, id, text, file, kept) {
    this.drafts = drafts;
    this.id = id;
    this.original = text;
    this.file = kept?.file ?? file;
    /** What stood there before each change that was not typed, and after a pause in typing. */
    this.past = [kept?.text ?? text];
    this.asked = 0;
    /** Lines something is wrong with. @type {Set<number>} */
    this.wrong = new Set();
    /** How many play what the definition defines. */
    this.players = 2;
    this.area = this.makeArea(kept?.text ?? text);
    this.undoButton = h("button", { type: "button", disabled: true, onclick: () => this.undo() }, "Undo");
    this.inventions = h("details.inventions", {}, h("summary.button", {}, "My inventions"), h("ul"));
    this.inventions.addEventListener("toggle", () => this.inventions.open && this.listInventions());
    this.gutter = h("div.gutter", { "aria-hidden": "true" });
    this.area.addEventListener("scroll", () => (this.gutter.scrollTop = this.area.scrollTop));
    this.findings = h("ol.findings", { "aria-live": "polite" });
    this.board = still();
    this.pieces = h("ul.diagrams.small");
    this.title = h("h2");
    this.playButton = h(
      "button.primary",
      { type: "button", disabled: true, onclick: () => this.play() },
      "Play it",
    );
    this.share = h("button", { type: "button", disabled: true, onclick: () => this.link() }, "Share");
    this.state = h("p.state", { role: "status" }, "");
    this.node = this.makeNode();
    this.check();
  }

  /** @param {string} text */
  makeArea(text) {
    const area = h("textarea", {
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "off",
      "aria-label": "The definition",
      oninput: () => this.changed(),
      onkeydown: (event) => {
        if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        this.check();
      },
    });
    area.value = text;
    return area;
  }

  makeNode() {
    const open = h("input.quiet", {
      type: "file",
      accept: ".toml,.ini,.txt,.xml,.png,.svg",
      multiple: true,
      "aria-label": "Open files",
      onchange: () => {
        this.load(open.files);
      },
    });
    const example = h("a.button", { href: "/invent/chess" }, "See how chess is written");
    const node = h(
      "section.page.invent",
      {},
      h(
        "header.row",
        {},
        h("h1", {}, "Invent a game"),
        h("label.button", {}, "Open files", open),
        this.playButton,
        this.share,
        this.undoButton,
        this.inventions,
        example,
      ),
      this.id !== "new" && this.area.value !== this.original ? this.draftNote() : null,
      h(
        "div.columns",
        {},
        h("div.pane", {}, h("div.text", {}, this.gutter, this.area), this.state, this.findings),
        h("div.stand", {}, this.title, this.board, this.pieces),
      ),
    );
    node.addEventListener("dragover", (event) => event.preventDefault());
    node.addEventListener("drop", (event) => {
      event.preventDefault();
      this.load(event.dataTransfer?.files);
    });
    return node;
  }

  leave() {
    this.asked++;
  }

  /** Says that this is a draft, and leads back to what it was. */
  draftNote() {
    const back = () => {
      this.replace(this.original);
      note.remove();
    };
    const button = h("button.quiet-button", { type: "button", onclick: back }, "Back to the original");
    const note = h("p.dim.draft", {}, "This is your draft of the game. ", button);
    return note;
  }

  /** Puts another text in place of what is there. @param {string} text */
  replace(text) {
    this.area.value = text;
    this.changed();
  }

  /** Remembers what is written now, to come back to. */
  remember() {
    const now = this.area.value;
    if (this.past.at(-1) !== now) this.past.push(now);
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.undoButton.disabled = this.past.length < 2;
  }

  undo() {
    this.remember();
    this.past.pop();
    const before = this.past.at(-1);
    if (before !== undefined) this.replace(before);
    this.undoButton.disabled = this.past.length < 2;
    this.area.focus();
  }

  /** What was written here, and what was sent. */
  async listInventions() {
    const list = this.inventions.querySelector("ul");
    if (!list) return;
    const drafts = this.drafts.all().map((draft) => {
      const forget = () => {
        this.drafts.drop(draft.id);
        this.listInventions();
      };
      const path = /^new(-|$)/.test(draft.id) ? "/invent" : `/invent/${encodeURIComponent(draft.id)}`;
      const words = draft.name || draft.id;
      return h(
        "li",
        {},
        h("a", { href: `${path}?draft=${encodeURIComponent(draft.id)}` }, words),
        h("span.dim", {}, ` draft, ${ago(draft.at)} `),
        h(
          "button.quiet-button",
          { type: "button", "aria-label": `Forget ${words}`, onclick: forget },
          "Forget",
        ),
      );
    });
    const another = h("li", {}, h("a", { href: `/invent?draft=${newId()}` }, "Begin another"));
    const sent = await me()
      .then(() => get("/api/definitions"))
      .then(
        ({ definitions }) => definitions,
        () => [],
      );
    const known = sent.map(({ id, name }) =>
      h("li", {}, h("a", { href: gamePath(id) }, name), h("span.dim", {}, " shared")),
    );
    fresh(list, another, drafts, known);
  }

  /**
   * Takes a definition, and the images it names.
   * @param {FileList | null | undefined} files
   */
  async load(files) {
    const all = [...(files ?? [])];
    const isImage = (/** @type {File} */ file) => /\.(png|svg)$/i.test(file.name);
    const text = all.find((file) => !isImage(file));
    if (text && text.size > MOST_BYTES) {
      toast("This file is larger than a definition can be.", "error");
      return;
    }
    if (text) {
      this.file = text.name.replace(/[^\w. -]/g, "-").slice(-80);
      this.area.value = await text.text();
      // A file that is opened is a game of its own: what was written before stays.
      this.id = newId();
    }
    for (const image of all.filter(isImage)) await this.keep(image);
    if (all.length) this.changed();
  }

  /** Keeps an image, and writes its address where the definition names it. @param {File} image */
  async keep(image) {
    const named = `"${image.name}"`;
    try {
      await me();
      const { url } = await sendImage(image);
      if (this.area.value.includes(named)) this.area.value = this.area.value.replaceAll(named, `"${url}"`);
      else await copy(url, `${image.name} is kept; its address was`);
    } catch (error) {
      toast(`${image.name}: ${reasonOf(error)}`, "error");
    }
  }

  changed() {
    const isXml = this.area.value.trimStart().startsWith("<");
    this.file = isXml ? this.file.replace(/\.toml$/, ".xml") : this.file.replace(/\.xml$/, ".toml");
    const isKept = this.drafts.keep(this.id, this.area.value, this.file);
    if (!isKept) this.state.textContent = "This browser has no room to keep your draft: save it elsewhere.";
    this.lines(this.wrong);
    this.check();
  }

  /** @param {Set<number>} wrong */
  lines(wrong) {
    this.wrong = wrong;
    const count = this.area.value.split("\n").length;
    const numbers = Array.from({ length: count }, (_, line) => line + 1);
    fresh(
      this.gutter,
      numbers.map((line) => h(`span${wrong.has(line) ? ".wrong" : ""}`, {}, line)),
    );
  }

  async check() {
    const mine = ++this.asked;
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (mine !== this.asked) return;
    this.remember();
    const slow = setTimeout(() => {
      if (mine !== this.asked) return;
      this.state.className = "state";
      this.state.textContent = "Looking at it…";
    }, 600);
    try {
      // Only for those who are somebody something is compiled.
      await me();
      const answer = await post("/api/definitions/check", this.definition());
      if (mine === this.asked) this.tell(answer);
    } catch (error) {
      if (mine === this.asked) this.state.textContent = reasonOf(error);
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {api.DefinitionChecked} answer */
  tell({ ok, findings, game }) {
    this.lines(new Set(findings.map((finding) => finding.line)));
    this.playButton.disabled = this.share.disabled = !ok;
    this.state.className = ok ? "state ok" : "state wrong";
    const count = findings.length === 1 ? "One thing is" : `${findings.length} things are`;
    this.state.textContent = ok ? "This game can be played." : `${count} not right yet:`;
    fresh(
      this.findings,
      findings.map((finding) => h("li", {}, this.finding(finding))),
    );
    if (game) this.show(game);
  }

  /** @param {api.Finding} finding */
  finding(finding) {
    return h(
      "button",
      { type: "button", onclick: () => this.goTo(finding) },
      h("b", {}, finding.line ? `Line ${finding.line}: ` : ""),
      finding.message,
      finding.label && finding.label !== finding.message ? h("span.help", {}, sentence(finding.label)) : null,
      finding.suggestion ? h("span.help.suggestion", {}, sentence(finding.suggestion)) : null,
    );
  }

  /** @param {api.GameDocument} game */
  show(game) {
    this.players = game.players.length;
    this.title.textContent = game.name;
    this.board.placement = game.placement;
    this.board.setUp(game);
    const pieces = drawable(game).slice(0, MOST_DIAGRAMS);
    fresh(
      this.pieces,
      diagrams(game, pieces, (piece) => `${piece.name} (${piece.letter})`),
    );
  }

  /** @param {api.Finding} finding */
  goTo({ line, column, length }) {
    if (!line) return;
    const before = this.area.value.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(start, start + length);
    this.area.scrollTop = Math.max(0, (line - 5) * LINE);
  }

  definition() {
    return { text: this.area.value, file: this.file };
  }

  /** Keeps the definition; the id by which it can be played. */
  async send() {
    await me();
    const { id } = await post("/api/definitions", this.definition());
    return id;
  }

  async play() {
    try {
      await quick(await this.send(), this.players, 2);
    } catch (error) {
      complain(error);
    }
  }

  async link() {
    try {
      const path = gamePath(await this.send());
      await copy(location.origin + path, "Link");
      go(path);
    } catch (error) {
      complain(error);
    }
  }
}
