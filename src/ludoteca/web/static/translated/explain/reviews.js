// @ts-nocheck: translated from explain/reviews.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { analyse, scaleOf } from "../../explain/explain_inputs.js";
import { isDecided, logOdds } from "./accuracy.js";
import { explain } from "./explanation.js";
import { TIMED, lineOf } from "./search_results.js";
import { Line, Report } from "../search/report.js";
import { LudotecaError } from "../../wasm/errors.js";
import { t, translatable } from "../../words/texts.js";

export const EACH_MS = 200.0;
export const AGAIN_MS = 1000.0;

export const STAKE_NODES = 1000;
export const STAKE_NODES_EACH = 10;

export const LINES = 3;

export const MOST_AGAIN = 16;

export const MOST_MOMENTS = 5;

export const TURN = 0.2;
export const NOISY_TURN = 0.3;

export const LARGE = 0.35;
export const NOISY_LARGE = 0.5;

export const STEP = 0.1;

export const NO_MOVES = translatable("there are no moves to review");

export const PHASES = translatable(["opening", "middle", "ending"]);

export const AS_GOOD = 0.05;

export const GRADES = [[0.02, "good"], [0.1, "inaccuracy"], [0.2, "mistake"]];

export class NothingToReview extends LudotecaError {

}

export class ReviewedMove {
  /** @param {number} ply @param {number} mover @param {any} move @param {any} before @param {number} had @param {number} left @param {any} best @param {boolean} isForced @param {number} stake */
  constructor(ply, mover, move, before, had, left, best, isForced, stake) {
    this.ply = ply;
    this.mover = mover;
    this.move = move;
    this.before = before;
    this.had = had;
    this.left = left;
    this.best = best;
    this.isForced = isForced;
    this.stake = stake;
  }

  get loss() {
    const self = this;
    return ((py.equal(self.move.text, self.best.text)) ? 0.0 : Math.max(0.0, (self.had - self.left)));
  }

  get cost() {
    const self = this;
    return ((self.loss === 0) ? 0.0 : (logOdds(self.had) - logOdds(self.left)));
  }

  get counts() {
    const self = this;
    return py.both(!py.truthy(self.isForced), () => !py.truthy(isDecided(self.had, self.left)));
  }

  get grade() {
    const self = this;
    if (py.truthy(self.isForced)) {
      return "forced";
    }
    if ((py.equal(self.move.text, self.best.text))) {
      return "best";
    }
    return py.next((function* (all) { for (const [most, word] of all) if ((self.loss < most)) yield word; })(GRADES), "blunder");
  }
}

export class Moment {
  /** @param {ReviewedMove} played @param {import("./explanation.js").Explanation} mistake @param {import("./explanation.js").Explanation} better @param {import("../search/report.js").Report} report @param {(any)[]} betterLine @param {(any)[]} refutation */
  constructor(played, mistake, better, report, betterLine, refutation) {
    this.played = played;
    this.mistake = mistake;
    this.better = better;
    this.report = report;
    this.betterLine = betterLine;
    this.refutation = refutation;
  }
}

export class Phase {
  /** @param {string} name @param {number} first @param {number} last @param {[number | null, number | null]} accuracy */
  constructor(name, first, last, accuracy) {
    this.name = name;
    this.first = first;
    this.last = last;
    this.accuracy = accuracy;
  }
}

export class Review {
  /** @param {any} start @param {any} final @param {(number)[]} chances @param {(ReviewedMove)[]} moves @param {(Moment)[]} moments @param {boolean} [isComplete] */
  constructor(start, final, chances, moves, moments, isComplete = true) {
    this.start = start;
    this.final = final;
    this.chances = chances;
    this.moves = moves;
    this.moments = moments;
    this.isComplete = isComplete;
  }

  get accuracy() {
    const self = this;
    return accuracyOf(self.moves);
  }

  get phases() {
    const self = this;
    let bounds, count;
    count = py.len(self.moves);
    bounds = [...(function* (all) { for (const part of all) yield py.round(((count * part) / py.len(PHASES))); })(py.range((py.len(PHASES) + 1)))];
    return py.tuple((function* (all) { for (const [name, first, last] of all) if ((last > first)) yield new Phase(name, (first + 1), last, accuracyOf(py.slice(self.moves, first, last, null))); })(py.zip(PHASES, bounds, py.slice(bounds, 1, null, null))));
  }
}

export function accuracyOf(moves) {
  let first, second;
  [first, second] = (function* (all) { for (const side of all) yield _accuracyOf([...(function* (all) { for (const move of all) if ((py.truthy(move.counts) && (py.equal(move.mover, side)))) yield move; })(moves)]); })(py.range(2));
  return [first, second];
}

