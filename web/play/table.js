// A game as this browser knows it: built from the service's view, kept up to date by its events.

import { get, entry, once } from "../lib/api.js";
import { command, refresh, request, serviceNow, watch } from "../lib/live.js";
import { differing } from "../board/changes.js";

/** @typedef {import("../board/board.js").Placement} Placement */

export class Table extends EventTarget {
  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    /** @type {any} */ this.view = null;
    /** @type {any} */ this.game = null;
    /** @type {any[]} */ this.line = [];
    /** @type {number[]} */ this.own = [];
    /** @type {any[]} */ this.legal = [];
    /** @type {Map<number, Placement>} */ this.placements = new Map();
    /** The ply looked at, if it is not the present one. @type {number | null} */ this.looking = null;
    /** @type {any} */ this.presence = { seats: [], watching: 0 };
    /** @type {any} */ this.rematch = { asked: [], missing: [] };
    /** @type {any[]} */ this.chat = [];
    /** When the clocks were last told, by our own clock. */ this.told = 0;
    this.definition = "";
    this.settings = {};
  }

  /** Begins to watch; done when the first view is here. */
  async open() {
    const state = await get(`/api/games/${encodeURIComponent(this.id)}`);
    this.definition = state.definition;
    this.settings = Object.fromEntries(state.settings);
    this.game = await once(entry(this.definition, "", this.settings));
    this.take(state);
    get(`/api/games/${encodeURIComponent(this.id)}/chat`).then(
      ({ messages }) => {
        this.chat = messages;
        this.tell("chat");
      },
      () => {},
    );
    this.close = watch(this.id, (message) => this.hear(message));
  }

  /** @param {string} what @param {any} [detail] */
  tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  /** Everything anew. @param {any} state */
  take(state) {
    this.view = state.view;
    this.line = [...state.view.past, ...state.view.future];
    this.placements = new Map([[state.view.past.length, state.placement]]);
    this.brief(state);
  }

  /** @param {any} state */
  brief(state) {
    this.own = state.seats;
    this.legal = state.legal;
    this.view.table = state.table;
    this.told = serviceNow();
    if (state.presence) this.presence = state.presence;
    if (Array.isArray(state.rematch)) this.rematch = { asked: state.rematch, missing: [] };
  }

  /** @param {any} message */
  hear(message) {
    switch (message.tell) {
      case "state":
        this.take(message);
        this.looking = null;
        this.tell("change", { fresh: true });
        return;
      case "sync":
        this.brief(message);
        this.tell("change", {});
        return;
      case "presence":
        this.presence = message.presence;
        this.tell("presence");
        return;
      case "chat":
        if (!this.chat.some((known) => known.number === message.message.number))
          this.chat.push(message.message);
        this.tell("chat", message.message);
        return;
      case "rematch":
        this.rematch = message.rematch;
        this.tell("change", {});
        return;
      case "event":
        this.event(message);
    }
  }

  get ply() {
    return this.view.table.ply;
  }

  /** @param {any} message */
  event({ event, legal, at }) {
    const view = this.view;
    this.legal = legal ?? [];
    if (event.table) {
      view.table = event.table;
      this.told = at ?? serviceNow();
    }
    switch (event.event) {
      case "moved":
      case "left": {
        const last = this.placements.get(event.ply - 1);
        this.line = [...this.line.slice(0, event.ply - 1), event];
        for (const ply of [...this.placements.keys()]) if (ply >= event.ply) this.placements.delete(ply);
        if (last) this.placements.set(event.ply, edited(last, event));
        view.takeback = null;
        view.claim = null;
        break;
      }
      case "travelled": {
        const from = this.placements.get(event.from);
        if (from) this.placements.set(this.ply, edited(from, event));
        view.conclusion = null;
        view.phase = "playing";
        view.takeback = null;
        break;
      }
      case "started":
      case "waiting":
        // Seats may have changed hands, and with them what is ours.
        view.phase = event.event === "started" ? "playing" : "waiting";
        view.seats = event.seats;
        this.tell("started");
        refresh(this.id);
        return;
      case "ended":
        view.conclusion = event.conclusion;
        view.phase = "over";
        view.draw = null;
        view.takeback = null;
        event.score?.forEach(
          (/** @type {any} */ score, /** @type {number} */ seat) => (view.seats[seat].score = score),
        );
        this.rematch = { asked: [], missing: [] };
        break;
      case "paused":
        view.phase = event.paused ? "paused" : "playing";
        break;
      case "seated":
        view.seats = event.seats;
        break;
      case "draw":
        view.draw = offer(view.draw, event);
        break;
      case "takeback":
        view.takeback = offer(view.takeback, event);
        break;
      case "tree":
        refresh(this.id);
        return;
    }
    this.tell("change", { event });
  }

  /** Whose turn it is, if it is ours. */
  mine() {
    const turn = this.view.table.turn;
    return this.view.phase === "playing" && turn !== null && this.own.includes(turn) ? turn : null;
  }

  /** The present position, as questions about positions have it. */
  question() {
    return {
      game: this.definition,
      settings: this.settings,
      fen: this.view.start,
      moves: this.line.slice(0, this.ply).map((record) => record.coordinates),
    };
  }

  /** What stands where after a ply. @param {number} ply @returns {Promise<Placement>} */
  async placement(ply) {
    const known = this.placements.get(ply);
    if (known) return known;
    const found = await get(`/api/games/${encodeURIComponent(this.id)}/positions/${ply}`);
    this.placements.set(ply, found.placement);
    return found.placement;
  }

  /** The last move of each player before a ply, as cells. @param {number} ply */
  async lastMoves(ply) {
    /** @type {{ seat: number, cells: string[] }[]} */
    const found = [];
    const many = this.view.seats.length > 2 ? this.view.seats.length - 1 : 1;
    for (let at = ply; at > 0 && found.length < many; at--) {
      const record = this.line[at - 1];
      if (!record || found.some(({ seat }) => seat === record.seat)) break;
      const [before, after] = await Promise.all([this.placement(at - 1), this.placement(at)]);
      const cells = differing(before.cells, after.cells);
      if (cells.length <= 6) found.push({ seat: record.seat, cells });
    }
    return found.reverse();
  }

  /** @param {any} what @param {"player" | "host"} [role] */
  command(what, role) {
    return command(this.id, what, role);
  }

  /** @param {any} message */
  request(message) {
    return request({ ...message, game: this.id });
  }
}

/**
 * A placement after some edits.
 * @param {Placement} before
 * @param {any} event
 * @returns {Placement}
 */
function edited(before, event) {
  const cells = { ...before.cells };
  for (const { cell, after } of event.edits) {
    if (after) cells[cell] = [after.seat ?? null, after.letter];
    else delete cells[cell];
  }
  const hands = before.hands.map((hand) => ({ ...hand }));
  for (const { seat, letter, count } of event.hands ?? []) {
    if (count) hands[seat][letter] = count;
    else delete hands[seat][letter];
  }
  return { cells, hands };
}

/** @param {any} now @param {any} notice */
function offer(now, notice) {
  switch (notice.notice) {
    case "asked":
    case "accepted":
      return notice.of.length ? [notice.notice === "asked" ? notice.by : now?.[0], notice.of] : null;
    default:
      return null;
  }
}
