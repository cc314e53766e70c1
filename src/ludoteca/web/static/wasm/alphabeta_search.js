/** Alpha-beta, one ply deeper each time: the same searches as Python's, value for value and node for node. */

/** @import {GameModule} from "./game_module.js" */
/** @import {Move, Position} from "./position.js" */
/** @import {Line, Report} from "./report.js" */
/** @import {Limits} from "./stopwatch.js" */
import { lineOf } from "./report.js";
import { SearchTable, Workspace } from "./search_memory.js";
import { PROVEN, WIN, isProven, pliesToEnd } from "./values.js";

const UNKNOWN = 1 << 20; // no value is as large

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
    this.values = module.reserve(8 * module.about.most_moves);
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
    /** @type {Line[]} */ let found = [];
    const furthest = work.layout.max_ply - 2;
    const deepest = Math.min(limits.depth ?? furthest, furthest, work.get("plies_left"));
    let depth = 0;
    while (depth < deepest && !work.get("is_aborted")) {
      depth += 1;
      const before = found;
      found = this.searchLines(position, depth, before, lines, count);
      if (work.get("is_aborted")) {
        if (lines > 1) found = before; // values of different depths cannot be compared
        depth -= 1;
        break;
      }
      yield report(found, depth);
      if (limits.depth === undefined && found.every(({ value }) => isProven(value) && WIN - Math.abs(value) <= depth)) break;
    }
    if (!found.length) found = work.row("moves", 0, lines).map((code) => this.seenAfter(position, code));
    return report(
      found.map((line) => this.toTheEnd(position, line)),
      depth,
    );
  }

  /**
   * One iteration: each line in turn, those found already set aside.
   * @param {Position} position
   * @param {number} depth
   * @param {Line[]} before
   * @param {number} lines
   * @param {number} count
   */
  searchLines(position, depth, before, lines, count) {
    const { work, module, table } = this;
    if (lines === count && count > 1) return this.scoreAll(position, depth, before, count);
    /** @type {Line[]} */ let found = [];
    for (let first = 0; first < lines; first++) {
      const expected = before[first]?.value ?? UNKNOWN;
      const value = module.ask("search_line", work.address, table.address, table.entries, depth, expected, first, count);
      if (value === UNKNOWN) break;
      if (work.get("is_aborted") && value <= -PROVEN) {
        // what was tried is lost, of the rest nothing is known
        if (lines === 1 && !(before.length && isProven(before[0].value))) {
          found = [this.seenAfter(position, work.get("moves", 0, work.get("root_index")))];
        }
        break;
      }
      const line = this.legalLine(position, work.row("line", 0, work.get("line_length", 0)));
      found.push(lineOf(this.followed(position, line, depth), value));
    }
    if (!found.length) return before;
    if (lines > 1) {
      found.sort((a, b) => b.value - a.value);
      const ahead = found.map(({ moves }) => moves[0].code);
      const rest = work.row("moves", 0, count).filter((code) => !ahead.includes(code));
      work.setRootMoves([...ahead, ...rest]);
    }
    return found;
  }

  /**
   * One iteration when every move is wanted: each by itself.
   * @param {Position} position
   * @param {number} depth
   * @param {Line[]} before
   * @param {number} count
   */
  scoreAll(position, depth, before, count) {
    const { work, module, table } = this;
    module.ask("score_all", work.address, table.address, table.entries, depth, count, this.values);
    if (work.get("is_aborted")) return before;
    const values = Array.from({ length: count }, (_, index) => Number(module.data.getBigInt64(this.values + 8 * index, true)));
    const order = values.map((value, index) => ({ value, index })).sort((a, b) => b.value - a.value);
    return order.map(({ value, index }) => lineOf(this.legalLine(position, work.row("root_lines", index, work.get("root_lengths", index))), value));
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
   * A move, valued by what it leads to at once.
   * @param {Position} position
   * @param {number} code
   */
  seenAfter(position, code) {
    const after = position.after(code);
    return lineOf([position.named(code)], this.module.ask("glance", position.mover, this.module.put(after.state)));
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
