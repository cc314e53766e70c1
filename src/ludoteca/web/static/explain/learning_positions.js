/** Learn from your mistakes: the positions in which a better move was missed, to be tried again. */

/** @import {Explanation} from "./explanation.js" */
/** @import {Review} from "./reviews.js" */
import { chanceOf } from "./search_results.js";

/** @typedef {{ply: number, position: string, mover: 0 | 1, played: string, accepted: string[], explanation: Explanation}} LearningPosition `ply` of the move that was played; the best accepted move first */

/**
 * The positions in which the game turned; all but the accepted moves are wrong.
 * @param {Review} review
 * @returns {LearningPosition[]}
 */
export function learningPositions({ moments }) {
  return moments.map(({ played, report, better }) => {
    const { as_good } = played.before.variant.about.module.explain.learning_positions;
    const least = chanceOf(report, report.lines[0]) - as_good;
    const accepted = report.lines.filter((line) => chanceOf(report, line) >= least).map(({ moves }) => moves[0].text);
    return {
      ply: played.ply,
      position: String(played.before),
      mover: played.mover,
      played: played.move,
      accepted: accepted.filter((text) => text !== played.move),
      explanation: better,
    };
  });
}
