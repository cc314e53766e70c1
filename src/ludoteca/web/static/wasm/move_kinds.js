/** The kinds of moves of a game, made from its description; what they do is in kernel/moves.py. */

/** @import {Description, KindDescription, PartDescription} from "./description.js" */
/** @import {GameModule, State} from "./game_module.js" */
import { NOT_A_WAY, NOT_ON_BOARD, refused } from "../translated/kernel/shared_sentences.js";
import { Part as ReadablePart, plain } from "../translated/kernel/move_parts.js";
import { Move as ReadableKind, MoveKinds as ReadableKinds } from "../translated/kernel/moves.js";
import { Pick } from "../translated/kernel/scene.js";
import { Move } from "../translated/play/position_interface.js";
import { Dict } from "./python.js";
import { t } from "../words/language.js";

const FIELD = /\{\w+\}/;

/** @param {string} pattern */
const form = (pattern) => new RegExp(pattern, "gi");

class Part extends ReadablePart {
  /** @param {PartDescription} about @param {Part | null} first the first part of the move, of which a target is seen @param {Description} game */
  constructor(about, first, game) {
    super();
    this.game = game;
    /** @type {PartDescription} */ const source = about.type === "target" && first ? first.about : about;
    /** @type {PartDescription} */ this.about = source;
    this.form = form(about.pattern);
    this.names = source.names ?? [];
    this.unordered = source.unordered ?? "";
    const isCell = source.type === "cell";
    const columns = Object.entries(source.columns ?? {});
    const also = new Map(columns.flatMap(([, names]) => names.map((name) => /** @type {[string, string[]]} */ ([name, names]))));
    this.picks = this.names.map((name, value) => (name ? new Pick(name, isCell, isCell ? "" : t(source.labels?.[value] ?? ""), also.get(name)) : null));
    this.valueOf = new Map(this.names.map((name, value) => /** @type {[string, number]} */ ([name, value])).filter(([name]) => name));
    /** @type {Map<string, number>} */ this.valueTyped = new Map(Object.entries(source.typed ?? {}));
    for (const words of [this.names, isCell ? [] : (source.labels ?? [])]) {
      words.forEach((word, value) => {
        if (word && this.names[value] && !this.valueTyped.has(plain(word))) this.valueTyped.set(plain(word), value);
      });
    }
    for (const [letter, [top]] of columns) this.valueTyped.set(letter, /** @type {number} */ (this.valueOf.get(top)));
    this.isOfNumbers = [...this.valueOf.keys()].every((name) => name.split(this.unordered).every((word) => /^\d*$/.test(word)));
    this.valueSorted = new Map(this.unordered ? [...this.valueOf].map(([name, value]) => [this.inOrder(name), value]) : []);
  }

  /** What to say of a name that is no value; "" for nothing. @param {string} name */
  problem(name) {
    if (this.about.type === "way") return refused(NOT_A_WAY, name, this.names.join(", "));
    if (this.about.type === "cell" && !this.game.board.names.includes(name)) return refused(NOT_ON_BOARD, name);
    return t(this.about.otherwise ?? "", { 0: name });
  }
}

export class Kind extends ReadableKind {
  /** @param {KindDescription} about @param {number} place among the kinds @param {GameModule} module */
  constructor(about, place, module) {
    super();
    const { word, first, count, chain, when, parts } = about;
    Object.assign(this, { word, first, count, when });
    this.place = place;
    this.otherwise = t(about.otherwise);
    this.chain = chain !== null;
    this.chainForms = chain && [form(chain.whole), form(chain.each)];
    this.weights = parts.map(({ weight }) => weight);
    this.sizes = parts.map(({ size }) => size);
    /** @type {Part[]} */ const made = [];
    for (const part of parts) made.push(new Part(part, made[0] ?? null, module.about));
    this.parts = new Dict(made.map((part, index) => [parts[index].name, part]));
    this._form = form(about.pattern);
    this._literals = about.text.split(FIELD);
    this._wordPicks = word ? [new Pick(word, false, t(about.label))] : [];
    this._steps = parts.map(({ weight, size, function: found }, index) => {
      const meant = (/** @type {State} */ state, /** @type {number} */ origin, /** @type {number} */ value) => module.tell(found ?? "", state, origin, value);
      return [weight, size, made[index].picks, made[index].names, found ? meant : null];
    });
  }
}

export class MoveKinds extends ReadableKinds {
  /** @param {GameModule} module */
  constructor(module) {
    super();
    this.kinds = module.about.moves.map((about, place) => new Kind(about, place, module));
    this.chained = this.kinds.filter(({ chain }) => chain);
    this._ends = module.about.moves.map(({ first, count }, place) => [first + count, this.kinds[place]]);
  }

  /** A move with its picks and its text. @param {State} state @param {number} code */
  move(state, code) {
    const kind = this.of(code);
    return new Move(code, kind.picks(state, code), kind.textOf(state, code));
  }
}
