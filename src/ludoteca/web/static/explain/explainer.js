/** Explains in this browser, by the game's module: hints while somebody plays, and reviews of whole games. */

/** @import {Asked} from "../wasm/local_engine.js" */
/** @import {Hint} from "./hints.js" */
/** @import {Progress} from "./reviews.js" */
/** @import {WordedReview} from "./review_text.js" */
import { catalogue, language } from "../words/language.js";
import { LocalEngine } from "../wasm/local_engine.js";
import { worded, hintReason } from "./templates.js";
import { wordedReview } from "./review_text.js";

export class Explainer extends LocalEngine {
  /** @override */
  newWorker() {
    return new Worker(new URL("./explain_worker.js", import.meta.url), { type: "module" });
  }

  /**
   * @override
   * @type {LocalEngine["post"]}
   */
  post(kind, request, told) {
    return super.post(kind, /** @type {Asked} */ ({ ...request, catalogue: catalogue(), language: language() }), told);
  }

  /**
   * The move to play and why, as the server's message says it.
   * @param {Asked} request
   */
  async hint(request) {
    const { hint, players } = /** @type {{hint: Hint, players: {name: string}[]}} */ (await this.post("hint", request, () => {}));
    const { about } = await this.game(request.game);
    const { move, line, score, picks } = hint;
    return { text: move, picks, reason: hintReason(about, players, hint), claims: worded(about, players, hint).claims, line, score };
  }

  /** End a review soon, with the moves reviewed so far. */
  finish() {
    if (this.isBusy) this.worker?.postMessage({ kind: "finish" });
    else this.stop(); // it has not begun
  }

  /**
   * A review of the game that led to a position, as the server gives it.
   * @param {Asked} request
   * @param {(progress: Progress) => void} told
   * @returns {Promise<WordedReview>}
   */
  async review(request, told) {
    const { review } = await this.post("review", request, ({ progress }) => progress && told(progress));
    const { about } = await this.game(request.game);
    return wordedReview(about, review);
  }
}
