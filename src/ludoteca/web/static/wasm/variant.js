/** A game with chosen options. */

/** @import {BoardDescription, Condition, OptionDescription, Table} from "./description.js" */
/** @import {GameModule, State} from "./game_module.js" */
import { newRandom } from "./game_module.js";
import { GameError, oneOrOther, shown } from "./errors.js";
import { MoveKinds } from "./move_kinds.js";
import { Position } from "./position.js";
import { PositionText } from "./position_text.js";
import { StateFields } from "./state_fields.js";
import { unreadable } from "../translated/kernel/position_text.js";
import { Dict } from "./python.js";
import { t } from "../words/language.js";

const YES = ["yes", "true", "on", "1"];
const NO = ["no", "false", "off", "0"];
const RULES = "rules"; // what a named set of options is chosen by

/** One of the boards of a game: cells by number and by name. */
export class Board {
  /** @param {BoardDescription} about */
  constructor(about) {
    this.drawing = about.drawing;
    this.cells = about.cells;
    this.rows = about.rows;
    this.shape = about.drawing.shape;
    this.sides = Object.fromEntries(Object.entries(about.sides ?? {}).map(([name, cells]) => [name, { cells }]));
    this.step = new Map(about.cells.map((cell, place) => [cell, about.near?.[place] ?? []]));
    this.names = about.drawing.cells.map(({ name }) => name);
    this.name = new Map(about.cells.map((cell, place) => [cell, this.names[place]]));
    this.number = new Map(about.cells.map((cell, place) => [this.names[place], cell]));
  }

  /** @param {number} cell */
  called(cell) {
    return this.name.get(cell) ?? "?";
  }
}

/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The meaning of the values that searches give. @param {Variant} variant */
export function scaleOf({ about }) {
  const { draw_band: drawBand, points_per_unit: pointsPerUnit, most_points: mostPoints } = about.module.chances;
  return { drawBand, pointsPerUnit, mostPoints };
}

export class Variant {
  /** @param {GameModule} module @param {Record<string, string | number | boolean>} [given] options; those left out have their defaults */
  constructor(module, given = {}) {
    this.module = module;
    this.about = module.about;
    this.words = this.about.module.option_words;
    this.rules = this.ruleSet(given);
    this.options = this.chosen(given);
    this.name = this.about.name;
    const { variants, boards } = this.about.module;
    this.board = new Board(boards[/** @type {number} */ (this.entry(variants.board))]);
    this.longest = /** @type {number} */ (this.entry(variants.longest));
    this.repetition = /** @type {string} */ (this.entry(variants.repetition));
    this.blank = bytesOf(variants.blank);
    for (const table of variants.state) this.blank.set(bytesOf(/** @type {string} */ (this.entry(table))), table.offset);
    this.fields = new StateFields(this.about);
    this.kinds = new MoveKinds(module);
    this.text = new PositionText(this.fields, this.about.players);
    /** @type {Map<number, string>} */ this.cellNames = new Map(this.about.board.cells.map((cell, place) => [cell, this.about.board.names[place]]));
  }

  /** The game's declaration, as Python has it. */
  get game() {
    const { about, kinds } = this;
    const { has_points: hasPoints } = about.module;
    const fields = { cells: new Dict(this.fields.list.filter(({ type }) => type === "Cells").map((field) => [field.name, field])) };
    const { goals, shared_goals: sharedGoals, terms: termNames, title } = about;
    const words = { claimWords: new Dict(about.module.explain.claim_words), termWords: new Dict(about.term_words) };
    const asked = { moveText: kinds.text.bind(kinds), refusal: this.refusal.bind(this), notation: null, spell: this.module.spells || null };
    return { about, title, hasPoints, kinds, fields, goals, sharedGoals, termNames, ...words, ...asked };
  }

  get title() {
    return t(this.about.title);
  }

  /** Why no legal move begins with these picks, where the game has something to say about it. @param {State} state @param {string[]} names */
  refusal(state, names) {
    const { about, fields, kinds, module } = this;
    const readings = kinds.named(names);
    for (const { kind, values } of readings) {
      const own = about.module.refusals[kind.place];
      const told = own ? module.tell(own.function, state, ...own.which, ...values) : 0;
      if (Array.isArray(told) && told[0]) return new Position(this, state).spoken(told);
    }
    const isForLater = readings.every(({ kind }) => kind.when.length && !kind.when.some((/** @type {Condition} */ each) => fields.holds(state, each)));
    const problem = readings.map(({ problem }) => problem).find((each) => each) ?? "";
    return (isForLater && fields.firstDo(state)) || problem;
  }

