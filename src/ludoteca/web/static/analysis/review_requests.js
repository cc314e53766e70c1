/** Requests reviews of whole games: from this browser if it can, otherwise from the server. */

/** @import {PlayedLine} from "../backend.js" */
/** @import {LineState} from "../table/socket.js" */
/** @import {WordedReview} from "../explain/explainer.js" */
/** @import {Tree} from "./variation_tree.js" */
import { Refusal } from "../api.js";
import { isStatic } from "../addresses.js";
import { finishLocalReview, hasModules, localExplainer } from "../backend.js";
import { Engine } from "./engine.js";
import { sentence, language } from "../words/language.js";
import { keepText, kept } from "../stored_texts.js";

/** @typedef {{what: string, done: number, of: number, chances?: number[]}} ReviewProgress */

export class Reviews {
  /** @param {(state: LineState) => void} onstate how the line to the server is */
  constructor(onstate) {
    this.onstate = onstate;
    /** @type {Engine | null} */ this.remote = null;
    this.isUnderWay = false; // whether the server has reviewed something
    this.giveUp = () => {}; // ends waiting for the server
  }

  /**
   * Review a game; the first moves of it where it was stopped, or null where there is nothing to say yet.
   * @param {PlayedLine} wanted
   * @param {(progress: ReviewProgress) => void} told
   * @returns {Promise<WordedReview | null>}
   */
  async review(wanted, told) {
    const { Stopped } = await import("../wasm/local_engine.js");
    try {
      if (hasModules && !this.remote) return await (await localExplainer()).review(wanted, told);
    } catch (error) {
      if (error instanceof Stopped) return null;
      if (isStatic) throw new Refusal(sentence(/** @type {Error} */ (error).message));
    }
    this.remote ??= new Engine(this.onstate);
    const stopped = new Promise((settle) => {
      this.giveUp = () => settle({ review: null });
    });
    this.isUnderWay = false;
    const answered = this.remote.askAny({ ...wanted, kind: "review" }, ({ progress }) => {
      if (!progress) return;
      this.isUnderWay = true;
      told(progress);
    });
    return (await Promise.race([answered, stopped])).review;
  }

  /** End early: what was reviewed by then is the review. */
  stop() {
    if (this.isUnderWay) this.remote?.finish();
    else {
      this.remote?.stop();
      this.giveUp();
    }
    this.isUnderWay = false; // whoever asks twice does not wait
    finishLocalReview();
  }
}

/** @param {Tree} tree */
const keyOf = (tree) => `review:${tree.key}`;

/** What a review is about: in another language it is made anew. @param {Tree} tree */
const subjectOf = (tree) => JSON.stringify([language(), tree.mainLine().map((node) => node.move)]);

/** Keep what was found about the main line. @param {Tree} tree @param {WordedReview} review */
export function keepReview(tree, review) {
  keepText(keyOf(tree), JSON.stringify({ subject: subjectOf(tree), review }));
}

/** What was found about the main line as it is now; null where nothing was, or the line is another. @param {Tree} tree @returns {WordedReview | null} */
export function keptReview(tree) {
  try {
    const { subject, review } = JSON.parse(kept(keyOf(tree)) ?? "{}");
    return subject === subjectOf(tree) && Array.isArray(review.points) && Array.isArray(review.summary) ? review : null;
  } catch {
    return null; // not ours
  }
}
