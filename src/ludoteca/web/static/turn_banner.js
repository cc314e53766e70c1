/** The turn, large and beside the players: whose it is, and what can be done now. */

/** @import {You} from "./game_words.js" */
/** @import {View} from "./types.js" */
import { byId, el } from "./dom.js";
import { swatch } from "./seats.js";

/**
 * @param {View} view the newest position, whatever is looked at
 * @param {{isMine: boolean, isPast: boolean, you: You}} seen
 */
export function showBanner(view, { isMine, isPast, you }) {
  const banner = byId("banner");
  const winner = view.outcome?.winner ?? null;
  const side = !view.outcome ? view.mover : winner !== null && (you === 0 || you === 1) ? you : winner; // beside "You lose", one's own
  banner.className = `banner ${view.outcome ? "over" : isMine ? "yours" : "theirs"}${isPast ? " past" : ""}`;
  byId("banner-piece").replaceChildren(...(side === null ? [] : [swatch(view, side)]));
  byId("prompt").hidden = isPast || !!view.outcome;
}

/** What the hand can do now; empty where it can do nothing. @param {string} words */
export function showPrompt(words) {
  const prompt = byId("prompt");
  if (prompt.textContent !== words) prompt.textContent = words;
}

/**
 * Who won and why, the first part large.
 * @param {HTMLElement} holder
 * @param {string} who "Red wins"
 * @param {string} why "three in line."
 */
export function showOutcome(holder, who, why) {
  holder.replaceChildren(el("span", { class: "who" }, who), el("span", { class: "unseen" }, ": "), el("span", { class: "why" }, why));
}
