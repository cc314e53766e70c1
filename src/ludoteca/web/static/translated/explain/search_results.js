// @ts-nocheck: translated from explain/search_results.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { Claim } from "./templates.js";
import { isProven } from "../search/values.js";

export const TIMED = "alphabeta";

export const RANKED = ["alphabeta", "solver"];

export function lineOf(report, move) {
  return py.next((function* (all) { for (const line of all) if ((py.truthy(line.moves) && (py.equal(py.item(line.moves, 0).text, move.text)))) yield line; })(report.lines), null);
}

export function certainResults(position, report, move) {
  let claims, isBest, leader, line, player;
  [line, player] = [lineOf(report, move), position.mover];
  if ((line == null)) {
    return [];
  }
  isBest = line === py.item(report.lines, 0);
  claims = [];
  if ((py.truthy(isProven(line.value)) && (line.value > 0))) {
    claims = py.add(claims, _forcedWin(report, line, player));
  } else if (py.truthy(isProven(line.value))) {
    if ((py.truthy(isBest) && (py.has(RANKED, report.method)))) {
      claims.push(new Claim("all_lose", new py.Dict([["player", player]])));
    }
    if (((py.equal(report.method, TIMED)) && (line.pliesToEnd != null) && (line.pliesToEnd > 1))) {
      claims.push(new Claim("loses_by_force", new py.Dict([["player", (1 - player)], ["plies", (line.pliesToEnd - 1)]])));
    }
  } else if (py.truthy(line.isDraw)) {
    claims.push(new Claim("holds_draw"));
  }
  if (py.truthy(line.points)) {
    leader = ((line.points > 0) ? player : (1 - player));
    claims.push(new Claim("final_lead", new py.Dict([["player", leader], ["points", py.abs(line.points)]])));
  }
  return (py.truthy(isBest) ? [...claims, ..._others(report, line, player)] : claims);
}

export function _forcedWin(report, line, winner) {
  let plies;
  plies = line.pliesToEnd;
  if (((py.equal(report.method, TIMED)) && (plies != null))) {
    return ((plies > 1) ? [new Claim("wins_by_force", new py.Dict([["player", winner], ["plies", plies]]))] : []);
  }
  return ((py.len(line.moves) > 1) ? [new Claim("wins_surely", new py.Dict([["player", winner]]))] : []);
}

export function _others(report, best, player) {
  let claims, isRanked, move, refutation, rest;
  rest = py.slice(report.lines, 1, null, null);
  if (!py.truthy(rest)) {
    return [];
  }
  isRanked = py.either(py.has(RANKED, report.method), () => py.equal(py.len(report.lines), py.len(report.position.codes)));
  claims = [];
  if ((py.truthy(isRanked) && (best.value > 0) && py.truthy(best.proven) && py.all((function* (all) { for (const each of all) yield py.both(each.isExact, () => each.value <= 0); })(rest)))) {
    claims.push(new Claim("only_winning_move", new py.Dict([["player", player]])));
  }
  if ((py.truthy(isProven(best.value)) && (best.value < 0))) {
    return claims;
  }
  if ((py.truthy(isRanked) && py.all((function* (all) { for (const each of all) yield _isLost(each); })(rest)))) {
    claims.push(new Claim("only_move_not_losing", new py.Dict([["player", player]])));
  }
  if ((py.truthy(_isLost(py.item(rest, 0))) && (py.len(py.item(rest, 0).moves) > 1))) {
    [move, ...refutation] = py.map(py.str, py.item(rest, 0).moves);
    claims.push(new Claim("otherwise_loses", new py.Dict([["player", (1 - player)], ["move", move], ["line", refutation]])));
  }
  return claims;
}

export function _isLost(line) {
  return py.both(isProven(line.value), () => line.value < 0);
}

export function chances(position, report, move) {
  let line, percent;
  line = lineOf(report, move);
  if (((line == null) || py.truthy(line.proven))) {
    return [];
  }
  percent = py.round((100 * py.item(report.chancesOf(line), 0)));
  return [new Claim("chances", new py.Dict([["player", position.mover], ["percent", percent], ["depth", report.depth]]))];
}
