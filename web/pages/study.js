// A study: games looked at together, chapter by chapter, under a link.

import { complain, copy, fresh, h, named, toast } from "../lib/dom.js";
import { address, gameOf, get, me, once, post, remove } from "../lib/api.js";
import { watchStudy } from "../lib/live.js";
import { go, noteQuery, studyPath } from "../lib/route.js";
import { ask } from "../play/ask.js";
import { paper } from "../play/paper.js";
import { Variations } from "../play/variations.js";
import { Analysis } from "./analysis.js";

/** @import * as api from "../types/api" */
/** @import { StudyTold } from "../lib/live.js" */
/** @import { Step } from "../play/variations.js" */
/** @import { Said } from "./analysis.js" */

/** @param {string} id @param {URLSearchParams} query */
export async function show(id, query) {
  await me();
  const state = await get("/api/studies/{id}", { id });
  const [{ games }, { threads }] = await Promise.all([once("/api/catalogue"), once("/api/levels")]);
  const page = new Study(state, games, threads);
  await page.open(Number(query.get("chapter")) || state.chapters[0].chapter);
  return { title: state.name, node: page.node, leave: () => page.leave() };
}

class Study {
  /** @param {api.StudyState} state @param {api.Card[]} games @param {number} threads */
  constructor(state, games, threads) {
    this.state = state;
    this.games = games;
    this.threads = threads;
    /** The chapter that is shown. @type {Chapter | null} */ this.shown = null;
    this.node = h("div.study");
    this.deaf = watchStudy(state.study, (told) => this.hear(told));
  }

  leave() {
    this.deaf();
    this.shown?.leave();
  }

  get mayChange() {
    return this.state.mine || this.state.open;
  }

  /** Changes something; everybody is told of it, so are we. @param {api.StudyChange} change */
  change(change) {
    return post("/api/studies/{id}/changes", change, { id: this.state.study });
  }

  /** Shows a chapter. @param {number} number */
  async open(number) {
    const { chapters } = this.state;
    const chapter = chapters.find((one) => one.chapter === number) ?? chapters[0];
    const settings = Object.fromEntries(chapter.settings);
    const game = await gameOf(chapter.definition, settings);
    this.shown?.leave();
    this.shown = new Chapter(game, this, chapter);
    fresh(this.node, this.shown.node);
    const isFirst = chapter === chapters[0];
    noteQuery({ chapter: isFirst ? "" : String(chapter.chapter) });
    await this.shown.look(this.shown.tree.root);
  }

  /** @param {StudyTold} told */
  hear(told) {
    if (told.tell === "study") {
      const { tell, ...state } = told;
      const isNews = state.version !== this.state.version;
      this.state = state;
      if (isNews) this.follow();
      return;
    }
    this.state.version = told.version;
    told.changes.forEach((change) => this.fold(change));
  }

  /** Takes over what has changed. @param {api.StudyTold} told */
  fold(told) {
    const { state, shown } = this;
    switch (told.what) {
      case "head":
        Object.assign(state, { name: told.name, open: told.open });
        document.title = `${told.name} · Chatura`;
        break;
      case "chapter": {
        const place = state.chapters.findIndex((one) => one.chapter === told.chapter.chapter);
        if (place < 0) state.chapters.push(told.chapter);
        else state.chapters[place] = told.chapter;
        break;
      }
      case "removed":
        state.chapters = state.chapters.filter((one) => one.chapter !== told.chapter);
        break;
      case "step": {
        const chapter = state.chapters.find((one) => one.chapter === told.chapter);
        if (chapter) put(chapter.steps, told.step);
        if (chapter && shown?.number === told.chapter) shown.hearStep(told.step);
        return;
      }
      case "gone":
        toast("This study was deleted");
        go("/studies");
        return;
    }
    this.follow();
  }

  /** Shows what was told. */
  follow() {
    const { shown } = this;
    const chapter = this.state.chapters.find((one) => one.chapter === shown?.number);
    if (!chapter) this.open(this.state.chapters[0].chapter).catch(complain);
    else shown?.hearAll(chapter);
  }
}

/** Puts a step where it stands, or behind what follows the same. @param {api.StudyStep[]} steps @param {api.StudyStep} step */
function put(steps, step) {
  const known = steps.findIndex((one) => one.node === step.node);
  if (known >= 0) steps[known] = step;
  // A list in which each stands behind its parent is enough here.
  else steps.push(step);
}

