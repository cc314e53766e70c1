/** A hint: the best move that a search finds, and why it is best. */

/** @import {Analyst} from "../wasm/analysis.js" */
/** @import {Position} from "../wasm/position.js" */
/** @import {Report} from "../wasm/report.js" */
/** @import {Explanation} from "./explanation.js" */
import { explain } from "./explanation.js";
import { chanceOf } from "./search_results.js";

/** @typedef {Explanation & {line: string[], toMove: string, score: number, picks: import("../types.js").Pick[]}} Hint */

/**
 * Search a position and explain the best move.
 * @param {Analyst} analyst
 * @param {Position} position
 * @param {{timeMs?: number, nodes?: number}} limits
 * @returns {Report}
 */
export function searchedForHint(analyst, position, limits) {
  const { lines } = position.variant.about.module.explain.hints;
  return analyst.answer(position, limits, Math.max(1, Math.min(lines, position.codes.length)));
}

/**
 * The best move of a report, and why it is best.
 * @param {Report} report
 * @returns {Hint}
 */
export function hintOf(report) {
  const { position, lines } = report;
  const [best] = lines;
  const after = position.after(best.moves[0].code);
  return {
    ...explain(position, best.moves[0].text, report),
    picks: best.moves[0].picks,
    toMove: after.players[after.mover].name,
    line: best.moves.map(({ text }) => text),
    score: chanceOf(report, best),
  };
}
