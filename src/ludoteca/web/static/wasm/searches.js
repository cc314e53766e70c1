/** The searches of a module: alpha-beta, a tree of playouts, exact endings; value for value and node for node those of Python. */

/** @import {Place} from "./description.js" */
/** @import {GameModule} from "./game_module.js" */
/** @import {Position} from "./position.js" */
import { Line, lineOf, Report } from "../translated/search/report.js";
import { RESULT, MOST_LEAD, UNTIMED, WIN } from "../translated/search/values.js";
import { replace } from "./python.js";

/** @typedef {Partial<import("../translated/search/limits.js").Limits>} Limits */
/** @typedef {{lines?: number, listener?: ((report: Report) => void) | null}} Wishes how many lines, and who receives interim reports */

const MOST_PLAYOUTS = 2 ** 31 - 1;
const SLICE_MS = 100; // between two reports of a tree

// --- memory: made once, used for every search

/** A table of entries, larger ones made as they are asked for. */
export class SearchTable {
  address = 0;
  room = 0;
  entries = 0; // a power of two

  /** @param {GameModule} module */
  constructor(module) {
    this.module = module;
    this.entry = module.about.module.search.entry;
  }

  /** An empty table. @param {number} megabytes */
  clear(megabytes) {
    this.entries = 2 ** Math.max(10, Math.floor(Math.log2(Math.max(1, Math.floor((megabytes * 2 ** 20) / this.entry)))));
    if (this.entries > this.room) {
      this.room = this.entries;
      this.address = this.module.reserve(this.entry * this.room);
    }
    this.module.bytes.fill(0, this.address, this.address + this.entry * this.entries);
  }
}

/** A workspace: the numbers of a search by name. */
export class Workspace {
  /** @param {GameModule} module */
  constructor(module) {
    this.module = module;
    this.layout = module.about.module.workspace;
    this.address = module.reserve(this.layout.bytes);
    this.keys = module.reserve(8);
    this.keysRoom = 1;
    this.codes = module.reserve(4 * module.about.most_moves);
  }

  /** A number of it. @type {(name: string, ...places: number[]) => number} */
  get(name, ...places) {
    const { offset, kind, shape } = /** @type {Place} */ (this.layout.fields[name]);
    const number = shape.reduce((so_far, size, axis) => so_far * size + (places[axis] ?? 0), 0);
    const { data } = this.module;
    return kind === "i8" ? Number(data.getBigInt64(this.address + offset + 8 * number, true)) : data.getInt32(this.address + offset + 4 * number, true);
  }

  /** The codes of one of the root's lines. @param {number} place */
  line(place) {
    return Array.from({ length: this.get("root_lengths", place) }, (_, ply) => this.get("root_lines", place, ply));
  }

  /** The codes of the legal moves, and the keys of the positions before this one, for a function of the module. @type {(position: Position, codes: number[]) => {codes: number, count: number, keys: number, plies: number, longest: number, mode: number}} */
  hand(position, codes) {
    const { module } = this;
    const mode = module.about.module.search.repetitions.indexOf(position.variant.repetition);
    const past = mode ? [...position.line()].slice(1).reverse() : [];
    if (past.length > this.keysRoom) {
      this.keysRoom = 2 * past.length;
      this.keys = module.reserve(8 * this.keysRoom);
    }
    past.forEach(({ repetitionKey }, place) => void module.data.setBigUint64(this.keys + 8 * place, repetitionKey, true));
    codes.forEach((code, place) => void module.data.setInt32(this.codes + 4 * place, code, true));
    return { codes: this.codes, count: codes.length, keys: this.keys, plies: position.ply, longest: position.variant.longest, mode };
  }
}

/** The memory of a tree. */
export class TreeMemory {
  /** @param {GameModule} module @param {number} megabytes */
  constructor(module, megabytes) {
    const { start, node, deepest, settings } = module.about.module.tree;
    this.module = module;
    this.deepest = deepest;
    this.node = node;
    this.capacity = this.capacityFor(megabytes);
    this.address = module.reserve(start + node * this.capacity);
    this.states = module.reserve(3 * module.about.state.bytes);
    this.room = module.reserve(4 * module.about.most_moves);
    this.done = module.reserve(8);
    this.settings = module.reserve(8 * settings.length);
    settings.forEach((setting, place) => void module.data.setFloat64(this.settings + 8 * place, setting, true));
    this.lineRoom = this.line = 0;
  }

  /** How many nodes so much memory has. @param {number} megabytes */
  capacityFor(megabytes) {
    return Math.max(1000, Math.floor((megabytes * 2 ** 20) / this.node));
  }

  /** Have room for the keys of a game and of the tree's line. @param {number} past */
  extend(past) {
    if (past + this.deepest + 2 <= this.lineRoom) return;
    this.lineRoom = past + 2 * this.deepest + 2;
    this.line = this.module.reserve(8 * this.lineRoom);
  }

