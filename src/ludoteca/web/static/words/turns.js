/** Moves as turns: consecutive plies of one player are grouped, and no column mixes both players. */

/** @import {View} from "../types.js" */
import { el } from "../dom.js";
import { swatch } from "../table/seats.js";
import { t } from "./language.js";

/** @typedef {0 | 1 | null} Side null: not known yet */
/** @typedef {{side: Side, button: HTMLElement, asides?: HTMLElement[]}} ListedPly `asides`: what was tried instead */
/** @typedef {{side: Side, plies: ListedPly[]}} Turn */

/**
 * @param {ListedPly[]} plies
 * @returns {Turn[]}
 */
export function turnsOf(plies) {
  /** @type {Turn[]} */
  const turns = [];
  for (const ply of plies) {
    const last = turns.at(-1);
    if (last && last.side === ply.side && ply.side !== null) last.plies.push(ply);
    else turns.push({ side: ply.side, plies: [ply] });
  }
  return turns;
}

/**
 * Where every turn is one ply, a column for each player; else a row for each turn.
 * @param {ListedPly[]} plies
 * @param {View} view for the players' names and pieces
 */
export function turnList(plies, view) {
  const turns = turnsOf(plies);
  const isPaired = turns.every(({ side, plies: own }) => side !== null && own.length === 1);
  return isPaired ? pairs(turns, view) : rows(turns, view);
}

/**
 * @param {Turn[]} turns
 * @param {View} view
 */
function pairs(turns, view) {
  const heads = view.players.map((player, side) => el("span", {}, swatch(view, /** @type {0 | 1} */ (side)), player.name));
  const list = el("ol", { class: "turns paired", "aria-label": t("Moves") });
  let column = 0;
  const skipTo = (/** @type {number} */ wanted) => {
    for (; column !== wanted; column = 1 - column) list.append(el("li", { class: "no-turn", "aria-hidden": "true" }, "…"));
  };
  for (const turn of turns) {
    skipTo(turn.side ?? 0);
    list.append(el("li", {}, turnOf(turn, view, false)));
    column = 1 - column;
    const asides = asidesOf(turn);
    if (asides.length) skipTo(0);
    list.append(...asides.map((aside) => el("li", { class: "aside" }, aside)));
  }
  return el("div", {}, el("div", { class: "turn-heads", "aria-hidden": "true" }, ...heads), list);
}

/**
 * @param {Turn[]} turns
 * @param {View} view
 */
function rows(turns, view) {
  return el("ol", { class: "turns", "aria-label": t("Moves") }, ...turns.map((turn) => el("li", {}, turnOf(turn, view, true), ...asidesOf(turn))));
}

/** What was tried instead of a turn's plies. @param {Turn} turn */
export function asidesOf({ plies }) {
  return plies.flatMap((ply) => ply.asides ?? []);
}

/**
 * A turn with the colour of who made it, to be seen or only to be heard.
 * @param {Turn} turn
 * @param {View} view
 * @param {boolean} isSeen
 */
export function turnOf({ side, plies }, view, isSeen) {
  const who = side === null ? {} : { role: "group", "aria-label": view.players[side].name, "data-side": side };
  return el("div", { class: "one-turn", ...who }, side !== null && isSeen && swatch(view, side), ...plies.map((ply) => ply.button));
}
