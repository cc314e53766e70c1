/** Analysis: a search and attempts to make its answer certain, within one budget; like the server's engine. */

/** @import {GameModule} from "./game_module.js" */
/** @import {Position} from "./position.js" */
/** @import {Report} from "../translated/search/report.js" */
/** @import {Limits} from "./game_module.js" */
import { newRandom } from "./game_module.js";
import { GameError } from "./errors.js";
import { replace } from "./python.js";
import { GAME_OVER } from "../translated/search/report.js";
import { AlphaBeta, Solver, TreeSearch } from "./searches.js";
import { t } from "../words/language.js";

/** What several searches share: each is given a part of what those before it have left. */
class Budget {
  /** @param {Limits} limits @param {number} leastMs nothing can be found in less */
  constructor(limits, leastMs) {
    this.limits = limits;
    this.leastMs = leastMs;
    this.began = performance.now();
    this.spent = 0;
  }

  get passed() {
    return performance.now() - this.began;
  }

  get isSpent() {
    const { timeMs, nodes } = this.limits;
    return (timeMs !== undefined && timeMs - this.passed < this.leastMs) || (nodes !== undefined && this.spent >= nodes);
  }

  /** @param {number} share @param {number} [most] nodes @returns {Limits} */
  part(share = 1, most) {
    const { timeMs, nodes } = this.limits;
    const left = nodes === undefined ? undefined : Math.max(1, Math.trunc((nodes - this.spent) * share));
    return {
      timeMs: timeMs === undefined ? undefined : Math.max(0, timeMs - this.passed) * share,
      nodes: left === undefined ? most : most === undefined ? left : Math.min(left, most),
    };
  }
}

export class Analyst {
  /** @param {GameModule} module @param {{megabytes?: number}} [wishes] the most that each of its two tables takes */
  constructor(module, { megabytes = 16 } = {}) {
    this.module = module;
    this.isTree = module.about.module.method === "mcts";
    this.searcher = this.isTree ? new TreeSearch(module, { megabytes, word: newRandom() }) : new AlphaBeta(module, { megabytes });
    this.solver = new Solver(module, { megabytes });
    /** @type {bigint | null} a generator with which every search begins, so that each gives the same again */ this.seed = null;
  }

  /**
   * Think about a position; gives reports on the way, the last one at the end.
   * @param {Position} position
   * @param {Limits} limits
   * @param {number} lines
   * @returns {Generator<Report, Report>}
   */
  *analyse(position, limits, lines = 1) {
    const tuning = this.module.about.module.analysis;
    if (position.outcome) throw new GameError("NothingToSearch", t(GAME_OVER));
    const budget = new Budget(limits, tuning.least_ms);
    if (this.seed !== null && this.searcher instanceof TreeSearch) this.searcher.word = this.seed;
    const whole = (/** @type {Report} */ report, nodes = report.nodes) => replace(report, { nodes: nodes + budget.spent, seconds: budget.passed / 1000 });
    const { solver, searcher, module } = this;
    solver.open(position, lines);
    const first = solver.attempt(budget.part(tuning.solver_share, lines === 1 ? tuning.solver_nodes : tuning.solver_nodes_for_more));
    budget.spent += first.nodes;
    if (first.report) return whole(first.report, 0);
    function* searched(share = 1, goesOn = false) {
      const search = searcher.search(position, budget.part(share), lines, goesOn);
      while (true) {
        const { value, done } = search.next();
        if (done) {
          budget.spent += value.nodes;
          return value;
        }
        yield whole(value);
      }
    }
    if (!solver.isPossible || !module.about.module.has_points) return whole(yield* searched(), 0);
    const { deepest } = solver;
    const isNearEnd = !this.isTree && deepest > 0 && deepest <= tuning.near_end;
    let found = yield* searched(isNearEnd ? tuning.near_end_share : 1);
    if (isNearEnd && !found.proven && found.depth < tuning.seen_from_end * deepest) found = yield* searched(1, true);
    if (budget.isSpent) return whole(found, 0);
    const known = found.proven ? Math.sign(found.value) : 0;
    const last = solver.attempt(budget.part(), known);
    budget.spent += last.nodes;
    return whole(last.report ?? found, 0);
  }

  /** The last report alone. @param {Position} position @param {Limits} limits @param {number} lines */
  answer(position, limits, lines = 1) {
    return lastOf(this.analyse(position, limits, lines));
  }

  /** What a search of this depth finds, and nothing but a search. @param {Position} position @param {number} depth */
  deep(position, depth) {
    return lastOf(this.searcher.search(position, { depth }));
  }
}

/** What a search says at its end. @param {Generator<Report, Report>} search @returns {Report} */
function lastOf(search) {
  while (true) {
    const { value, done } = search.next();
    if (done) return value;
  }
}