  /** How the game is proven to end. @param {number} [capacity] with which it was grown @returns {number} */
  proof(capacity = this.capacity) {
    return this.module.ask("tree_proof", this.address, capacity);
  }
}

// --- searches

export class AlphaBeta {
  method = "alphabeta";

  /** @param {GameModule} module @param {{megabytes?: number}} [wishes] */
  constructor(module, { megabytes = 16 } = {}) {
    this.module = module;
    this.megabytes = megabytes;
    this.work = new Workspace(module);
    this.table = new SearchTable(module);
  }

  /** Begin with an empty table. */
  forget() {
    this.table.clear(this.megabytes);
  }

  /** Search until a limit is met or the result is certain; tells of each depth. @type {(position: Position, limits: Limits, wishes?: Wishes) => Report} */
  search(position, limits, { lines: wanted = 1, listener = null } = {}) {
    const { work, module } = this;
    const codes = position.codes;
    const count = codes.length;
    const lines = Math.min(wanted, count);
    const watch = module.stopwatch.begin(limits.timeMs);
    const { keys, plies, longest, mode } = work.hand(position, codes);
    module.ask("prepare", work.address, module.put(position.state), work.codes, count, keys, plies, longest, mode, limits.nodes ?? 0);
    const report = (/** @type {Line[]} */ found, /** @type {number} */ reached) =>
      new Report(position, found, reached, work.get("nodes"), watch.seconds, "alphabeta");
    const step = (/** @type {number} */ to) => module.ask("deepen", work.address, this.table.address, this.table.entries, to, count, lines);
    const { settled, cut_short, stopped } = module.about.module.search.ends;
    const furthest = work.layout.max_ply - 2;
    const deepest = Math.min(limits.depth ?? furthest, furthest, work.get("plies_left"));
    let depth = 0;
    step(depth);
    let found = this.found(position, lines, depth);
    while (depth < deepest) {
      const end = step(depth + 1);
      if (end !== stopped) found = this.found(position, lines, depth + 1);
      if (end >= cut_short) break;
      depth += 1;
      listener?.(report(found, depth));
      if (end === settled && !limits.depth) break;
    }
    const wholeLines = found.map((line) => replace(line, { moves: this.followed(position, line.moves, line.pliesToEnd ?? 0) }));
    return report(wholeLines, depth);
  }

  /** The lines that a step has found, the best first; where there is one for every move, none is continued. @type {(position: Position, lines: number, depth: number) => Line[]} */
  found(position, lines, depth) {
    const isAll = lines > 1 && lines === position.codes.length;
    const found = Array.from({ length: lines }, (_, place) => {
      const moves = lineOf(position, this.work.line(place));
      return new Line(isAll ? moves : this.followed(position, moves, depth), this.work.get("root_values", place));
    });
    return found.sort((a, b) => b.value - a.value);
  }

  /** The line, continued by what the table knows: a search that found its value there stopped looking. @type {(position: Position, line: Line["moves"], depth: number) => Line["moves"]} */
  followed(position, line, depth) {
    const { module, table } = this;
    const moves = [...line];
    let here = line.reduce((so_far, { code }) => so_far.after(code), position);
    while (moves.length < depth) {
      const code = module.ask("known_move", table.address, table.entries, module.put(here.state));
      const step = code < 0 ? null : here.follow(code);
      if (!step) break;
      moves.push(step[0]);
      here = step[1];
    }
    return moves;
  }
}

/** A tree of playouts, grown in slices so that it can report in between. */
export class TreeSearch {
  method = "mcts";

  /** @param {GameModule} module @param {{megabytes?: number, word?: bigint}} [wishes] the generator's state */
  constructor(module, { megabytes = 32, word = 1n } = {}) {
    const { most_moves: most } = module.about;
    this.module = module;
    this.tree = new TreeMemory(module, megabytes);
    this.work = new Workspace(module);
    this.word = word;
    this.rowLength = module.about.module.tree.line_room;
    this.children = module.reserve(8 * most);
    this.rows = module.reserve(8 * most * this.rowLength);
  }

  /** Begin with these random numbers. @param {bigint | null} [word] null: continue with the current ones */
  forget(word = null) {
    this.word = word ?? this.word;
  }

