/** What a search knows about a move: forced wins and losses, certain draws and leads, what other moves lead to. */

/** @import {Move, Position} from "../wasm/position.js" */
/** @import {Line, Report} from "../wasm/report.js" */
/** @import {Claim} from "./templates.js" */
import { isCertain } from "../wasm/report.js";
import { chancesOf, expectedScore, isProven, pliesToEnd } from "../wasm/values.js";
import { rounded } from "./accuracy.js";

/** @type {(position: Position) => {timed: string, ranked: string[]}} */
const methodsOf = ({ variant }) => variant.about.module.explain.search_results;

/**
 * What the report says about a move.
 * @param {Report} report
 * @param {{text: string}} move
 */
export function lineAbout(report, move) {
  return report.lines.find(({ moves }) => moves[0]?.text === move.text) ?? null;
}

/** The chance that a line of a report gives its mover, a draw counted half. @type {(report: Report, line: Line) => number} */
export const chanceOf = ({ position }, { value }) => expectedScore(value, position.variant.about.module.chances.draw_band);

/**
 * What is certain after the move; that it wins or loses at once the rules say themselves.
 * @param {Position} position
 * @param {Report} report
 * @param {Move} move
 * @returns {Claim[]}
 */
export function certainResults(position, report, move) {
  const line = lineAbout(report, move);
  const player = position.mover;
  if (!line) return [];
  const { timed, ranked } = methodsOf(position);
  const isBest = line === report.lines[0];
  const plies = pliesToEnd(line.value);
  /** @type {Claim[]} */ const claims = [];
  if (isProven(line.value) && line.value > 0) claims.push(...forcedWin(report, line, player, timed));
  else if (isProven(line.value)) {
    if (isBest && ranked.includes(report.method)) claims.push({ kind: "all_lose", player });
    if (report.method === timed && plies !== null && plies > 1) claims.push({ kind: "loses_by_force", player: 1 - player, plies: plies - 1 });
  } else if (line.isExact && line.value === 0) claims.push({ kind: "holds_draw" });
  if (line.points) claims.push({ kind: "final_lead", player: line.points > 0 ? player : 1 - player, points: Math.abs(line.points) });
  return isBest ? [...claims, ...otherMoves(report, line, player, ranked)] : claims;
}

/**
 * A win that the other side cannot prevent.
 * @param {Report} report
 * @param {Line} line
 * @param {number} player
 * @param {string} timed
 * @returns {Claim[]}
 */
function forcedWin({ method }, { value, moves }, player, timed) {
  const plies = pliesToEnd(value);
  if (method === timed && plies !== null) return plies > 1 ? [{ kind: "wins_by_force", player, plies }] : [];
  return moves.length > 1 ? [{ kind: "wins_surely", player }] : [];
}

/**
 * What is certain of all other moves, and what happens after the next best one, where that loses.
 * @param {Report} report
 * @param {Line} best
 * @param {number} player
 * @param {string[]} ranked
 * @returns {Claim[]}
 */
function otherMoves(report, best, player, ranked) {
  const rest = report.lines.slice(1);
  if (!rest.length) return [];
  const isRanked = ranked.includes(report.method) || report.lines.length === report.position.codes.length;
  const isLost = (/** @type {Line} */ { value }) => isProven(value) && value < 0;
  /** @type {Claim[]} */ const claims = [];
  if (isRanked && best.value > 0 && isCertain(best) && rest.every(({ isExact, value }) => isExact && value <= 0)) {
    claims.push({ kind: "only_winning_move", player });
  }
  if (isLost(best)) return claims;
  if (isRanked && rest.every(isLost)) claims.push({ kind: "only_move_not_losing", player });
  if (isLost(rest[0]) && rest[0].moves.length > 1) {
    const [move, ...line] = rest[0].moves.map(({ text }) => text);
    claims.push({ kind: "otherwise_loses", player: 1 - player, move, line });
  }
  return claims;
}

/**
 * The mover's chance of winning as the search estimates it; nothing where the result is certain.
 * @param {Position} position
 * @param {Report} report
 * @param {Move} move
 * @returns {Claim[]}
 */
export function chances(position, report, move) {
  const line = lineAbout(report, move);
  if (!line || isCertain(line)) return [];
  const [win] = chancesOf(line.value, position.variant.about.module.chances.draw_band);
  return [{ kind: "chances", player: position.mover, percent: rounded(100 * win), depth: report.depth }];
}