export function _accuracyOf(moves) {
  let scale;
  if (!py.truthy(moves)) {
    return null;
  }
  scale = scaleOf(py.item(moves, 0).before.variant.game);
  return scale.accuracy([...(function* (all) { for (const move of all) yield move.cost; })(moves)], [...(function* (all) { for (const move of all) yield move.stake; })(moves)]);
}

export class Reviewer {
  constructor(final, times, nodes, seed, stop) {
    const self = this;
    [self.positions, self.times, self.nodes, self.seed, self.stop] = [py.slice([...final.line()], null, null, (-1)), times, nodes, seed, stop];
    if ((py.len(self.positions) < 2)) {
      throw new NothingToReview(t(NO_MOVES));
    }
    self.reports = Array(py.len(self.positions)).fill(null);
    self.chances = [];
    self._stakes = new py.Dict([]);
    self._left = new py.Dict([]);
  }

  get isStopped() {
    const self = this;
    return py.both(self.stop != null, () => self.stop.isSet);
  }

  *steps() {
    const self = this;
    let certain, isComplete, last, moments, moves, ply, position, seen, worst;
    for ([ply, position] of py.enumerate(self.positions)) {
      (yield ["moves", ply, (py.len(self.positions) - 1)]);
      if ((position.outcome != null)) {
        self.chances.push(_result(position.outcome.winner));
      } else {
        self.chances.push(0.5);
        self._search(ply, false);
      }
      if (py.truthy(self.isStopped)) {
        break;
      }
    }
    seen = (yield* self._lookAgain());
    moves = self._moves();
    certain = [...(function* (all) { for (const played of all) if (py.truthy(seen.issuperset([(played.ply - 1), played.ply]))) yield played; })(self._turns(moves))];
    worst = py.slice(py.sorted(certain, { key: (played) => (-played.loss) }), null, MOST_MOMENTS, null);
    moments = py.tuple((function* (all) { for (const played of all) yield self._moment(played); })(py.sorted(worst, { key: (played) => played.ply })));
    isComplete = py.equal(py.len(self.chances), py.len(self.positions));
    last = py.item(self.positions, (py.len(self.chances) - 1));
    return new Review(py.item(self.positions, 0), last, py.tuple(self.chances), py.tuple(moves), moments, isComplete);
  }

  _search(ply, again) {
    const self = this;
    let known, position, report;
    [position, known] = [py.item(self.positions, ply), py.item(self.reports, ply)];
    if (((known != null) && py.truthy(known.proven) && (py.len(known.lines) > 1))) {
      return null;
    }
    report = analyse(position, { ms: py.item(self.times, again), nodes: self.nodes, lines: Math.min((py.truthy(again) ? LINES : 1), py.len(position.codes)), seed: self.seed, stop: self.stop });
    py.put(self.reports, ply, report);
    py.put(self.chances, ply, ((position.mover === 0) ? report.score : (1 - report.score)));
  }

  *_lookAgain() {
    const self = this;
    let doubtful, looked, seen, turns;
    seen = new py.Members((function* (all) { for (const ply of all) if ((py.item(self.reports, ply) == null)) yield ply; })(py.range(py.len(self.chances))));
    looked = 0;
    while (((looked < MOST_AGAIN) && !py.truthy(self.isStopped))) {
      turns = py.sorted(self._turns(self._moves()), { key: (played) => (-played.loss) });
      doubtful = [...(function* (all) { for (const played of all) for (const ply of [(played.ply - 1), played.ply]) if ((!py.has(seen, ply))) yield ply; })(turns)];
      if (!py.truthy(doubtful)) {
        break;
      }
      (yield ["turning points", looked, MOST_AGAIN]);
      self._search(py.item(doubtful, 0), true);
      seen.add(py.item(doubtful, 0));
      looked = (looked + 1);
    }
    return seen;
  }

  _moves() {
    const self = this;
    let after, before, isForced, left, move, moves, ply, report, stake;
    moves = [];
    for ([ply, after] of py.enumerate(py.slice(self.positions, 1, py.len(self.chances), null), 1)) {
      [before, report, move] = [py.item(self.positions, (ply - 1)), py.item(self.reports, (ply - 1)), after.lastMove];
      [left, isForced] = [self._chanceLeft(ply, move, report), py.len(before.codes) === 1];
      stake = ((py.truthy(isForced) || py.truthy(isDecided(report.score, left))) ? 0.0 : self._stake((ply - 1)));
      moves.push(new ReviewedMove(ply, before.mover, move, before, report.score, left, report.best, isForced, stake));
    }
    return moves;
  }

