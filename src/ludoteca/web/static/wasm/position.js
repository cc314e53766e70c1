/** A position: who is to move, what can be played, whether the game is over. It never changes and knows its predecessor. */

/** @import {Look} from "../types.js" */
/** @import {State} from "./game_module.js" */
/** @import {Names, Sentence} from "../words/language.js" */
/** @import {Variant} from "./variant.js" */
/** @import {Move} from "../translated/play/position_interface.js" */
import { codesOf, joined } from "../translated/play/turns.js";
import { findMove } from "../translated/play/move_input.js";
import { contentsOf } from "./state_fields.js";
import { filled, say, t } from "../words/language.js";

const ASCII = new TextDecoder("latin1");
const OCCURRENCES = { twofold: 2, threefold: 3 }; // of a position that end a game

/** @typedef {{winner: 0 | 1 | null, words: Sentence, reason: string, isCutOff?: boolean, aborted?: true}} Ended `reason`: its words in the page's language */

/** @type {(winner: 0 | 1 | null, words: Sentence) => Ended} */
export const ended = (winner, words) => ({ winner, words, reason: say(words) });

/** @param {number} how as `ending` says it @returns {0 | 1 | null} */
const winnerOf = (how) => (how === 1 ? 0 : how === 2 ? 1 : null);

export class Position {
  /** @type {Ended | null | undefined} */ #outcome;
  /** @type {State | undefined} */ #counted;
  /** @type {number[] | undefined} */ #codes;
  /** @type {Move[] | undefined} */ #pseudoLegalMoves;
  /** @type {Move[] | undefined} */ #moves;
  /** @type {Move[] | undefined} */ #wholeMoves;
  /** @type {bigint | undefined} */ #repetitionKey;
  /** @type {{looks: Map<string, Look>, tokens: Map<number, string>} | undefined} */ #contents;

  /**
   * @param {Variant} variant
   * @param {State} state
   * @param {Position | null} [previous]
   * @param {number | null} [code] of the move that led here
   * @param {number[]} [more] the codes that followed it in a chain
   */
  constructor(variant, state, previous = null, code = null, more = []) {
    this.variant = variant;
    this.state = state;
    this.previous = previous;
    this.code = code;
    this.more = more;
    /** @type {number} */ this.ply = previous ? previous.ply + 1 : 0;
  }

  /** @returns {0 | 1} */
  get mover() {
    return /** @type {0 | 1} */ (this.state[this.variant.about.state.mover]);
  }

  /** The two sides as the rules name them now, in English. */
  get sides() {
    const [first, second] = this.variant.about.players;
    return this.variant.fields.colourOf(this.state, 0) ? [second, first] : [first, second];
  }

  /** The same in the page's language. */
  get players() {
    return this.sides.map((player) => ({ ...player, name: t(player.name) }));
  }

  /** What is the same when a position comes back. */
  get repetitionKey() {
    this.#repetitionKey ??= this.variant.module.repetitionKey(this.state);
    return this.#repetitionKey;
  }

  /** What is the same in equal positions. */
  get identity() {
    return ASCII.decode(this.state);
  }

  /** @param {Position | null} other */
  equals(other) {
    return other !== null && this.identity === other.identity;
  }

  /** This position and those before it, newest first. */
  *line() {
    for (let position = /** @type {Position | null} */ (this); position; position = position.previous) yield position;
  }

  /** The moves that the board alone allows, as codes. */
  get allCodes() {
    this.#codes ??= this.variant.module.moves(this.state);
    return this.#codes;
  }

  /** Whether a ban on repetition forbids a move. @param {number} code */
  isBanned(code) {
    if (this.variant.repetition !== "superko" || !this.variant.module.canRepeat(this.state, code)) return false;
    const { repetitionKey } = this.after(code);
    for (const earlier of this.line()) if (earlier.repetitionKey === repetitionKey) return true;
    return false;
  }

  /** The legal moves as codes, in the order of `moves()`. */
  get codes() {
    if (this.outcome) return [];
    return this.allCodes.filter((code) => !this.isBanned(code));
  }

  /** @param {number} code @returns {Move} */
  namedCode(code) {
    return this.variant.kinds.move(this.state, code);
  }

