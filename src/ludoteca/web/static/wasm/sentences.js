/** Sentences of a game: templates whose placeholders are filled with numbers, names and words. */

/** @import {Sentence} from "../language.js" */
import { t } from "../language.js";

const PLACE = /\{(\d):([^{}]*)\}/g;

/** @typedef {Record<string, (number: number) => string | Sentence>} Names how cells, players and colours are called */

/**
 * A template with what fills its places: `{0}` a number, `{0:cell}` a name, `{0:stone|stones}` one or several,
 * `{0:[north,south]}` one word of a list.
 * @param {string} template
 * @param {number[]} numbers
 * @param {Names} names
 * @returns {Sentence}
 */
export function filled(template, numbers, names) {
  const named = [...template.matchAll(PLACE)]
    .filter(([, , form]) => names[form])
    .map(([, place, form]) => [`${place}:${form}`, names[form](numbers[Number(place)])]);
  return { template, places: { ...numbers, ...Object.fromEntries(named) } };
}

/**
 * A sentence about words that somebody gave, in the page's language.
 * @param {string} template
 * @param {...string} words
 */
export function worded(template, ...words) {
  return t(template, { ...words });
}
