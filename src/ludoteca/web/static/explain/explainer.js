/** Explains in this browser, by the game's module: hints while somebody plays, and reviews of whole games. */

/** @import {Asked} from "../wasm/local_engine.js" */
/** @import {Progress, WordedReview} from "./reviews.js" */
import { catalogue, language } from "../words/language.js";
import { LocalEngine } from "../wasm/local_engine.js";

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

  /** The move to play and why, as the server's message says it. @param {Asked} request @returns {Promise<ReturnType<import("./explanation.js").hintOf>>} */
  async hint(request) {
    return (await this.post("hint", request, () => {})).hint;
  }

  /** End a review soon, with the moves reviewed so far. */
  finish() {
    if (this.isBusy) this.worker?.postMessage({ kind: "finish" });
    else this.stop(); // it has not begun
  }

  /** A review of the game that led to a position, as the server gives it. @type {(request: Asked, told: (progress: Progress) => void) => Promise<WordedReview>} */
  async review(request, told) {
    return (await this.post("review", request, ({ progress }) => progress && told(progress))).review;
  }
}
