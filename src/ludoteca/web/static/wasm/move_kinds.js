/** The kinds of moves of a game: converts between codes, picks and text. */

/** @import {Description, KindDescription, PartDescription} from "./description.js" */
/** @import {GameModule, State} from "./game_module.js" */
import { NOT_A_WAY, NOT_ON_BOARD, refused } from "../translated/kernel/shared_sentences.js";
import { Pick } from "../translated/kernel/scene.js";
import { Move } from "../translated/play/position_interface.js";
import { t } from "../words/language.js";

export const NOT_GIVEN = -1; // the value of a part that a person has left out
export const UNKNOWN = -2; // and of one that was given but is none of its values
const FIELD = /\{\w+\}/;

/** @param {string} word */
const plain = (word) => word.toLowerCase().replaceAll("-", "").replaceAll(" ", "");

/** @param {string} pattern */
const whole = (pattern) => new RegExp(`^(?:${pattern})$`, "i");

/** What a text can mean: a kind of move with the values of its parts, and the names of the picks so far. */
/** @typedef {{kind: Kind, values: number[], names: string[]}} Reading */

class Part {
  /** @param {PartDescription} about @param {Part | null} first the first part of the move, of which a target is seen @param {Description} game */
  constructor(about, first, game) {
    this.game = game;
    this.type = about.type;
    this.size = about.size;
    this.weight = about.weight;
    /** @type {string} the function that finds what a value means, if there is one */ this.function = about.function ?? "";
    /** @type {PartDescription} */ const source = about.type === "target" && first ? first.about : about;
    /** @type {PartDescription} */ this.about = source;
    this.form = whole(about.pattern);
    this.names = source.names ?? [];
    const isCell = source.type === "cell";
    const columns = Object.entries(source.columns ?? {});
    const also = new Map(columns.flatMap(([, names]) => names.map((name) => /** @type {[string, string[]]} */ ([name, names]))));
    this.picks = this.names.map((name, value) => (name ? new Pick(name, isCell, isCell ? "" : t(source.labels?.[value] ?? ""), also.get(name)) : null));
    this.valueOf = new Map(this.names.map((name, value) => /** @type {[string, number]} */ ([name, value])).filter(([name]) => name));
    /** @type {Map<string, number>} */ this.valueTyped = new Map();
    for (const [word, value] of Object.entries(source.typed ?? {})) this.valueTyped.set(word, value);
    for (const words of [this.names, isCell ? [] : (source.labels ?? [])]) {
      words.forEach((word, value) => {
        if (word && this.names[value] && !this.valueTyped.has(plain(word))) this.valueTyped.set(plain(word), value);
      });
    }
    for (const [letter, [top]] of columns) this.valueTyped.set(letter, /** @type {number} */ (this.valueOf.get(top)));
    /** @type {Map<string, number>} */ this.valueSorted = new Map([...this.valueOf].map(([name, value]) => [this.sorted(name), value]));
  }

  /** A list with its elements in order. @param {string} name */
  sorted(name) {
    const mark = this.about.unordered;
    if (!mark) return name;
    const words = name
      .trim()
      .toLowerCase()
      .split(/[ ,]+/)
      .flatMap((word) => word.split(mark))
      .filter((word) => word !== "");
    const isNumbers = this.names.every((each) => each.split(mark).every((word) => /^\d*$/.test(word)));
    if (isNumbers && words.every((word) => /^\d+$/.test(word)))
      return words
        .map(Number)
        .sort((a, b) => a - b)
        .join(mark);
    return words.sort().join(mark);
  }

  /** The value that a word names, and its proper name. @param {string} word @returns {[number, string]} */
  read(word) {
    if (this.about.unordered && !this.valueOf.has(word)) {
      const tidy = this.sorted(word);
      const value = this.valueSorted.get(tidy);
      return value === undefined ? [UNKNOWN, tidy] : [value, this.names[value]];
    }
    const value = this.valueOf.get(word) ?? this.valueTyped.get(plain(word));
    return value === undefined ? [UNKNOWN, word.toLowerCase()] : [value, this.names[value]];
  }

  /** What to say of a name that is no value; "" for nothing. @param {string} name */
  problem(name) {
    if (this.about.type === "way") return refused(NOT_A_WAY, name, this.names.join(", "));
    if (this.about.type === "cell" && !this.game.board.names.includes(name)) return refused(NOT_ON_BOARD, name);
    return t(this.about.otherwise ?? "", { 0: name });
  }
}

export class Kind {
  /** @param {KindDescription} about @param {number} place among the kinds @param {Description} game */
  constructor(about, place, game) {
    this.about = about;
    this.place = place;
    this.form = whole(about.pattern);
    /** @type {Part[]} */ this.parts = [];
    for (const part of about.parts) this.parts.push(new Part(part, this.parts[0] ?? null, game));
    this.literals = about.text.split(FIELD);
    /** @type {Pick[]} */ this.wordPicks = about.word ? [new Pick(about.word, false, t(about.label))] : [];
  }

  /** The values of all parts of a move. @param {number} code */
  values(code) {
    return this.parts.map(({ weight, size }) => Math.floor((code - this.about.first) / weight) % size);
  }

