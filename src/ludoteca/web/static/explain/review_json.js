/** A review as data, without words; `review_text.js` adds them. */

/** @import {Review} from "./reviews.js" */
import { learningPositions } from "./learning_positions.js";

/** @typedef {ReturnType<typeof reviewJson>} ReviewData */

/**
 * @param {Review} review
 */
export function reviewJson(review) {
  const { variant } = review.start;
  return {
    game: variant.about.name,
    options: variant.changedOptions,
    position: String(review.start),
    players: review.final.players.map(({ name }) => name),
    is_complete: review.isComplete,
    accuracy: review.accuracy,
    phases: review.phases,
    chances: review.chances,
    moves: review.moves.map(({ ply, mover, move, best, loss, counts, grade }) => ({ ply, mover, move, best, loss, counts, grade })),
    points: review.moments.map(({ played, mistake, better, betterLine, refutation }) => ({
      ply: played.ply,
      mover: played.mover,
      move: played.move,
      sides: played.before.players.map(({ name }) => name), // as the rules name them then
      loss: played.loss,
      had: played.had,
      left: played.left,
      mistake,
      better,
      better_line: betterLine,
      refutation,
    })),
    learn: learningPositions(review),
  };
}
