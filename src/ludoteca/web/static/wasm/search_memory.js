/** The working memory of searches in a module: made once, used for every search. */

/** @import {Place} from "./description.js" */
/** @import {GameModule} from "./game_module.js" */
/** @import {Position} from "./position.js" */

const ENTRY = 16; // bytes
const MODES = ["off", "threefold", "superko"];

/**
 * How many entries a table of so many megabytes has: a power of two.
 * @param {number} megabytes
 */
export function entriesOf(megabytes) {
  return 2 ** Math.max(10, Math.floor(Math.log2(Math.max(1, Math.floor((megabytes * 2 ** 20) / ENTRY)))));
}

/** A table of entries, larger ones made as they are asked for. */
export class SearchTable {
  /** @param {GameModule} module */
  constructor(module) {
    this.module = module;
    this.address = 0;
    this.room = 0;
    this.entries = 0;
  }

  /**
   * An empty table.
   * @param {number} megabytes
   */
  clear(megabytes) {
    this.entries = entriesOf(megabytes);
    if (this.entries > this.room) {
      this.room = this.entries;
      this.address = this.module.reserve(ENTRY * this.room);
    }
    this.module.bytes.fill(0, this.address, this.address + ENTRY * this.entries);
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

  /**
   * A number of it.
   * @param {string} name
   * @param {...number} places
   */
  get(name, ...places) {
    return this.read(this.layout.fields[name], this.address, places);
  }

  /**
   * @param {Place} field
   * @param {number} start
   * @param {number[]} places
   */
  read({ offset, kind, shape }, start, places) {
    const number = shape.reduce((so_far, size, axis) => so_far * size + (places[axis] ?? 0), 0);
    const { data } = this.module;
    return kind === "i8" ? Number(data.getBigInt64(start + offset + 8 * number, true)) : data.getInt32(start + offset + 4 * number, true);
  }

  /**
   * @param {string} name of one of the first frame's fields
   */
  rootFrame(name) {
    const { offset, fields } = this.layout.fields.frames;
    return this.read(/** @type {Record<string, Place>} */ (fields)[name], this.address + offset, []);
  }

  /**
   * A row of numbers.
   * @param {string} name
   * @param {number} row
   * @param {number} length
   */
  row(name, row, length) {
    return Array.from({ length }, (_, place) => this.get(name, row, place));
  }

  /**
   * The codes of the legal moves, and the keys of the positions before this one, for a function of the module.
   * @param {Position} position
   * @param {number[]} codes
   */
  hand(position, codes) {
    const { module } = this;
    const mode = MODES.indexOf(position.variant.repetition);
    const past = mode ? [...position.line()].slice(1).reverse() : [];
    if (past.length > this.keysRoom) {
      this.keysRoom = 2 * past.length;
      this.keys = module.reserve(8 * this.keysRoom);
    }
    past.forEach(({ key }, place) => void module.data.setBigUint64(this.keys + 8 * place, key, true));
    codes.forEach((code, place) => void module.data.setInt32(this.codes + 4 * place, code, true));
    return { codes: this.codes, count: codes.length, keys: this.keys, plies: position.ply, longest: position.variant.longest, mode };
  }
}
