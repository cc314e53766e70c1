/** Claims for connection games: how far each player is from a chain between their sides of the board. */

/** @import {Position} from "../wasm/position.js" */
/** @import {Board} from "../wasm/variant.js" */
/** @import {Claim} from "./templates.js" */

/**
 * Whether the mover is closer to a chain, and whether the opponent is further from one.
 * @param {Position} before
 * @param {Position} after
 * @returns {Claim[]}
 */
export function connections(before, after) {
  const player = before.mover;
  const other = 1 - player;
  const cell = before.variant.about.board.shape;
  /** @type {Claim[]} */ const claims = [];
  const [had, has] = [missingCells(before, player), missingCells(after, player)];
  if (had !== null && has !== null && 0 < has && has < had) claims.push({ kind: "nears_chain", player, count: has, cell });
  const [hadTheirs, theirs] = [missingCells(before, other), missingCells(after, other)];
  if (hadTheirs !== null && theirs !== null && theirs > hadTheirs) claims.push({ kind: "hinders_chain", player: other, count: theirs, cell });
  return claims;
}

/**
 * The pairs of sides that a player may join.
 * @param {Position} position
 * @param {number} player
 */
function goalsOf({ variant }, player) {
  const { goals, shared_goals } = variant.about;
  return (goals[player].length ? [goals[player]] : shared_goals).filter(({ length }) => length === 2);
}

/**
 * The fewest empty cells to take for a chain from side to side; null without goals, or where no way is open.
 * @param {Position} position
 * @param {number} player
 * @returns {number | null}
 */
function missingCells(position, player) {
  const goals = goalsOf(position, player);
  if (!goals.length) return null;
  const { board } = position.variant;
  const topOf = (/** @type {number} */ cell) => position.looks.get(board.name(cell))?.pieces[0];
  const own = new Set(board.cells.filter((cell) => topOf(cell)?.owner === player));
  const taken = board.cells.filter((cell) => topOf(cell) && !own.has(cell));
  const found = goals.map(([begin, end]) => fewest(board, own, taken, board.sides[begin], board.sides[end])).filter((count) => count !== null);
  return found.length ? Math.min(...found) : null;
}

/**
 * The same from one side to the other: all cells within reach for nothing, then for one more cell, and so on.
 * @param {Board} board
 * @param {Set<number>} own
 * @param {number[]} taken
 * @param {number[]} begin
 * @param {number[]} end
 * @returns {number | null}
 */
function fewest(board, own, taken, begin, end) {
  const seen = new Set(taken);
  let now = begin.filter((cell) => own.has(cell));
  let soon = begin.filter((cell) => !own.has(cell));
  for (let count = 0; now.length || soon.length; count++, now = soon, soon = []) {
    for (let cell = now.pop(); cell !== undefined; cell = now.pop()) {
      if (seen.has(cell)) continue;
      seen.add(cell);
      if (end.includes(cell)) return count;
      for (const near of board.near(cell)) if (!seen.has(near)) (own.has(near) ? now : soon).push(near);
    }
  }
  return null;
}
