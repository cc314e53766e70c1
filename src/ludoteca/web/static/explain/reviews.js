/**
 * A review of a whole game: the few moves that mattered, what was better, and how accurately both sides played; the same as
 * Python's `explain/reviews.py`, which says how it comes about.
 */

/** @import {Analyst} from "../wasm/analysis.js" */
/** @import {Move, Position} from "../wasm/position.js" */
/** @import {Report} from "../wasm/report.js" */
/** @import {Explanation} from "./explanation.js" */
/** @import {WordedExplanation} from "./templates.js" */
import { capital, t } from "../words/language.js";
import { GameError } from "../wasm/errors.js";
import { isCertain, lineOf, pliesToEnd, rounded } from "../wasm/report.js";
import { chanceOf, explain, lineAbout } from "./explanation.js";
import { lineWords, worded } from "./templates.js";

/**
 * @typedef {object} ReviewedMove a move of the game and what it did to the mover's winning chance, a draw counted half
 * @property {number} ply the first move is 1
 * @property {0 | 1} mover
 * @property {string} move
 * @property {Position} before
 * @property {number} had the mover's chance before the move
 * @property {number} left and after it
 * @property {string} best
 * @property {boolean} isForced it was the only legal move
 * @property {boolean} counts for accuracy: the player had a choice, and the game was not decided
 * @property {number} stake what a random move would have cost
 * @property {number} loss what it gave away
 * @property {number} cost the same in logarithms of odds
 * @property {string} grade a word for it
 */
/**
 * @typedef {object} Moment a move that mattered
 * @property {ReviewedMove} played
 * @property {Explanation} mistake of the move that was played
 * @property {Explanation} better of the best one
 * @property {Report} report of the position before it
 * @property {string[]} betterLine
 * @property {string[]} refutation what follows the played move; nothing where the game ended with it
 */
/** @typedef {[number | null, number | null]} Accuracies of the first player and the second; null for one that had no choice */
/** @typedef {{name: string, first: number, last: number, accuracy: Accuracies}} Phase */
/** @typedef {{start: Position, final: Position, chances: number[], moves: ReviewedMove[], moments: Moment[], accuracy: Accuracies, phases: Phase[], isComplete: boolean}} Review without its last moves where it was stopped */
/** @typedef {{ply: number, mover: 0 | 1, move: string, words: string, rows: string[], loss: number, had: number, left: number, mistake: WordedExplanation, better: WordedExplanation, better_line: string[], refutation: string[]}} Point a move that mattered */
/** @typedef {{ply: number, position: string, mover: 0 | 1, played: string, accepted: string[], explanation: WordedExplanation}} Exercise a position in which the game turned; the best accepted move first */
/** @typedef {ReturnType<typeof wordedReview>} WordedReview */
/** @typedef {import("../wasm/description.js").ExplainWords["accuracy"]} Scale */
/** @typedef {{what: "moves" | "turning points", done: number, of: number, chances: number[]}} Progress `chances` of the first player, so far */
/** @typedef {{ms?: number, againMs?: number, nodes?: number}} Wishes limits of each search; without any, the usual times */

/** The logarithm of the odds that a chance stands for, within bounds. @type {(scale: Scale, chance: number) => number} */
function logOdds({ decided }, chance) {
  const bounded = Math.min(Math.max(chance, decided), 1 - decided);
  return Math.log(bounded / (1 - bounded));
}

/** Whether nothing was at stake. @type {(scale: Scale, had: number, left: number) => boolean} */
const isDecided = ({ decided }, had, left) => had <= decided || (had >= 1 - decided && left >= 0.5);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((so_far, number) => so_far + number, 0);

/** @param {Report} report */
const isSure = (report) => isCertain(report.lines[0]);

/** The mover's chance of winning. @param {Report} report */
const scoreOf = (report) => chanceOf(report, report.lines[0]);

export class Reviewer {
  /** @param {Analyst} analyst @param {Position} final the position that the game led to @param {Wishes} [wishes] */
  constructor(analyst, final, wishes) {
    this.analyst = analyst;
    this.positions = [...final.line()].reverse();
    const { explain: words } = final.variant.about.module;
    if (this.positions.length < 2) throw new GameError("NothingToSearch", t(words.reviews.no_moves));
    this.words = words;
    this.numbers = words.reviews;
    this.wishes = wishes ?? { ms: this.numbers.each_ms, againMs: this.numbers.again_ms };
    /** @type {(Report | null)[]} */ this.reports = this.positions.map(() => null);
    /** @type {number[]} the first player's */ this.chances = [];
    /** @type {Map<number, number>} by ply: what a random move would cost */ this.stakes = new Map();
    /** @type {Map<string, number>} by ply and depth: what a search that deep leaves its mover */ this.left = new Map();
    this.isStopped = false; // whether it is to end early, with the moves reviewed so far
  }

