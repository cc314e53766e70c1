/** The name of the cell that is pointed at, beside it: cells in the middle of a board are hard to count. */

/** @import {Board} from "./board.js" */
import { svg } from "./dom.js";
import { centre } from "./geometry.js";

/**
 * @param {Board} board
 * @param {string | null} name null takes it away
 */
export function showCellName(board, name) {
  const place = name === null ? undefined : board.places.get(name);
  if (!place) return board.layer("names").replaceChildren();
  const { x, y } = centre(place);
  const half = 10 + 7 * place.name.length;
  board
    .layer("names")
    .replaceChildren(
      svg(
        "g",
        { class: "name-mark", transform: `translate(${x} ${y - 50})` },
        svg("rect", { x: -half, y: -16, width: 2 * half, height: 31, rx: 8 }),
        svg("text", { y: 8 }, place.name),
      ),
    );
}
