/** What players ask of each other: to sit down, to agree to a draw, to take back a move. */

import { byId, el, icon } from "../dom.js";
import { FREE_PLIES } from "../translated/web/table/stored_game.js";
import { sentence, translatable, t } from "../words/language.js";
import { isNameless } from "../pages/own_name.js";
import { goBy } from "../pages/settings.js";

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

/** Offers that wait for an answer. @param {HTMLElement} holder @param {any} state the snapshot as it stands @param {(type: string) => void} answer @param {boolean} canClaim whether the opponent has been away for so long that one may claim the win */
export function showOffers(holder, state, answer, canClaim) {
  const { offers, you, view, seats } = state;
  holder.replaceChildren();
  send = you === 0 || you === 1 ? answer : null;
  byId("introduce").hidden = !send || state.kind !== "friend" || !!view.outcome || !isNameless(seats[you].name);
  if (!view.outcome && view.settled) holder.append(settledRow(state, answer));
  if (view.outcome || you === null || you === "both") return;
  const other = 1 - you;
  const { name } = seats[other];
  const ask = (/** @type {string} */ words, /** @type {string} */ yes, /** @type {string} */ no) => holder.append(question(words, answer, yes, no));
  if (offers.draw === other) ask(t("{player} offers a draw.", { player: name }), "accept_draw", "decline_draw");
  if (offers.takeback === other) ask(t("{name} asks to take back a move.", { name }), "grant_takeback", "refuse_takeback");
  if (offers.abort === other) ask(t("{name} asks to end the game without a result.", { name }), "accept_abort", "decline_abort");
  if (canClaim)
    holder.append(
      el(
        "div",
        { class: "row" },
        el("span", {}, t("{name} has left. You can claim the win, or wait.", { name })),
        el("button", { "data-action": "claim_win", onclick: () => answer("claim_win") }, t("Claim the win")),
      ),
    );
  const wait = (/** @type {string} */ words, /** @type {string} */ withdraw) => holder.append(waiting(words, answer, withdraw));
  if (offers.draw === you) wait(t("You have offered a draw."), "withdraw_draw");
  if (offers.takeback === you) wait(t("You have asked to take back your move."), "withdraw_takeback");
  if (offers.abort === you) wait(t("You have asked to end the game without a result."), "withdraw_abort");
}

/** Whether the opponent has been away for so long that one may claim the win. @param {any} state @param {number} ahead of the server's clock, in ms */
export function isGone({ you, seats, view, moves_played }, ahead) {
  const at = you === 0 || you === 1 ? seats[1 - you].gone_at : null;
  return typeof at === "number" && !view.outcome && moves_played.length >= FREE_PLIES && Date.now() + ahead >= at;
}

/** That the result can no longer change, and how the game can end at once. @param {any} state @param {(type: string) => void} answer */
function settledRow({ view, you, kind, can, offers, seats }, answer) {
  const { winner, reason } = view.settled;
  const words = sentence(reason);
  const isOffer = kind === "friend" && winner !== 1 - you;
  if (isOffer && offers.settle === you) return waiting(t("{settled} You have offered to end the game.", { settled: words }), answer, "withdraw_settle");
  if (isOffer && offers.settle === 1 - you)
    return question(t("{settled} {name} offers to end the game.", { settled: words, name: seats[1 - you].name }), answer, "settle", "decline_settle");
  const end = can.settle && el("button", { "data-action": "settle", onclick: () => answer("settle") }, isOffer ? t("Offer to end it") : t("End the game"));
  return el("div", { class: "row" }, el("span", {}, words), end);
}

/** What the other asks, with both answers. @param {string} words @param {(type: string) => void} answer @param {string} yes @param {string} no */
export function question(words, answer, yes, no) {
  return el(
    "div",
    { class: "row" },
    el("span", {}, words),
    el("button", { class: "primary", onclick: () => answer(yes) }, t("Accept")),
    el("button", { onclick: () => answer(no) }, t("Decline")),
  );
}

/** What one asks oneself. @param {string} words @param {(type: string) => void} answer @param {string} withdraw */
export function waiting(words, answer, withdraw) {
  return el("div", { class: "row" }, el("span", { class: "muted" }, words), el("button", { onclick: () => answer(withdraw) }, t("Withdraw")));
}

const DECLINED = translatable({
  draw: "The draw was declined.",
  takeback: "Your request to take back your move was declined.",
  abort: "{name} would rather play on.",
  rematch: "{name} does not want to play again now.",
  settle: "{name} would rather play on.",
});
const WITHDRAWN = translatable({
  draw: "{name} has withdrawn the draw offer.",
  takeback: "{name} no longer wants to take back a move.",
  abort: "{name} would rather play on.",
  rematch: "{name} does not want to play again now.",
  settle: "{name} would rather play on.",
});

/**
 * What became of an offer, for one who has to do with it; empty for others, and where the board says it.
 * @param {{kind: "draw" | "takeback" | "abort" | "rematch" | "settle", by: 0 | 1, answer: string | null}} offer
 * @param {any} state the snapshot as it stands
 */
export function answerInWords({ kind, by, answer }, { you, seats }) {
  if (answer === "declined" && by === you) return t(DECLINED[kind], { name: seats[1 - by].name });
  if (answer !== "withdrawn" || (you !== 0 && you !== 1) || by === you) return "";
  return t(WITHDRAWN[kind], { name: seats[by].name });
}

/** The link for a friend, and as a picture for a phone; null takes it away. @param {HTMLElement} holder @param {string | null} invite @param {string | null} code @param {() => void} withdraw */
export function showInvitation(holder, invite, code, withdraw) {
  holder.hidden = !invite;
  if (!invite || holder.childElementCount) return;
  const address = new URL(invite, location.href).href;
  const copied = el("span", { role: "status" });
  const field = /** @type {HTMLInputElement} */ (
    el("input", { type: "text", readonly: true, value: address, "aria-label": t("Link for your friend"), id: "invite-link" })
  );
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => (copied.textContent = t("Copied.")),
      () => field.select(),
    );
  const parts = [
    el("h2", {}, t("Send this link to your friend")),
    field,
    el(
      "div",
      { class: "row" },
      el("button", { class: "primary", onclick: copy }, icon("share"), t("Copy")),
      el("button", { onclick: withdraw }, t("Withdraw")),
      copied,
    ),
    !!code && el("details", {}, el("summary", {}, t("QR code")), el("img", { class: "qr", src: code, alt: t("The same link as a QR code"), loading: "lazy" })),
    el("p", { class: "small muted" }, t("The first person to accept plays against you. To let others watch, share this page's address.")),
  ];
  holder.append(.../** @type {Node[]} */ (parts.filter(Boolean)));
}
