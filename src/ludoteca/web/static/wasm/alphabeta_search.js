/** Alpha-beta, one ply deeper each time: the same searches as Python's, value for value and node for node. */

/** @import {GameModule} from "./game_module.js" */
/** @import {Move, Position} from "./position.js" */
/** @import {Line, Report} from "./report.js" */
/** @import {Limits} from "./stopwatch.js" */
import { lineOf } from "./report.js";
import { SearchTable, Workspace } from "./search_memory.js";
import { pliesToEnd } from "./values.js";

const SETTLED = 1; // how a step of the module ended: searching deeper changes nothing
const CUT_SHORT = 2; // stopped, with a new best line
const STOPPED = 3;

export class AlphaBeta {
  /**
   * @param {GameModule} module
   * @param {{megabytes?: number, isExact?: boolean}} [wishes]
   */
  constructor(module, { megabytes = 16, isExact = false } = {}) {
    this.module = module;
    this.megabytes = megabytes;
    this.isExact = isExact;
    this.work = new Workspace(module);
    this.table = new SearchTable(module);
  }

  /**
   * Search until a limit is met or the result is certain; gives a report after each depth, the last one at the end.
   * @param {Position} position
   * @param {Limits} limits
   * @param {number} wanted lines
   * @param {boolean} goesOn whether it looked at this position before, and keeps what it found
   * @returns {Generator<Report, Report>}
   */
  *search(position, limits, wanted = 1, goesOn = false) {
    const { work, module } = this;
    const codes = position.codes;
    const count = codes.length;
    const lines = Math.min(wanted, count);
    const watch = module.stopwatch.begin(limits.timeMs);
    if (!goesOn) this.table.clear(this.megabytes);
    const { keys, plies, longest, mode } = work.hand(position, codes);
    module.ask("prepare", work.address, module.put(position.state), work.codes, count, keys, plies, longest, mode, limits.nodes ?? 0, Number(this.isExact));
    const report = (/** @type {Line[]} */ found, /** @type {number} */ reached) =>
      /** @type {Report} */ ({ position, lines: found, depth: reached, nodes: work.get("nodes"), seconds: watch.seconds, method: "alphabeta" });
    const step = (/** @type {number} */ to) => module.ask("deepen", work.address, this.table.address, this.table.entries, to, count, lines);
    const furthest = work.layout.max_ply - 2;
    const deepest = Math.min(limits.depth ?? furthest, furthest, work.get("plies_left"));
    let depth = 0;
    step(depth);
    let found = this.found(position, lines, depth);
    while (depth < deepest) {
      const end = step(depth + 1);
      if (end !== STOPPED) found = this.found(position, lines, depth + 1);
      if (end >= CUT_SHORT) break;
      depth += 1;
      yield report(found, depth);
      if (end === SETTLED && limits.depth === undefined) break;
    }
    return report(
      found.map((line) => this.toTheEnd(position, line)),
      depth,
    );
  }

  /**
   * The lines that a step has found, the best first; where there is one for every move, none is continued.
   * @param {Position} position
   * @param {number} lines
   * @param {number} depth
   */
  found(position, lines, depth) {
    const { work } = this;
    const isAll = lines > 1 && lines === position.codes.length;
    const found = Array.from({ length: lines }, (_, place) => {
      const line = this.legalLine(position, work.row("root_lines", place, work.get("root_lengths", place)));
      return lineOf(isAll ? line : this.followed(position, line, depth), work.get("root_values", place));
    });
    return found.sort((a, b) => b.value - a.value);
  }

  /**
   * A line of codes as moves; it ends early where a move is not legal.
   * @param {Position} position
   * @param {number[]} codes
   */
  legalLine(position, codes) {
    /** @type {Move[]} */ const line = [];
    let here = position;
    for (const code of codes) {
      const step = here.follow(code);
      if (!step) break;
      line.push(step.move);
      here = step.after;
    }
    return line;
  }

  /**
   * The line, continued by what the table knows: a search that found its value there stopped looking.
   * @param {Position} position
   * @param {Move[]} line
   * @param {number} depth
   */
  followed(position, line, depth) {
    const { module, table } = this;
    let here = line.reduce((so_far, { code }) => so_far.after(code), position);
    const moves = [...line];
    while (moves.length < depth) {
      const code = module.ask("known_move", table.address, table.entries, module.put(here.state));
      const step = code < 0 ? null : here.follow(code);
      if (!step) break;
      moves.push(step.move);
      here = step.after;
    }
    return moves;
  }

  /**
   * A forced result with its whole line, as far as the table knows it.
   * @param {Position} position
   * @param {Line} line
   */
  toTheEnd(position, line) {
    const plies = pliesToEnd(line.value);
    if (plies === null || line.moves.length >= plies) return line;
    return { ...line, moves: this.followed(position, line.moves, plies) };
  }
}
