// A game as this browser knows it: built from the server's view, kept up to date by its events.

import { gameOf, get } from "../lib/api.js";
import { chat, command, premoves, refresh, rematch, serverNow, watch, why } from "../lib/live.js";
import { Emitter } from "../lib/emitter.js";
import { differing } from "../board/changes.js";
import { fold, isAnew } from "./fold.js";

/** @import * as api from "../types/api" */
/** @import { Last } from "../board/marks.js" */
/** @import { GameFrame } from "../lib/live.js" */

/** More cells than this are no move to be marked, but an explosion. */
const MOST_CELLS = 6;

/**
 * @typedef {object} TableEvents
 * @property {{ event?: api.GameEvent, isFresh?: boolean }} change how the game stands has changed
 * @property {null} presence somebody came or went
 * @property {null} started a game begins
 * @property {api.Chat | null} chat somebody said something
 * @property {string} next the next game of the match has begun
 */

/**
 * @extends {Emitter<TableEvents>}
 */
export class Table extends Emitter {
  /**
   * @param {api.State} state
   * @param {api.GameDocument} game
   */
  constructor(state, game) {
    super();
    this.id = state.game;
    this.game = game;
    this.definition = state.definition;
    /** @type {Record<string, string>} */
    this.settings = Object.fromEntries(state.settings);
    /** The ply looked at, if it is not the present one. @type {number | null} */
    this.looking = null;
    /** @type {api.Chat[]} */
    this.chat = [];
    this.view = state.view;
    /** Every move, those taken back too. @type {api.MoveRecord[]} */
    this.line = [];
    /** What stands where, by ply. @type {Map<number, api.Placement>} */
    this.placements = new Map();
    /** The seats that are ours. */
    this.own = state.seats;
    this.legal = state.legal;
    this.presence = state.presence;
    /** Whether we look after the chat. */
    this.keeper = state.keeper;
    /** @type {api.Rematch} */
    this.rematch = { asked: [], missing: [], next: null };
    /** The game before it in its match. */
    this.previous = state.previous;
    /** When the clocks were last told, by the server's clock. */
    this.told = 0;
    this.take(state);
    /** Ends the watching. @type {() => void} */
    this.close = () => {};
  }

  /** Begins to watch a game. @param {string} id */
  static async open(id) {
    const state = await get("/api/games/{id}", { id });
    const game = await gameOf(state.definition, Object.fromEntries(state.settings));
    const table = new Table(state, game);
    table.watch();
    return table;
  }

  watch() {
    this.loadChat().catch(() => {});
    this.close = watch(this.id, (frame) => this.hear(frame));
  }

  /** What was said so far, by those one wants to hear. */
  async loadChat() {
    const { messages } = await get("/api/games/{id}/chat", { id: this.id });
    this.chat = messages;
    this.tell("chat", null);
  }

  /** Everything anew. @param {api.State | api.StateFrame} state */
  take(state) {
    this.view = state.view;
    this.line = [...state.view.past, ...state.view.future];
    this.placements = new Map([[state.view.past.length, state.placement]]);
    this.brief(state);
  }

  /** What there is to know besides the events. @param {api.State | api.StateFrame | api.SyncFrame} state */
  brief(state) {
    this.own = state.seats;
    this.legal = state.legal;
    this.view = { ...this.view, table: state.table };
    this.told = serverNow();
    this.presence = state.presence;
    this.rematch = { asked: state.rematch, missing: [], next: state.next };
  }

  /** @param {GameFrame} frame */
  hear(frame) {
    switch (frame.tell) {
      case "state":
        this.take(frame);
        this.looking = null;
        this.tell("change", { isFresh: true });
        return;
      case "sync":
        this.brief(frame);
        this.tell("change", {});
        return;
      case "presence":
        this.presence = frame.presence;
        this.tell("presence", null);
        return;
      case "chat":
        if (!this.chat.some((known) => known.number === frame.message.number)) this.chat.push(frame.message);
        this.tell("chat", frame.message);
        return;
      case "rematch":
        this.rematch = frame.rematch;
        this.tell("change", {});
        if (frame.rematch.next) this.tell("next", frame.rematch.next);
        return;
      case "event":
        this.happen(frame);
    }
  }

  /** @param {api.EventFrame} frame */
  happen({ event, legal, at }) {
    this.legal = legal ?? [];
    if ("table" in event) this.told = at;
    ({ view: this.view, line: this.line, placements: this.placements } = fold(this, event));
    if (event.event === "started" || event.event === "waiting") this.tell("started", null);
    if (isAnew(event)) {
      refresh(this.id);
      return;
    }
    if (event.event === "ended") this.rematch = { asked: [], missing: [], next: null };
    this.tell("change", { event });
  }

  get ply() {
    return this.view.table.ply;
  }

  /** The ply that is shown. */
  get shown() {
    return this.looking ?? this.ply;
  }

  /** Whose turn it is, if it is ours. */
  mine() {
    const { turn } = this.view.table;
    return this.view.phase === "playing" && turn !== null && this.own.includes(turn) ? turn : null;
  }

  /** The present position, as questions about positions have it. @returns {api.Question} */
  question() {
    const moves = this.line.slice(0, this.ply).map((record) => record.coordinates);
    return { game: this.definition, settings: this.settings, fen: this.view.start, moves };
  }

  /** The position after a ply. @param {number} ply */
  position(ply) {
    return get("/api/games/{id}/positions/{ply}", { id: this.id, ply });
  }

  /** What stands where after a ply. @param {number} ply */
  async placement(ply) {
    const known = this.placements.get(ply);
    if (known) return known;
    const { placement } = await this.position(ply);
    this.placements.set(ply, placement);
    return placement;
  }

  /** The last move of each player before a ply, as cells. @param {number} ply */
  async lastMoves(ply) {
    /** @type {Last[]} */
    const found = [];
    const players = this.view.seats.length;
    const many = players > 2 ? players - 1 : 1;
    for (let at = ply; at > 0 && found.length < many; at--) {
      const record = this.line[at - 1];
      if (!record || found.some(({ seat }) => seat === record.seat)) break;
      const [before, after] = await Promise.all([this.placement(at - 1), this.placement(at)]);
      const cells = differing(before.cells, after.cells);
      if (cells.length <= MOST_CELLS) found.push({ seat: record.seat, cells });
    }
    return found.reverse();
  }

  /** @param {api.Command} what */
  command(what) {
    return command(this.id, what);
  }

  /** Plays a move. @param {string} text */
  play(text) {
    return this.command({ command: "move", text, ply: this.ply });
  }

  /** Says something to all who watch. @param {string} text */
  say(text) {
    return chat(this.id, text);
  }

  /** Asks for another game, or no longer. @param {boolean} wanted */
  askRematch(wanted) {
    return rematch(this.id, wanted);
  }

  /**
   * Why a piece may not go somewhere, and who is to blame; nothing if the server does not know either.
   * @param {string} from
   * @param {string} to
   */
  async why(from, to) {
    try {
      return await why(this.id, from, to);
    } catch {
      return null;
    }
  }

  /** Where our pieces could go when the turn comes. */
  premoves() {
    return premoves(this.id);
  }
}
