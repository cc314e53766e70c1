/** What is shown beside a cell: its name, as those in the middle of a board are hard to count, and what is inside its stack. */

/** @import {Board} from "./board.js" */
/** @import {Cell, View} from "../types.js" */
import { centre, labelSize, UNIT } from "./geometry.js";
import { drawLook, piecesOf } from "./pieces.js";
import { svg } from "../dom.js";
import { inLabels } from "../words/cell_words.js";

const ABOVE = 50; // from the middle of the cell
const ABOVE_PIT = 41; // below the number of the pit above it
const ABOVE_FAN = 108; // where the inside of a stack is spread out above it
const WIDTH = 26; // of a piece of the stack
const SMALL = 0.29; // of the size it has on the board
const MOST = 12; // pieces that are spread out

/** The name of the cell that is pointed at. @param {Board} board @param {string | null} name null takes it away */
export function showCellName(board, name) {
  const place = name === null ? undefined : board.places.get(name);
  const isSpread = !!place?.row && board.layer("fan").hasChildNodes();
  board.layer("names").replaceChildren(...(place ? [nameMark(board, place, isSpread ? ABOVE_FAN : undefined)] : []));
}

/** The names of cells that a text speaks of; they stay. @param {Board} board @param {string} text */
export function showCellsMeant(board, text) {
  const names = new Set(text.match(/[a-z]+\d+/g) ?? []);
  const meant = [...board.places.values()].filter((place) => names.has(place.name));
  board.layer("meant").replaceChildren(...meant.map((place) => nameMark(board, place)));
}

/** @param {Board} board @param {Cell} place @param {number} [above] */
function nameMark({ view }, place, above = place.form === "pit" ? ABOVE_PIT : ABOVE) {
  const scale = view ? Math.max(1, labelSize(view.board) / 24) : 1;
  const { x, y } = centre(place);
  const label = inLabels(place.name);
  const half = 10 + 7 * label.length;
  return svg(
    "g",
    { class: "name-mark", transform: `translate(${x} ${y - above}) scale(${scale})` },
    svg("rect", { x: -half, y: -16, width: 2 * half, height: 31, rx: 8 }),
    svg("text", { y: 8 }, label),
  );
}

/** Spread the stack of a cell out; null puts it together again. @param {Board} board @param {string | null} name */
export function showFan(board, name) {
  const view = /** @type {View} */ (board.view);
  const look = name === null ? undefined : view.cells[name];
  const layer = board.layer("fan");
  if (!name || !look || look.height < 2 || !look.inside.length) {
    layer.replaceChildren();
    return;
  }
  const pieces = piecesOf(look, view).slice(0, MOST);
  const place = /** @type {Cell} */ (board.places.get(name));
  const { x, y } = centre(place);
  const width = pieces.length * WIDTH + 16;
  const xs = view.board.cells.map((cell) => cell.x * UNIT);
  const left = Math.min(Math.max(x - width / 2, Math.min(...xs) - UNIT / 2), Math.max(...xs) + UNIT / 2 - width);
  const high = place.row === 0 ? y + UNIT / 2 + 4 : y - UNIT / 2 - 40;
  layer.replaceChildren(
    svg("rect", { class: "fan-back", x: left, y: high, width, height: 36, rx: 8 }),
    ...pieces.map((piece, index) => {
      const at = left + 8 + (index + 0.5) * WIDTH;
      return svg("g", { transform: `translate(${at} ${high + 18}) scale(${SMALL})` }, drawLook({ pieces: [piece], height: 1, inside: [], marks: [] }));
    }),
  );
}
