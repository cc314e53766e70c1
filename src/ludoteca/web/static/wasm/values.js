/** The value of a position to a search: a whole number, positive if good for the mover. */

/** @import {ModuleDescription} from "./description.js" */

export const WIN = 30_000; // less one for every ply until then
export const PROVEN = 28_000; // anything beyond is a forced win or loss
export const UNTIMED = PROVEN; // a forced win or loss of which is not known how far away it is
export const MOST = 20_000; // the furthest an evaluation goes
export const UNIT = 1_000; // one unit of an evaluation, which is the logarithm of the odds of winning
export const INFINITE = 31_000;
export const RESULT = 10_000; // in exact values a win is worth this, more than any lead in points
export const MOST_LEAD = 4_000; // the largest lead that exact values tell from larger ones

/** @param {number} value */
export const isProven = (value) => Math.abs(value) >= PROVEN;

/** @param {number} value */
export const pliesToEnd = (value) => (Math.abs(value) > UNTIMED ? WIN - Math.abs(value) : null);

/** @param {number} odds */
const logistic = (odds) => 1 / (1 + Math.exp(-odds));

/**
 * The mover's chance of winning plus half the chance of a draw.
 * @param {number} value
 * @param {number} band
 */
export function expectedScore(value, band) {
  if (isProven(value)) return value > 0 ? 1 : 0;
  return (logistic(value / UNIT - band) + logistic(value / UNIT + band)) / 2;
}

/**
 * The mover's chances to win, to draw and to lose: even games within a band are drawn.
 * @param {number} value
 * @param {number} band
 * @returns {[number, number, number]}
 */
export function chancesOf(value, band) {
  if (isProven(value)) return value > 0 ? [1, 0, 0] : [0, 0, 1];
  const worth = value / UNIT;
  return [logistic(worth - band), logistic(worth + band) * logistic(band - worth) * -Math.expm1(-2 * band), logistic(-worth - band)];
}

/**
 * The mover's lead at the end, so far as a value tells.
 * @param {number} value
 * @param {ModuleDescription["chances"]} scale
 */
export function expectedPoints(value, { points_per_unit: perUnit, most_points: most }) {
  if (isProven(value) || perUnit === 0) return null;
  return Math.min(Math.max((perUnit * value) / UNIT, -most), most);
}