/** A chapter, to be looked at and changed. */
class Chapter extends Analysis {
  /** @param {api.GameDocument} game @param {Study} study @param {api.Chapter} chapter */
  constructor(game, study, chapter) {
    const settings = Object.fromEntries(chapter.settings);
    const { threads, games } = study;
    super(game, { id: chapter.definition, settings, fen: chapter.fen ?? "", threads, games });
    this.study = study;
    this.number = chapter.chapter;
    /** What is sent, one after the other. @type {Promise<unknown>} */ this.sent = Promise.resolve();
    this.tree.take(chapter.steps);
    this.running = false;
    this.tellRunning();
    this.drawAbout();
  }

  get isMine() {
    return this.study.mayChange;
  }

  head() {
    this.about = h("div.stack.tight");
    return [this.about, h("div.row", {}, this.runButton())];
  }

  foot() {
    return null;
  }

  /** The study, its chapters, and what can be done with it. */
  drawAbout() {
    const { state } = this.study;
    const choose = h(
      "select",
      { "aria-label": "Chapter", onchange: () => void this.study.open(Number(choose.value)).catch(complain) },
      state.chapters.map(({ chapter, name }) =>
        h("option", { value: chapter, selected: chapter === this.number }, name),
      ),
    );
    const by = state.owner ? [" by ", named(state.owner)] : [];
    fresh(
      /** @type {HTMLElement} */ (this.about),
      h("h2.study-name", {}, named(state.name), h("span.dim", {}, by)),
      h("div.row", {}, choose, this.isMine ? button("Add a chapter", () => this.addChapter()) : null),
      this.menu(),
    );
  }

  menu() {
    const { state } = this.study;
    const id = state.study;
    const pgn = { href: address("/api/studies/{id}/pgn", { id }), download: "study.pgn" };
    const kif = {
      href: address("/api/studies/{id}/kif", { id }, { chapter: this.number }),
      download: "study.kifu",
    };
    const open = h("input", {
      type: "checkbox",
      checked: state.open,
      onchange: () => {
        this.report({ change: "open", open: open.checked }).catch(() => {});
      },
    });
    const own = state.mine
      ? [
          h("label.switch", {}, open, h("span", {}, "Everybody with the link may change it")),
          h(
            "div.row",
            {},
            button("Rename", () => this.rename()),
            button("Delete chapter", () => this.removeChapter(), state.chapters.length < 2),
            button("Delete study", () => this.removeStudy()),
          ),
        ]
      : [
          h(
            "div.row",
            {},
            button("Copy to my studies", () => this.copyStudy()),
          ),
        ];
    return h(
      "details.study-menu",
      {},
      h("summary", {}, "Share, save, change"),
      h(
        "div.stack.tight",
        {},
        h(
          "div.row",
          {},
          button("Copy the link", () => copy(location.href, "Link")),
          h("a.button", pgn, "PGN"),
          this.game.notation === "shogi" ? h("a.button", kif, "KIF") : null,
          h("a.button", { href: "/studies" }, "My studies"),
        ),
        own,
      ),
    );
  }

  /** Sends a change behind those that are on their way. @param {api.StudyChange} change */
  report(change) {
    const sent = this.sent.then(() => this.study.change(change));
    this.sent = sent.catch((error) => {
      complain(error);
      this.study.follow();
    });
    return sent;
  }

  /** @param {api.LegalMove} move */
  play(move) {
    super.play(move);
    if (this.isMine) this.send(this.here);
  }

  /** Sends a step that is not in the study, with those before it. @param {Step} step */
  send(step) {
    if (step.node !== undefined || !step.parent) return;
    const { parent } = step;
    this.send(parent);
    this.sent = this.sent
      .then(async () => {
        if (step.node !== undefined) return;
        const at = { chapter: this.number, node: parent.node ?? 0 };
        const { changes } = await this.study.change({ change: "play", ...at, text: step.text });
        if (changes[0]?.what === "step") step.node = changes[0].step.node;
      })
      .catch(complain);
  }

  remove() {
    const { node, parent } = this.here;
    if (!parent) return;
    if (this.isMine && node) this.report({ change: "remove", chapter: this.number, node }).catch(() => {});
    super.remove();
  }

