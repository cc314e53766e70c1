/** What players ask of each other: to sit down, to call it a draw, to take a move back. */

import { byId, el, icon } from "./dom.js";
import { isNameless } from "./own_name.js";
import { goBy } from "./settings.js";
import { t } from "./language.js";

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
  byId("introduce").hidden = !send || state.kind !== "friend" || !!view.outcome || !isNameless(seats[you].name);
  if (view.outcome || you === null || you === "both") return;
  const other = 1 - you;
  const { name } = seats[other];
  const ask = (/** @type {string} */ words, /** @type {string} */ yes, /** @type {string} */ no) =>
    holder.append(
      el(
        "div",
        { class: "row" },
        el("span", {}, words),
        el("button", { class: "primary", onclick: () => answer(yes) }, t("Accept")),
        el("button", { onclick: () => answer(no) }, t("Decline")),
      ),
    );
  if (offers.draw === other) ask(t("{name} offers a draw.", { name }), "accept_draw", "decline_draw");
  if (offers.takeback === other) ask(t("{name} asks to take a move back.", { name }), "grant_takeback", "refuse_takeback");
  const wait = (/** @type {string} */ words, /** @type {string} */ withdraw) =>
    holder.append(el("div", { class: "row" }, el("span", { class: "muted" }, words), el("button", { onclick: () => answer(withdraw) }, t("Withdraw"))));
  if (offers.draw === you) wait(t("You have offered a draw."), "withdraw_draw");
  if (offers.takeback === you) wait(t("You ask to take your move back."), "withdraw_takeback");
}

/**
 * What became of an offer, for one who has to do with it; empty for others, and where the board says it.
 * @param {{kind: "draw" | "takeback", by: 0 | 1, answer: string | null}} offer
 * @param {any} state the snapshot as it stands
 */
export function answerInWords({ kind, by, answer }, { you, seats }) {
  if (answer === "declined" && by === you) return kind === "draw" ? t("The draw was declined.") : t("Your move stands: taking it back was refused.");
  if (answer !== "withdrawn" || (you !== 0 && you !== 1) || by === you) return "";
  const { name } = seats[by];
  return kind === "draw" ? t("{name} has withdrawn the draw offer.", { name }) : t("{name} has withdrawn the wish to take a move back.", { name });
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
    el("input", { type: "text", readonly: true, value: address, "aria-label": t("Link for your friend"), id: "invite-link" })
  );
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => (copied.textContent = t("Copied.")),
      () => field.select(),
    );
  holder.append(
    el("h2", {}, t("Send this link to your friend")),
    field,
    el(
      "div",
      { class: "row" },
      el("button", { class: "primary", onclick: copy }, icon("share"), t("Copy")),
      el("button", { onclick: withdraw }, t("Withdraw")),
      copied,
    ),
    el("p", { class: "small muted" }, t("The first to open it sits down opposite you. Whoever only wants to watch needs just the address of this page.")),
  );
}
