/** Exact endings: the true result, and the lead in points, of positions that are close enough to the end. */

/** @import {GameModule} from "./game_module.js" */
/** @import {Move, Position} from "./position.js" */
/** @import {Line, Report} from "./report.js" */
/** @import {Limits} from "./stopwatch.js" */
import { lineOf } from "./report.js";
import { SearchTable, Workspace } from "./search_memory.js";
import { INFINITE, MOST_LEAD, RESULT, UNTIMED, WIN, pliesToEnd } from "./values.js";

const MOVE_MASK = (1 << 24) - 1;

/** 1 for a win, -1 for a loss, 0 for a draw, of a value with points in it. @param {number} value */
const sign = (value) => Number(value > RESULT / 2) - Number(value < -RESULT / 2);

/** @typedef {{report: Report | null, nodes: number}} Attempt no report where the limits were met first */

export class Solver {
  /**
   * @param {GameModule} module
   * @param {{megabytes?: number}} [wishes]
   */
  constructor(module, { megabytes = 8 } = {}) {
    this.module = module;
    this.megabytes = megabytes;
    this.work = new Workspace(module);
    this.table = new SearchTable(module);
  }

  /**
   * Begin with another position.
   * @param {Position} position
   * @param {number} lines
   */
  open(position, lines = 1) {
    this.position = position;
    this.lines = lines;
    this.deepest = 0; // plies of the longest line looked at, to the end of the game; 0 before there is one
    this.isPossible = position.variant.repetition === "off";
    if (this.isPossible) this.table.clear(this.megabytes);
    return this;
  }

  /**
   * Work until it is solved or a limit is met; `known` is 1 where the mover is certain to win, -1 to lose.
   * @param {Limits} limits
   * @param {number} known
   * @returns {Attempt}
   */
  attempt(limits, known = 0) {
    const position = /** @type {Position} */ (this.position);
    const lines = this.lines ?? 1;
    if (!this.isPossible) return { report: null, nodes: 0 };
    const watch = this.module.stopwatch.begin(limits.timeMs);
    const { found, nodes } = lines === 1 ? this.bestLine(position, limits.nodes, known) : this.allLines(position, limits.nodes);
    if (!found) return { report: null, nodes };
    const wanted = found.slice(0, lines);
    const depth = Math.max(...wanted.map(({ moves }) => moves.length));
    return { report: { position, lines: wanted, depth, nodes, seconds: watch.seconds, method: "solver" }, nodes };
  }

  /**
   * @param {Position} position
   * @param {number | undefined} limit of nodes
   * @param {number} known
   * @returns {{found: Line[] | null, nodes: number}}
   */
  bestLine(position, limit, known = 0) {
    const { work } = this;
    this.solve(position, limit ?? 0, known);
    const nodes = work.get("nodes");
    const deepest = work.get("deepest");
    if (deepest > 0) this.deepest = Math.max(this.deepest ?? 0, deepest + position.ply - /** @type {Position} */ (this.position).ply);
    const value = work.rootFrame("best");
    if (!this.isCertain() || (known && sign(value) !== known)) return { found: null, nodes };
    const { line, isOver } = this.wholeLine(position, limit === undefined ? undefined : limit - nodes);
    return { found: [valued(position, value, line, isOver)], nodes };
  }

  /**
   * Every move with its true value, the best first.
   * @param {Position} position
   * @param {number | undefined} limit of nodes
   * @returns {{found: Line[] | null, nodes: number}}
   */
  allLines(position, limit) {
    /** @type {Line[]} */ const found = [];
    let nodes = 0;
    for (const move of position.moves()) {
      const after = position.after(move.code);
      const how = this.module.ending(after.state);
      /** @type {Line | null} */ let line = null;
      if (how) line = valued(after, this.module.ask("worth_at_end", this.module.put(after.state), how), [], true);
      else if (limit === undefined || nodes < limit) {
        const solved = this.bestLine(after, limit === undefined ? undefined : limit - nodes);
        line = solved.found ? solved.found[0] : null;
        nodes += solved.nodes;
      }
      if (!line) return { found: null, nodes };
      found.push(onePlyEarlier(position, move, after, line));
    }
    const order = (/** @type {Line} */ line) => [Math.sign(line.value), line.points ?? 0, line.value];
    found.sort((a, b) => order(b).reduce((so_far, value, place) => so_far || value - order(a)[place], 0));
    return { found, nodes };
  }

  /**
   * @param {Position} position
   * @param {number} nodes
   * @param {number} known
   */
  solve(position, nodes, known = 0) {
    const { module, work, table } = this;
    const { keys, plies, longest, mode } = work.hand(position, []);
    module.ask("prepare_exact", work.address, module.put(position.state), keys, plies, longest, mode, nodes);
    const low = known > 0 ? MOST_LEAD : -INFINITE;
    const high = known < 0 ? -MOST_LEAD : INFINITE;
    module.ask("solve", work.address, table.address, table.entries, low, high);
  }

  /** Whether every line was played to its end. */
  isCertain() {
    return !this.work.get("is_aborted") && !this.work.get("evaluated");
  }

  /**
   * The line in the workspace, continued until the game is over; and whether it is.
   * @param {Position} position
   * @param {number | undefined} nodes left
   */
  wholeLine(position, nodes) {
    const { work } = this;
    /** @type {Move[]} */ const line = [];
    let codes = work.row("line", 0, work.get("line_length", 0));
    let here = position;
    let left = nodes;
    while (!here.outcome) {
      if (!codes.length) {
        codes = this.knownBest(here);
        if (!codes.length && (left === undefined || left > 0)) {
          this.solve(here, left ?? 0);
          left = left === undefined ? undefined : left - work.get("nodes");
          codes = this.isCertain() ? work.row("line", 0, work.get("line_length", 0)) : [];
        }
      }
      const step = codes.length ? here.follow(/** @type {number} */ (codes.shift())) : null;
      if (!step) return { line, isOver: false };
      line.push(step.move);
      here = step.after;
    }
    return { line, isOver: true };
  }

  /**
   * The best move as the table knows it, if it does.
   * @param {Position} position
   */
  knownBest(position) {
    const { module, table } = this;
    const best = module.ask("solved_move", table.address, table.entries, module.put(position.state));
    return best < 0 ? [] : position.codes.filter((code) => (code & MOVE_MASK) === best).slice(0, 1);
  }
}

/**
 * A line whose value the solver has found, with points in it.
 * @param {Position} position
 * @param {number} value
 * @param {Move[]} line
 * @param {boolean} isOver
 */
function valued(position, value, line, isOver) {
  const lead = value - RESULT * sign(value);
  const shown = position.score === null || Math.abs(lead) >= MOST_LEAD ? null : position.inPoints(lead);
  return lineOf(line, sign(value) * (isOver ? WIN - line.length : UNTIMED), { points: shown, isExact: true });
}

/**
 * The same line seen from the move before it.
 * @param {Position} position
 * @param {Move} move
 * @param {Position} after
 * @param {Line} line
 */
function onePlyEarlier(position, move, after, line) {
  const value = pliesToEnd(line.value) === null ? line.value : line.value - (line.value > 0 ? 1 : -1);
  const side = after.mover === position.mover ? 1 : -1;
  return lineOf([move, ...line.moves], side * value, { points: line.points === null ? null : side * line.points, isExact: true });
}
