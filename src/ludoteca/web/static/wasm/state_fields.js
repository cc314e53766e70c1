/** The fields of a state, read from its bytes and written into them. */

/** @import {Look, Piece} from "../types.js" */
/** @import {Condition, Description, Field} from "./description.js" */
/** @import {State, GameModule} from "./game_module.js" */
/** @import {Board} from "./variant.js" */
import { t } from "../words/language.js";

const READ = /** @type {Record<string, (data: DataView, offset: number) => number>} */ ({
  u1: (data, offset) => data.getUint8(offset),
  i1: (data, offset) => data.getInt8(offset),
  u2: (data, offset) => data.getUint16(offset, true),
  i2: (data, offset) => data.getInt16(offset, true),
  u4: (data, offset) => data.getUint32(offset, true),
  i4: (data, offset) => data.getInt32(offset, true),
  u8: (data, offset) => Number(data.getBigUint64(offset, true)),
  i8: (data, offset) => Number(data.getBigInt64(offset, true)),
  f8: (data, offset) => data.getFloat64(offset, true),
});

/** @param {State} state */
const dataOf = (state) => new DataView(state.buffer, state.byteOffset, state.byteLength);

export class StateFields {
  /** @param {Description} about */
  constructor(about) {
    this.about = about;
    this.list = about.state.fields;
    /** @type {Map<string, Field>} */ this.byName = new Map(this.list.map((field) => [field.name, field]));
    this.byName.set("mover", { name: "mover", type: "Seat", offset: about.state.mover, kind: "u1", shape: [] });
    this.pieces = this.list.filter(({ type, mark }) => type === "Cells" && !mark);
    this.marks = this.list.filter(({ type, mark }) => type === "Cells" && mark);
    this.scenery = this.list.filter(({ type }) => type === "Scenery");
    this.amounts = this.list.filter(({ type, piece }) => type === "Numbers" && piece);
    this.swap = this.list.find(({ type, swaps_sides }) => type === "Flag" && swaps_sides)?.name ?? null;
    /** @type {Map<string, Map<number, number>>} */ this.numbersByCell = new Map();
  }

  /** @param {string} name */
  get(name) {
    const field = this.byName.get(name);
    if (!field) throw new Error(`${this.about.title} has no field ${name}`);
    return field;
  }

  /** The cells of a field by their numbers in it: the whole board's, or those of a part of it. @param {Field} field @returns {number[]} */
  cellsOf(field) {
    return field.where === "board" ? this.about.board.cells : field.where;
  }

  /** The number that a cell of the board has in a field; undefined where the field does not have it. @param {Field} field @param {number} cell */
  numberOf(field, cell) {
    let known = this.numbersByCell.get(field.name);
    if (!known) {
      known = new Map(this.cellsOf(field).map((each, number) => [each, field.where === "board" ? each : number]));
      this.numbersByCell.set(field.name, known);
    }
    return known.get(cell);
  }

  /** The cell of the board that a number in a field is; undefined where there is none. @param {Field} field @param {number} number */
  cellOf(field, number) {
    if (field.where !== "board") return /** @type {number | undefined} */ (field.where[number]);
    return this.numberOf(field, number);
  }

  /** @param {State} state @param {string} name @returns {number[]} */
  numbers(state, name) {
    const { kind = "u1", offset = 0, shape = [] } = this.get(name);
    const size = Number(kind[1]);
    const count = shape.reduce((product, each) => product * each, 1);
    return Array.from({ length: count }, (_, place) => READ[kind](dataOf(state), offset + size * place));
  }

  /** @param {State} state @param {string} name */
  number(state, name) {
    return this.numbers(state, name)[0];
  }

  /** @param {State} state that is being made @param {string} name @param {number} value */
  setNumber(state, name, value, place = 0) {
    const { kind = "u1", offset = 0 } = this.get(name);
    const size = Number(kind[1]);
    for (let byte = 0, left = BigInt(value); byte < size; byte++, left >>= 8n) state[offset + size * place + byte] = Number(left & 255n);
  }

  /** @param {State} state that is being made @param {string} name */
  clear(state, name) {
    const { kind = "u1", offset = 0, shape = [] } = this.get(name);
    state.fill(0, offset, offset + Number(kind[1]) * shape.reduce((product, each) => product * each, 1));
  }

  /** How many words a set of cells takes, and how many bits of each are used. @param {Field} field */
  wordsOf(field) {
    const bits = field.word ?? 64;
    const sets = (field.per_player ? 2 : 1) * (field.kinds?.length ?? 1);
    const words = (field.shape ?? []).reduce((product, each) => product * each, 1) / sets;
    return { bits, sets, words };
  }

  /** The cells in each set of a field, by their numbers in it, lowest first. @param {State} state @param {string} name @returns {number[][]} */
  sets(state, name) {
    const field = this.get(name);
    const { bits, sets, words } = this.wordsOf(field);
    const data = dataOf(state);
    return Array.from({ length: sets }, (_, set) => {
      /** @type {number[]} */ const found = [];
      for (let word = 0; word < words; word++) {
        const offset = (field.offset ?? 0) + 8 * (set * words + word);
        for (const [half, first] of [
          [data.getUint32(offset, true), 0],
          [data.getUint32(offset + 4, true), 32],
        ]) {
          for (let left = half; left; left &= left - 1) found.push(word * bits + first + 31 - Math.clz32(left & -left));
        }
      }
      return found;
    });
  }

