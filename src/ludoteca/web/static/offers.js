/** What players ask of each other: to sit down, to call it a draw, to take a move back. */

import { byId, el, icon } from "./dom.js";
import { goBy } from "./settings.js";

const NAMELESS = "Guest";
/** @type {((type: string) => void) | null} */ let send = null; // once one sits at the table

addEventListener("named", () => send?.("name"));
byId("introduce").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("introduce-name"));
  goBy(field.value.trim()).then(
    () => (byId("introduce").hidden = true),
    (/** @type {Error} */ error) => field.setCustomValidity(error.message),
  );
});

/**
 * Offers that wait for an answer.
 * @param {HTMLElement} holder
 * @param {any} state the snapshot as it stands
 * @param {(type: string) => void} answer
 */
export function showOffers(holder, state, answer) {
  const { offers, you, view, seats } = state;
  holder.replaceChildren();
  send = you === 0 || you === 1 ? answer : null;
  byId("introduce").hidden = !send || state.kind !== "friend" || !!view.outcome || seats[you].name !== NAMELESS;
  if (view.outcome || you === null || you === "both") return;
  const other = 1 - you;
  const { name } = seats[other];
  const ask = (/** @type {string} */ words, /** @type {string} */ yes, /** @type {string} */ no) =>
    holder.append(
      el(
        "div",
        { class: "row" },
        el("span", {}, words),
        el("button", { class: "primary", onclick: () => answer(yes) }, "Accept"),
        el("button", { onclick: () => answer(no) }, "Decline"),
      ),
    );
  if (offers.draw === other) ask(`${name} offers a draw.`, "accept_draw", "decline_draw");
  if (offers.takeback === other) ask(`${name} asks to take a move back.`, "grant_takeback", "refuse_takeback");
  const wait = (/** @type {string} */ words, /** @type {string} */ withdraw) =>
    holder.append(el("div", { class: "row" }, el("span", { class: "muted" }, words), el("button", { onclick: () => answer(withdraw) }, "Withdraw")));
  if (offers.draw === you) wait("You have offered a draw.", "withdraw_draw");
  if (offers.takeback === you) wait("You ask to take your move back.", "withdraw_takeback");
}

/**
 * What became of an offer, for one who has to do with it; empty for others, and where the board says it.
 * @param {{kind: "draw" | "takeback", by: 0 | 1, answer: string | null}} offer
 * @param {any} state the snapshot as it stands
 */
export function answerInWords({ kind, by, answer }, { you, seats }) {
  if (answer === "declined" && by === you) return kind === "draw" ? "The draw was declined." : "Your move stands: taking it back was refused.";
  if (answer !== "withdrawn" || (you !== 0 && you !== 1) || by === you) return "";
  return `${seats[by].name} has withdrawn the ${kind === "draw" ? "draw offer" : "wish to take a move back"}.`;
}

/**
 * The link for a friend; null takes it away.
 * @param {HTMLElement} holder
 * @param {string | null} invite
 * @param {() => void} withdraw
 */
export function showInvitation(holder, invite, withdraw) {
  holder.hidden = !invite;
  if (!invite || holder.childElementCount) return;
  const address = new URL(invite, location.href).href;
  const copied = el("span", { role: "status" });
  const field = /** @type {HTMLInputElement} */ (
    el("input", { type: "text", readonly: true, value: address, "aria-label": "Link for your friend", id: "invite-link" })
  );
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => (copied.textContent = "Copied."),
      () => field.select(),
    );
  holder.append(
    el("h2", {}, "Send this link to your friend"),
    field,
    el(
      "div",
      { class: "row" },
      el("button", { class: "primary", onclick: copy }, icon("share"), "Copy"),
      el("button", { onclick: withdraw }, "Withdraw"),
      copied,
    ),
    el("p", { class: "small muted" }, "The first to open it sits down opposite you. Whoever only wants to watch needs just the address of this page."),
  );
}
