/**
 * A visitor's progress, kept in this browser alone: with the puzzles of a game, a rating on the scale of grades, streaks, and what was
 * seen, as `puzzles/progress.py` has it for terminals; and the step of a lesson.
 */

import { keep, kept } from "../stored_texts.js";

const BEGINNING = 2; // the rating of a newcomer
const STEP = 0.8; // how far a rating goes at most
const EASIER = 0.5; // puzzles are chosen so much below the rating: more are solved than not
const STRIDE = 7919; // a prime: steps of so many go through all puzzles, in an order that looks like none
const HARDEST = 11;
const DAY_MS = 86_400_000;

/** @typedef {{rating: number, streak: number, bestStreak: number, tried: number, solved: number, of: number, seen: number[]}} Progress `of`: how many puzzles there were when these were seen */

/** @returns {Progress} */
export function newProgress() {
  return { rating: BEGINNING, streak: 0, bestStreak: 0, tried: 0, solved: 0, of: 0, seen: [] };
}

/**
 * The progress after the first answer to a puzzle.
 * @param {Progress} before
 * @param {number} number of the puzzle, from 1
 * @param {number} grade
 * @param {number} of how many puzzles there are
 * @param {boolean} isRight
 * @returns {Progress}
 */
export function progressAfter(before, number, grade, of, isRight) {
  const expected = 1 / (1 + Math.exp(grade - before.rating));
  const streak = isRight ? before.streak + 1 : 0;
  return {
    rating: Math.min(Math.max(before.rating + STEP * (Number(isRight) - expected), 1), HARDEST),
    streak,
    bestStreak: Math.max(before.bestStreak, streak),
    tried: before.tried + 1,
    solved: before.solved + Number(isRight),
    of,
    seen: [...(before.of === of ? before.seen : []), number],
  };
}

/** The puzzle to try next, by the grades of all: one that was not seen, of a fitting grade. @param {Progress} progress @param {number[]} grades */
export function nextNumber(progress, grades) {
  const of = grades.length;
  const wanted = progress.rating - EASIER;
  const seen = new Set(progress.of === of ? progress.seen : []);
  const all = grades.map((_, index) => index + 1);
  const unseen = all.filter((number) => !seen.has(number));
  const far = (/** @type {number} */ number) => Math.abs(grades[number - 1] - wanted);
  const [best] = (unseen.length ? unseen : all).sort((one, other) => far(one) - far(other) || ((one * STRIDE) % of) - ((other * STRIDE) % of));
  return best;
}

/** The number of the puzzle of a day, the same for everybody. @param {Date} day @param {number} of */
export function numberOfDay(day, of) {
  return ((Math.floor(day.getTime() / DAY_MS) * STRIDE) % of) + 1;
}

/** @param {string} game @returns {Progress} */
export function keptProgress(game) {
  try {
    const found = JSON.parse(kept(`puzzles-${game}`) ?? "null");
    return Array.isArray(found?.seen) && Number.isFinite(found.rating) ? { ...newProgress(), ...found } : newProgress();
  } catch {
    return newProgress(); // not ours
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
