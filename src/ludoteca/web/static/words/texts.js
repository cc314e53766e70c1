/** Sentences as translated Python says them: in the page's language, as soon as they are made. */

/** @import {Position} from "../wasm/position.js" */
import { join, plain } from "../wasm/python.js";
import { filled, say, t as said } from "./language.js";

/** @param {string} template @param {Record<string, any>} [places] */
export const t = (template, places) => said(template, places);

/** What declarations and templates have in English. @param {string} template */
export const english = (template) => said(template);

/** @param {string} template @param {any} places @param {(text: string) => string} [finish] */
export const makeText = (template, places, finish = (text) => text) => finish(said(template, plain(places)));

/** @param {Iterable<string>} parts @param {string} [separator] */
export const joined = (parts, separator = ", ") => join(separator, parts);

/** @param {string} text @param {(text: string) => string} finish */
export const finished = (text, finish) => finish(text);

/** @template T @param {T} templates */
export const translatable = (templates) => templates;

/** A sentence that compiled functions say too: here it is known by its template. @param {string} template */
export const words = (template) => template;

/** @param {Position} position @param {string} sentence @param {string} name of the cell that it is about */
export const saidOfCell = (position, sentence, name) =>
  say(filled(sentence, [/** @type {number} */ (position.variant.board.number.get(name))], position.names));
