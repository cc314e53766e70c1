// @ts-nocheck: translated from play/turns.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { Move } from "./position_interface.js";

export function joined(move, rest) {
  let origin, text;
  origin = py.item(rest.picks, 0).name;
  text = py.add(move.text, py.removeprefix(rest.text, origin));
  return new Move(move.code, py.add(move.picks, py.slice(rest.picks, 1, null, null)), text, py.add(move.more, codesOf(rest)));
}

export function firstSteps(kinds, move, cells) {
  let picks;
  picks = py.slice(move.picks, null, cells, null);
  return new Move(move.code, picks, py.join(kinds.link, (function* (all) { for (const pick of all) yield pick.name; })(picks)), py.slice(move.more, null, (cells - 2), null));
}

export function codesOf(move) {
  return [move.code, ...move.more];
}

export function chained(kinds, moves) {
  let found, last, move, mover;
  found = [];
  last = null;
  for ([mover, move] of moves) {
    if ((py.truthy(found) && (py.equal(mover, last)) && py.truthy(kinds.isChained(py.item(codesOf(py.item(found, (-1))), (-1)), move.code)))) {
      py.put(found, (-1), joined(py.item(found, (-1)), move));
    } else {
      found.push(move);
    }
    last = mover;
  }
  return found;
}