  /** @param {Step} turn @param {boolean} isForward */
  exchangeAt(turn, isForward) {
    const change = isForward ? "promote" : "demote";
    if (this.isMine && turn.node)
      this.report({ change, chapter: this.number, node: turn.node }).catch(() => {});
    super.exchangeAt(turn, isForward);
  }

  /** @param {Step} step @param {Said} said */
  annotate(step, said) {
    super.annotate(step, said);
    if (!this.isMine) return;
    this.send(step);
    this.sent = this.sent
      .then(() =>
        this.study.change({ change: "annotate", chapter: this.number, node: step.node ?? 0, ...said }),
      )
      .catch(complain);
  }

  /** Another start is another chapter. @param {string} fen */
  start(fen) {
    if (!this.isMine) {
      super.start(fen);
      return;
    }
    const { id: game, settings } = this;
    this.add({ name: "Position", game, settings, fen });
    this.look(this.here);
  }

  /** @param {api.NewChapter} chapter */
  async add(chapter) {
    try {
      const { changes } = await this.study.change({ change: "add-chapter", ...chapter });
      changes.forEach((change) => this.study.fold(change));
      const [first] = changes;
      if (first?.what === "chapter") await this.study.open(first.chapter.chapter);
    } catch (error) {
      complain(error);
    }
  }

  addChapter() {
    const name = h("input", { value: `Chapter ${this.study.state.chapters.length + 1}`, maxlength: 100 });
    const { games } = this.study;
    const options = games.map((one) =>
      h("option", { value: one.id, selected: one.id === this.id }, one.name),
    );
    const game = h("select", {}, options);
    const { area, file } = paper({ rows: 4 });
    const fields = [
      h("label.choice", {}, h("span", {}, "Name"), name),
      h("label.choice", {}, h("span", {}, "Game"), game),
      h("label.stack", {}, "or games that were written down, each a chapter", area),
      file,
    ];
    const done = () => {
      const text = area.value.trim();
      return this.add(text ? { pgn: text } : { name: name.value, game: game.value });
    };
    ask("Add a chapter", fields, "Add", done);
  }

  rename() {
    const { state } = this.study;
    const chapter = state.chapters.find((one) => one.chapter === this.number);
    const study = h("input", { value: state.name, maxlength: 100 });
    const name = h("input", { value: chapter?.name ?? "", maxlength: 100 });
    const fields = [
      h("label.choice", {}, h("span", {}, "Study"), study),
      h("label.choice", {}, h("span", {}, "This chapter"), name),
    ];
    ask("Rename", fields, "Keep", async () => {
      if (study.value !== state.name) await this.report({ change: "rename", name: study.value });
      if (name.value === chapter?.name) return;
      await this.report({ change: "rename-chapter", chapter: this.number, name: name.value });
    });
  }

  removeChapter() {
    const done = () => this.report({ change: "remove-chapter", chapter: this.number });
    ask("Delete this chapter?", [], "Delete", done);
  }

  removeStudy() {
    const id = this.study.state.study;
    ask("Delete the whole study?", [], "Delete", () => remove("/api/studies/{id}", undefined, { id }));
  }

  async copyStudy() {
    const { study: id, name } = this.study.state;
    try {
      const pgn = await get("/api/studies/{id}/pgn", { id });
      const { study } = await post("/api/studies", { name, chapter: { pgn } });
      go(studyPath(study));
    } catch (error) {
      complain(error);
    }
  }

  keep() {}

  /** A step is new, or something else is said of it. @param {api.StudyStep} told */
  hearStep(told) {
    const parent = told.parent === null ? null : this.tree.find(told.parent);
    if (parent === undefined) return;
    const step = parent ? this.tree.add(parent, told.coordinates) : this.tree.root;
    this.tree.note(step, told);
    this.showNotes();
  }

  /** The whole chapter is told anew; one stays where one was. @param {api.Chapter} chapter */
  hearAll(chapter) {
    const texts = this.tree.path(this.here).map(({ text }) => text);
    this.tree = new Variations();
    this.tree.take(chapter.steps);
    this.drawAbout();
    let here = this.tree.root;
    for (const text of texts) {
      const next = here.after.find((step) => step.text === text);
      if (!next) break;
      here = next;
    }
    this.look(here);
  }
}

/** @param {string} words @param {() => void} act @param {boolean} [disabled] */
const button = (words, act, disabled = false) =>
  h("button", { type: "button", onclick: act, disabled }, words);
