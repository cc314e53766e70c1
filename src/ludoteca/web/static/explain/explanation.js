/** An explanation of a move: the claims that can be made about it, the same as Python's `explain/explanation.py`. */

/** @import {Analyst} from "../wasm/analysis.js" */
/** @import {Limits} from "../wasm/game_module.js" */
/** @import {Move, Position} from "../wasm/position.js" */
/** @import {Line, Report} from "../wasm/report.js" */
/** @import {Board} from "../wasm/variant.js" */
/** @import {Claim} from "./templates.js" */
import { findMove } from "../wasm/move_input.js";
import { chancesOf, expectedScore, isCertain, isProven, pliesToEnd, rounded } from "../wasm/report.js";
import { boardChanges } from "./board_changes.js";
import { allowed, defence, isWon, threat } from "./immediate_wins.js";
import { expectedWords, worded } from "./templates.js";

const DIGITS = 2; // of what a term has changed by

/** @typedef {{move: string, claims: Claim[]}} Explanation the most important claim first */

/**
 * What a legal move does and why: by the rules, and by what a search of the position found out. A report with two lines or more
 * also says what happens otherwise.
 * @param {Position} position
 * @param {string} move
 * @param {Report | null} [report]
 * @returns {Explanation}
 */
export function explain(position, move, report = null) {
  const played = findMove(position, move);
  const after = position.after(played.code, played.more);
  const player = position.mover;
  /** @type {Claim[]} */ const claims = [];
  if (position.codes.length === 1) claims.push({ kind: "only_move" });
  if (isWon(after, player)) claims.push({ kind: "wins_at_once", player, reason: after.outcome?.reason });
  else if (isWon(after, 1 - player)) claims.push({ kind: "loses_at_once", player, reason: after.outcome?.reason });
  else if (!after.outcome && after.mover !== player) {
    const lost = allowed(after, player);
    claims.push(...(lost.length ? lost : [...defence(position, after), ...threat(after, player)]));
  }
  if (report) claims.push(...certainResults(position, report, played), ...chances(position, report, played));
  claims.push(...boardChanges(position, after, played), ...connections(position, after), ...movesAgain(position, after, played.code));
  claims.push(...fewMoves(after, 1 - player), ...termChanges(position, after));
  const order = Object.keys(position.variant.about.module.explain.templates.claims);
  const first = order.map((kind) => claims.find((claim) => claim.kind === kind)); // what the rules say goes before what a search says
  return { move: played.text, claims: first.filter((claim) => claim !== undefined) };
}

/**
 * Whether the mover moves again, if other moves of this kind end the turn: so not in a turn of several steps.
 * @param {Position} before
 * @param {Position} after
 * @param {number} code
 * @returns {Claim[]}
 */
function movesAgain(before, after, code) {
  if (after.outcome || after.mover !== before.mover) return [];
  const { first, count } = before.variant.kinds.of(code).about;
  const others = before.codes.filter((each) => first <= each && each < first + count).map((each) => before.after(each));
  const isExtra = others.some((other) => !other.outcome && other.mover !== before.mover);
  return isExtra ? [{ kind: "moves_again", player: before.mover }] : [];
}

/** How few moves are left to a player who is to move. @param {Position} after @param {number} player @returns {Claim[]} */
function fewMoves(after, player) {
  const { few } = after.variant.about.module.explain.explanation;
  const count = after.mover === player ? after.codes.length : 0;
  return 0 < count && count <= few ? [{ kind: "leaves_few_moves", player, count }] : [];
}

// --- hints

/** Search a position for the best move, and for what happens otherwise. @type {(analyst: Analyst, position: Position, limits: Limits) => Report} */
export function searchedForHint(analyst, position, limits) {
  const { lines } = position.variant.about.module.explain.hints;
  return analyst.answer(position, limits, Math.max(1, Math.min(lines, position.codes.length)));
}

/** The best move of a report and why it is best, as the server's message says it. @param {Report} report */
export function hintOf(report) {
  const { position, lines } = report;
  const { about } = position.variant;
  const [best] = lines;
  const line = best.moves.map(({ text }) => text);
  const { text, claims } = worded(about, position.players, explain(position, line[0], report));
  const after = position.after(best.moves[0].code, best.moves[0].more);
  const reason = [text, expectedWords(about, after.players[after.mover].name, line)].filter(Boolean).join(" ");
  return { text: line[0], picks: best.moves[0].picks, reason, claims, line, score: chanceOf(report, best) };
}

