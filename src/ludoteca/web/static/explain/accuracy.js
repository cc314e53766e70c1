/** Accuracy: how well a player chose, from 0 to 100; see Python's `explain/accuracy.py`. */

/** @import {ExplainWords} from "../wasm/description.js" */

/** @typedef {ExplainWords["accuracy"]} Scale */

/** The logarithm of the odds that a chance stands for, within bounds. @type {(scale: Scale, chance: number) => number} */
export function logOdds({ decided }, chance) {
  const bounded = Math.min(Math.max(chance, decided), 1 - decided);
  return Math.log(bounded / (1 - bounded));
}

/** Whether nothing was at stake. @type {(scale: Scale, had: number, left: number) => boolean} */
export const isDecided = ({ decided }, had, left) => had <= decided || (had >= 1 - decided && left >= 0.5);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((so_far, number) => so_far + number, 0);

/**
 * The accuracy of moves; null where hardly anything was at stake.
 * @param {Scale} scale
 * @param {{cost: number, stake: number}[]} moves
 */
export function accuracy({ spread, power, least_stake: least }, moves) {
  const stakes = sum(moves.map(({ stake }) => stake));
  if (stakes < least) return null;
  return 100 * Math.exp(-((sum(moves.map(({ cost }) => cost)) / stakes / spread) ** power));
}

const EXACT = 60; // digits, more than any number here has after its point

/**
 * @param {number} number
 * @param {number} [digits] after the point
 */
export function rounded(number, digits = 0) {
  const near = Number(number.toFixed(digits));
  const after = number.toFixed(EXACT).split(".")[1].slice(digits);
  if (!/^50*$/.test(after)) return near;
  const scale = 10 ** digits;
  return (2 * Math.round((number * scale) / 2)) / scale;
}
