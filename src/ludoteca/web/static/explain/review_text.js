/** A review in words, in the shape in which the server sends it. */

/** @import {Description} from "../wasm/description.js" */
/** @import {WordedExplanation} from "./templates.js" */
/** @import {ReviewData} from "./reviews.js" */
import { t } from "../words/language.js";
import { worded, lineWords } from "./templates.js";
import { rounded } from "./accuracy.js";

/** @typedef {{ply: number, mover: 0 | 1, move: string, words: string, rows: string[], loss: number, had: number, left: number, mistake: WordedExplanation, better: WordedExplanation, better_line: string[], refutation: string[]}} Point a move that mattered */
/** @typedef {{ply: number, position: string, mover: 0 | 1, played: string, accepted: string[], explanation: WordedExplanation}} Exercise */
/** @typedef {Omit<ReviewData, "points" | "learn"> & {summary: string[], points: Point[], learn: Exercise[]}} WordedReview */

/**
 * The review with all its words.
 * @param {Description} about
 * @param {ReviewData} review
 * @returns {WordedReview}
 */
export function wordedReview(about, review) {
  const named = (/** @type {string[]} */ names) => names.map((name) => ({ name }));
  const sidesAt = new Map(review.points.map(({ ply, sides }) => [ply, named(sides)]));
  return {
    ...review,
    accuracy: tenths(review.accuracy),
    phases: review.phases.map((phase) => ({ ...phase, accuracy: tenths(phase.accuracy) })),
    chances: review.chances.map(brief),
    moves: review.moves.map((move) => ({ ...move, loss: brief(move.loss) })),
    summary: summaryRows(about, review),
    points: review.points.map(({ sides, ...point }) => {
      const mistake = worded(about, named(sides), point.mistake, true);
      const better = worded(about, named(sides), point.better);
      const chances = { loss: brief(point.loss), had: brief(point.had), left: brief(point.left) };
      return { ...point, ...chances, mistake, better, words: headline(about, point, sides), rows: pointRows(about, point, better, mistake) };
    }),
    learn: review.learn.map((each) => ({ ...each, explanation: worded(about, sidesAt.get(each.ply) ?? named(review.players), each.explanation) })),
  };
}

/** @param {string} word */
const capitalised = (word) => word[0].toUpperCase() + word.slice(1);

/** A chance as it is sent. @param {number} chance */
const brief = (chance) => rounded(chance, 4);

/** @type {(accuracies: [number | null, number | null]) => [number | null, number | null]} */
const tenths = ([first, second]) => [first === null ? null : rounded(first, 1), second === null ? null : rounded(second, 1)];

/**
 * The move, what was better, and the chances before and after it.
 * @param {Description} about
 * @param {Omit<ReviewData["points"][number], "sides">} point
 * @param {string[]} sides
 */
function headline(about, { ply, mover, move, better, had, left }, sides) {
  const places = { ply, player: t(sides[mover]), move, better: better.move, had: rounded(100 * had), left: rounded(100 * left) };
  return t(about.module.explain.review_text.headline, places);
}

/**
 * What was better and why, what the played move does, and what followed from it.
 * @param {Description} about
 * @param {Omit<ReviewData["points"][number], "sides">} point
 * @param {WordedExplanation} better
 * @param {WordedExplanation} mistake
 */
function pointRows(about, { move, better_line, refutation }, better, mistake) {
  const { better: why, then } = about.module.explain.review_text;
  const rows = [t(why, { move: better.move, words: better.text || lineWords(about, better_line) })];
  if (mistake.text) rows.push(t(why, { move, words: mistake.text }));
  if (refutation.length) rows.push(t(then, { move, line: lineWords(about, refutation) }));
  return rows;
}

/**
 * How accurately each side played, in the whole game and in its parts.
 * @param {Description} about
 * @param {ReviewData} review
 */
function summaryRows(about, { points, players: [first, second], accuracy, phases, moves, is_complete }) {
  const { accuracy: whole, phase, no_moments, stopped, percent: share, unknown } = about.module.explain.review_text;
  const percent = (/** @type {number | null} */ each) => (each === null ? unknown : t(share, { percent: rounded(each) }));
  const places = (/** @type {(number | null)[]} */ both) => ({
    first: t(first),
    second: t(second),
    first_accuracy: percent(both[0]),
    second_accuracy: percent(both[1]),
  });
  return [
    ...(points.length || !is_complete ? [] : [t(no_moments)]),
    t(whole, places(accuracy)),
    ...phases.map(({ name, first: from_ply, last: to_ply, accuracy: own }) => t(phase, { name: capitalised(t(name)), from_ply, to_ply, ...places(own) })),
    ...(is_complete ? [] : [t(stopped, { ply: moves.length })]),
  ];
}
