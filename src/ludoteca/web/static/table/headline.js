/** The headline of the table: whose turn it is or how the game ended, the state of the series, and the page's title. */

/** @import {You} from "../words/game_words.js" */
/** @import {View} from "../types.js" */
import { inLabels } from "../words/cell_words.js";
import { byId, el } from "../dom.js";
import { outcomeParts, turnInWords } from "../words/game_words.js";
import { FREE_PLIES } from "../translated/web/table/stored_game.js";
import { showTitle } from "../pages/settings.js";
import { t, translatable } from "../words/language.js";
import { swatch } from "./seats.js";

/**
 * @param {any} state the snapshot as it stands
 * @param {{past: number | null, isMine: boolean, sending: string, back: () => void}} seen `past`: the earlier ply looked at, if one is; `sending`: what a move on its way is doing
 */
export function showHeadline(state, { past, isMine, sending, back }) {
  const { view, you, series, seats } = state;
  const holder = byId("turn");
  if (past !== null)
    holder.replaceChildren(
      t("Move {ply} of {count}.", { ply: past, count: state.moves_played.length }),
      " ",
      el("button", { class: "quiet small", onclick: back }, t("Back to the game")),
    );
  else if (sending) holder.textContent = sending;
  else if (state.state === "open") holder.textContent = waitingInWords(you);
  else if (state.kind === "record" && !view.outcome) holder.textContent = t("The record ends here: {turn}.", { turn: turnInWords(view, null) });
  else if (view.outcome) {
    const [who, why] = outcomeParts(view.outcome, view.players, you, state.how);
    showOutcome(holder, who, inLabels(isUnbegun(state, why) ? t("The first move was not made in time.") : whyInWords(why, series?.outcome)));
  } else holder.textContent = turnInWords(view, you);
  holder.classList.toggle("yours", isMine && !sending);
  const names = seats.map((/** @type {any} */ seat) => seat.name);
  showTitle(`${view.game.title} · ${names.join(" – ")}`, isMine);
  const heading = t("{game}: {first} against {second}", { game: view.game.title, first: names[0], second: names[1] });
  if (byId("heading").textContent !== heading) byId("heading").textContent = heading;
  const line = byId("series");
  line.hidden = !series;
  if (series) line.textContent = t("Game {round} of {games}: {score}", { round: series.round, games: series.games, score: series.text });
}

/** Whether the game has ended because one of the first moves was not made: nobody wanted that. @param {any} state @param {string} why */
function isUnbegun({ kind, moves_played, view }, why) {
  return kind === "friend" && !!view.outcome.aborted && moves_played.length < FREE_PLIES && why === t("ended without a result");
}

/** Why the game ended so, and with it the series. @param {string} reason @param {import("../types.js").Outcome | null | undefined} ofSeries */
function whyInWords(reason, ofSeries) {
  return ofSeries ? t("{reason}. Series: {series}.", { reason, series: ofSeries.reason }) : `${reason}.`;
}

/** @param {View} view the newest position, whatever is looked at @param {{isMine: boolean, isPast: boolean, you: You}} seen */
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

/** Who won and why, the first part large. @param {HTMLElement} holder @param {string} who "Red wins" @param {string} why "three in line." */
export function showOutcome(holder, who, why) {
  holder.replaceChildren(el("span", { class: "who" }, who), el("span", { class: "unseen" }, ": "), el("span", { class: "why" }, why));
}

export const EARLIER = translatable("This is an earlier position. Go to the last move to continue playing.");

/** That somebody is still to come. @param {0 | 1 | "both" | null} you */
export function waitingInWords(you) {
  return you === null ? t("Waiting for a second player.") : t("Waiting for your opponent.");
}

/**
 * Empty where there is nothing to say: the move was made and is on its way.
 * @param {any} state the snapshot as it stands
 * @param {number | null} past the earlier ply looked at, if one is
 */
export function whyNoMove({ view, you, state, kind }, past) {
  if (past !== null) return t(EARLIER);
  if (kind === "record") return t("This is a record. You can continue from any of its moves on the analysis board.");
  const waiting = view.outcome ? t("The game is over.") : state === "open" ? waitingInWords(you) : `${turnInWords(view, null)}.`;
  if (you === null) return t("You are watching. {waiting}", { waiting });
  if (view.outcome || state !== "going") return waiting;
  return you === "both" || you === view.mover ? "" : t("It is not your turn: {waiting}", { waiting });
}
