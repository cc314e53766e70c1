/** The result of a search, as the server reports it; a value is a whole number, positive if good for the mover. */

/** @import {Move, Position} from "./position.js" */
/** @import {ModuleDescription} from "./description.js" */
import { joined } from "./position.js";

export const WIN = 30_000; // less one for every ply until then
export const PROVEN = 28_000; // anything beyond is a forced win or loss
export const UNTIMED = PROVEN; // a forced win or loss of which is not known how far away it is
export const UNIT = 1_000; // one unit of an evaluation, which is the logarithm of the odds of winning
export const RESULT = 10_000; // in exact values a win is worth this, more than any lead in points
export const MOST_LEAD = 4_000; // the largest lead that exact values tell from larger ones

/** @param {number} value */
export const isProven = (value) => Math.abs(value) >= PROVEN;

/** @param {number} value */
export const pliesToEnd = (value) => (Math.abs(value) > UNTIMED ? WIN - Math.abs(value) : null);

/** @param {number} odds */
const logistic = (odds) => 1 / (1 + Math.exp(-odds));

/** The mover's chance of winning plus half the chance of a draw. @param {number} value @param {number} band */
export function expectedScore(value, band) {
  if (isProven(value)) return value > 0 ? 1 : 0;
  return (logistic(value / UNIT - band) + logistic(value / UNIT + band)) / 2;
}

/**
 * The mover's chances to win, to draw and to lose: even games within a band are drawn.
 * @param {number} value
 * @param {number} band
 * @returns {[number, number, number]}
 */
export function chancesOf(value, band) {
  if (isProven(value)) return value > 0 ? [1, 0, 0] : [0, 0, 1];
  const worth = value / UNIT;
  return [logistic(worth - band), logistic(worth + band) * logistic(band - worth) * -Math.expm1(-2 * band), logistic(-worth - band)];
}

/** The mover's lead at the end, so far as a value tells. @param {number} value @param {ModuleDescription["chances"]} scale */
export function expectedPoints(value, { points_per_unit: perUnit, most_points: most }) {
  if (isProven(value) || perUnit === 0) return null;
  return Math.min(Math.max((perUnit * value) / UNIT, -most), most);
}

/** @typedef {{moves: Move[], value: number, visits: number, points: number | null, isExact: boolean}} Line a move and what follows it with best play */
/** @typedef {{position: Position, lines: Line[], depth: number, nodes: number, seconds: number, method: "alphabeta" | "mcts" | "solver"}} Report */

/** @param {Move[]} moves @param {number} value @param {{visits?: number, points?: number | null, isExact?: boolean}} [more] @returns {Line} */
export function lineOf(moves, value, { visits = 0, points = null, isExact = false } = {}) {
  return { moves, value, visits, points, isExact };
}

/**
 * Moves in a row as people make them: those in a chain are one.
 * @param {Position} position where they begin
 * @param {Move[]} moves
 */
export function inWholeMoves(position, moves) {
  if (!position.variant.kinds.link) return moves;
  /** @type {Move[]} */ const found = [];
  let at = position;
  for (const move of moves) {
    const last = found.at(-1);
    if (last && at.continuing(last).includes(move.code)) found[found.length - 1] = joined(last, move);
    else found.push(move);
    at = at.after(move.code, move.more);
  }
  return found;
}

/** Whether the result is certain. @param {Line} line */
export const isCertain = ({ isExact, value }) => isExact || isProven(value);

const EXACT = 60; // digits, more than any number here has after its point

/** A number with so many digits after the point, halves to the even one. @param {number} number @param {number} [digits] */
export function rounded(number, digits = 0) {
  const near = Number(number.toFixed(digits));
  const after = number.toFixed(EXACT).split(".")[1].slice(digits);
  if (!/^50*$/.test(after)) return near;
  const scale = 10 ** digits;
  return (2 * Math.round((number * scale) / 2)) / scale;
}

/** A report as JSON, as the server sends it. @param {Report} report */
export function reportJson({ position, lines, depth, nodes, seconds, method }) {
  const scale = position.variant.about.module.chances;
  const told = lines.map((line) => {
    const isDraw = line.isExact && line.value === 0;
    const chances = isDraw ? [0, 1, 0] : chancesOf(line.value, scale.draw_band);
    const points = line.points !== null || isDraw ? null : expectedPoints(line.value, scale);
    return {
      moves: line.moves.map(({ text }) => text),
      score: rounded(expectedScore(line.value, scale.draw_band), 4),
      value: line.value,
      plies_to_end: pliesToEnd(line.value),
      chances: /** @type {[number, number, number]} */ (chances.map((chance) => rounded(chance, 4))),
      points: line.points,
      expected_points: points === null ? null : rounded(points, 1),
    };
  });
  const { score, value, chances, points, expected_points } = told[0];
  return {
    depth,
    nodes,
    seconds: rounded(seconds, 3),
    nps: seconds > 0 ? Math.round(nodes / seconds) : 0,
    best: lines[0].moves[0].text,
    score,
    value,
    chances,
    points,
    expected_points,
    proven: isCertain(lines[0]),
    mover: position.mover,
    method,
    lines: told,
  };
}
