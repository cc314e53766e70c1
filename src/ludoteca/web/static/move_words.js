/** Moves as lists show them: in notation, but for the words in it, which are said in the page's language. */

import { t } from "./language.js";

/**
 * A move for people: `pass` in their language, `d4xe4` as it is. Records, addresses and what is typed stay in notation.
 * @param {string} text
 */
export function moveInWords(text) {
  return text.replace(/^[a-z]{2,}(?= |$)/, (word) => t(word));
}
