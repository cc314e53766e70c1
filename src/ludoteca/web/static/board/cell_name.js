/** Names of cells, shown beside them: those in the middle of a board are hard to count. */

/** @import {Board} from "./board.js" */
/** @import {Cell} from "../types.js" */
import { inLabels } from "../words/cell_labels.js";
import { svg } from "../dom.js";
import { centre } from "./geometry.js";

const ABOVE = 50; // from the middle of the cell
const ABOVE_FAN = 108; // where the inside of a stack is spread out above it

/**
 * The name of the cell that is pointed at.
 * @param {Board} board
 * @param {string | null} name null takes it away
 */
export function showCellName(board, name) {
  const place = name === null ? undefined : board.places.get(name);
  const isSpread = !!place?.row && board.layer("fan").hasChildNodes();
  board.layer("names").replaceChildren(...(place ? [nameMark(place, isSpread ? ABOVE_FAN : ABOVE)] : []));
}

/**
 * The names of cells that a text speaks of; they stay.
 * @param {Board} board
 * @param {string} text
 */
export function showCellsMeant(board, text) {
  const names = new Set(text.match(/[a-z]+\d+/g) ?? []);
  const meant = [...board.places.values()].filter((place) => names.has(place.name));
  board.layer("meant").replaceChildren(...meant.map((place) => nameMark(place, ABOVE)));
}

/**
 * @param {Cell} place
 * @param {number} above
 */
function nameMark(place, above) {
  const { x, y } = centre(place);
  const label = inLabels(place.name);
  const half = 10 + 7 * label.length;
  return svg(
    "g",
    { class: "name-mark", transform: `translate(${x} ${y - above})` },
    svg("rect", { x: -half, y: -16, width: 2 * half, height: 31, rx: 8 }),
    svg("text", { y: 8 }, label),
  );
}