// --- what a search knows: forced wins and losses, certain draws and leads, what other moves lead to

/** @type {(position: Position) => {timed: string, ranked: string[]}} */
const methodsOf = ({ variant }) => variant.about.module.explain.search_results;

/** What the report says about a move. @param {Report} report @param {{text: string}} move */
export function lineAbout(report, move) {
  return report.lines.find(({ moves }) => moves[0]?.text === move.text) ?? null;
}

/** The chance that a line of a report gives its mover, a draw counted half. @type {(report: Report, line: Line) => number} */
export const chanceOf = ({ position }, { value }) => expectedScore(value, position.variant.about.module.chances.draw_band);

/**
 * What is certain after the move; that it wins or loses at once the rules say themselves.
 * @param {Position} position
 * @param {Report} report
 * @param {Move} move
 * @returns {Claim[]}
 */
function certainResults(position, report, move) {
  const line = lineAbout(report, move);
  const player = position.mover;
  if (!line) return [];
  const { timed, ranked } = methodsOf(position);
  const isBest = line === report.lines[0];
  const plies = pliesToEnd(line.value);
  /** @type {Claim[]} */ const claims = [];
  if (isProven(line.value) && line.value > 0) claims.push(...forcedWin(report, line, player, timed));
  else if (isProven(line.value)) {
    if (isBest && ranked.includes(report.method)) claims.push({ kind: "all_lose", player });
    if (report.method === timed && plies !== null && plies > 1) claims.push({ kind: "loses_by_force", player: 1 - player, plies: plies - 1 });
  } else if (line.isExact && line.value === 0) claims.push({ kind: "holds_draw" });
  if (line.points) claims.push({ kind: "final_lead", player: line.points > 0 ? player : 1 - player, points: Math.abs(line.points) });
  return isBest ? [...claims, ...otherMoves(report, line, player, ranked)] : claims;
}

/** A win that the other side cannot prevent. @param {Report} report @param {Line} line @param {number} player @param {string} timed @returns {Claim[]} */
function forcedWin({ method }, { value, moves }, player, timed) {
  const plies = pliesToEnd(value);
  if (method === timed && plies !== null) return plies > 1 ? [{ kind: "wins_by_force", player, plies }] : [];
  return moves.length > 1 ? [{ kind: "wins_surely", player }] : [];
}

/**
 * What is certain of all other moves, and what happens after the next best one, where that loses.
 * @param {Report} report
 * @param {Line} best
 * @param {number} player
 * @param {string[]} ranked
 * @returns {Claim[]}
 */
function otherMoves(report, best, player, ranked) {
  const rest = report.lines.slice(1);
  if (!rest.length) return [];
  const isRanked = ranked.includes(report.method) || report.lines.length === report.position.codes.length;
  const isLost = (/** @type {Line} */ { value }) => isProven(value) && value < 0;
  /** @type {Claim[]} */ const claims = [];
  if (isRanked && best.value > 0 && isCertain(best) && rest.every(({ isExact, value }) => isExact && value <= 0)) {
    claims.push({ kind: "only_winning_move", player });
  }
  if (isLost(best)) return claims;
  if (isRanked && rest.every(isLost)) claims.push({ kind: "only_move_not_losing", player });
  if (isLost(rest[0]) && rest[0].moves.length > 1) {
    const [move, ...line] = rest[0].moves.map(({ text }) => text);
    claims.push({ kind: "otherwise_loses", player: 1 - player, move, line });
  }
  return claims;
}

/**
 * The mover's chance of winning as the search estimates it; nothing where the result is certain.
 * @param {Position} position
 * @param {Report} report
 * @param {Move} move
 * @returns {Claim[]}
 */
function chances(position, report, move) {
  const line = lineAbout(report, move);
  if (!line || isCertain(line)) return [];
  const [win] = chancesOf(line.value, position.variant.about.module.chances.draw_band);
  return [{ kind: "chances", player: position.mover, percent: rounded(100 * win), depth: report.depth }];
}

// --- terms of the evaluation that a move improves more than other moves do

/**
 * The terms that count most for the move, each compared with its average after the other moves. All of them end a turn, or none
 * does, so that what a term is worth to whoever is to move plays no part.
 * @param {Position} position
 * @param {Position} after
 * @returns {Claim[]}
 */
