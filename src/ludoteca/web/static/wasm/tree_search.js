/** A tree of playouts, grown in slices so that a page can listen and report in between. */

/** @import {GameModule} from "./game_module.js" */
/** @import {Move, Position} from "./position.js" */
/** @import {Line, Report} from "./report.js" */
/** @import {Limits} from "./stopwatch.js" */
import { lineOf } from "./report.js";
import { Workspace } from "./search_memory.js";
import { MOST, UNIT, UNTIMED, WIN } from "./values.js";

const DEEPEST = 400; // plies below the root that the tree may reach
const UNEXPANDED = -1;
const NONE = 0;
const DRAW = 3; // endings
const POINT = 1 << 20; // a won game, in totals
const NODE = 45; // bytes
const MOST_PLAYOUTS = 2 ** 31 - 1;
const SLICE_MS = 100;
const LONGEST_LINE = 30; // plies of a line after its first
const [LONGEST, PAST, REPETITION] = [3, 4, 5]; // the settings that depend on the position

/** The memory of a tree: arrays by node; the root is node 0. */
export class TreeMemory {
  /**
   * @param {GameModule} module
   * @param {number} megabytes
   */
  constructor(module, megabytes) {
    this.module = module;
    this.capacity = Math.max(1000, Math.floor((megabytes * 2 ** 20) / NODE));
    const { start, arrays, settings } = module.about.module.tree;
    this.address = module.reserve(start + NODE * this.capacity);
    /** @type {Record<string, {offset: number, kind: string}>} */ this.arrays = {};
    let offset = start;
    for (const [name, kind] of arrays) {
      this.arrays[name] = { offset, kind };
      offset += Number(kind[1]) * this.capacity;
    }
    this.states = module.reserve(3 * module.about.state.bytes);
    this.room = module.reserve(4 * module.about.most_moves);
    this.settings = module.reserve(8 * settings.length);
    this.done = module.reserve(8);
    this.line = module.reserve(8);
    this.lineRoom = 0;
  }

  /**
   * Room for the keys of a game and of the tree's line.
   * @param {number} past
   */
  lineFor(past) {
    const wanted = past + DEEPEST + 2;
    if (wanted > this.lineRoom) {
      this.lineRoom = wanted + DEEPEST;
      this.line = this.module.reserve(8 * this.lineRoom);
    }
    return this.line;
  }

  clear() {
    const { data } = this.module;
    data.setBigInt64(this.address, 1n, true);
    for (const name of ["count", "visits", "totals", "proof"]) this.set(name, 0, 0);
    this.set("first", 0, UNEXPANDED);
  }

  /**
   * How the tree grows.
   * @param {number} longest plies that the game can last from the root on
   * @param {number} past positions before it
   * @param {number} mode of repetition
   */
  setUp(longest, past, mode) {
    const settings = [...this.module.about.module.tree.settings];
    settings[LONGEST] = longest;
    settings[PAST] = past;
    settings[REPETITION] = mode;
    settings.forEach((setting, place) => void this.module.data.setFloat64(this.settings + 8 * place, setting, true));
  }

  /**
   * @param {string} name
   * @param {number} node
   */
  get(name, node) {
    const { offset, kind } = this.arrays[name];
    const { data } = this.module;
    const place = this.address + offset + Number(kind[1]) * node;
    if (kind === "i8") return Number(data.getBigInt64(place, true));
    return kind === "i1" ? data.getInt8(place) : data.getInt32(place, true);
  }

  /**
   * @param {string} name
   * @param {number} node
   * @param {number} value
   */
  set(name, node, value) {
    const { offset, kind } = this.arrays[name];
    const { data } = this.module;
    const place = this.address + offset + Number(kind[1]) * node;
    if (kind === "i8") data.setBigInt64(place, BigInt(value), true);
    else if (kind === "i1") data.setInt8(place, value);
    else data.setInt32(place, value, true);
  }
}

export class TreeSearch {
  /**
   * @param {GameModule} module
   * @param {{megabytes?: number, word?: bigint}} [wishes] the generator's state
   */
  constructor(module, { megabytes = 32, word = 1n } = {}) {
    this.module = module;
    this.tree = new TreeMemory(module, megabytes);
    this.work = new Workspace(module);
    this.word = word;
  }