  /** The moves that the board alone allows, those that a ban on repetition forbids included. */
  get pseudoLegalMoves() {
    this.#pseudoLegalMoves ??= this.outcome ? [] : this.allCodes.map((code) => this.namedCode(code));
    return this.#pseudoLegalMoves;
  }

  /** The legal move of just this text; null if there is none. @param {string} text */
  named(text) {
    return this.moves().find((move) => move.text === text) ?? null;
  }

  /** The legal moves; none once the game is over. */
  moves() {
    this.#moves ??= this.pseudoLegalMoves.filter(({ code }) => !this.isBanned(code));
    return this.#moves;
  }

  /** The legal moves as people make them: moves in a chain are one. */
  wholeMoves() {
    this.#wholeMoves ??= this.variant.kinds.link ? this.moves().flatMap((move) => this.chains(move)) : this.moves();
    return this.#wholeMoves;
  }

  /**
   * The move with everything that can follow it in a chain; alone only if it may be the last.
   * @param {Move} move
   * @returns {Move[]}
   */
  chains(move) {
    if (!this.variant.kinds.of(move.code).chain) return [move];
    const after = this.after(move.code);
    const codes = after.continuing(move);
    const longer = codes.flatMap((code) => after.chains(after.namedCode(code)).map((rest) => joined(move, rest)));
    return codes.length && codes.length === after.codes.length ? longer : [move, ...longer];
  }

  /** The codes that go on with the chain of the move that led here. @param {Move} move */
  continuing(move) {
    if (this.previous?.mover !== this.mover) return [];
    const last = codesOf(move).at(-1);
    return this.codes.filter((code) => this.variant.kinds.isChained(last, code));
  }

  /**
   * The position after one of the codes, and after those that follow in a chain.
   * @param {number} code
   * @param {number[]} [more]
   */
  after(code, more = []) {
    const { module } = this.variant;
    let state = module.after(this.state, code);
    for (const next of more) state = module.after(state, next);
    return new Position(this.variant, state, this, code, more);
  }

  /** The position after a legal move, or the one that a text names. @param {Move | string} move */
  play(move) {
    const { code, more } = typeof move === "string" ? findMove(this, move) : move;
    return this.after(code, more);
  }

  /** The legal move of a code and the position after it; null if there is none. @param {number} code @returns {[Move, Position] | null} */
  follow(code) {
    if (this.outcome || !this.allCodes.includes(code) || this.isBanned(code)) return null;
    return [this.namedCode(code), this.after(code)];
  }

  /** A legal move as people see it. @param {Move} move */
  written(move) {
    return this.variant.module.spelt(this.state, move.code) || move.text;
  }

  /** What a view has beside the text of a legal move, where people see it written in another way. @param {Move} move */
  beside(move) {
    return this.variant.module.spells ? { written: this.written(move) } : {};
  }

  /** The same for moves that follow each other. @param {Move[]} moves */
  writtenLine(moves) {
    let position = /** @type {Position} */ (this);
    return moves.map((move) => {
      const written = position.written(move);
      if (this.variant.module.spells) position = position.after(move.code, move.more);
      return written;
    });
  }

  /** The move that led here. */
  get lastMove() {
    if (!this.previous || this.code === null) return null;
    let [move, at] = [this.previous.namedCode(this.code), this.previous.after(this.code)];
    for (const code of this.more) [move, at] = [joined(move, at.namedCode(code)), at.after(code)];
    return move;
  }

  /** How often this position has stood on the board in this game, now included. */
  get repetitions() {
    let times = 0;
    for (const { repetitionKey } of this.line()) times += Number(repetitionKey === this.repetitionKey);
    return times;
  }

