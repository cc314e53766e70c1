// @ts-nocheck: translated from search/report.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { chained } from "../play/turns.js";
import { chances, expectedPoints, expectedScore, isProven, pliesToEnd } from "./values.js";
import { scaleOf } from "../../wasm/variant.js";

export class Line {
  /** @param {(any)[]} moves @param {number} value @param {number} [visits] @param {number | null} [points] @param {boolean} [isExact] */
  constructor(moves, value, visits = 0, points = /** @type {any} */ (null), isExact = false) {
    this.moves = moves;
    this.value = value;
    this.visits = visits;
    this.points = points;
    this.isExact = isExact;
  }

  get proven() {
    const self = this;
    return py.either(self.isExact, () => isProven(self.value));
  }

  get isDraw() {
    const self = this;
    return py.both(self.isExact, () => self.value === 0);
  }

  get pliesToEnd() {
    const self = this;
    return pliesToEnd(self.value);
  }
}

export class Report {
  /** @param {any} position @param {(Line)[]} lines @param {number} depth @param {number} nodes @param {number} seconds @param {string} method */
  constructor(position, lines, depth, nodes, seconds, method) {
    this.position = position;
    this.lines = lines;
    this.depth = depth;
    this.nodes = nodes;
    this.seconds = seconds;
    this.method = method;
    this.begin();
  }

  begin() {
    const self = this;
    let lines;
    if (py.truthy(self.position.variant.game.kinds.chained)) {
      lines = py.tuple((function* (all) { for (const line of all) yield py.replace(line, { moves: wholeMoves(self.position, line.moves) }); })(self.lines));
      self.lines = lines;
    }
  }

  get best() {
    const self = this;
    return py.item(py.item(self.lines, 0).moves, 0);
  }

  get pv() {
    const self = this;
    return py.item(self.lines, 0).moves;
  }

  get value() {
    const self = this;
    return py.item(self.lines, 0).value;
  }

  get score() {
    const self = this;
    return self.scoreOf(py.item(self.lines, 0));
  }

  get chances() {
    const self = this;
    return self.chancesOf(py.item(self.lines, 0));
  }

  get points() {
    const self = this;
    return py.item(self.lines, 0).points;
  }

  get expectedPoints() {
    const self = this;
    return self.expectedPointsOf(py.item(self.lines, 0));
  }

  scoreOf(line) {
    const self = this;
    return expectedScore(line.value, self._scale.drawBand);
  }

  chancesOf(line) {
    const self = this;
    if (py.truthy(line.isDraw)) {
      return [0.0, 1.0, 0.0];
    }
    return chances(line.value, self._scale.drawBand);
  }

  expectedPointsOf(line) {
    const self = this;
    let isKnown, scale;
    isKnown = py.either(line.points != null, () => line.isDraw);
    scale = self._scale;
    return (py.truthy(isKnown) ? null : expectedPoints(line.value, scale.pointsPerUnit, scale.mostPoints));
  }

  get _scale() {
    const self = this;
    return scaleOf(self.position.variant);
  }

  get proven() {
    const self = this;
    return py.item(self.lines, 0).proven;
  }

  get nodesPerSecond() {
    const self = this;
    return ((self.seconds > 0) ? (self.nodes / self.seconds) : 0.0);
  }
}

export function wholeMoves(position, moves) {
  let found, move;
  found = [];
  for (move of moves) {
    found.push([position.mover, move]);
    position = position.play(move);
  }
  return py.tuple(chained(position.variant.game.kinds, found));
}

export function lineOf(position, codes) {
  let code, line, move, step;
  line = [];
  for (code of codes) {
    step = position.follow(code);
    if ((step == null)) {
      break;
    }
    [move, position] = step;
    line.push(move);
  }
  return py.tuple(line);
}

export function reportJson(report) {
  return new py.Dict([["depth", report.depth], ["nodes", report.nodes], ["seconds", py.round(report.seconds, 3)], ["nps", py.round(report.nodesPerSecond)], ["best", py.str(report.best)], ["score", py.round(report.score, 4)], ["value", report.value], ["chances", _rounded(report.chances)], ["points", report.points], ["expected_points", _tenths(report.expectedPoints)], ["proven", report.proven], ["mover", report.position.mover], ["method", report.method], ["lines", [...(function* (all) { for (const line of all) yield new py.Dict([["moves", [...(function* (all) { for (const move of all) yield py.str(move); })(line.moves)]], ["score", py.round(report.scoreOf(line), 4)], ["value", line.value], ["plies_to_end", line.pliesToEnd], ["chances", _rounded(report.chancesOf(line))], ["points", line.points], ["expected_points", _tenths(report.expectedPointsOf(line))]]); })(report.lines)]]]);
}

export function _rounded(chances) {
  return [...(function* (all) { for (const chance of all) yield py.round(chance, 4); })(chances)];
}

export function _tenths(points) {
  return ((points == null) ? null : py.round(points, 1));
}
