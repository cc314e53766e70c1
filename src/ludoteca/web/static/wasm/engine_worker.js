/** The engine, in its own worker: one question after the other, answers as they grow; see local_engine.js. */

/** @import {Report} from "../translated/search/report.js" */
import { newRandom } from "./game_module.js";
import { Analyst } from "./analysis.js";
import { openGame, positionOf } from "./game_library.js";
import { LevelPlayer } from "./levels.js";
import { reportJson } from "../translated/search/report.js";
import { plain } from "./python.js";
import { answerQuestions } from "./local_engine.js";

/** @type {import("./game_module.js").GameModule | null} the last game: memory is kept for one at a time */ let module = null;
/** @type {Analyst | null} */ let analyst = null;
/** @type {LevelPlayer | null} */ let player = null;

/** @type {(question: {id: string, kind: "analyse" | "choose", game?: import("./game_library.js").Loaded, request: any}) => void} */
function answer({ id, kind, game, request }) {
  if (game) {
    module = openGame(game);
    analyst = player = null;
  }
  if (!module) throw new Error("the engine was asked before it had a game");
  const position = positionOf(module, request);
  if (kind === "choose") {
    player ??= new LevelPlayer(module);
    const { move, resigns } = player.chooseWhole(position, request.level, request.word ?? newRandom(), request.ms);
    postMessage({ id, move: move.text, resigns, done: true });
    return;
  }
  analyst ??= new Analyst(module);
  const tell = (/** @type {Report} */ report, done = false) => postMessage({ id, ...plain(reportJson(report)), done });
  tell(analyst.analyse(position, request, tell), true);
}

answerQuestions(answer);
