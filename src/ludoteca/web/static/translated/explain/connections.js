// @ts-nocheck: translated from explain/connections.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { Claim } from "./templates.js";

export function connections(before, after) {
  let claims, had, has, other, player, shape;
  [player, other] = [before.mover, (1 - before.mover)];
  [shape, claims] = [before.variant.board.shape, []];
  [had, has] = [missingCells(before, player), missingCells(after, player)];
  if (((had != null) && (has != null) && (0 < has && has < had))) {
    claims.push(new Claim("nears_chain", new py.Dict([["player", player], ["count", has], ["cell", shape]])));
  }
  [had, has] = [missingCells(before, other), missingCells(after, other)];
  if (((had != null) && (has != null) && (has > had))) {
    claims.push(new Claim("hinders_chain", new py.Dict([["player", other], ["count", has], ["cell", shape]])));
  }
  return claims;
}

export function goalsOf(position, player) {
  let game, own;
  game = position.variant.game;
  own = (py.truthy(py.item(game.goals, player)) ? [py.item(game.goals, player)] : py.list(game.sharedGoals));
  return [...(function* (all) { for (const goal of all) if ((py.len(goal) === 2)) yield goal; })(own)];
}

export function missingCells(position, player) {
  let board, cells, found, goals, own, taken, top;
  goals = goalsOf(position, player);
  if (!py.truthy(goals)) {
    return null;
  }
  [board, cells] = [position.variant.board, position.scene().cells];
  own = new py.Members((function* (all) { for (const cell of all) if ((((top = py.item(cells, py.item(board.name, cell)).top) != null) && (py.equal(top.owner, player)))) yield cell; })(board.cells));
  taken = new py.Members((function* (all) { for (const cell of all) if (((!py.has(own, cell)) && (py.item(cells, py.item(board.name, cell)).top != null))) yield cell; })(board.cells));
  found = [...(function* (all) { for (const goal of all) yield _fewest(position, own, taken, ...(function* (all) { for (const side of all) yield py.item(board.sides, side).cells; })(goal)); })(goals)];
  return py.min((function* (all) { for (const count of all) if ((count != null)) yield count; })(found), { default: null });
}

export function _fewest(position, own, taken, begin, end) {
  let cell, count, near, now, seen, soon, step;
  [step, seen] = [position.variant.board.step, py.set(taken)];
  [count, now, soon] = [0, [...(function* (all) { for (const cell of all) if ((py.has(own, cell))) yield cell; })(begin)], [...(function* (all) { for (const cell of all) if ((!py.has(own, cell))) yield cell; })(begin)]];
  while ((py.truthy(now) || py.truthy(soon))) {
    while (py.truthy(now)) {
      cell = py.pop(now);
      if ((py.has(seen, cell))) {
        continue;
      }
      seen.add(cell);
      if ((py.has(end, cell))) {
        return count;
      }
      for (near of py.map(py.int, py.item(step, cell))) {
        if (((near >= 0) && (!py.has(seen, near)))) {
          ((py.has(own, near)) ? now : soon).push(near);
        }
      }
    }
    [count, now, soon] = [(count + 1), soon, []];
  }
  return null;
}
