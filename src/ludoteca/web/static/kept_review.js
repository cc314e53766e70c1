/** Reviews stored in this browser, each with the moves that it is about. */

/** @import {WordedReview} from "./explain/review_text.js" */
/** @import {Tree} from "./variation_tree.js" */
import { language } from "./language.js";
import { keepText, kept } from "./stored_texts.js";

/** @param {Tree} tree */
const keyOf = (tree) => `review:${tree.key}`;

/** What a review is about: in another language it is made anew. @param {Tree} tree */
const subjectOf = (tree) => JSON.stringify([language(), tree.mainLine().map((node) => node.move)]);

/**
 * Keep what was found about the main line.
 * @param {Tree} tree
 * @param {WordedReview} review
 */
export function keepReview(tree, review) {
  keepText(keyOf(tree), JSON.stringify({ subject: subjectOf(tree), review }));
}

/**
 * What was found about the main line as it is now; null where nothing was, or the line is another.
 * @param {Tree} tree
 * @returns {WordedReview | null}
 */
export function keptReview(tree) {
  try {
    const { subject, review } = JSON.parse(kept(keyOf(tree)) ?? "{}");
    return subject === subjectOf(tree) && Array.isArray(review.points) && Array.isArray(review.summary) ? review : null;
  } catch {
    return null; // not ours
  }
}
