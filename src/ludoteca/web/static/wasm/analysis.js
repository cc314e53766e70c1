/** What analyses a game: its searches, with memory allocated once; what they do is in search/analysis.py. */

/** @import {GameModule} from "./game_module.js" */
/** @import {Position} from "./position.js" */
/** @import {Report} from "../translated/search/report.js" */
import { newRandom } from "./game_module.js";
import { GameError } from "./errors.js";
import { Analysis } from "../translated/search/analysis.js";
import { Budget, Limits } from "../translated/search/limits.js";
import { GAME_OVER } from "../translated/search/report.js";
import { AlphaBeta, Solver, TreeSearch } from "./searches.js";
import { t } from "../words/language.js";

export class Analyst {
  /** @param {GameModule} module @param {{megabytes?: number}} [wishes] the most that each of its two tables takes */
  constructor(module, { megabytes = 16 } = {}) {
    const isTree = module.about.module.method === "mcts";
    this.searcher = isTree ? new TreeSearch(module, { megabytes, word: newRandom() }) : new AlphaBeta(module, { megabytes });
    this.solver = new Solver(module, { megabytes });
    /** @type {bigint | null} a generator with which every search begins, so that each gives the same again */ this.seed = null;
  }

  /**
   * What is found out about a position.
   * @param {Position} position
   * @param {{ms?: number | null, nodes?: number | null, lines?: number, depth?: number}} limits with a depth, only a search this deep
   * @param {((report: Report) => void) | null} [listener] receives interim reports
   */
  analyse(position, { ms = null, nodes = null, lines = 1, depth }, listener = null) {
    if (position.outcome) throw new GameError("NothingToSearch", t(GAME_OVER));
    const { searcher, solver, seed } = this;
    searcher.forget(seed);
    if (depth) return searcher.search(position, new Limits(null, null, depth));
    return new Analysis(position, searcher, solver.open(position, lines), lines, new Budget(new Limits(ms, nodes)), null, listener).report(null);
  }
}
