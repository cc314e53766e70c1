/** The result of a search, as the server reports it. */

/** @import {Move, Position} from "./position.js" */
import { chancesOf, expectedPoints, expectedScore, isProven, pliesToEnd } from "./values.js";

/** @typedef {{moves: Move[], value: number, visits: number, points: number | null, isExact: boolean}} Line a move and what follows it with best play */
/** @typedef {{position: Position, lines: Line[], depth: number, nodes: number, seconds: number, method: "alphabeta" | "mcts" | "solver"}} Report */

/**
 * @param {Move[]} moves
 * @param {number} value
 * @param {{visits?: number, points?: number | null, isExact?: boolean}} [more]
 * @returns {Line}
 */
export function lineOf(moves, value, { visits = 0, points = null, isExact = false } = {}) {
  return { moves, value, visits, points, isExact };
}

/** Whether the result is certain. @param {Line} line */
export const isCertain = ({ isExact, value }) => isExact || isProven(value);

/** @type {(number: number, digits: number) => number} */
const rounded = (number, digits) => Number(number.toFixed(digits));

/**
 * A report as JSON, as the server sends it.
 * @param {Report} report
 */
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
