/** A visitor's progress in the lessons, stored in this browser alone. */

import { keep, kept } from "../stored_texts.js";

const DONE = "done";

/** @param {string} game */
const key = (game) => `lesson:${game}`;

/** Whether a lesson was gone through to its end. @param {string} game */
export function isDone(game) {
  return kept(key(game)) === DONE;
}

/** The step that was reached, counted from 0. @param {string} game */
export function reached(game) {
  const step = Number(kept(key(game)));
  return Number.isInteger(step) && step > 0 ? step : 0;
}

/**
 * Remember a step, or that the last one is done; what is done stays done.
 * @param {string} game
 * @param {number} step
 * @param {number} steps how many there are
 */
export function remember(game, step, steps) {
  if (!isDone(game)) keep(key(game), step >= steps ? DONE : String(step));
}