function termChanges(position, after) {
  const { about } = position.variant;
  const { weights, most_others, most_terms, least_change } = about.module.explain.term_changes;
  if (!weights || after.outcome) return [];
  const player = position.mover;
  const codes = position.codes.filter((code) => code !== after.code);
  const step = 1 + Math.floor(codes.length / most_others);
  const others = codes
    .filter((_, place) => place % step === 0)
    .map((code) => position.after(code))
    .filter((other) => !other.outcome && other.mover === after.mover);
  if (!others.length) return [];
  const total = others.map((other) => contributions(other, player)).reduce((so_far, each) => so_far.map((sum, place) => sum + each[place]));
  const changes = contributions(after, player).map((worth, place) => worth - total[place] / others.length);
  /** @type {Map<string, {words: string, term: string, change: number}>} */ const byWords = new Map();
  for (const [place, name] of about.terms.entries()) {
    const words = about.term_words[name]?.[after.mover === player ? 0 : 1]; // the first where the same player is to move again
    if (words === "") continue; // not worth mentioning
    const known = byWords.get(words ?? name) ?? { words: words ?? "", term: words === undefined ? name : "", change: 0 };
    byWords.set(words ?? name, { ...known, change: known.change + changes[place] });
  }
  const best = [...byWords.values()].sort((a, b) => b.change - a.change).slice(0, most_terms);
  const terms = best.filter(({ change }) => change >= least_change).map((each) => ({ ...each, player, change: rounded(each.change, DIGITS) }));
  return terms.length ? [{ kind: "terms", terms }] : [];
}

/** What each term of the evaluation says for a player. @param {Position} position @param {number} player */
function contributions(position, player) {
  const { module } = position.variant;
  const { weights } = module.about.module.explain.term_changes;
  const own = /** @type {number[]} */ (module.call.stage ? weights?.[module.stage(position.state)] : weights);
  const side = position.mover === player ? 1 : -1;
  return module.terms(position.state).map((term, place) => side * (term * own[place]));
}

// --- connection games: how far each player is from a chain between their sides of the board

/** Whether the mover is closer to a chain, and whether the opponent is further from one. @param {Position} before @param {Position} after @returns {Claim[]} */
function connections(before, after) {
  const player = before.mover;
  const other = 1 - player;
  const cell = before.variant.about.board.shape;
  /** @type {Claim[]} */ const claims = [];
  const [had, has] = [missingCells(before, player), missingCells(after, player)];
  if (had !== null && has !== null && 0 < has && has < had) claims.push({ kind: "nears_chain", player, count: has, cell });
  const [hadTheirs, theirs] = [missingCells(before, other), missingCells(after, other)];
  if (hadTheirs !== null && theirs !== null && theirs > hadTheirs) claims.push({ kind: "hinders_chain", player: other, count: theirs, cell });
  return claims;
}

/** The pairs of sides that a player may join. @param {Position} position @param {number} player */
function goalsOf({ variant }, player) {
  const { goals, shared_goals } = variant.about;
  return (goals[player].length ? [goals[player]] : shared_goals).filter(({ length }) => length === 2);
}

/**
 * The fewest empty cells to take for a chain from side to side; null without goals, or where no way is open.
 * @param {Position} position
 * @param {number} player
 * @returns {number | null}
 */
function missingCells(position, player) {
  const goals = goalsOf(position, player);
  if (!goals.length) return null;
  const { board } = position.variant;
  const topOf = (/** @type {number} */ cell) => position.looks.get(board.name(cell))?.pieces[0];
  const own = new Set(board.cells.filter((cell) => topOf(cell)?.owner === player));
  const taken = board.cells.filter((cell) => topOf(cell) && !own.has(cell));
  const found = goals.map(([begin, end]) => fewest(board, own, taken, board.sides[begin], board.sides[end])).filter((count) => count !== null);
  return found.length ? Math.min(...found) : null;
}

/**
 * The same from one side to the other: all cells within reach for nothing, then for one more cell, and so on.
 * @param {Board} board
 * @param {Set<number>} own
 * @param {number[]} taken
 * @param {number[]} begin
 * @param {number[]} end
 * @returns {number | null}
 */
function fewest(board, own, taken, begin, end) {
  const seen = new Set(taken);
  let now = begin.filter((cell) => own.has(cell));
  let soon = begin.filter((cell) => !own.has(cell));
  for (let count = 0; now.length || soon.length; count++, now = soon, soon = []) {
    for (let cell = now.pop(); cell !== undefined; cell = now.pop()) {
      if (seen.has(cell)) continue;
      seen.add(cell);
      if (end.includes(cell)) return count;
      for (const near of board.near(cell)) if (!seen.has(near)) (own.has(near) ? now : soon).push(near);
    }
  }
  return null;
}