  /** How many cells each player has in a field, all kinds of pieces together. @param {State} state @param {string} name */
  owned(state, name) {
    const sets = this.sets(state, name);
    const kinds = this.get(name).kinds?.length ?? 1;
    return Array.from({ length: sets.length / kinds }, (_, player) =>
      sets.slice(player * kinds, (player + 1) * kinds).reduce((count, set) => count + set.length, 0),
    );
  }

  /** @param {State} state that is being made @param {string} name @param {number[][]} sets */
  setSets(state, name, sets) {
    const field = this.get(name);
    const { bits, words } = this.wordsOf(field);
    this.clear(state, name);
    sets.forEach((numbers, set) => {
      for (const number of numbers) {
        const bit = number % bits;
        state[(field.offset ?? 0) + 8 * (set * words + Math.floor(number / bits)) + (bit >> 3)] |= 1 << (bit & 7);
      }
    });
  }

  /** Whether a condition holds: a field has a number, or has it not. @param {State} state @param {Condition} condition */
  holds(state, { field, is, is_not }) {
    const { type } = this.get(field);
    const number = is ?? is_not;
    const isSo = type === "Cells" ? this.sets(state, field).every((set) => !set.length) : this.numbers(state, field).every((each) => each === number);
    return isSo === (is !== undefined);
  }

  /** What is said now of a move of another phase; "" for nothing. @param {State} state @returns {string} */
  firstDo(state) {
    for (const { type, name, names, otherwise } of this.list) {
      const found = type === "Phase" && otherwise?.[Object.keys(names)[this.number(state, name)]];
      if (found) return t(found);
    }
    return t(this.list.find(({ type, name }) => type === "Flag" && this.number(state, name))?.otherwise ?? "");
  }

  /** Which of the declared players a seat is now. @param {State} state @param {number} seat */
  colourOf(state, seat) {
    return this.swap ? seat ^ this.number(state, this.swap) : seat;
  }
}

/**
 * The looks of all cells of a board, by name and in its order; and the text of those that have a piece, by number.
 * @param {GameModule} module
 * @param {StateFields} fields
 * @param {State} state
 * @param {Board} board
 * @returns {{looks: Map<string, Look>, tokens: Map<number, string>}}
 */
export function contentsOf(module, fields, state, board) {
  const marks = marksOf(module, fields, state);
  const { pieces } = module.about.module;
  const isSwapped = fields.colourOf(state, 0);
  /** @type {Map<number, Look>} */ const seen = new Map();
  /** @type {Map<number, string>} */ const tokens = new Map();
  /** @type {(cell: number | undefined, piece: Piece, height: number, inside: [string, number][], token: string) => void} */
  const put = (cell, piece, height, inside, token) => {
    if (cell === undefined) return;
    seen.set(cell, { pieces: [piece], height, inside, marks: marks.get(cell) ?? [] });
    tokens.set(cell, token);
  };
  for (const scenery of fields.scenery) {
    const [[piece]] = pieces[scenery.name];
    for (const cell of fields.cellsOf(scenery)) {
      seen.set(cell, { pieces: [piece], height: 1, inside: [], marks: [], scenery: true });
      tokens.set(cell, piece.letter);
    }
  }
  for (const field of fields.amounts) {
    fields.numbers(state, field.name).forEach((amount, number) => {
      put(fields.cellOf(field, number), pieces[field.name][0][0], amount, [], String(amount));
    });
  }
  for (const field of fields.pieces) {
    const heights = field.heights ? fields.numbers(state, field.heights) : null;
    const inside = field.inside ? fields.numbers(state, field.inside[1]) : null;
    const { nobody } = field;
    for (const [number, height] of nobody && heights ? heights.entries() : []) {
      if (height) put(fields.cellOf(field, number), nobody, height, [], nobody.letter);
    }
    fields.sets(state, field.name).forEach((numbers, seat) => {
      const piece = pieces[field.name][isSwapped][seat];
      for (const number of numbers) {
        const height = heights?.[number] ?? 1;
        const contents = inside && height > 1 ? [/** @type {[string, number]} */ ([field.inside[0], inside[number]])] : [];
        const isPlain = !heights || (height === 1 && fields.get(field.heights).omit_one);
        put(fields.cellOf(field, number), piece, height, contents, piece.letter + (isPlain ? "" : inside ? `${height}:${inside[number]}` : height));
      }
    });
  }
  for (const [cell, words] of marks) if (!seen.has(cell)) seen.set(cell, { pieces: [], height: 0, inside: [], marks: words });
  const looks = new Map(board.cells.map((cell) => [board.called(cell), seen.get(cell) ?? { pieces: [], height: 0, inside: [], marks: [] }]));
  return { looks, tokens };
}

/** The words that mark cells. @param {GameModule} module @param {StateFields} fields @param {State} state @returns {Map<number, string[]>} */
function marksOf(module, fields, state) {
  /** @type {Map<number, string[]>} */ const found = new Map();
  /** @type {(cell: number, words: string[]) => void} */
  const add = (cell, words) => void found.set(cell, [...(found.get(cell) ?? []), ...words]);
  for (const field of fields.marks) {
    for (const number of fields.sets(state, field.name)[0]) add(/** @type {number} */ (fields.cellOf(field, number)), [field.mark]);
  }
  for (const [cell, bits] of module.cellMarks(state).entries()) {
    const own = module.about.marks.filter((_, index) => (bits >> index) & 1);
    if (own.length) add(cell, own);
  }
  return found;
}
