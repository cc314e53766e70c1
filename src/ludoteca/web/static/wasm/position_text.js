/** How positions of a game are written, made from its description; what is done with it is in kernel/position_text.py. */

/** @import {Field} from "./description.js" */
/** @import {StateFields} from "./state_fields.js" */
import { PositionText as ReadableText } from "../translated/kernel/position_text.js";
import { Dict } from "./python.js";
import { t } from "../words/language.js";

/** What descriptions leave out, by the type of a field. @type {Record<string, object>} */
const USUAL = { Numbers: { most: 255 }, Scenery: { letter: "#" }, Together: { none: "-" } };

/** @param {string} name */
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** A field as Python has it, with the cells of the board that it is about. @param {StateFields} fields @param {Field} field */
function declaredField(fields, field) {
  const { cells, names } = fields.about.board;
  const parts = Object.fromEntries(Object.entries(field).map(([name, value]) => [camel(name), value]));
  const own =
    field.where === "board"
      ? cells.map((cell) => [cell, cell])
      : (field.where ?? []).map((/** @type {number} */ cell, /** @type {number} */ place) => [place, cell]);
  const board = { name: new Dict(cells.map((cell, place) => [cell, names[place]])) };
  const where = { board, cellOf: new Dict(own), numberOf: new Dict(own.map((/** @type {[number, number]} */ [number, cell]) => [cell, number])) };
  return { ...USUAL[field.type], ...parts, where, ...(field.names && { names: new Dict(field.names) }) };
}

export class PositionText extends ReadableText {
  /** @param {StateFields} fields @param {{name: string, letter: string}[]} players */
  constructor(fields, players) {
    const { pieces, text: form } = fields.about.module;
    const declared = new Dict(fields.list.map((field) => [field.name, declaredField(fields, field)]));
    const named = (/** @type {{name: string}[]} */ list) => new Dict(list.map(({ name }) => [name, declared.get(name)]));
    const kinds = { cells: named(fields.pieces), marks: named(fields.marks), scenery: named(fields.scenery), amounts: named(fields.amounts) };
    const own = Object.assign(Object.create(fields), { fields: declared, ...kinds, separator: form.separator, hasRuns: form.has_runs });
    const [first, second] = players.map((player) => ({ ...player, name: t(player.name), colour: "", colourWord: "" }));
    super(own, [first, second]);
    this.letters = first.letter + second.letter;
    this.required = named(form.required.map((name) => ({ name })));
    this.optional = named(form.optional);
    this.standIns = new Dict(Object.entries(form.stand_ins).map(([name, flag]) => [name, [flag, declared.get(flag)]]));
    this.forms = new Dict(Object.entries(form.forms).map(([name, pattern]) => [name, new RegExp(pattern)]));
    this._cleared = form.cleared;
    const endings = new Dict(form.optional.map(({ name, words, listed }) => [name, new Dict(words ? { words: new Dict(words) } : { listed })]));
    this._optionalForm = (/** @type {Field} */ { name }) => endings.get(name);
    this._lettersOf = (/** @type {Field} */ { name }, /** @type {number} */ isSwapped) => pieces[name][isSwapped].map(({ letter }) => letter);
  }
}
