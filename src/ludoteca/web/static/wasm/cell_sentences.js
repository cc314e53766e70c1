/** Sentences about cells, which compiled functions say too: here they are known by their templates. */

/** @import {Position} from "./position.js" */
import { filled, say } from "../words/language.js";

/** @param {string} template */
export const words = (template) => template;

/** @param {Position} position @param {string} sentence @param {string} name */
export const saidOfCell = (position, sentence, name) =>
  say(filled(sentence, [/** @type {number} */ (position.variant.board.number.get(name))], position.names));
