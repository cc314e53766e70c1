/** Position text on the editor's board: rows joined by "/", then the mover and further fields. The layout says how cells are written. */

/** @import {View, Look, Piece} from "../types.js" */

import { translatable } from "../words/language.js";

const NOTES = translatable("Notes");
const NUMBER = "0"; // in place of a letter: a number that is a piece itself

/** @typedef {{letter: string, height: number, inside: number}} Token */
/** @typedef {{label: string, explain: string, choices: [string, string][] | null}} FieldLayout */
/** @typedef {{most: number, omits_one: boolean, inside: string | null, alone: string | null}} StackLayout */
/** @typedef {{separator: string, has_runs: boolean, palette: Piece[], stacks: StackLayout | null, amounts: {most: number} | null, frame: {letter: string, cells: string[]} | null, fields: FieldLayout[]}} Layout see web/editor_layout.py */

export class PositionText {
  /**
   * @param {View} view
   * @param {Layout} layout
   */
  constructor(view, layout) {
    this.layout = layout;
    const [board, ...fields] = view.position.split(" ");
    this.fields = fields;
    this.names = view.board.cells.map((cell) => cell.name);
    this.rowLengths = [...new Set(view.board.cells.map((cell) => cell.row))].map((row) => view.board.cells.filter((cell) => cell.row === row).length);
    /** @type {Map<string, Piece>} */ this.pieces = new Map(layout.palette.map((piece) => [piece.letter || NUMBER, piece]));
    /** @type {Map<string, Token>} */ this.bare = new Map(
      layout.frame?.cells.map((name) => [name, { letter: layout.frame?.letter ?? "", height: 1, inside: 0 }]),
    );
    this.tokens = this.read(board);
    for (const [name, { letter }] of this.tokens) if (letter === NUMBER) this.bare.set(name, { letter, height: 0, inside: 0 });
  }

  /** Take everything off the board; a frame stays. */
  clear() {
    this.tokens = new Map(this.bare);
  }

  /** Take away what stands on a cell. @param {string} name */
  remove(name) {
    const bare = this.bare.get(name);
    if (bare) this.tokens.set(name, bare);
    else this.tokens.delete(name);
  }

  /**
   * @param {string} board
   * @returns {Map<string, Token>}
   */
  read(board) {
    const { separator, has_runs } = this.layout;
    const whole = has_runs ? board.replace(/[0-9]+/g, (run) => ".".repeat(Number(run))) : board;
    const texts = whole.split("/").flatMap((row) => (separator ? row.split(separator) : [...row]));
    const tokens = new Map();
    texts.forEach((text, index) => {
      if (text === ".") return;
      if (/^\d+$/.test(text)) {
        tokens.set(this.names[index], { letter: NUMBER, height: Number(text), inside: 0 });
        return;
      }
      const [, letter, height, inside] = /^(\D)(\d*)(?::(\d+))?$/.exec(text) ?? [];
      if (letter && this.names[index]) tokens.set(this.names[index], { letter, height: Number(height || 1), inside: Number(inside || 0) });
    });
    return tokens;
  }

  /** @param {Token} token */
  write(token) {
    const { stacks } = this.layout;
    if (token.letter === NUMBER) return String(token.height);
    if (!stacks || token.letter === stacks.alone || (token.height === 1 && stacks.omits_one)) return token.letter;
    return `${token.letter}${token.height}${stacks.inside ? `:${token.inside}` : ""}`;
  }

  /** What a field after the mover means; what comes after the known ones are notes. @param {number} index @returns {FieldLayout} */
  field(index) {
    return this.layout.fields[index] ?? { label: NOTES, explain: "", choices: null };
  }

  /** The board as it is written. */
  get board() {
    const texts = this.names.map((name) => {
      const token = this.tokens.get(name);
      return token ? this.write(token) : ".";
    });
    const rows = this.rowLengths.map((length) => texts.splice(0, length).join(this.layout.separator)).join("/");
    return this.layout.has_runs ? rows.replace(/\.+/g, (run) => String(run.length)) : rows;
  }

  get text() {
    return [this.board, ...this.fields].join(" ");
  }

  /**
   * @param {Token} token
   * @returns {Look}
   */
  look(token) {
    const piece = this.pieces.get(token.letter);
    const inside = this.layout.stacks?.inside;
    return { pieces: piece ? [piece] : [], height: token.height, inside: inside && token.height > 1 ? [[inside, token.inside]] : [], marks: [] };
  }
}
