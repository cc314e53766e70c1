/** Explains in this browser, by the game's module: hints while somebody plays, and reviews of whole games. */

/** @import {Asked} from "../wasm/local_engine.js" */
import { catalogue, language } from "../words/language.js";
import { LocalEngine } from "../wasm/local_engine.js";

/** @typedef {{move: string, written?: string, text: string, claims: {kind: string, sentence: string, [argument: string]: any}[]}} WordedExplanation */
/** @typedef {[number | null, number | null]} Accuracies of the first player and the second; null for one that had no choice */
/** @typedef {{ply: number, mover: 0 | 1, move: string, written?: string, words: string, rows: string[], loss: number, had: number, left: number, mistake: WordedExplanation, better: WordedExplanation, better_line: string[], refutation: string[]}} Point a move that mattered */
/** @typedef {{ply: number, position: string, mover: 0 | 1, played: string, written?: string, accepted: string[], explanation: WordedExplanation}} Exercise a position in which the game turned; the best accepted move first */
/** @typedef {{ply: number, mover: 0 | 1, move: string, written?: string, best: string, loss: number, counts: boolean, grade: string}} GradedMove */
/** @typedef {{game: string, options: Record<string, string>, position: string, players: string[], is_complete: boolean, accuracy: Accuracies, phases: {name: string, first: number, last: number, accuracy: Accuracies}[], chances: number[], moves: GradedMove[], summary: string[], points: Point[], learn: Exercise[]}} WordedReview */
/** @typedef {{what: "moves" | "turning points", done: number, of: number, chances: number[]}} Progress `chances` of the first player, so far */
/** @typedef {{text: string, written?: string, picks: import("../types.js").Pick[], reason: string, claims: WordedExplanation["claims"], line: string[], score: number}} WordedHint */

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

  /** The move to play and why, as the server's message says it. @param {Asked} request @returns {Promise<WordedHint>} */
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
