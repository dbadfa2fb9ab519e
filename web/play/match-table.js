// How engines stand in a match.

import { h, named } from "../lib/dom.js";

/** @import * as api from "../types/api" */

/** Points as people write them: `½`, `1½`, `0.67`. @param {number} value */
export function points(value) {
  const whole = Math.floor(value);
  const rest = value - whole;
  if (Math.abs(rest - 0.5) < 1e-6) return whole ? `${whole}½` : "½";
  return rest < 1e-6 ? String(whole) : value.toFixed(2);
}

/** A difference in Elo with its error. @param {api.MatchStanding} engine */
export function elo({ elo, error, points, games }) {
  const sign = (/** @type {number} */ value) =>
    `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(0)}`;
  if (elo !== null) return error === null ? sign(elo) : `${sign(elo)} ± ${error.toFixed(0)}`;
  if (!games) return "";
  return points > games / 2 ? "+∞" : "−∞";
}

/** @param {number} speed */
const thousands = (speed) => (speed >= 10_000 ? `${Math.round(speed / 1000)}k` : String(speed));

/** The table, who won how much against whom, and how games ended. @param {api.MatchStandings} found */
export function standings({ engines, matrix, ends }) {
  const head = ["", "Engine", "Games", "Won", "Drawn", "Lost", "Points", "Elo", "Stronger", "Positions/s"];
  const against = engines.length > 2 ? engines.map((_, place) => String(place + 1)) : [];
  const titles = [...head, ...against].map((title) => h("th", { scope: "col" }, title));
  const rows = engines.map((engine, place) =>
    h(
      "tr",
      {},
      h("td", {}, String(place + 1)),
      h("th", { scope: "row" }, named(engine.name), faults(engine.faults)),
      [
        engine.games,
        engine.won,
        engine.drawn,
        engine.lost,
        points(engine.points),
        elo(engine),
        engine.los === null ? "" : `${Math.round(engine.los * 100)}%`,
        thousands(engine.speed),
      ].map((value) => h("td", {}, String(value))),
      against.map((_, other) => cell(matrix[place][other], place === other)),
    ),
  );
  const kinds = Object.entries(ends).sort(([, one], [, other]) => other - one);
  return [
    h("div.wide", {}, h("table", {}, h("thead", {}, h("tr", {}, titles)), h("tbody", {}, rows))),
    kinds.length ? h("p.dim", {}, kinds.map(([end, count]) => `${count} ${end}`).join(" · ")) : null,
  ];
}

/** @param {number} count */
const faults = (count) => (count ? h("span.bad", {}, ` ${count} lost by a fault`) : null);

/** Points against another, of how many. @param {number[]} found @param {boolean} isOwn */
function cell([won, games], isOwn) {
  if (isOwn || !games) return h("td.none", {}, isOwn ? "·" : "");
  return h("td", {}, `${points(won)} / ${games}`);
}
