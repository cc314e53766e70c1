// @ts-nocheck: translated from explain/immediate_wins.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { Claim } from "./templates.js";
import { chained } from "../play/turns.js";

export const MOST_PLAYED = 6000;

export const LONGEST_TURN = 3;

export const LOOKED_INTO = 3;

export const PASS = "pass";

export class TooMany extends Error {

}

export class Plays {
  constructor(most = MOST_PLAYED) {
    const self = this;
    self._left = most;
  }

  after(position, code) {
    const self = this;
    self._left = (self._left - 1);
    if ((self._left < 0)) {
      throw new TooMany();
    }
    return position.after(code);
  }

  *turns(position, soFar = /** @type {any} */ ([])) {
    const self = this;
    let after, code, turn;
    if ((py.equal(py.len(soFar), LONGEST_TURN))) {
      throw new TooMany();
    }
    for (code of position.codes) {
      after = self.after(position, code);
      turn = [...soFar, position.namedCode(code)];
      if (((after.outcome == null) && (py.equal(after.mover, position.mover)))) {
        (yield* self.turns(after, turn));
      } else {
        (yield [turn, after]);
      }
    }
  }

  *winningTurns(position) {
    const self = this;
    let after, turn;
    for ([turn, after] of self.turns(position)) {
      if (py.truthy(isWon(after, position.mover))) {
        (yield turn);
      }
    }
  }

  wins(position, turn) {
    const self = this;
    let move, player;
    player = position.mover;
    for (move of turn) {
      if (((position.outcome != null) || (!py.equal(position.mover, player)) || (!py.has(position.codes, move.code)))) {
        return false;
      }
      if ((!py.equal(position.namedCode(move.code).text, move.text))) {
        return false;
      }
      position = self.after(position, move.code);
    }
    return isWon(position, player);
  }

  usualWin(positions) {
    const self = this;
    let best, candidates, name, position, step, turn, wins;
    candidates = new py.Dict([]);
    step = Math.max(1, Math.floor(py.len(positions) / LOOKED_INTO));
    for (position of py.slice(py.slice(positions, null, null, step), null, LOOKED_INTO, null)) {
      if ((position.outcome == null)) {
        py.update(candidates, new py.Dict((function* (all) { for (const turn of all) yield [py.tuple(py.map(py.str, turn)), turn]; })(self.winningTurns(position))));
      }
    }
    wins = new py.Counter();
    for (position of positions) {
      for ([name, turn] of ((position.outcome == null) ? candidates.entries() : [])) {
        py.put(wins, name, py.add(py.item(wins, name), self.wins(position, turn)));
      }
    }
    best = py.max(candidates, { key: (name) => py.item(wins, name), default: null });
    return (((best == null) || ((2 * py.item(wins, best)) <= py.len(positions))) ? null : py.item(candidates, best));
  }
}

export function textsOf(position, turn) {
  return py.list(py.map(py.str, chained(position.variant.game.kinds, (function* (all) { for (const move of all) yield [0, move]; })(turn))));
}

export function isPass(turn) {
  return py.all((function* (all) { for (const move of all) yield py.equal(move.text, PASS); })(turn));
}

export function isWon(position, player) {
  return py.both(position.outcome != null, () => py.equal(position.outcome.winner, player));
}

export function threat(after, player) {
  let plays, replies, turn;
  try {
    plays = new Plays();
    replies = [...(function* (all) { for (const [_, reply] of all) yield reply; })(plays.turns(after))];
    if (py.any((function* (all) { for (const reply of all) yield isWon(reply, (1 - player)); })(replies))) {
      return [];
    }
    turn = plays.usualWin(replies);
  } catch (error) {
    if (error instanceof TooMany) {
      return [];
    } else throw error;
  }
  return (((turn == null) || py.truthy(isPass(turn))) ? [] : [new Claim("threatens", new py.Dict([["player", player], ["line", textsOf(after, turn)]]))]);
}

export function defence(position, after, move) {
  let claims, others, player, plays, stopped;
  player = position.mover;
  try {
    plays = new Plays();
    if ((py.next(plays.winningTurns(after), null) != null)) {
      return [];
    }
    others = [...(function* (all) { for (const [turn, end] of all) if ((!py.equal(py.item(turn, 0).code, move.code))) yield end; })(plays.turns(position))];
  } catch (error) {
    if (error instanceof TooMany) {
      return [];
    } else throw error;
  }
  claims = [];
  if (!py.truthy(others)) {
    return claims;
  }
  try {
    stopped = plays.usualWin(others);
    if ((stopped != null)) {
      if (!py.truthy(isPass(stopped))) {
        claims.push(new Claim("blocks", new py.Dict([["player", (1 - player)], ["line", textsOf(after, stopped)]])));
      }
      if (py.all((function* (all) { for (const other of all) yield _loses(plays, other, player, stopped); })(others))) {
        claims.push(new Claim("only_move_not_losing", new py.Dict([["player", player]])));
      }
    }
  } catch (error) {
    if (error instanceof TooMany) {

    } else throw error;
  }
  return claims;
}

export function _loses(plays, position, player, likely) {
  if ((position.outcome != null)) {
    return isWon(position, (1 - player));
  }
  return py.either(plays.wins(position, likely), () => py.next(plays.winningTurns(position), null) != null);
}

export function allowed(after, player) {
  let turn;
  try {
    turn = py.next(new Plays().winningTurns(after), null);
  } catch (error) {
    if (error instanceof TooMany) {
      return [];
    } else throw error;
  }
  return ((turn == null) ? [] : [new Claim("lets_win", new py.Dict([["player", (1 - player)], ["line", textsOf(after, turn)]]))]);
}