  /** Search, and say what came of it. @returns {Generator<Progress, Review>} */
  *review() {
    for (const [ply, position] of this.positions.entries()) {
      yield this.progress("moves", ply, this.positions.length - 1);
      if (position.outcome) this.chances.push(position.outcome.winner === null ? 0.5 : 1 - position.outcome.winner);
      else {
        this.chances.push(0.5);
        this.search(ply, false);
      }
      if (this.isStopped) break;
    }
    const seen = yield* this.lookAgain();
    const moves = this.moves();
    const worst = this.turns(moves).filter(({ ply }) => seen.has(ply) && seen.has(ply - 1));
    worst.sort((a, b) => b.loss - a.loss);
    const told = worst.slice(0, this.numbers.most_moments).sort((a, b) => a.ply - b.ply);
    return {
      start: this.positions[0],
      final: this.positions[this.chances.length - 1],
      chances: this.chances,
      moves,
      moments: told.map((played) => this.moment(played)),
      accuracy: this.accuracyOf(moves),
      phases: this.phasesOf(moves),
      isComplete: this.chances.length === this.positions.length,
    };
  }

  /** @type {(what: Progress["what"], done: number, of: number) => Progress} */
  progress(what, done, of) {
    return { what, done, of, chances: [...this.chances] };
  }

  /** Search a position; its report, and the chance of the first player. @param {number} ply @param {boolean} isAgain */
  search(ply, isAgain) {
    const [position, known] = [this.positions[ply], this.reports[ply]];
    if (known && isSure(known) && known.lines.length > 1) return;
    const { ms, againMs, nodes } = this.wishes;
    const lines = Math.min(isAgain ? this.numbers.lines : 1, position.codes.length);
    const report = this.analyst.answer(position, { timeMs: isAgain ? againMs : ms, nodes }, lines);
    this.reports[ply] = report;
    this.chances[ply] = position.mover === 0 ? scoreOf(report) : 1 - scoreOf(report);
  }

  /**
   * Search longer where the game seems to turn; what one look finds may throw doubt on the move beside it.
   * @returns {Generator<Progress, Set<number>>} the plies that were looked at
   */
  *lookAgain() {
    const { most_again } = this.numbers;
    const seen = new Set([...this.chances.keys()].filter((ply) => !this.reports[ply]));
    for (let looked = 0; looked < most_again && !this.isStopped; looked++) {
      const turns = this.turns(this.moves());
      turns.sort((a, b) => b.loss - a.loss);
      const doubtful = turns.flatMap(({ ply }) => [ply - 1, ply]).find((ply) => !seen.has(ply));
      if (doubtful === undefined) break;
      yield this.progress("turning points", looked, most_again);
      this.search(doubtful, true);
      seen.add(doubtful);
    }
    return seen;
  }

  /** @returns {ReviewedMove[]} */
  moves() {
    return this.positions.slice(1, this.chances.length).map((after, place) => {
      const ply = place + 1;
      const before = this.positions[place];
      const report = /** @type {Report} */ (this.reports[place]);
      const move = /** @type {Move} */ (after.lastMove);
      const best = report.lines[0].moves[0];
      const had = scoreOf(report);
      const left = this.chanceLeft(ply, move, report);
      const isBest = move.text === best.text;
      const loss = isBest ? 0 : Math.max(0, had - left);
      const isForced = before.codes.length === 1;
      const scale = this.words.accuracy;
      const counts = !isForced && !isDecided(scale, had, left);
      const stake = counts ? this.stake(place) : 0;
      const cost = loss === 0 ? 0 : logOdds(scale, had) - logOdds(scale, left);
      const grade = isForced ? "forced" : isBest ? "best" : this.gradeOf(loss);
      return { ply, mover: before.mover, move: move.text, before, had, left, best: best.text, isForced, counts, stake, loss, cost, grade };
    });
  }

