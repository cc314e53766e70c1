/** Accuracy: how little of the winning chance a player gave away, from 0 to 100; see Python's `explain/accuracy.py`. */

/** @import {ExplainWords} from "../wasm/description.js" */

/** @typedef {ExplainWords["accuracy"]} Scale */

/**
 * What a move is worth that gives away so much of the winning chance.
 * @param {Scale} scale
 * @param {number} loss from 0 to 1
 */
export function moveAccuracy({ scale, steepness, offset }, loss) {
  return Math.min(100, Math.max(0, scale * Math.exp(-steepness * 100 * Math.max(0, loss)) - offset));
}

/**
 * How much each move counts.
 * @param {Scale} scale
 * @param {number[]} chances of the first player, before the first move and after each one
 */
export function moveWeights({ weights: [least, most], windows: [smallest, largest] }, chances) {
  const percent = chances.map((chance) => 100 * chance);
  const size = Math.min(largest, Math.max(smallest, Math.floor((percent.length - 1) / 10)));
  return percent.slice(1).map((_, place) => {
    const first = Math.max(0, Math.min(place + 1 - Math.floor(size / 2), percent.length - size));
    return Math.min(most, Math.max(least, deviation(percent.slice(first, first + size))));
  });
}

/** The standard deviation of some numbers. @param {number[]} numbers */
function deviation(numbers) {
  const mean = sum(numbers) / numbers.length;
  return Math.sqrt(sum(numbers.map((number) => (number - mean) ** 2)) / numbers.length);
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((so_far, number) => so_far + number, 0);

/**
 * A player's accuracy; null without a move.
 * @param {Scale} scale
 * @param {[number, number][]} moves what each is worth, and how much it counts
 */
export function accuracy({ worst }, moves) {
  if (!moves.length) return null;
  const weighted = sum(moves.map(([worth, weight]) => worth * weight)) / sum(moves.map(([, weight]) => weight));
  const harmonic = moves.length / sum(moves.map(([worth]) => 1 / Math.max(worst, worth)));
  return (weighted + harmonic) / 2;
}
