/** A sowing in motion: the seeds in hand go from pit to pit and one stays in each; then those that were taken go to a store. */

/** @import {Board} from "./board.js" */
/** @import {Cell, Last, Look} from "../types.js" */
import { isStill } from "../dom.js";
import { slide } from "./animation.js";

const SEED_MS = 170; // for one seed, unless there are many
const MOST_MS = 2400; // for all of them
const TAKING_MS = 300;

/**
 * Play a sowing; the board already shows its result.
 * @param {Board} board
 * @param {Last} last
 * @param {string[]} path the pit that was sown, then the pit of each seed
 */
export async function animateSowing(board, last, [from, ...drops]) {
  if (isStill()) return;
  const drawing = board.drawing;
  const looks = new Map(last.changed.map(({ cell, before }) => [cell, before]));
  for (const cell of drops) if (!looks.has(cell)) looks.set(cell, /** @type {Look} */ (board.view?.cells[cell]));
  const shown = new Map([...looks].map(([cell, look]) => [cell, board.drawAt(cell, look)]));
  const settle = (/** @type {string} */ cell, /** @type {number} */ height) => {
    const look = { .../** @type {Look} */ (looks.get(cell)), height };
    const node = board.drawAt(cell, look);
    shown.get(cell)?.replaceWith(node);
    shown.set(cell, node);
    looks.set(cell, look);
  };
  for (const cell of looks.keys()) board.pieceNodes.get(cell)?.classList.add("waiting");
  board.layer("sowing").replaceChildren(...shown.values());

  settle(from, 0);
  const seed = /** @type {Look} */ (looks.get(from));
  const ms = Math.min(SEED_MS, MOST_MS / drops.length);
  for (const [dropped, cell] of drops.entries()) {
    await slide(board, drops[dropped - 1] ?? from, cell, board.drawAt(from, { ...seed, height: drops.length - dropped }), 0, ms);
    if (board.drawing !== drawing) return;
    settle(cell, heightOf(looks, cell) + 1);
  }
  const taken = last.changed.filter(({ cell, after }) => after.height < heightOf(looks, cell));
  const flights = taken.map(({ cell, after }) => {
    const store = storeFor(board, cell, last, looks);
    const look = { ...seed, height: heightOf(looks, cell) - after.height };
    settle(cell, after.height);
    return store ? slide(board, cell, store, board.drawAt(cell, look), 0, TAKING_MS) : undefined;
  });
  await Promise.all(flights);
  if (board.drawing !== drawing) return;
  board.layer("sowing").replaceChildren();
  for (const cell of looks.keys()) board.pieceNodes.get(cell)?.classList.remove("waiting");
}

/** @type {(looks: Map<string, Look>, cell: string) => number} */
const heightOf = (looks, cell) => /** @type {Look} */ (looks.get(cell)).height;

/**
 * Where the seeds of a pit go: to the store that gains some or, if both do, to the one at the right end of the pit's row.
 * @param {Board} board
 * @param {string} pit
 * @param {Last} last
 * @param {Map<string, Look>} looks
 */
function storeFor(board, pit, last, looks) {
  const place = (/** @type {string} */ cell) => /** @type {Cell} */ (board.places.get(cell));
  const stores = last.changed.filter(({ cell, after }) => after.height > heightOf(looks, cell)).map(({ cell }) => cell);
  stores.sort((one, other) => place(one).x - place(other).x);
  return place(pit).y > place(stores[0] ?? pit).y ? stores.at(-1) : stores[0]; // seen from its player, it is on the right
}