  /** What a random move in a position would cost on average. @param {number} ply */
  stake(ply) {
    const known = this.stakes.get(ply);
    if (known !== undefined) return known;
    const position = this.positions[ply];
    const count = position.codes.length;
    const [least, each] = this.numbers.stake_nodes;
    const report = this.analyst.answer(position, { nodes: Math.max(least, each * count) }, count);
    const odds = report.lines.map((line) => logOdds(this.words.accuracy, chanceOf(report, line)));
    const stake = Math.max(...odds) - odds.reduce((so_far, one) => so_far + one, 0) / odds.length;
    this.stakes.set(ply, stake);
    return stake;
  }

  /** @param {number} loss */
  gradeOf(loss) {
    return this.numbers.grades.find(([most]) => loss < most)?.[1] ?? "blunder";
  }

  /**
   * What the move left its player: what is certain, or what a search saw that ends where the report's did.
   * @param {number} ply
   * @param {Move} move
   * @param {Report} report
   * @returns {number}
   */
  chanceLeft(ply, move, report) {
    const [after, known] = [this.positions[ply], this.reports[ply]];
    const player = report.position.mover;
    const seen = () => (player === 0 ? this.chances[ply] : 1 - this.chances[ply]);
    if (!known || isSure(known)) return seen();
    const line = lineAbout(report, move);
    if (line) return chanceOf(report, line);
    if (report.method !== this.words.search_results.timed || report.depth < 2) return seen();
    const key = `${ply} ${report.depth}`;
    const kept = this.left.get(key);
    if (kept !== undefined) return kept;
    const score = scoreOf(this.analyst.deep(after, report.depth - 1));
    const left = after.mover === player ? score : 1 - score;
    this.left.set(key, left);
    return left;
  }

  /** The moves that mattered; in a game that slipped away step by step, the larger steps. @param {ReviewedMove[]} moves */
  turns(moves) {
    const turns = moves.filter((played) => this.isTurn(played));
    return turns.length ? turns : moves.filter(({ loss }) => loss >= this.numbers.step);
  }

  /** Whether a loss matters: it gives a win away, makes a loss certain, changes who is ahead, or is large. @param {ReviewedMove} played */
  isTurn({ ply, had, left, loss }) {
    const { turns, large } = this.numbers;
    const [before, after] = [this.reports[ply - 1], this.reports[ply]];
    const noisy = Number(!((before && isSure(before)) || !after || isSure(after)));
    const changesLeader = had >= 0.5 && 0.5 > left;
    return ((had === 1 || left === 0) && loss >= turns[0]) || (changesLeader && loss >= turns[noisy]) || loss >= large[noisy];
  }

  /** @param {ReviewedMove} played @returns {Moment} */
  moment(played) {
    const report = /** @type {Report} */ (this.reports[played.ply - 1]);
    const reply = this.reports[played.ply];
    const texts = (/** @type {Report} */ { lines }) => lines[0].moves.map(({ text }) => text);
    return {
      played,
      mistake: explain(played.before, played.move, reply && this.withReply(report, played, reply)),
      better: explain(played.before, report.lines[0].moves[0].text, report),
      report,
      betterLine: texts(report),
      refutation: reply ? texts(reply) : [],
    };
  }

  /**
   * What is known of the played move: what a search of the position after it found out.
   * @param {Report} report
   * @param {ReviewedMove} played
   * @param {Report} reply
   * @returns {Report}
   */
  withReply(report, played, reply) {
    const [line] = reply.lines;
    const side = reply.position.mover === played.mover ? 1 : -1;
    const value = pliesToEnd(line.value) === null ? line.value : line.value - (line.value > 0 ? 1 : -1);
    const move = /** @type {Move} */ (this.positions[played.ply].lastMove);
    const points = line.points === null ? null : side * line.points;
    const seen = lineOf([move, ...line.moves], side * value, { points, isExact: line.isExact });
    return { ...reply, position: played.before, lines: [report.lines[0], seen], depth: reply.depth + 1 };
  }

  /** How accurately each side played, from 0 to 100; null for a side that had hardly anything at stake. @type {(moves: ReviewedMove[]) => Accuracies} */
  accuracyOf(moves) {
    const { spread, power, least_stake: least } = this.words.accuracy;
    const of = (/** @type {0 | 1} */ player) => {
      const own = moves.filter(({ mover, counts }) => mover === player && counts);
      const stakes = sum(own.map(({ stake }) => stake));
      return stakes < least ? null : 100 * Math.exp(-((sum(own.map(({ cost }) => cost)) / stakes / spread) ** power));
    };
    return [of(0), of(1)];
  }

