/** Moves as shown in lists: as people write them, except for words such as `pass`, which are translated. */

/** @import {Cell, Last} from "../types.js" */
import { readChange } from "../board/animation.js";
import { inLabels } from "./cell_words.js";
import { t } from "./language.js";

/**
 * A move for people: `pass` in their language, `d4xe4` as it is, `Nf3` for g1f3. Records and addresses have texts.
 * @param {{text: string, written?: string}} move
 */
export function moveInWords({ text, written = text }) {
  return inLabels(written).replace(/^[a-z]{2,}(?= |$)/, (word) => t(word));
}

/**
 * What a move did besides, for those who listen: "Pushed: c3 to c2. Off the board: a1."
 * @param {Map<string, Cell>} places
 * @param {Last} last
 */
export function effectsInWords(places, last) {
  const { pushes, flips, falls, captures } = readChange(places, last);
  const list = (/** @type {string[]} */ parts) => parts.join(", ");
  return [
    pushes.length && t("Pushed: {steps}.", { steps: list(pushes.map(({ from, to }) => t("{from} to {to}", { from, to }))) }),
    falls.length && t("Off the board: {cells}.", { cells: list(falls.map(({ cell }) => cell)) }),
    flips.length && t("Flipped: {cells}.", { cells: list(flips.map(({ cell }) => cell)) }),
    captures.length && t("Captured: {cells}.", { cells: list(captures) }),
  ].filter(Boolean);
}
