/** Hints and reviews, in a worker of their own: loaded when the first one is asked for; see explainer.js. */

import { speakFrom } from "../words/language.js";
import { Analyst } from "../wasm/analysis.js";
import { openGame, positionOf } from "../wasm/game_library.js";
import { answerQuestions } from "../wasm/local_engine.js";
import { hintOf, searchedForHint } from "./explanation.js";
import { Reviewer, wordedReview } from "./reviews.js";

/** @type {import("../wasm/game_module.js").GameModule | null} the last game: memory is kept for one at a time */ let module = null;
/** @type {Analyst | null} */ let analyst = null;
/** @type {Reviewer | null} the one at work */ let reviewer = null;

/** Let messages come in: none is heard while a search runs. */
const listen = () => new Promise((heard) => setTimeout(heard));

/** @type {(question: {id: string, kind: "hint" | "review" | "finish", game?: import("../wasm/game_library.js").Loaded, request: any}) => Promise<void>} */
async function answer({ id, kind, game, request }) {
  if (kind === "finish") {
    if (reviewer) reviewer.isStopped = true;
    return;
  }
  if (game) {
    module = openGame(game);
    analyst = null;
  }
  if (!module) throw new Error("a hint was asked for before there was a game");
  analyst ??= new Analyst(module);
  speakFrom(request.catalogue, request.language);
  const position = positionOf(module, request);
  if (kind === "hint") {
    const report = searchedForHint(analyst, position, { timeMs: module.about.module.explain.hints.ms });
    return postMessage({ id, hint: hintOf(report), done: true });
  }
  reviewer = new Reviewer(analyst, position);
  const reviewing = reviewer.review();
  let step = reviewing.next();
  while (!step.done) {
    postMessage({ id, progress: step.value, done: false });
    await listen();
    step = reviewing.next();
  }
  reviewer = null;
  postMessage({ id, review: wordedReview(step.value), done: true });
}

answerQuestions(answer);