  /** Search until a limit is met or the result is certain; tells of each slice. @type {(position: Position, limits: Limits, wishes?: Wishes) => Report} */
  search(position, limits, { lines = 1, listener = null } = {}) {
    const { module, tree, work } = this;
    const watch = module.stopwatch.begin(limits.timeMs);
    const { longest, plies, mode, keys } = work.hand(position, []);
    tree.extend(mode ? plies : 0);
    module.ask("begin_tree", tree.address, tree.capacity, keys, plies, longest, mode, tree.line, tree.lineRoom, tree.settings, tree.done);
    module.bytes.set(position.state, tree.states);
    const target = Math.min(limits.nodes ?? MOST_PLAYOUTS, MOST_PLAYOUTS);
    const random = module.setRandom(this.word);
    const done = () => Math.min(Number(module.data.getBigInt64(tree.done, true)), target);
    const report = (/** @type {Line[]} */ found) => new Report(position, found, found[0].moves.length, done(), watch.seconds, "mcts");
    while (true) {
      watch.pause = performance.now() + SLICE_MS;
      module.ask("grow", tree.address, tree.capacity, tree.states, tree.room, tree.line, tree.lineRoom, random, tree.done, target, tree.settings);
      if (done() >= target || tree.proof() || watch.isOver) break;
      const found = this.found(position, lines);
      if (found.length) listener?.(report(found));
    }
    this.word = module.data.getBigUint64(random, true);
    const found = this.found(position, lines);
    return report(found.length ? found : [new Line([position.moves()[0]], 0)]);
  }

  /** The best lines of the tree, the best first; none before it has grown. @type {(position: Position, wanted: number) => Line[]} */
  found(position, wanted) {
    const { module, tree, rows, rowLength } = this;
    const lines = Math.min(wanted, position.codes.length);
    const count = module.ask("tree_lines", tree.address, tree.capacity, tree.states, lines, this.children, rows);
    return Array.from({ length: count }, (_, row) => {
      const [value, visits, isCertain, moves, ...codes] = module.wide(rows + 8 * row * rowLength, rowLength);
      return new Line(lineOf(position, codes.slice(0, moves)), value, visits, null, isCertain === 1);
    }).filter(({ moves }) => moves.length);
  }
}

/** @typedef {[report: Report | null, nodes: number]} Attempt no report where the limits were met first */

/** Exact endings: the true result, and the lead in points, of positions that are close enough to the end. */
export class Solver {
  deepest = 0; // plies of the longest line looked at, to the end of the game; 0 before there is one
  isPossible = false;

  /** @param {GameModule} module @param {{megabytes?: number}} [wishes] */
  constructor(module, { megabytes = 8 } = {}) {
    this.module = module;
    this.megabytes = megabytes;
    this.work = new Workspace(module);
    this.table = new SearchTable(module);
    this.places = module.about.module.search.solved;
    this.here = module.reserve(module.about.state.bytes);
    this.told = module.reserve(8 * (this.places.is_over + Math.max(1, module.about.most_moves)));
  }

  /** Begin with another position. @type {(position: Position, lines?: number) => this} */
  open(position, lines = 1) {
    this.position = position;
    this.lines = lines;
    this.deepest = 0;
    this.isPossible = position.variant.repetition === "off";
    if (this.isPossible) this.table.clear(this.megabytes);
    return this;
  }

  /** Work until it is solved or a limit is met; `known` is 1 where the mover is certain to win, -1 to lose. @type {(limits: Limits, wishes?: {known?: number}) => Attempt} */
  attempt(limits, { known = 0 } = {}) {
    const { module, work, table, lines = 1 } = this;
    const position = /** @type {Position} */ (this.position);
    if (!this.isPossible) return [null, 0];
    const watch = module.stopwatch.begin(limits.timeMs);
    const { codes, count, plies, longest } = work.hand(position, lines === 1 ? [] : position.codes);
    const given = [module.put(position.state), codes, count, this.here, plies, longest, limits.nodes ?? 0, count ? 0 : known, this.told];
    const isCertain = module.ask("solve_lines", work.address, table.address, table.entries, ...given);
    const { nodes: spent, reached, is_over: first } = this.places;
    const told = module.wide(this.told, first + Math.max(1, count));
    const nodes = told[spent];
    this.deepest = Math.max(this.deepest, told[reached]);
    if (!isCertain) return [null, nodes];
    const found = told.slice(first).map((isOver, place) => this.line(position, place, isOver));
    const order = (/** @type {Line} */ line) => [Math.sign(line.value), line.points ?? 0, line.value];
    found.sort((a, b) => order(b).reduce((so_far, value, place) => so_far || value - order(a)[place], 0));
    const best = found.slice(0, lines);
    const depth = Math.max(...best.map(({ moves }) => moves.length));
    return [new Report(position, best, depth, nodes, watch.seconds, "solver"), nodes];
  }

  /** One of the lines that were found; their values have points in them. @type {(position: Position, place: number, isOver: number) => Line} */
  line(position, place, isOver) {
    const moves = lineOf(position, this.work.line(place));
    const value = this.work.get("root_values", place);
    const sign = Number(value > RESULT / 2) - Number(value < -RESULT / 2);
    const lead = value - RESULT * sign;
    const points = position.score === null || Math.abs(lead) >= MOST_LEAD ? null : position.inPoints(lead);
    return new Line(moves, sign * (isOver ? WIN - moves.length : UNTIMED), 0, points, true);
  }
}