  /**
   * Search until a limit is met or the result is certain; gives reports on the way, the last one at the end.
   * @param {Position} position
   * @param {Limits} limits
   * @param {number} lines
   * @param {boolean} [_goesOn] for searches that keep what they found; a tree is grown anew
   * @returns {Generator<Report, Report>}
   */
  *search(position, limits, lines = 1, _goesOn = false) {
    const { module, tree, work } = this;
    const watch = module.stopwatch.begin(limits.timeMs);
    const { longest: most, plies, mode, keys } = work.hand(position, []);
    const past = mode ? plies : 0;
    const line = tree.lineFor(past);
    module.bytes.copyWithin(line, keys, keys + 8 * past);
    tree.clear();
    module.bytes.set(position.state, tree.states);
    const longest = most - plies;
    const target = Math.min(limits.nodes ?? MOST_PLAYOUTS, MOST_PLAYOUTS);
    tree.setUp(longest, past, mode);
    module.data.setBigInt64(tree.done, 0n, true);
    const random = module.setRandom(this.word);
    const done = () => Math.min(Number(module.data.getBigInt64(tree.done, true)), target);
    const report = () => this.report(position, lines, done(), watch.seconds);
    while (true) {
      watch.pause = performance.now() + SLICE_MS;
      module.ask("grow", tree.address, tree.capacity, tree.states, tree.room, line, tree.lineRoom, random, tree.done, target, tree.settings);
      if (done() >= target || tree.get("proof", 0) !== NONE || watch.isOver) break;
      if (tree.get("first", 0) >= 0) yield report();
    }
    this.word = module.data.getBigUint64(random, true);
    return report();
  }

  /**
   * @param {Position} position
   * @param {number} lines
   * @param {number} playouts
   * @param {number} seconds
   * @returns {Report}
   */
  report(position, lines, playouts, seconds) {
    const { tree } = this;
    /** @type {Line[]} */ const found = [];
    for (const child of this.ranked(0, position.mover)) {
      const isCertain = tree.get("proof", child) !== NONE;
      const visits = tree.get("visits", child);
      const step = position.follow(tree.get("move", child));
      if (step && (isCertain || visits > 0 || !found.length)) {
        const value = this.value(child, position.mover, step.after.outcome !== null);
        found.push(lineOf([step.move, ...this.follow(child, step.after)], value, { visits, isExact: isCertain }));
      }
      if (found.length === lines) break;
    }
    if (!found.length) found.push(lineOf([position.moves()[0]], 0));
    return { position, lines: found, depth: found[0].moves.length, nodes: playouts, seconds, method: "mcts" };
  }

  /**
   * The children, best first: proven wins, then by visits, draws among them, proven losses last.
   * @param {number} node
   * @param {number} mover
   */
  ranked(node, mover) {
    const { tree } = this;
    const first = tree.get("first", node);
    if (first < 0) return [];
    const isDrawn = tree.get("proof", node) === DRAW;
    const children = Array.from({ length: tree.get("count", node) }, (_, place) => {
      const child = first + place;
      const proof = tree.get("proof", child);
      const certain = proof === mover + 1 ? 2 : proof === NONE ? 0 : proof === DRAW ? Number(isDrawn) : -1;
      return { child, certain, visits: tree.get("visits", child), total: tree.get("totals", child) };
    });
    children.sort((a, b) => b.certain - a.certain || b.visits - a.visits || b.total - a.total);
    return children.map(({ child }) => child);
  }

  /**
   * The most visited line below a node.
   * @param {number} node
   * @param {Position} position
   */
  follow(node, position) {
    /** @type {Move[]} */ const line = [];
    let here = { node, position };
    while (line.length < LONGEST_LINE) {
      const [best] = this.ranked(here.node, here.position.mover);
      if (best === undefined || this.tree.get("visits", best) === 0) break;
      const step = here.position.follow(this.tree.get("move", best));
      if (!step) break;
      line.push(step.move);
      here = { node: best, position: step.after };
    }
    return line;
  }

  /**
   * A child's mean result as a value; a tree proves how the game ends, not when.
   * @param {number} child
   * @param {number} mover
   * @param {boolean} endsAtOnce
   */
  value(child, mover, endsAtOnce) {
    const proof = this.tree.get("proof", child);
    if (proof === DRAW) return 0;
    if (proof !== NONE) {
      const value = endsAtOnce ? WIN - 1 : UNTIMED;
      return proof === mover + 1 ? value : -value;
    }
    const visits = this.tree.get("visits", child) + 2; // as if one more had been won and one lost: a few prove little
    const chance = Math.min(Math.max(0.5 + (0.5 * this.tree.get("totals", child)) / (visits * POINT), 1e-6), 1 - 1e-6);
    return Math.trunc(Math.min(Math.max(Math.log(chance / (1 - chance)) * UNIT, -MOST), MOST));
  }
}
