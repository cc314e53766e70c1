// @ts-nocheck: translated from explain/accuracy.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";

export const DECIDED = 0.05;

export const STRONG = 95.0;
export const RANDOM = 10.0;

export const LEAST_STAKE = 0.1;

export class AccuracyScale {
  /** @param {number} strong @param {number} random */
  constructor(strong, random) {
    this.strong = strong;
    this.random = random;
  }

  get power() {
    const self = this;
    return (Math.log((Math.log((RANDOM / 100)) / Math.log((STRONG / 100)))) / Math.log((self.random / self.strong)));
  }

  get spread() {
    const self = this;
    return (self.random / py.float(((-Math.log((RANDOM / 100))) ** (1 / self.power))));
  }

  accuracy(costs, stakes) {
    const self = this;
    if ((py.sum(stakes) < LEAST_STAKE)) {
      return null;
    }
    return (100 * Math.exp((-(((py.sum(costs) / py.sum(stakes)) / self.spread) ** self.power))));
  }
}

export function logOdds(chance) {
  let bounded;
  bounded = Math.min(Math.max(chance, DECIDED), (1 - DECIDED));
  return Math.log((bounded / (1 - bounded)));
}

export function isDecided(had, left) {
  return py.either(had <= DECIDED, () => py.both(had >= (1 - DECIDED), () => left >= 0.5));
}
