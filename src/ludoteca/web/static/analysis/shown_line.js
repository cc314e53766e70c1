/** A line shown on the board step by step, with an arrow for the next move. */

/** @import {View} from "../types.js" */
/** @import {Arrow} from "../board/marks.js" */
import { arrowOf } from "../board/marks.js";

const WIDTH = 14;

export class ShownLine {
  /**
   * @param {string[]} moves
   * @param {View[]} views where it begins, and the position after each move
   * @param {number} rank of its first arrow
   */
  constructor(moves, views, rank) {
    this.moves = moves;
    this.views = views;
    this.rank = rank;
    this.at = 0;
  }

  get view() {
    return this.views[this.at];
  }

  /**
   * Go through it; whether there was somewhere to go.
   * @param {string} change
   */
  step(change) {
    const last = this.moves.length;
    const at = { first: 0, previous: this.at - 1, next: this.at + 1, last }[change] ?? this.at;
    const before = this.at;
    this.at = Math.min(Math.max(at, 0), last);
    return this.at !== before;
  }

  /** @returns {Arrow[]} */
  get arrows() {
    return moveArrow(this.view, this.moves[this.at], this.at ? 0 : this.rank);
  }
}

/**
 * The arrow of one of a position's moves; nothing where it has no such move.
 * @param {View} view
 * @param {string | undefined} text
 * @param {number} rank
 * @returns {Arrow[]}
 */
export function moveArrow(view, text, rank) {
  const move = view.moves.find((other) => other.text === text);
  return move ? arrowOf(view.board, move.picks, WIDTH, rank) : [];
}
