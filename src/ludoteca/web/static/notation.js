/** How boards are written in position text: rows joined by "/", cells by "," or by nothing; then the mover and further fields. */

/** @import {View, Look, Piece} from "./types.js" */
import { frameCells } from "./board_background.js";

/** What the fields after the mover mean. @type {Record<string, string[]>} */
const FIELD_WORDS = {
  greener: ["Passes in a row"],
  squ: ["Discs left this turn", "Record: owner, size, top left cell; - for none"],
  mapello: ["Bonuses taken, Black-White", "Notes", "More notes"],
  reversi: ["Bonuses taken, Black-White"],
  glaisher: ["To do", "Left in the reserve"],
};

/** The values of fields that only know a few, with their words. @type {Record<string, Record<number, [string, string][]>>} */
const FIELD_CHOICES = {
  glaisher: { 0: [["start", "put a stack of 6"], ["split", "split a stack"], ["place", "place a piece"]] },
};

/** What stands in the frame of a board where nothing else does: it is never empty. @type {Record<string, string>} */
const FRAME_LETTER = { mapello: "#", reversi: "#" };

/** @typedef {{letter: string, height: number, inside: number}} Token */

export class Notation {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    const [board, ...fields] = view.position.split(" ");
    this.separator = board.includes(",") ? "," : "";
    this.fields = fields;
    this.hasHeights = this.separator === ",";
    this.hasGreens = view.game.name === "greener";
    this.names = view.board.cells.map((cell) => cell.name);
    this.rowLengths = [...new Set(view.board.cells.map((cell) => cell.row))].map((row) => view.board.cells.filter((cell) => cell.row === row).length);
    /** @type {Map<string, Piece>} */ this.pieces = new Map(Object.values(view.cells).flatMap((look) => look.pieces.map((piece) => [piece.letter, piece])));
    const kind = [...this.pieces.values()].find((piece) => piece.owner !== null)?.kind ?? (this.hasGreens ? "pyramid" : "disc");
    for (const [owner, player] of view.players.entries()) {
      if (!this.pieces.has(player.letter)) this.pieces.set(player.letter, { kind, colour: player.colour, owner: /** @type {0 | 1} */ (owner), glyph: "", letter: player.letter });
    }
    const frame = FRAME_LETTER[view.game.name];
    /** @type {Map<string, Token>} */ this.bare = new Map(frame ? frameCells(view.board).map((cell) => [cell.name, { letter: frame, height: 1, inside: 0 }]) : []);
    this.tokens = this.read(board);
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
    const texts = board.split("/").flatMap((row) => (this.separator ? row.split(this.separator) : [...row]));
    const tokens = new Map();
    texts.forEach((text, index) => {
      if (text === ".") return;
      const [, letter, height, inside] = /^(\D)(\d*)(?::(\d+))?$/.exec(text) ?? [];
      if (letter && this.names[index]) tokens.set(this.names[index], { letter, height: Number(height || 1), inside: Number(inside || 0) });
    });
    return tokens;
  }

  /** @param {Token} token */
  write(token) {
    if (!this.hasHeights) return token.letter;
    if (this.hasGreens) return token.height > 1 ? `${token.letter}${token.height}:${token.inside}` : token.letter;
    return `${token.letter}${token.height}`;
  }

  /** What a field after the mover means. @param {number} index */
  fieldWords(index) {
    return FIELD_WORDS[this.view.game.name]?.[index] ?? `Further field ${index + 1}`;
  }

  /** The values that a field after the mover can have, if it only knows a few. @param {number} index @returns {[string, string][] | null} */
  fieldChoices(index) {
    return FIELD_CHOICES[this.view.game.name]?.[index] ?? null;
  }

  /** The board as it is written. */
  get board() {
    const texts = this.names.map((name) => {
      const token = this.tokens.get(name);
      return token ? this.write(token) : ".";
    });
    let at = 0;
    return this.rowLengths.map((length) => texts.slice(at, (at += length)).join(this.separator)).join("/");
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
    return { pieces: piece ? [piece] : [], height: token.height, inside: this.hasGreens && token.height > 1 ? [["green", token.inside]] : [], marks: [] };
  }
}
