/** Motion from one position to the next, derived from the cells that changed: one thing at a time, 150 to 220 ms each. */

/** @import {Board} from "./board.js" */
/** @import {Change, Last, Look, Cell} from "../types.js" */
import { isStill } from "../dom.js";
import { isUpright } from "./board_background.js";
import { centre, UNIT } from "./geometry.js";

const STEP_MS = 200;
const STAGGER_MS = 45;
const DROP_MS = 150; // through one cell; through four, twice as long

/** @param {Look} look */
const isEmpty = (look) => !look.pieces.length || look.height === 0;
/** @param {Look} look */
const owner = (look) => (isEmpty(look) ? "" : `${look.pieces[0].kind} ${look.pieces[0].colour}`);

/** What happened, told by the cells alone. @param {Map<string, Cell>} places @param {Last} last */
export function readChange(places, last) {
  const [first] = last.cells;
  const changes = last.changed;
  const find = (/** @type {string} */ name) => changes.find((change) => change.cell === name);
  const origin = first ? find(first) : undefined;
  if (origin && !isEmpty(origin.before) && isEmpty(origin.after)) {
    const landings = changes.filter((change) => change !== origin && !isEmpty(change.after));
    const isEnemy = (/** @type {Change} */ { before }) => !isEmpty(before) && before.pieces[0].owner !== origin.before.pieces[0].owner;
    const jumped = changes.filter((change) => isEmpty(change.after) && isEnemy(change));
    return {
      moves: landings.map((change) => ({ from: first, to: change.cell, look: landings.length > 1 ? partOf(change) : origin.before })),
      placed: [],
      pushes: [],
      flips: [],
      falls: [],
      jumped,
      captures: [...landings.filter((change) => !isEmpty(change.before) && owner(change.before) !== owner(change.after)), ...jumped].map(({ cell }) => cell),
    };
  }
  const placed = changes.filter((change) => last.cells.includes(change.cell) && !isEmpty(change.after));
  const others = changes.filter((change) => !placed.includes(change));
  const flips = others.filter((change) => !isEmpty(change.before) && !isEmpty(change.after) && owner(change.before) !== owner(change.after));
  const come = others.filter((change) => isEmpty(change.before) && !isEmpty(change.after));
  const gone = others.filter((change) => !isEmpty(change.before) && isEmpty(change.after));
  const pushes = [];
  for (const change of [...gone]) {
    const to = nearest(
      places,
      change,
      come.filter((other) => owner(other.after) === owner(change.before)),
    );
    if (!to) continue;
    come.splice(come.indexOf(to), 1);
    gone.splice(gone.indexOf(change), 1);
    pushes.push({ from: change.cell, to: to.cell, look: change.before });
  }
  return { moves: [], placed: [...placed, ...come], pushes, flips, falls: gone, jumped: [], captures: /** @type {string[]} */ ([]) };
}

/** The part of a stack that landed here. @param {Change} change @returns {Look} */
function partOf(change) {
  return { ...change.after, height: change.after.height - change.before.height };
}

/** @param {Map<string, Cell>} places @param {Change} change @param {Change[]} others */
function nearest(places, change, others) {
  const here = /** @type {Cell} */ (places.get(change.cell));
  const away = (/** @type {Change} */ other) => {
    const there = /** @type {Cell} */ (places.get(other.cell));
    return Math.hypot(there.x - here.x, there.y - here.y);
  };
  const close = others.filter((other) => away(other) < 1.6).sort((a, b) => away(a) - away(b));
  return close[0];
}

/** Play the change; the board already shows its result. @param {Board} board @param {Last} last */
export async function animateChange(board, last) {
  if (isStill()) return;
  const drawing = board.drawing;
  const { moves, placed, pushes, flips, falls, jumped } = readChange(board.places, last);
  const hidden = [...moves, ...pushes]
    .map((move) => move.to)
    .concat(
      placed.map((change) => change.cell),
      flips.map((change) => change.cell),
    );
  for (const name of hidden) board.pieceNodes.get(name)?.classList.add("waiting");
  const layer = board.layer("moving");
  const extras = [
    ...moves.map(({ to }) => last.changed.find((change) => change.cell === to)).filter((change) => change && !isEmpty(change.before)),
    ...flips,
    ...falls,
    ...jumped,
  ]
    .map((change) => /** @type {Change} */ (change))
    .map((change) => [change.cell, board.drawAt(change.cell, change.before)]);
  const standing = new Map(/** @type {[string, SVGElement][]} */ (extras));
  for (const move of pushes) standing.set(move.from, board.drawAt(move.from, move.look));
  layer.append(...standing.values());
  const show = (/** @type {string} */ name) => board.pieceNodes.get(name)?.classList.remove("waiting");

  const passed = (/** @type {string} */ from, /** @type {string} */ to) => {
    for (const { cell } of jumped) if (isBetween(board, cell, from, to)) void fade(standing.get(cell));
  };
  await Promise.all(
    moves.map((move, index) =>
      walk(board, pathOf(last, move), move.look, index * STAGGER_MS, passed).then(() => {
        standing.get(move.to)?.remove();
        show(move.to);
      }),
    ),
  );
  await Promise.all(
    placed.map((change) => {
      show(change.cell);
      return isUpright(board.view?.game.surface ?? "") ? drop(board, change.cell) : grow(board.pieceNodes.get(change.cell));
    }),
  );
  if (board.drawing !== drawing) return;
  const heart = board.places.get(last.cells[0]);
  await Promise.all([
    ...pushes.map((move) => slide(board, move.from, move.to, /** @type {SVGElement} */ (standing.get(move.from))).then(() => show(move.to))),
    ...falls.map((change) => fall(board, change.cell, heart, /** @type {SVGElement} */ (standing.get(change.cell)))),
    ...flips.map((change) => turn(standing.get(change.cell), board.pieceNodes.get(change.cell), heart ? distance(board, change.cell, heart) * STAGGER_MS : 0)),
  ]);
  if (board.drawing === drawing) layer.replaceChildren();
  for (const name of hidden) show(name);
}

