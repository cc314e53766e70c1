// @ts-nocheck: translated from search/values.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";

export const WIN = 30000;

export const PROVEN = 28000;

export const UNTIMED = PROVEN;

export const UNIT = 1000;

export const RESULT = 10000;

export const MOST_LEAD = 4000;

export function isProven(value) {
  return py.abs(value) >= PROVEN;
}

export function pliesToEnd(value) {
  return ((py.abs(value) > UNTIMED) ? (WIN - py.abs(value)) : null);
}

export function expectedScore(value, drawBand) {
  let worth;
  if (py.truthy(isProven(value))) {
    return ((value > 0) ? 1.0 : 0.0);
  }
  worth = (value / UNIT);
  return (py.add(_logistic((worth - drawBand)), _logistic(py.add(worth, drawBand))) / 2);
}

export function chances(value, drawBand) {
  let drawn, worth;
  if (py.truthy(isProven(value))) {
    return ((value > 0) ? [1.0, 0.0, 0.0] : [0.0, 0.0, 1.0]);
  }
  worth = (value / UNIT);
  drawn = ((_logistic(py.add(worth, drawBand)) * _logistic((drawBand - worth))) * (-Math.expm1(((-2) * drawBand))));
  return [_logistic((worth - drawBand)), drawn, _logistic(((-worth) - drawBand))];
}

export function expectedPoints(value, pointsPerUnit, mostPoints) {
  if ((py.truthy(isProven(value)) || (pointsPerUnit === 0))) {
    return null;
  }
  return Math.min(Math.max(((pointsPerUnit * value) / UNIT), (-mostPoints)), mostPoints);
}

export function _logistic(odds) {
  return (1.0 / (1.0 + Math.exp((-odds))));
}
