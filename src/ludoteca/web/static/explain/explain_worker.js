/** Hints and reviews, in a worker of their own: loaded when the first one is asked for; see explainer.js. */

import { answerQuestions } from "../wasm/local_engine.js";
import { openGame, positionOf } from "../wasm/game_library.js";
import { plain } from "../wasm/python.js";
import { explain } from "../translated/explain/explanation.js";
import { HINT_MS, Hint, LINES } from "../translated/explain/hints.js";
import { reviewJson } from "../translated/explain/review_text.js";
import { AGAIN_MS, EACH_MS, Reviewer } from "../translated/explain/reviews.js";
import { shownPick } from "../wasm/view.js";
import { speakFrom } from "../words/language.js";
import { analyse } from "./explain_inputs.js";

/** @type {import("../wasm/game_module.js").GameModule | null} the last game: memory is kept for one at a time */ let module = null;
const stop = { isSet: false }; // whether the review at work is to end early

/** Let messages come in: none is heard while a search runs. */
const listen = () => new Promise((heard) => setTimeout(heard));

/** @type {(question: {id: string, kind: "hint" | "review" | "finish", game?: import("../wasm/game_library.js").Loaded, request: any}) => Promise<void>} */
async function answer({ id, kind, game, request }) {
  if (kind === "finish") {
    stop.isSet = true;
    return;
  }
  if (game) module = openGame(game);
  if (!module) throw new Error("a hint was asked for before there was a game");
  speakFrom(request.catalogue, request.language);
  const position = positionOf(module, request);
  if (kind === "hint") return postMessage({ id, hint: hintAt(position), done: true });
  stop.isSet = false;
  const reviewer = new Reviewer(position, [EACH_MS, AGAIN_MS], null, null, stop);
  const steps = reviewer.steps();
  let step = steps.next();
  while (!step.done) {
    const [what, done, of] = step.value;
    postMessage({ id, progress: { what, done, of, chances: reviewer.chances }, done: false });
    await listen();
    step = steps.next();
  }
  postMessage({ id, review: plain(reviewJson(step.value)), done: true });
}

/** The best move and why it is best, as the server's message says it. @param {import("../wasm/position.js").Position} position */
function hintAt(position) {
  const report = analyse(position, { ms: HINT_MS, lines: Math.max(1, Math.min(LINES, position.codes.length)) });
  const { best, pv, score } = report;
  const hint = new Hint(report, explain(position, best, report));
  const { claims, reason } = plain(hint.toJson());
  return { text: best.text, ...position.beside(best), picks: best.picks.map(shownPick), reason, claims, line: pv.map(String), score };
}

answerQuestions(answer);