  /** The game in parts of as many moves each. @type {(moves: ReviewedMove[]) => Phase[]} */
  phasesOf(moves) {
    const { phases } = this.numbers;
    const bound = (/** @type {number} */ part) => rounded((moves.length * part) / phases.length);
    return phases
      .map((name, part) => ({ name, first: bound(part) + 1, last: bound(part + 1), accuracy: this.accuracyOf(moves.slice(bound(part), bound(part + 1))) }))
      .filter(({ first, last }) => last >= first);
  }
}

// --- in words

/** A chance as it is sent. @param {number} chance */
const brief = (chance) => rounded(chance, 4);

/** @type {(accuracies: Accuracies) => Accuracies} */
const tenths = ([first, second]) => [first === null ? null : rounded(first, 1), second === null ? null : rounded(second, 1)];

/** The review in the shape in which the server sends it. @param {Review} review */
export function wordedReview(review) {
  const { start, final, isComplete, accuracy, phases, chances, moves, moments } = review;
  const { about, changedOptions } = start.variant;
  return {
    game: about.name,
    options: changedOptions,
    position: String(start),
    players: final.players.map(({ name }) => name),
    is_complete: isComplete,
    accuracy: tenths(accuracy),
    phases: phases.map((phase) => ({ ...phase, accuracy: tenths(phase.accuracy) })),
    chances: chances.map(brief),
    moves: moves.map(({ ply, mover, move, best, loss, counts, grade }) => ({ ply, mover, move, best, loss: brief(loss), counts, grade })),
    summary: summaryRows(review),
    points: moments.map(pointOf),
    learn: moments.map(exerciseOf),
  };
}

/** A move that mattered: what was better and why, what the played move does, and what followed from it. @param {Moment} moment @returns {Point} */
function pointOf({ played, mistake: harm, better: gain, betterLine, refutation }) {
  const { ply, mover, move, before, loss, had, left } = played;
  const { about } = before.variant;
  const { headline, better: why, then } = about.module.explain.review_text;
  const [mistake, better] = [worded(about, before.players, harm, true), worded(about, before.players, gain)];
  const player = t(before.players[mover].name); // as the rules name it then
  const rows = [t(why, { move: better.move, words: better.text || lineWords(about, betterLine) })];
  if (mistake.text) rows.push(t(why, { move, words: mistake.text }));
  if (refutation.length) rows.push(t(then, { move, line: lineWords(about, refutation) }));
  const words = t(headline, { ply, player, move, better: better.move, had: rounded(100 * had), left: rounded(100 * left) });
  const lines = { better_line: betterLine, refutation };
  return { ply, mover, move, loss: brief(loss), had: brief(had), left: brief(left), mistake, better, ...lines, words, rows };
}

/** The position before it, to find a better move in; all but the accepted moves are wrong. @param {Moment} moment @returns {Exercise} */
function exerciseOf({ played, report, better }) {
  const { ply, mover, move, before } = played;
  const { about } = before.variant;
  const least = scoreOf(report) - about.module.explain.learning_positions.as_good;
  const accepted = report.lines.filter((line) => chanceOf(report, line) >= least).map(({ moves }) => moves[0].text);
  const explanation = worded(about, before.players, better);
  return { ply, position: String(before), mover, played: move, accepted: accepted.filter((text) => text !== move), explanation };
}

/** How accurately each side played, in the whole game and in its parts. @param {Review} review */
function summaryRows({ start, final, moments, accuracy, phases, moves, isComplete }) {
  const { accuracy: whole, phase, no_moments, stopped, percent: share, unknown } = start.variant.about.module.explain.review_text;
  const percent = (/** @type {number | null} */ each) => (each === null ? unknown : t(share, { percent: rounded(each) }));
  const [first, second] = final.players.map(({ name }) => t(name));
  const places = (/** @type {Accuracies} */ [one, other]) => ({ first, second, first_accuracy: percent(one), second_accuracy: percent(other) });
  return [
    ...(moments.length || !isComplete ? [] : [t(no_moments)]),
    t(whole, places(accuracy)),
    ...phases.map(({ name, first: from_ply, last: to_ply, accuracy: own }) => t(phase, { name: capital(t(name)), from_ply, to_ply, ...places(own) })),
    ...(isComplete ? [] : [t(stopped, { ply: moves.length })]),
  ];
}
