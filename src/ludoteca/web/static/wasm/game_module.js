/** A game's module: its functions by name, its memory, and states that go in and come out as bytes. */

/** @import {Description} from "./description.js" */
import { GameError } from "./errors.js";
import { t } from "../words/language.js";

const PAGE = 65_536; // bytes by which memory grows
const ALIGNED = 64;
const SAID = 7; // numbers: a sentence and its arguments
const FIGURE_ROOM = 1024; // numbers of a drawing
const MARKS = 1024; // the most cells of a board

/** @typedef {Uint8Array} State the bytes of a state, never changed once it is made */

/** What is given to a module where it cannot do a thing itself. */
const MATHEMATICS = { exp: Math.exp, log: Math.log, tanh: Math.tanh, pow: Math.pow, ceil: Math.ceil, sqrt: Math.sqrt };

/** An unpredictable state of a generator. @returns {bigint} */
export const newRandom = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/** When a search has to stop. */
class Stopwatch {
  constructor() {
    this.began = 0;
    this.end = Number.POSITIVE_INFINITY;
    this.pause = Number.POSITIVE_INFINITY;
  }

  /** @param {number | null} [timeMs] */
  begin(timeMs) {
    this.began = performance.now();
    this.end = this.began + (timeMs ?? Number.POSITIVE_INFINITY);
    this.pause = Number.POSITIVE_INFINITY;
    return this;
  }

  get seconds() {
    return (performance.now() - this.began) / 1000;
  }

  /** Whether the time is up. */
  get isOver() {
    return performance.now() >= this.end;
  }

  /** What a module asks: anything but 0 to stop, for good or for a pause. */
  look() {
    return this.isOver || performance.now() >= this.pause ? 1 : 0;
  }
}

export class GameModule {
  /** @param {Description} about @param {WebAssembly.Module} compiled @param {Uint8Array | null} [tables] the learned evaluation, where the game has one */
  constructor(about, compiled, tables = null) {
    this.about = about;
    this.stopwatch = new Stopwatch();
    const env = /** @type {Record<string, any>} */ ({ ...MATHEMATICS, look: () => this.stopwatch.look() });
    const instance = new WebAssembly.Instance(compiled, { env });
    this.call = /** @type {Record<string, (...numbers: any[]) => any>} */ (/** @type {unknown} */ (instance.exports));
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    this.free = /** @type {WebAssembly.Global} */ (instance.exports.__heap_base).value;
    this.bytes = new Uint8Array(this.memory.buffer);
    this.data = new DataView(this.memory.buffer);
    this.integers = new Int32Array(this.memory.buffer);
    const { bytes } = about.state;
    this.slots = [0, 1, 2].map(() => this.reserve(bytes));
    this.list = this.reserve(4 * about.most_moves);
    this.said = this.reserve(8 * SAID);
    this.drawing = this.reserve(2 * FIGURE_ROOM);
    this.marks = this.reserve(MARKS);
    this.random = this.reserve(8);
    this.termRoom = this.reserve(8 * about.terms.length);
    if (tables && this.call.use_tables) this.useTables(tables);
  }

  /** Look at the memory again, which is another buffer once it has grown. */
  views() {
    this.bytes = new Uint8Array(this.memory.buffer);
    this.data = new DataView(this.memory.buffer);
    this.integers = new Int32Array(this.memory.buffer);
  }

