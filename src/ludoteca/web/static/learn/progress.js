/** A visitor's progress, kept in this browser alone: with the puzzles of a game, as translated Python has it, and the step of a lesson. */

/** @import {Progress} from "../translated/puzzles/progress.js" */
import { keep, kept } from "../stored_texts.js";

/** What was kept; empty for a newcomer. @param {string} game @returns {Partial<Progress>} */
export function keptProgress(game) {
  try {
    const found = JSON.parse(kept(`puzzles-${game}`) ?? "null");
    return Array.isArray(found?.seen) && Number.isFinite(found.rating) ? found : {};
  } catch {
    return {}; // not ours
  }
}

/** @param {string} game @param {Progress} progress */
export function keepProgress(game, progress) {
  keep(`puzzles-${game}`, JSON.stringify(progress));
}

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