  _stake(ply) {
    const self = this;
    let count, found, nodes, odds, position;
    if ((!py.has(self._stakes, ply))) {
      position = py.item(self.positions, ply);
      count = py.len(position.codes);
      nodes = Math.max(STAKE_NODES, (STAKE_NODES_EACH * count));
      found = analyse(position, { ms: null, nodes: nodes, lines: count, seed: self.seed, stop: self.stop });
      odds = [...(function* (all) { for (const line of all) yield logOdds(found.scoreOf(line)); })(found.lines)];
      py.put(self._stakes, ply, (py.max(odds) - (py.sum(odds) / py.len(odds))));
    }
    return py.item(self._stakes, ply);
  }

  _chanceLeft(ply, move, report) {
    const self = this;
    let after, found, known, line, player;
    [after, known] = [py.item(self.positions, ply), py.item(self.reports, ply)];
    player = report.position.mover;
    if (((known == null) || py.truthy(known.proven))) {
      return ((player === 0) ? py.item(self.chances, ply) : (1 - py.item(self.chances, ply)));
    }
    line = lineOf(report, move);
    if ((line != null)) {
      return report.scoreOf(line);
    }
    if (((!py.equal(report.method, TIMED)) || (report.depth < 2))) {
      return ((player === 0) ? py.item(self.chances, ply) : (1 - py.item(self.chances, ply)));
    }
    if ((!py.has(self._left, [ply, report.depth]))) {
      found = analyse(after, { ms: null, depth: (report.depth - 1), seed: self.seed, stop: self.stop });
      py.put(self._left, [ply, report.depth], ((py.equal(after.mover, player)) ? found.score : (1 - found.score)));
    }
    return py.item(self._left, [ply, report.depth]);
  }

  _turns(moves) {
    const self = this;
    return py.either([...(function* (all) { for (const each of all) if (py.truthy(self._isTurn(each))) yield each; })(moves)], () => [...(function* (all) { for (const each of all) if ((each.loss >= STEP)) yield each; })(moves)]);
  }

  _isTurn(played) {
    const self = this;
    let after, before, changesLeader, isProven;
    [before, after] = [py.item(self.reports, (played.ply - 1)), py.item(self.reports, played.ply)];
    isProven = py.either(before.proven, () => py.either(after == null, () => after.proven));
    changesLeader = played.had >= 0.5 && 0.5 > played.left;
    return py.either(py.both(py.either(played.had === 1, () => played.left === 0), () => played.loss >= TURN), () => py.either(py.both(changesLeader, () => played.loss >= (py.truthy(isProven) ? TURN : NOISY_TURN)), () => played.loss >= (py.truthy(isProven) ? LARGE : NOISY_LARGE)));
  }

  _moment(played) {
    const self = this;
    let reply, report;
    [report, reply] = [py.item(self.reports, (played.ply - 1)), py.item(self.reports, played.ply)];
    return new Moment(played, explain(played.before, played.move, self._withReply(report, played, reply)), explain(played.before, report.best, report), report, report.pv, ((reply != null) ? reply.pv : []));
  }

  _withReply(report, played, reply) {
    let best, isSame, line, plies, points, seen, value;
    if ((reply == null)) {
      return null;
    }
    [line, isSame] = [py.item(reply.lines, 0), py.equal(reply.position.mover, played.mover)];
    plies = line.pliesToEnd;
    value = ((plies == null) ? line.value : (line.value - ((line.value > 0) ? 1 : (-1))));
    points = ((line.points == null) ? null : (py.truthy(isSame) ? line.points : (-line.points)));
    seen = new Line([played.move, ...line.moves], (py.truthy(isSame) ? value : (-value)), undefined, points, line.isExact);
    best = py.item(report.lines, 0);
    return new Report(played.before, [best, seen], (reply.depth + 1), reply.nodes, reply.seconds, reply.method);
  }
}

export function _result(winner) {
  return ((winner == null) ? 0.5 : (1.0 - winner));
}

export class LearningPosition {
  /** @param {any} position @param {number} ply @param {any} played @param {(any)[]} accepted @param {import("./explanation.js").Explanation} explanation */
  constructor(position, ply, played, accepted, explanation) {
    this.position = position;
    this.ply = ply;
    this.played = played;
    this.accepted = accepted;
    this.explanation = explanation;
  }
}

export function learningPositions(review, player = /** @type {any} */ (null)) {
  let accepted, found, least, moment, report;
  found = [];
  for (moment of review.moments) {
    if (((player != null) && (!py.equal(moment.played.mover, player)))) {
      continue;
    }
    report = moment.report;
    least = (report.score - AS_GOOD);
    accepted = [...(function* (all) { for (const line of all) if ((report.scoreOf(line) >= least)) yield py.item(line.moves, 0); })(report.lines)];
    accepted = [...(function* (all) { for (const move of all) if ((!py.equal(move.text, moment.played.move.text))) yield move; })(accepted)];
    found.push(new LearningPosition(moment.played.before, moment.played.ply, moment.played.move, py.tuple(accepted), moment.better));
  }
  return found;
}
