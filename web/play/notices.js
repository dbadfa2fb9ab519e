// What waits for an answer, how the game ended, and what may be done then.

import { complain, copy, fresh, h } from "../lib/dom.js";
import { post } from "../lib/api.js";
import { called } from "./seats.js";

/**
 * @param {HTMLElement} place
 * @param {import("./table.js").Table} table
 */
export function listNotices(place, table) {
  const { view } = table;
  const tell = (/** @type {any} */ command) => table.command(command).catch(complain);
  const ask = (
    /** @type {any} */ offer,
    /** @type {string} */ words,
    /** @type {string} */ yes,
    /** @type {string} */ no,
  ) => {
    if (!offer) return null;
    const [by, of] = offer;
    const asked =
      of.some((/** @type {number} */ seat) => table.own.includes(seat)) && !table.own.includes(by);
    return h(
      "div.notice",
      { role: "status" },
      h(
        "p",
        {},
        table.own.includes(by)
          ? `You ${words}.`
          : `${called(table, by)} ${words.replace("offer", "offers").replace("ask", "asks")}.`,
      ),
      asked ? h("button", { type: "button", onclick: () => tell({ command: yes }) }, "Accept") : null,
      asked || table.own.includes(by)
        ? h(
            "button.quiet-button",
            { type: "button", onclick: () => tell({ command: no }) },
            asked ? "Decline" : "Withdraw",
          )
        : null,
    );
  };
  const parts = [
    ask(view.draw, "offer a draw", "accept-draw", "decline-draw"),
    ask(view.takeback, "ask to take back", "accept-takeback", "decline-takeback"),
    view.claim && table.mine() !== null
      ? h(
          "div.notice",
          {},
          h("p", {}, `You may claim: ${view.claim}.`),
          h("button", { type: "button", onclick: () => tell({ command: "claim-draw" }) }, "Claim"),
        )
      : null,
    view.phase === "waiting" ? waiting(table) : null,
    view.phase === "paused" ? h("div.notice", {}, h("p", {}, "Paused")) : null,
    view.phase === "over" && view.conclusion ? over(table) : null,
  ];
  fresh(place, parts);
  place.hidden = !place.childElementCount;
}

/** @param {import("./table.js").Table} table */
function over(table) {
  const { conclusion } = table.view;
  const asked = table.rematch.asked.some((/** @type {number} */ seat) => table.own.includes(seat));
  const again = (/** @type {boolean} */ wanted) => table.request({ do: "rematch", wanted }).catch(complain);
  const others = table.rematch.asked.some((/** @type {number} */ seat) => !table.own.includes(seat));
  return h(
    "div.notice.result",
    { role: "status" },
    h(
      "p.score",
      {},
      conclusion.result === "*" ? "Over" : conclusion.result.replaceAll("1/2", "½").replaceAll("-", "–"),
    ),
    h("p", {}, conclusion.sentence),
    others && !asked ? h("p", {}, "Another game is wanted.") : null,
    table.own.length
      ? h(
          "button",
          { type: "button", onclick: () => again(!asked) },
          asked ? "Waiting for the others… withdraw" : "Rematch",
        )
      : null,
  );
}

/** @param {import("./table.js").Table} table */
function waiting(table) {
  const open = table.view.seats
    .map((/** @type {any} */ seat, /** @type {number} */ number) => ({ ...seat, number }))
    .filter((/** @type {any} */ seat) => seat.kind === "nobody");
  const rows = open.map((/** @type {any} */ seat) => {
    const field = h("div.invitation", {});
    const show = (/** @type {string} */ code) => {
      const link = `${location.origin}/join#${encodeURIComponent(code)}`;
      const picture = h("img.qr", { alt: "The invitation as a QR code", width: 132, height: 132 });
      post("/api/qr.svg", { text: link }).then(
        (svg) => (picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`),
        () => picture.remove(),
      );
      fresh(
        field,
        h("input", {
          readonly: true,
          value: link,
          "aria-label": `Invitation for ${seat.colour}`,
          onfocus: (/** @type {any} */ event) => event.target.select(),
        }),
        h("button", { type: "button", onclick: () => copy(link, "Invitation") }, "Copy"),
        picture,
      );
    };
    const known = sessionStorage.getItem(`invitation ${table.id} ${seat.number}`);
    const make = async () => {
      const { code } = await post(`/api/games/${encodeURIComponent(table.id)}/invitations`, {
        seat: seat.number,
      });
      sessionStorage.setItem(`invitation ${table.id} ${seat.number}`, code);
      show(code);
    };
    if (known) show(known);
    else fresh(field, h("button", { type: "button", onclick: make }, "Make an invitation"));
    return h("div.open-seat", {}, h("h2", {}, `${seat.colour} is open`), field);
  });
  return h(
    "div.notice.waiting",
    { role: "status" },
    h("p", {}, "The game begins when every seat is taken."),
    table.own.length ? rows : null,
  );
}
