// Who plays: name, colour, clock, what was taken, what is in hand.

import { complain, h } from "../lib/dom.js";
import { strip as handStrip } from "./hands.js";
import { icon, pieceName, seatMark } from "../board/figures.js";

/**
 * What somebody is called.
 * @param {import("./table.js").Table} table
 * @param {number} seat
 */
export function called(table, seat) {
  const { name, kind } = table.view.seats[seat];
  if (name) return name;
  if (kind === "nobody") return "Open seat";
  // Where several sit at one screen, each is called by the colour.
  if (kind === "person")
    return !table.own.includes(seat)
      ? "Somebody"
      : table.own.length > 1
        ? table.view.seats[seat].colour
        : "You";
  const level = kind?.ai?.level;
  return level ? `AI ${level}` : "AI";
}

/**
 * What each player has taken, dearest first, and by how much it leads.
 * @param {import("./table.js").Table} table
 * @param {number} seat
 */
function taken(table, seat) {
  const value = (/** @type {string} */ letter) =>
    table.game.pieces.find((/** @type {any} */ piece) => piece.letter === letter)?.value ?? 0;
  const records = table.line.slice(0, table.ply).filter((record) => record.seat === seat);
  const pieces = records.flatMap((record) => record.captured ?? []).filter((piece) => piece.seat !== seat);
  return pieces.sort(
    (one, other) => value(other.letter) - value(one.letter) || (one.seat ?? 9) - (other.seat ?? 9),
  );
}

/** The value of everything a player has on the board. @param {import("./table.js").Table} table @param {number} seat */
function worth(table, seat) {
  const placement = table.placements.get(table.ply);
  if (!placement) return 0;
  const value = (/** @type {string} */ letter) =>
    table.game.pieces.find((/** @type {any} */ piece) => piece.letter === letter)?.value ?? 0;
  const board = Object.values(placement.cells).reduce(
    (sum, [owner, letter]) => sum + (owner === seat ? value(letter) : 0),
    0,
  );
  const hand = Object.entries(placement.hands[seat] ?? {}).reduce(
    (sum, [letter, count]) => sum + value(letter) * count,
    0,
  );
  return board + hand;
}

/**
 * The strip of one player.
 * @param {import("./table.js").Table} table
 * @param {number} seat
 * @param {any} clocks
 * @param {any} board
 */
export function strip(table, seat, clocks, board) {
  const { view, game } = table;
  const status = view.table.statuses[seat];
  const info = view.seats[seat];
  const there = table.presence.seats?.[seat] || info.kind?.ai;
  const mine = table.own.includes(seat);
  const face = h("time.clock", { role: "timer" });
  clocks.faces.set(seat, face);
  const change = (/** @type {any} */ event) => {
    const field = h("input.rename", {
      value: info.name,
      maxlength: 40,
      "aria-label": "Your name",
      autocomplete: "nickname",
      onblur: () => keep(),
    });
    let done = false;
    const keep = () => {
      if (done) return;
      done = true;
      const text = field.value.trim();
      form.replaceWith(name);
      if (text !== info.name) table.command({ command: "rename", seat, name: text }).catch(complain);
    };
    const form = h(
      "form",
      { onsubmit: (/** @type {Event} */ submitted) => (submitted.preventDefault(), keep()) },
      field,
    );
    event.currentTarget.replaceWith(form);
    field.select();
  };
  const label = called(table, seat);
  const name =
    mine && info.kind === "person"
      ? h("button.name", { type: "button", title: "Change the name", onclick: change }, label)
      : h("span.name", {}, label);
  const pieces = game.hands ? [] : taken(table, seat);
  const lead = view.seats.length === 2 ? Math.round((worth(table, seat) - worth(table, 1 - seat)) / 100) : 0;
  const points = view.conclusion?.points?.[seat];
  const hand = table.placements.get(table.looking ?? table.ply)?.hands[seat] ?? {};
  const node = h(
    `div.strip${status.state === "to-move" ? ".turn" : ""}${status.state === "out" ? ".out" : ""}`,
    { "data-seat": seat },
    h(
      "div.who",
      {},
      h(`span.there${there ? ".on" : ""}`, { title: there ? "here" : "away" }),
      seatMark(game, seat),
      h("span.called", {}, name, label === info.colour ? null : h("span.colour", {}, info.colour)),
      points !== undefined ? h("span.points", {}, `${points} points`) : null,
      h(
        `span.state.${status.state}`,
        { title: status.words },
        ["out", "won", "lost", "drew"].includes(status.state) ? status.state : status.check ? "check" : "",
      ),
    ),
    h(
      "div.taken",
      {
        "aria-label": pieces.length
          ? `Has taken ${pieces.map((piece) => pieceName(game, piece.letter)).join(", ")}`
          : null,
      },
      pieces.slice(0, 24).map((piece) => icon(game, piece.seat, piece.letter)),
      lead > 0 && !game.hands ? h("span.lead", {}, `+${lead}`) : null,
    ),
    face,
  );
  const live = mine && table.mine() === seat && table.looking === null;
  if (game.hands) node.append(handStrip(game, seat, hand, board, live ? table.legal : []));
  return node;
}
