/** Cells and games in words, for screen readers, titles and messages. */

/** @import {Look, View, Outcome, Player} from "./types.js" */
/** @typedef {0 | 1 | "both" | null | undefined} You where one sits at a table: on one side, on both at one device, or nowhere */
import { later, t } from "./language.js";
import { COLOURED, INSIDE, PIECES, colourNumber } from "./piece_words.js";

/** A piece with its colour: "black disc". @param {{kind: string, colour: string}} piece */
export function pieceInWords({ kind, colour }) {
  if (kind in PIECES) return t(PIECES[kind]);
  return coloured(kind, colour);
}

/**
 * @param {string} kind
 * @param {string} colour
 * @param {Record<string, number>} [more] places
 */
function coloured(kind, colour, more = {}) {
  const number = colourNumber(colour);
  if (number >= 0 && kind in COLOURED) return t(COLOURED[kind], { colour: number, ...more });
  return kind === "stack" ? t("{colour} stack of {height}", { colour: t(colour), ...more }) : t("{colour} {piece}", { colour: t(colour), piece: t(kind) });
}

/**
 * What stands on a cell: "black stack of 4, 2 green inside".
 * @param {Look | undefined} look
 */
export function lookInWords(look) {
  const marks = (look?.marks ?? []).map((mark) => t(mark));
  if (!look?.pieces.length) return [t("empty"), ...marks].join(", ");
  const [top] = look.pieces;
  const thing = look.height > 1 ? coloured("stack", top.colour, { height: look.height }) : pieceInWords(top);
  const inside = look.inside.filter(([, count]) => count > 0).map(([colour, count]) => insideInWords(colour, count));
  return [thing, ...inside, ...marks.map((mark) => t("marked {mark}", { mark }))].join(", ");
}

/**
 * What is known to lie in a stack.
 * @param {string} colour
 * @param {number} count
 */
function insideInWords(colour, count) {
  const number = colourNumber(colour);
  return number < 0 ? t("{count} {colour} inside", { count, colour: t(colour) }) : t(INSIDE, { count, colour: number });
}

const STATES = later({
  selected: "chosen",
  capture: "can be taken",
  target: "can be chosen",
  pending: "your move is on its way",
  last: "last move",
  threatens: "threatens to win",
  decided: "decided the game",
});

/**
 * A cell with what can be done there.
 * @param {string} name
 * @param {Look | undefined} look
 * @param {{selected?: boolean, target?: boolean, capture?: boolean, last?: boolean, decided?: boolean, threatens?: boolean, pending?: boolean}} [state]
 */
export function cellInWords(name, look, state = {}) {
  const words = [`${name}: ${lookInWords(look)}`];
  if (state.selected) words.push(t(STATES.selected));
  else if (state.capture) words.push(t(STATES.capture));
  else if (state.target) words.push(t(STATES.target));
  for (const each of /** @type {const} */ (["pending", "last", "threatens", "decided"])) if (state[each]) words.push(t(STATES[each]));
  return words.join(", ");
}

/**
 * Who won, as the one who reads it sees it: people at one device and watchers hear of the colours.
 * @param {Outcome} outcome
 * @param {Player[]} players
 * @param {You} you
 */
export function winnerInWords({ winner }, players, you) {
  if (winner === null) return t("Draw");
  if (!isSeat(you)) return t("{name} wins", { name: players[winner].name });
  return you === winner ? t("You win") : t("You lose");
}

/**
 * Who won and why.
 * @param {Outcome} outcome
 * @param {Player[]} players
 * @param {You} [you]
 */
export function outcomeInWords({ winner, reason }, players, you = null) {
  if (winner === null) return t("Draw: {reason}.", { reason });
  if (!isSeat(you)) return t("{name} wins: {reason}.", { name: players[winner].name, reason });
  return you === winner ? t("You win: {reason}.", { reason }) : t("You lose: {reason}.", { reason });
}

/** @param {You} you */
function isSeat(you) {
  return you === 0 || you === 1;
}

/**
 * Whose turn it is, for the line above the board.
 * @param {View} view
 * @param {You} you
 */
export function turnInWords(view, you) {
  if (view.outcome) return outcomeInWords(view.outcome, view.players, you);
  if (view.mover === null) return "";
  const { name } = view.players[view.mover];
  const task = view.facts.find((fact) => fact.role === "task")?.value;
  if (you === view.mover) return task ? t("Your turn, {name}: {task}", { name, task }) : t("Your turn, {name}", { name });
  return task ? t("{name} to move: {task}", { name, task }) : t("{name} to move", { name });
}

/**
 * A number of games, halves as such: 2½.
 * @param {number} games
 */
export function halvesInWords(games) {
  const whole = Math.floor(games);
  return games === whole ? String(whole) : `${whole || ""}½`;
}

/**
 * Milliseconds as a clock shows them.
 * @param {number} ms
 */
export function clockInWords(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.ceil(left / 1000);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const hours = Math.floor(seconds / 3600);
  const rest = `${String(Math.floor((seconds % 3600) / 60)).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}
