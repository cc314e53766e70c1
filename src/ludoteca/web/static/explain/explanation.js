/** An explanation of a move: the claims that can be made about it, the same as Python's `explain/explanation.py`. */

/** @import {Position} from "../wasm/position.js" */
/** @import {Report} from "../wasm/report.js" */
/** @import {Claim} from "./templates.js" */
import { findMove } from "../wasm/move_input.js";
import { boardChanges } from "./board_changes.js";
import { connections } from "./connections.js";
import { allowed, defence, isWon, threat } from "./immediate_wins.js";
import { certainResults, chances } from "./search_results.js";
import { termChanges } from "./term_changes.js";

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
  const after = position.after(played.code);
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

/**
 * How few moves are left to a player who is to move.
 * @param {Position} after
 * @param {number} player
 * @returns {Claim[]}
 */
function fewMoves(after, player) {
  const { few } = after.variant.about.module.explain.explanation;
  const count = after.mover === player ? after.codes.length : 0;
  return 0 < count && count <= few ? [{ kind: "leaves_few_moves", player, count }] : [];
}