  /**
   * For each part its pick in a move.
   * @param {GameModule} module
   * @param {State} state
   * @param {number} code
   * @returns {Pick[]}
   */
  partPicks(module, state, code) {
    const digits = code - this.about.first;
    const origin = this.parts.length ? Math.floor(digits / this.parts[0].weight) : 0;
    return this.parts.map((part) => {
      const value = Math.floor(digits / part.weight) % part.size;
      const found = part.function ? /** @type {number} */ (module.tell(part.function, state, origin, value)) : value;
      return /** @type {Pick} */ (part.picks[found]);
    });
  }

  /** Picks as text, from their names; the first few of them will do. @param {string[]} names */
  text(names) {
    const given = this.about.word ? names.slice(1) : names;
    if (!given.length && this.parts.length) return this.about.word;
    const written = given
      .slice(0, this.literals.length)
      .map((name, place) => this.literals[place] + name)
      .join("");
    return written + (given.length === this.parts.length ? this.literals[this.literals.length - 1] : "");
  }

  /** @param {string} typed @returns {Reading | null} */
  read(typed) {
    const found = this.form.exec(typed);
    return found && this.reading(found.slice(1).filter((group) => group !== undefined));
  }

  /** Whether a move is of this kind. @param {number} code */
  has(code) {
    return this.about.first <= code && code < this.about.first + this.about.count;
  }

  /** What the names of picks mean as a move of this kind; null when they cannot be one. @param {string[]} names @returns {Reading | null} */
  named(names) {
    const { word } = this.about;
    if (word && names[0] !== word) return null;
    const given = word ? names.slice(1) : names;
    if (given.length > this.parts.length) return null;
    if (given.length && !word && !this.parts[0].form.test(given[0])) return null;
    return this.reading(given);
  }

  /** @param {string[]} given @returns {Reading} */
  reading(given) {
    const read = given.slice(0, this.parts.length).map((word, place) => this.parts[place].read(word));
    const values = this.parts.map((_, place) => (place < read.length ? read[place][0] : NOT_GIVEN));
    return { kind: this, values, names: [...(this.about.word ? [this.about.word] : []), ...read.map(([, name]) => name)] };
  }

  /** What to say of the first part that is none of its values, or else of the kind; "" for nothing. @param {Reading} reading */
  problem({ values, names }) {
    const given = this.about.word ? names.slice(1) : names;
    const place = values.findIndex((value, index) => value === UNKNOWN && index < given.length);
    return place < 0 ? t(this.about.otherwise) : this.parts[place].problem(given[place]);
  }
}

export class MoveKinds {
  /** @param {Description} game */
  constructor(game) {
    this.longest = game.module.limits.typed;
    this.kinds = game.moves.map((about, place) => new Kind(about, place, game));
  }

  /** The kinds whose moves are joined in chains. */
  get chained() {
    return this.kinds.filter(({ about }) => about.chain);
  }

  /** What is written between the cells of a chain. */
  get link() {
    return this.chained[0]?.about.chain?.link ?? "";
  }

  /**
   * Whether a move goes on with the chain of the one before it by the same player.
   * @param {number} before
   * @param {number} code
   */
  isChained(before, code) {
    const [earlier, later] = [this.of(before), this.of(code)];
    return !!earlier.about.chain && !!later.about.chain && earlier.values(before)[1] === later.values(code)[0];
  }

  /**
   * The cells of a chain of two moves or more that a text spells out, legal or not; none if it is no such text.
   * @param {string} typed
   * @returns {string[]}
   */
  readChain(typed) {
    for (const { about, parts } of this.chained) {
      if (!about.chain || !whole(about.chain.whole).test(typed)) continue;
      return [...typed.matchAll(new RegExp(about.chain.each, "gi"))].map(([, word]) => parts[0].read(word)[1]);
    }
    return [];
  }

  /** @param {number} code */
  of(code) {
    const found = this.kinds.find((kind) => kind.has(code));
    if (!found) throw new Error(`${code} is not the number of a move of this game`);
    return found;
  }

  /**
   * A move with its picks and its text.
   * @param {GameModule} module
   * @param {State} state
   * @param {number} code
   */
  move(module, state, code) {
    const kind = this.of(code);
    const parts = kind.partPicks(module, state, code);
    const text = parts.map((pick, place) => kind.literals[place] + pick.name).join("") + kind.literals[kind.literals.length - 1];
    return new Move(code, [...kind.wordPicks, ...parts], text);
  }

  /** Picks as text, from their names. @param {string[]} names */
  text(names) {
    const fitting = this.named(names);
    if (this.link && !fitting.length) return names.join(this.link);
    const best = fitting.find(({ values }) => !values.includes(UNKNOWN)) ?? fitting[0];
    return best ? best.kind.text(names) : names.join(" ");
  }

  /** Everything that a text can mean, legal or not; meanings whose parts all exist come first. @param {string} typed */
  read(typed) {
    const text = typed.trim().split(/\s+/).join(" ");
    return text.length > this.longest ? [] : this.bestFirst(this.kinds.map((kind) => kind.read(text)));
  }

  /** Everything that the names of picks can mean, likewise. @param {string[]} names */
  named(names) {
    return this.bestFirst(this.kinds.map((kind) => kind.named(names)));
  }

  /** @param {(Reading | null)[]} readings */
  bestFirst(readings) {
    const found = /** @type {Reading[]} */ (readings.filter((each) => each !== null));
    return [...found.filter(({ values }) => !values.includes(UNKNOWN)), ...found.filter(({ values }) => values.includes(UNKNOWN))];
  }
}
