/** The cards beside the board: before a game the welcome, after it the score, the state of the series, and what to do next. */

import { gamePage, newPage } from "../addresses.js";
import { byId, el, icon, withElements } from "../dom.js";
import { question, waiting } from "./offers.js";
import { swatch } from "./seats.js";
import { positionQuery } from "./share.js";
import { halvesInWords } from "../words/game_words.js";
import { t, translatable } from "../words/language.js";

let drawn = "";

/**
 * @param {any} state the snapshot as it stands
 * @param {{links: Record<string, string | null>, isPast: boolean, send: (message: Record<string, unknown>) => void}} how
 */
export function showEnd(state, { links, isPast, send }) {
  const { view, can, next, series, seats, you, offers } = state;
  const holder = byId("end");
  const isUnfinished = state.kind === "record" && !view.outcome;
  holder.hidden = (!view.outcome && !isUnfinished) || isPast;
  if (holder.hidden) return;
  const key = JSON.stringify([view.outcome, view.score, can.again, next, series, state.kind, offers.rematch, seats]);
  if (key === drawn) return;
  drawn = key;
  const again = series && !series.outcome ? t("Next game") : state.kind === "friend" ? t("Rematch") : t("Play again");
  const name = (/** @type {number} */ side) => seats[side].name || view.players[side].name;
  const rows = [
    view.score && !!view.outcome && !view.outcome.aborted && scoreRow(t("Score"), [name(0), String(view.score[0])], [name(1), String(view.score[1])]),
    series &&
      scoreRow(
        series.outcome ? t("The series") : t("After game {round} of {games}", { round: series.round, games: series.games }),
        [name(0), wins(series, 0)],
        [name(1), wins(series, 1)],
      ),
  ];
  const isNext = !!series && !series.outcome;
  const asked = !next && offers.rematch !== null ? rematchRow(state, isNext, (type) => send({ type })) : null;
  holder.replaceChildren(
    ...[...rows, asked].filter((row) => row !== null && row !== false && row !== undefined),
    el(
      "div",
      { class: "row" },
      can.again &&
        !next &&
        (offers.rematch !== 1 - you || isNext) &&
        el("button", { class: "primary", "data-action": "again", onclick: () => send({ type: "again" }) }, icon("again"), again),
      isAgainstAccount(state) && !isNext && el("a", { class: "button", "data-action": "challenge", href: challengeOf(state) }, t("Challenge")),
      isUnfinished && el("a", { class: "button primary", "data-action": "continue", href: continuation(state) }, icon("next"), t("Continue this game")),
      !!next && el("a", { class: "button primary", href: gamePage(view.game.name, next), "data-action": "next" }, icon("again"), t("Go to the next game")),
      el(
        "div", // which goes to a line of its own as a whole where words are long
        { class: "row" },
        !!links.analysis && !!state.moves_played.length && el("a", { class: "button", href: reviewOf(links.analysis) }, icon("search"), t("Review")),
        el("button", { onclick: () => /** @type {HTMLElement | null} */ (document.querySelector("[data-share]"))?.click() }, icon("share"), t("Share")),
      ),
    ),
  );
}

/**
 * Who waits for the next game, or for an answer to a rematch.
 * @param {any} state
 * @param {boolean} isNext whether it is the next of a series, which nobody need be asked for
 * @param {(type: string) => void} answer
 */
function rematchRow({ you, offers, seats }, isNext, answer) {
  if (you !== 0 && you !== 1) return null;
  const { name } = seats[1 - you];
  if (offers.rematch === you)
    return waiting(isNext ? t("Waiting for {name} to be ready.", { name }) : t("You have offered a rematch."), answer, "withdraw_rematch");
  if (isNext) return el("p", {}, t("{name} is ready for the next game.", { name }));
  return question(t("{name} offers a rematch.", { name }), answer, "again", "decline_rematch");
}

/** Whether one has played against someone with an account. @param {any} state */
function isAgainstAccount({ kind, you, seats }) {
  return kind === "friend" && (you === 0 || you === 1) && seats[1 - you].account;
}

/** Where the same person is challenged to a game. @param {any} state */
function challengeOf({ view, you, seats }) {
  return newPage(view.game.name, new URLSearchParams({ opponent: "anyone", to: seats[1 - you].name }));
}

/** Where a game is begun that goes on from the end of a record. @param {any} state */
function continuation({ game_id, view, seats }) {
  const query = positionQuery(view);
  query.set("continues", game_id);
  query.set("side", view.mover ? "second" : "first");
  for (const [place, { name }] of seats.entries()) query.set(`name${place + 1}`, name);
  return newPage(view.game.name, query);
}

/** The address of the analysis board that begins with a review. @param {string} analysis */
function reviewOf(analysis) {
  const found = new URL(analysis, location.href);
  found.searchParams.set("review", "1");
  return found.href;
}

/** Games won, a draw as half a game. @param {any} series @param {0 | 1} side */
function wins(series, side) {
  return halvesInWords(series.wins[series.seats[side]] + series.draws / 2);
}

/** @param {string} title @param {[string, string]} first @param {[string, string]} second */
function scoreRow(title, first, second) {
  const one = (/** @type {[string, string]} */ [name, value]) =>
    el("span", { class: "one-score" }, el("span", { class: "small muted" }, name), " ", el("b", {}, value));
  return el(
    "p",
    { class: "end-score" },
    el("span", { class: "small" }, `${title}: `),
    one(first),
    el("span", { class: "muted", "aria-hidden": "true" }, "–"),
    one(second),
  );
}

/** Who plays which side, with the name in bold. @param {boolean} isYou @param {string} name @param {{side: string}} places @param {boolean} begins */
function whoPlays(isYou, name, places, begins) {
  if (isYou)
    return withElements(begins ? translatable("{you} play {side} and move first") : translatable("{you} play {side}"), {
      ...places,
      you: el("strong", {}, t("You")),
    });
  return withElements(begins ? translatable("{name} plays {side} and moves first") : translatable("{name} plays {side}"), {
    ...places,
    name: el("strong", {}, name),
  });
}

/** @param {any} state the snapshot as it stands */
export function showWelcome(state) {
  const { view, you, seats } = state;
  const isShown = !state.moves_played.length && !view.outcome;
  byId("welcome").hidden = !isShown;
  byId("moves").classList.toggle("before", isShown);
  if (!isShown) return;
  const sides = you === 1 ? [1, 0] : [0, 1];
  byId("welcome-sides").replaceChildren(
    ...sides.map((side) => {
      const number = /** @type {0 | 1} */ (side);
      return el(
        "li",
        {},
        swatch(view, number),
        el("span", {}, ...whoPlays(you === number, seats[number].name, { side: view.players[number].name }, view.mover === number)),
      );
    }),
  );
}