  /** The board as it is drawn, its cells called as the rules call them. */
  get drawing() {
    const { drawing } = this.board;
    const labels = this.rules?.cells ?? {};
    return Object.keys(labels).length ? { ...drawing, labels: Object.fromEntries(this.board.names.map((name) => [name, labels[name]])) } : drawing;
  }

  /** A value for each option, as text. @param {Record<string, string | number | boolean>} given @returns {Record<string, string>} */
  chosen(given) {
    const known = this.about.options.map(({ name }) => name);
    for (const name of Object.keys(given)) {
      if (!known.includes(name) && name !== RULES) {
        const places = { game: this.about.name, name: shown(name), known: known.join(", ") };
        throw new GameError("BadOption", t(this.words.no_option, places));
      }
    }
    const usual = this.usual;
    return Object.fromEntries(
      this.about.options.map((option) => [option.name, option.name in given ? this.value(option, given[option.name]) : usual[option.name]]),
    );
  }

  /** Every option as the rules have it. @returns {Record<string, string>} */
  get usual() {
    return { ...Object.fromEntries(this.about.options.map((option) => [option.name, option.default])), ...this.rules?.options };
  }

  /** The named set of options that is chosen, null for those as published. @param {Record<string, string | number | boolean>} given */
  ruleSet(given) {
    if (!(RULES in given)) return null;
    const sets = this.about.rules ?? [];
    if (!sets.length) throw new GameError("BadOption", t(this.words.one_set, { game: t(this.about.title) }));
    const wanted = String(given[RULES]).trim().toLowerCase();
    const at = sets.findIndex(({ name }) => name === wanted);
    if (at < 0) {
      const places = { game: this.about.name, name: shown(String(given[RULES])), known: sets.map(({ name }) => name).join(", ") };
      throw new GameError("BadOption", t(this.words.no_rules, places));
    }
    return at === 0 ? null : sets[at];
  }

  /** @param {OptionDescription} option @param {string | number | boolean} given */
  value(option, given) {
    const values = this.about.module.variants.values[option.name];
    let word = String(given).trim().toLowerCase();
    word = option.also[word] ?? word;
    if (values.includes("yes") && values.includes("no")) word = YES.includes(word) ? "yes" : NO.includes(word) ? "no" : word;
    const found = values.find((value) => value.toLowerCase() === word);
    if (found === undefined) {
      const places = { name: option.name, given: shown(String(given)), choices: oneOrOther(values) };
      const reason = option.takes // elsewhere it takes more than a page can
        ? t("{name} cannot be {given} here; it can be {choices}", places)
        : t(this.words.no_value, places);
      throw Object.assign(new GameError("BadOption", reason), { option: option.name });
    }
    return found;
  }

  /** What a table has for these options. @param {Table} table */
  entry(table) {
    const { values } = this.about.module.variants;
    const number = table.options.reduce((so_far, name) => so_far * values[name].length + values[name].indexOf(this.options[name]), 0);
    const found = table.entries[number];
    if (found === null) throw new GameError("BadOption", t("these options cannot be combined"));
    return found;
  }

  /** The name of the rules, and the options that differ from their defaults or from those rules. @returns {Record<string, string>} */
  get changedOptions() {
    const { usual, rules, options } = this;
    const changed = this.about.options.filter(({ name, default: plain }) => options[name] !== plain || options[name] !== usual[name]);
    return { ...(rules && { [RULES]: rules.name }), ...Object.fromEntries(changed.map(({ name }) => [name, options[name]])) };
  }

  /** @param {bigint} [word] the state of the generator that sets up a random start */
  start(word = newRandom()) {
    return new Position(this, this.module.start(this.blank, word));
  }

  /** The position that a text describes. @param {string} text */
  position(text) {
    const state = this.blank.slice();
    this.text.read(state, text, this.board);
    const whole = this.module.derived(state);
    this.check(whole);
    return new Position(this, whole);
  }

  /** A position of this game, as Python asks for it. @param {Position} position */
  own(position) {
    return position;
  }

  /** Whether a position that was read can be one of the game. @param {State} state */
  check(state) {
    for (const field of [...this.fields.pieces, ...this.fields.marks]) {
      if (field.most !== undefined && this.fields.owned(state, field.name).some((count) => count > field.most)) {
        const places = { most: field.most, things: t(field.label ?? "").toLowerCase() || field.name };
        throw unreadable(field.per_player ? "most_each" : "most", places);
      }
    }
    const { flaw } = this.about.module.functions;
    const told = flaw ? this.module.tell(flaw, state) : 0;
    if (Array.isArray(told) && told[0]) throw new GameError("UnreadablePosition", new Position(this, state).spoken(told));
  }
}
