/** Why the engine likes a move, in one sentence for the player who makes it. */

/** @import {Report} from "../engine.js" */
/** @import {TableWords} from "./table_words.js" */
import { t as filledIn } from "../language.js";

const MOST_EXPECTED = 3; // moves that are named after it

/**
 * @param {Report} report
 * @param {number} moves how many the player has
 * @param {TableWords} words
 */
export function hintReason(report, moves, words) {
  const [line] = report.lines;
  const { score: chance, plies_to_end: plies, points } = line;
  const follow = line.moves.slice(1, 1 + MOST_EXPECTED).join(", ");
  const expected = follow ? filledIn(words.hint_expected, { moves: follow }) : "";
  if (moves === 1) return words.hint_only;
  if (plies !== null && chance > 0.5) return plies <= 1 ? words.hint_wins_at_once : filledIn(words.hint_wins, { plies, expected });
  if (plies !== null) return filledIn(words.hint_loses, { plies });
  if (report.proven && chance === 0.5) return filledIn(words.hint_draws, { expected });
  if (points !== null) {
    const template = points === 0 ? words.hint_even : points > 0 ? words.hint_ahead : words.hint_behind;
    return filledIn(words.hint_ends, { score: filledIn(template, { points: Math.abs(points) }), expected });
  }
  return filledIn(words.hint_chance, { percent: Math.round(100 * chance), depth: report.depth, expected });
}