/**
 * The cells that a piece goes through: in a chain, all that were chosen.
 * @param {Last} last
 * @param {{from: string, to: string}} move
 */
function pathOf({ cells }, { from, to }) {
  return cells[0] === from && cells[cells.length - 1] === to ? cells : [from, to];
}

/**
 * Whether a cell is passed on the way from one to another.
 * @param {Board} board
 * @param {string} name
 * @param {string} from
 * @param {string} to
 */
function isBetween(board, name, from, to) {
  const [here, a, b] = [name, from, to].map((each) => /** @type {Cell} */ (board.places.get(each)));
  return Math.hypot(a.x - here.x, a.y - here.y) + Math.hypot(b.x - here.x, b.y - here.y) < Math.hypot(a.x - b.x, a.y - b.y) + 0.1;
}

/**
 * Slide from cell to cell.
 * @param {Board} board
 * @param {string[]} cells
 * @param {Look} look
 * @param {number} delay
 * @param {(from: string, to: string) => void} passed after each step
 */
async function walk(board, cells, look, delay, passed) {
  const { drawing } = board;
  for (let place = 1; place < cells.length && board.drawing === drawing; place++) {
    const [from, to] = cells.slice(place - 1);
    await slide(board, from, to, board.drawAt(from, look), place > 1 ? 0 : delay);
    passed(from, to);
  }
}

/** A piece that is taken. @param {SVGElement | undefined} node */
function fade(node) {
  return run(node?.firstElementChild ?? undefined, [{ opacity: 1 }, { opacity: 0 }], 0, 150).then(() => node?.remove());
}

/**
 * @param {Board} board
 * @param {string} name
 * @param {Cell} heart
 */
function distance(board, name, heart) {
  const place = /** @type {Cell} */ (board.places.get(name));
  return Math.max(Math.abs(place.x - heart.x), Math.abs(place.y - heart.y)) - 1;
}

/** @param {Element | undefined} node @param {Keyframe[]} frames @param {number} [delay] @param {number} [ms] @param {string} [easing] */
function run(node, frames, delay = 0, ms = STEP_MS, easing = "ease-out") {
  if (!node) return Promise.resolve();
  return node.animate(frames, { duration: ms, delay, easing, fill: "both" }).finished.then(
    (done) => done.cancel(),
    () => undefined,
  );
}

/** A piece goes from cell to cell. @param {Board} board @param {string} from @param {string} to @param {SVGElement} node @param {number} [delay] @param {number} [ms] */
export async function slide(board, from, to, node, delay = 0, ms = 220) {
  const [a, b] = [centre(/** @type {Cell} */ (board.places.get(from))), centre(/** @type {Cell} */ (board.places.get(to)))];
  board.layer("moving").append(node);
  await run(node, [{ transform: `translate(${a.x}px, ${a.y}px)` }, { transform: `translate(${b.x}px, ${b.y}px)` }], delay, ms);
  node.remove();
}

/** A piece set down. @param {SVGElement | undefined} node */
function grow(node) {
  return run(
    node?.firstElementChild ?? undefined,
    [
      { transform: "scale(1.25)", opacity: 0 },
      { transform: "scale(1)", opacity: 1 },
    ],
    0,
    150,
  );
}

/** A piece let go above an upright board. @param {Board} board @param {string} name */
function drop(board, name) {
  const { y } = /** @type {Cell} */ (board.places.get(name));
  const height = y - Math.min(...[...board.places.values()].map((cell) => cell.y)) + 1;
  const frames = [{ transform: `translate(0, ${-height * UNIT}px)` }, { transform: "none" }];
  return run(board.pieceNodes.get(name)?.firstElementChild ?? undefined, frames, 0, DROP_MS * Math.sqrt(height), "cubic-bezier(0.4, 0, 1, 0.7)");
}

/**
 * A piece driven off: it goes on in the same direction and is gone.
 * @param {Board} board
 * @param {string} name
 * @param {Cell | undefined} heart
 * @param {SVGElement} node
 */
async function fall(board, name, heart, node) {
  const place = /** @type {Cell} */ (board.places.get(name));
  const [dx, dy] = heart ? [Math.sign(place.x - heart.x) * 70, Math.sign(place.y - heart.y) * 70] : [0, 0];
  await run(
    node.firstElementChild ?? undefined,
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px) scale(0.55)`, opacity: 0 },
    ],
    0,
    220,
  );
  node.remove();
}

/**
 * A disc turned over: the old side narrows, the new one widens.
 * @param {SVGElement | undefined} old
 * @param {SVGElement | undefined} fresh
 * @param {number} delay
 */
async function turn(old, fresh, delay) {
  await run(old?.firstElementChild ?? undefined, [{ transform: "scaleX(1)" }, { transform: "scaleX(0.05)" }], delay, 100);
  old?.remove();
  fresh?.classList.remove("waiting");
  await run(fresh?.firstElementChild ?? undefined, [{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], 0, 100);
}
