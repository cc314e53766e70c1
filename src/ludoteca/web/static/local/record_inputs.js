/** What records are given here, where Python has its own: lines of text, JSON, and the games that were loaded. */

/** @import {GameModule} from "../wasm/game_module.js" */
/** @import {Ended, Position} from "../wasm/position.js" */
import { LudotecaError, shown } from "../wasm/errors.js";
import { Dict } from "../wasm/python.js";
import { Variant } from "../wasm/variant.js";
import { RECORD_WORDS, RecordError, Place } from "../translated/play/records/tree.js";
import { inEnglish, t } from "../words/language.js";

const SETUPS = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n]; // generators by which it is seen whether a setup is random

/** @type {Map<string, GameModule>} the games whose records can be read, by name */ export const loadedGames = new Map();

/** @param {string} name */
export function findGame(name) {
  const module = loadedGames.get(name.toLowerCase());
  if (!module) throw new LudotecaError(t("there is no game called {name} here", { name: shown(name) }));
  return { module, choose: (/** @type {any} */ options) => new Variant(module, Object.fromEntries(options.entries())) };
}

/** @param {string} name @param {Record<string, string>} options */
export const loadGame = (name, options) => new Variant(findGame(name).module, options);

/** The position that every game of a variant begins with; null where setups are random. @param {Variant} variant @returns {Position | null} */
export function usualStart(variant) {
  const starts = SETUPS.map((word) => variant.start(word));
  return starts.every(({ identity }) => identity === starts[0].identity) ? starts[0] : null;
}

/** @param {Ended} outcome */
export const reasonInEnglish = ({ words }) => inEnglish(words);

// --- text: every record names its game, as ours do

export class PgnBuilder {}

export const plainNotes = (/** @type {string} */ text) => text;

/** @param {any} _tags @param {any} place */
export function pgnBuilder(_tags, place) {
  throw new RecordError(t(RECORD_WORDS.get("no_game")), place);
}

export const Record = { of: (/** @type {any} */ record) => record };

/** @param {string} text @param {{characters: number}} most @returns {[number, string][]} */
export function numberedLines(text, { characters: most }) {
  if (text.length > most) throw new RecordError(t(RECORD_WORDS.get("characters"), { most, count: text.length }), new Place(1, 1));
  const lines = text.replace(/^\ufeff/, "").split(/(?<=\r\n|\n|\r(?!\n))/);
  return lines.map((line, number) => [number + 1, line.replace(/\r\n?$/, "\n")]);
}

/** @param {string} line @param {number} at */
export const columnOf = (line, at) => [...line.slice(0, at)].length + 1;

// --- JSON

/** Objects as dictionaries. @param {any} value @returns {any} */
function inDictionaries(value) {
  if (Array.isArray(value)) return value.map(inDictionaries);
  if (typeof value !== "object" || value === null) return value;
  return new Dict(Object.entries(value).map(([name, each]) => [name, inDictionaries(each)]));
}

/** @param {string} text @param {{characters: number}} most */
export function jsonValue(text, { characters: most }) {
  const wrong = (/** @type {string} */ name, /** @type {any} */ places) => new RecordError(t(RECORD_WORDS.get(name), places), new Place(0, 0, "$"));
  if (text.length > most) throw wrong("json_characters", { most, count: text.length });
  try {
    return inDictionaries(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch (error) {
    throw wrong("json", { trouble: /** @type {Error} */ (error).message });
  }
}