  /** Memory that stays the caller's, all zero. @param {number} size in bytes */
  reserve(size) {
    const start = Math.ceil(this.free / ALIGNED) * ALIGNED;
    this.free = start + size;
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE));
      this.views();
    }
    return start;
  }

  /** @param {Uint8Array} tables */
  useTables(tables) {
    const address = this.reserve(tables.length);
    this.bytes.set(tables, address);
    const ADDS_OWN = 14; // of the 64-bit numbers at the beginning
    this.call.use_tables(address, Number(this.data.getBigInt64(address + 8 * ADDS_OWN, true)));
  }

  /** The address of a copy of a state. @param {State} state */
  put(state, slot = 0) {
    this.bytes.set(state, this.slots[slot]);
    return this.slots[slot];
  }

  /** @returns {State} */
  taken(slot = 0) {
    return this.bytes.slice(this.slots[slot], this.slots[slot] + this.about.state.bytes);
  }

  /** Call a function of the module; where rules are broken, or it traps otherwise, that is said. @param {string} name @param {...any} numbers */
  ask(name, ...numbers) {
    try {
      return this.call[name](...numbers);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new GameError("BrokenRules", t("the rules of {game} are broken: {name} failed ({error})", { game: this.about.title, name, error: error.message }));
    }
  }

  /** Whole numbers of 64 bits. @type {(address: number, count: number) => number[]} */
  wide(address, count) {
    return Array.from({ length: count }, (_, place) => Number(this.data.getBigInt64(address + 8 * place, true)));
  }

  /** @param {bigint} word the state of a generator */
  setRandom(word) {
    this.data.setBigUint64(this.random, word, true);
    return this.random;
  }

  /** The first state, from one whose options are filled in. @param {State} blank @param {bigint} word the state of the generator that sets it up */
  start(blank, word) {
    this.ask("start", this.put(blank), this.setRandom(word));
    return this.taken();
  }

  /** The codes of the moves that the board alone allows. @param {State} state @returns {number[]} */
  moves(state) {
    const count = this.ask("moves", this.put(state), this.list);
    return Array.from(this.integers.subarray(this.list / 4, this.list / 4 + count));
  }

  /** The state after a move. @param {State} state @param {number} code */
  after(state, code) {
    this.ask("play", this.put(state), code);
    return this.taken();
  }

  /** 0 while the game goes on, 1 and 2 where the first and the second player have won, 3 for a draw. @param {State} state @returns {number} */
  ending(state) {
    return this.ask("ending", this.put(state));
  }

  /**
   * How a game ends when a position repeats or when it reaches its maximum length, and the state after counting.
   * @param {"repeated" | "at_longest"} name
   * @param {State} state
   * @returns {{how: number, counted: State}}
   */
  countedAt(name, state) {
    const how = this.ask(name, this.put(state));
    return { how, counted: this.taken() };
  }

  /** How a game that goes on will end whatever is played, as `ending` says it; 0 where that is not certain. @param {State} state */
  settled(state) {
    return this.ask("settled", this.put(state));
  }

  /** @param {State} state @returns {number} */
  evaluate(state) {
    return this.ask("evaluate", this.put(state));
  }

  /** What each named term of the evaluation says. @param {State} state */
  terms(state) {
    this.ask("terms", this.put(state), this.termRoom);
    return this.about.terms.map((_, place) => this.data.getFloat64(this.termRoom + 8 * place, true));
  }

  /** Which row of the weights counts. @param {State} state @returns {number} */
  stage(state) {
    return this.ask("stage", this.put(state));
  }

  /** @param {State} state @returns {bigint} */
  repetitionKey(state) {
    return BigInt.asUintN(64, this.ask("repetition_key", this.put(state)));
  }

  /** Whether a ban on repetition may forbid a move. @param {State} state @param {number} code */
  canRepeat(state, code) {
    return this.ask("can_repeat", this.put(state), code) !== 0;
  }

  /**
   * What one of the game's own functions tells of a state: a number, or a sentence with its numbers.
   * @param {string} name
   * @param {State} state
   * @param {...number} numbers
   * @returns {number | number[]}
   */
  tell(name, state, ...numbers) {
    const isSaid = this.ask(`tell_${name}`, this.put(state), ...numbers, this.said);
    const told = this.wide(this.said, isSaid ? SAID : 1);
    return isSaid ? told : told[0];
  }

  /** The figures that a function draws, as cells. @param {"decided" | "threats" | "path"} name @param {State} state @param {...number} move the code of the move whose path it is */
  figures(name, state, ...move) {
    if (!this.call[name]) return [];
    this.data.setInt16(this.drawing, 0, true);
    this.ask(name, this.put(state), ...move, this.drawing);
    /** @type {number[][]} */ const found = [];
    /** @type {number[]} */ let cells = [];
    for (let place = 1; place <= this.data.getInt16(this.drawing, true); place++) {
      const number = this.data.getInt16(this.drawing + 2 * place, true);
      if (number >= 0) cells.push(number);
      else {
        found.push(cells);
        cells = [];
      }
    }
    return found;
  }

  /** Whether people see moves in another way than their texts. */
  get spells() {
    return "spell" in this.call;
  }

  /** A legal move as the game spells it; "" if it does not, and people see its text. @param {State} state @param {number} code */
  spelt(state, code) {
    if (!this.spells) return "";
    this.data.setInt16(this.drawing, 0, true);
    this.ask("spell", this.put(state), code, this.drawing);
    const count = this.data.getInt16(this.drawing, true);
    return String.fromCharCode(...Array.from({ length: count }, (_, place) => this.data.getInt16(this.drawing + 2 * (place + 1), true)));
  }

  /** By cell, a bit for each of the marks that it has. @param {State} state */
  cellMarks(state) {
    if (!this.call.cell_marks) return new Uint8Array(0);
    this.bytes.fill(0, this.marks, this.marks + MARKS);
    this.ask("cell_marks", this.put(state), this.marks);
    return this.bytes.slice(this.marks, this.marks + MARKS);
  }

  /** The state with everything worked out that follows from the rest. @param {State} state */
  derived(state) {
    if (!this.call.derive) return state;
    this.ask("derive", this.put(state));
    return this.taken();
  }
}