  /** How the game ended; null while it goes on. */
  get outcome() {
    if (this.#outcome === undefined) this.#outcome = this.judged();
    return this.#outcome;
  }

  /** @returns {Ended | null} */
  judged() {
    const { variant, state } = this;
    const { functions, outcomes: words } = variant.about.module;
    const how = variant.module.ending(state);
    if (how) {
      const told = variant.module.tell(functions.reason, state);
      return ended(winnerOf(how), Array.isArray(told) ? this.sentence(told) : { template: String(told) });
    }
    const { repetition } = variant;
    if ((repetition === "threefold" || repetition === "twofold") && this.previous && this.repetitions >= OCCURRENCES[repetition]) {
      return this.endedBy("repeated", { template: words[repetition] });
    }
    if (this.ply >= variant.longest) {
      const lasted = { template: words.longest, places: { moves: variant.longest } };
      return { ...this.endedBy("at_longest", lasted), isCutOff: true };
    }
    if (variant.repetition === "superko" && this.allCodes.every((code) => this.isBanned(code))) {
      return ended(null, { template: words.superko });
    }
    return null;
  }

  /**
   * The end by repetition or length; counting may change the state that is shown.
   * @param {"repeated" | "at_longest"} name
   * @param {Sentence} words
   */
  endedBy(name, words) {
    const { how, counted } = this.variant.module.countedAt(name, this.state);
    this.#counted = counted;
    return ended(winnerOf(how), words);
  }

  /** The state, after counting if repetition or length has ended the game. */
  get shown() {
    return this.outcome && this.#counted ? this.#counted : this.state;
  }

  /** How a game that goes on will end whatever is played, where the rules make that certain. @returns {Ended | null} */
  get settled() {
    if (this.outcome) return null;
    const how = this.variant.module.settled(this.state);
    const { outcomes: words } = this.variant.about.module;
    if (!how) return null;
    if (how === 3) return ended(null, { template: words.settled_draw });
    const winner = how === 1 ? 0 : 1;
    return ended(winner, { template: words.settled_win, places: { player: { template: this.sides[winner].name } } });
  }

  /** How words call cells and players. */
  get names() {
    const { sides, variant } = this;
    return /** @type {Names} */ ({
      cell: (cell) => variant.cellNames.get(cell) ?? "?",
      player: (seat) => ({ template: sides[seat].name }),
      colour: (seat) => ({ template: sides[seat].colour }),
      halves: (number) => String(number / 2),
    });
  }

  /** What a function of the game has said, in words. @param {number[]} said the number of a sentence and its numbers */
  spoken(said) {
    return say(this.sentence(said));
  }

  /** The same, to be said later. @param {number[]} said */
  sentence(said) {
    return filled(this.variant.about.words[said[0]] ?? "", said.slice(1), this.names);
  }

  /** What is on each cell, and how text writes it. */
  get contents() {
    const { variant, state } = this;
    this.#contents ??= contentsOf(variant.module, variant.fields, state, variant.board);
    return this.#contents;
  }

  /** What stands on each cell, by name in the order of the board. */
  get looks() {
    const { variant, shown } = this;
    return shown === this.state ? this.contents.looks : contentsOf(variant.module, variant.fields, shown, variant.board).looks;
  }

  /** What is to be seen, as Python has it. */
  scene() {
    const cells = new Map([...this.looks].map(([name, look]) => [name, { ...look, top: look.pieces[0] ?? null }]));
    return { cells, decided: this.decided, threats: this.threats };
  }

  /** The points of both players, where the game has points. */
  get score() {
    const { points } = this.variant.about.module.functions;
    if (!points) return null;
    return /** @type {[number, number]} */ ([0, 1].map((seat) => this.inPoints(/** @type {number} */ (this.variant.module.tell(points, this.shown, seat)))));
  }

  /** A number of points, of what the rules count: points, or halves of them. @param {number} counted */
  inPoints(counted) {
    return this.variant.about.module.half_points ? counted / 2 : counted;
  }

  /** Figures on the board, by the names of their cells. @param {"decided" | "threats" | "path"} name @param {...number} move the code of the move whose path it is */
  figures(name, ...move) {
    const { variant, state } = this;
    return variant.module.figures(name, state, ...move).map((cells) => cells.map((cell) => variant.cellNames.get(cell) ?? "?"));
  }

  /** What decided a game that is over. */
  get decided() {
    return this.outcome && this.variant.module.ending(this.state) ? this.figures("decided") : [];
  }

  /** What could decide it next. */
  get threats() {
    return this.outcome ? [] : this.figures("threats");
  }

  /** The position as text. */
  toString() {
    const { board, text } = this.variant;
    return text.written(
      this.state,
      board,
      board.cells.map((cell) => this.contents.tokens.get(cell) ?? "."),
    );
  }
}
