/** The ten levels: a move of a level's strength, the same as Python's for the same generator. */

/** @import {Level} from "./description.js" */
/** @import {GameModule} from "./game_module.js" */
/** @import {Move} from "../translated/play/position_interface.js" */
/** @import {Position} from "./position.js" */
import { GameError } from "./errors.js";
import { joined } from "../translated/play/turns.js";
import { nodesFor, SOLVER_MEGABYTES, SOLVER_NODES, SOLVER_SHARE } from "../translated/bots/levels.js";
import { Budget, Limits } from "../translated/search/limits.js";
import { GAME_OVER } from "../translated/search/report.js";
import { PROVEN } from "../translated/search/values.js";
import { SearchTable, Solver, TreeMemory, Workspace } from "./searches.js";
import { t } from "../words/language.js";

const REQUEST = 32; // numbers of a request to the module, and a few to spare

/**
 * Whether a level whose search has proved a loss would rather resign: a win at the next move is left to whoever has it.
 * @param {Position} position
 * @param {number} best code of the move that holds out longest
 */
function wouldResign(position, best) {
  const after = position.after(best);
  return !after.outcome && !after.codes.some((reply) => after.after(reply).outcome?.winner === 1 - position.mover);
}

export class LevelPlayer {
  /** @param {GameModule} module */
  constructor(module) {
    this.module = module;
    const { method, levels } = module.about.module;
    const most = module.about.most_moves;
    this.method = method;
    this.levels = levels;
    this.work = new Workspace(module);
    this.table = new SearchTable(module);
    /** @type {TreeMemory | null} */ this.tree = null;
    this.solver = new Solver(module, { megabytes: SOLVER_MEGABYTES });
    this.strength = module.reserve(8 * 4);
    this.found = module.reserve(8 * 2 * most);
    this.weights = module.reserve(8 * most);
    this.request = module.reserve(4 * REQUEST);
  }

  /**
   * A move of a level, 1 to 10, and whether it would rather resign; limits of time given here can only make it think less.
   * @param {Position} position
   * @param {number} number
   * @param {bigint} word the state of the generator by which it chooses
   * @param {number} [timeMs]
   * @returns {{move: Move, resigns: boolean}}
   */
  choose(position, number, word, timeMs) {
    const { codes } = position;
    if (!codes.length) throw new GameError("NothingToSearch", t(GAME_OVER));
    if (codes.length === 1) return { move: position.namedCode(codes[0]), resigns: false };
    const level = this.levels[number - 1];
    const times = [level.time_ms, timeMs].filter((time) => time !== undefined);
    const budget = new Budget(new Limits(times.length ? Math.min(...times) : null));
    if (number === this.levels.length) {
      const most = Math.min(nodesFor(level.nodes, level.each ?? 0, codes.length), SOLVER_NODES);
      const [report] = this.solver.open(position).attempt(budget.part(SOLVER_SHARE, most));
      if (report) {
        const [{ moves, value }] = report.lines;
        return { move: moves[0], resigns: value <= -PROVEN && wouldResign(position, moves[0].code) };
      }
    }
    const move = position.namedCode(this.searched(position, level, codes, word, budget.part().timeMs));
    return { move, resigns: this.isGivenUp(position, level, codes.length) };
  }

  /**
   * The same as people play it: a chain to its end.
   * @type {LevelPlayer["choose"]}
   */
  chooseWhole(position, number, word, timeMs) {
    let { move, resigns } = this.choose(position, number, word, timeMs);
    for (let after = position.after(move.code, move.more); !after.outcome; after = position.after(move.code, move.more)) {
      const codes = after.continuing(move);
      const more = codes.length ? this.choose(after, number, word, timeMs).move : null;
      if (!more || !codes.includes(more.code)) break;
      move = joined(move, more);
    }
    return { move, resigns };
  }

  /** Whether the search at hand has proved that the mover loses, and would rather resign. @param {Position} position @param {Level} level @param {number} count */
  isGivenUp(position, level, count) {
    const { module, found, tree } = this;
    const lines = level.spread ? Math.min(level.among ?? count, count) : 1; // how many moves it has weighed, the best among them
    const codes = module.wide(found, lines);
    if (tree) return tree.proof(tree.capacityFor(level.megabytes)) === 2 - position.mover && wouldResign(position, codes[0]);
    const values = module.wide(found + 8 * module.about.most_moves, lines);
    const best = Math.max(...values);
    return best <= -PROVEN && wouldResign(position, codes[values.indexOf(best)]);
  }

  /** @param {Position} position @param {Level} level @param {number[]} codes @param {bigint} word @param {number | null} timeMs @returns {number} */
  searched(position, level, codes, word, timeMs) {
    const { module, work } = this;
    const handed = work.hand(position, codes);
    [level.nodes, level.each ?? 0, level.spread, level.among ?? 0].forEach((number, place) => {
      module.data.setFloat64(this.strength + 8 * place, number, true);
    });
    module.stopwatch.begin(timeMs);
    const { count, keys, plies, longest, mode } = handed;
    const turn = [module.put(position.state), handed.codes, count, keys, plies, longest, mode, module.setRandom(word)];
    const given = [...turn, this.strength, this.found, this.weights];
    if (this.method === "alphabeta") {
      this.table.clear(level.megabytes);
      return this.ask([...given, work.address, this.table.address, this.table.entries]);
    }
    this.tree ??= new TreeMemory(module, Math.max(...this.levels.map(({ megabytes }) => megabytes)));
    const { tree } = this;
    tree.extend(mode ? longest : 0);
    const own = [tree.address, tree.capacityFor(level.megabytes), tree.states, tree.line, tree.lineRoom, tree.settings, tree.done];
    return this.ask([...given, ...own, tree.room]);
  }

  /** @param {number[]} numbers in the order of `wasm/search_entries.py` @returns {number} */
  ask(numbers) {
    this.module.integers.set(numbers, this.request / 4);
    return this.module.ask("level_move", this.request);
  }
}
