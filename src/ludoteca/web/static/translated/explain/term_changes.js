// @ts-nocheck: translated from explain/term_changes.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { contributions, hasTerms } from "../../explain/explain_inputs.js";
import { Claim } from "./templates.js";

export const MOST_OTHERS = 200;

export const MOST_TERMS = 2;

export const LEAST_CHANGE = 0.1;

export function termChanges(position, after, move) {
  let best, byWords, change, codes, each, game, name, now, others, place, player, told, words;
  [game, player] = [position.variant.game, position.mover];
  if ((!py.truthy(hasTerms(game)) || (after.outcome != null))) {
    return [];
  }
  codes = [...(function* (all) { for (const code of all) if ((!py.equal(code, move.code))) yield code; })(position.codes)];
  others = [...(function* (all) { for (const code of all) yield position.after(code); })(py.slice(codes, null, null, (1 + Math.floor(py.len(codes) / MOST_OTHERS))))];
  others = [...(function* (all) { for (const other of all) if (((other.outcome == null) && (py.equal(other.mover, after.mover)))) yield other; })(others)];
  if (!py.truthy(others)) {
    return [];
  }
  [now, each] = [contributions(after, player), [...(function* (all) { for (const other of all) yield contributions(other, player); })(others)]];
  byWords = new py.Dict([]);
  for ([place, name] of py.enumerate(game.termNames)) {
    change = (py.item(now, place) - (py.sum((function* (all) { for (const other of all) yield py.item(other, place); })(each)) / py.len(each)));
    if (((words = wordsOfTerm(game, name, py.equal(after.mover, player))) != null)) {
      py.put(byWords, words, py.add(py.get(byWords, words, 0.0), change));
    }
  }
  best = py.slice(py.sorted(byWords.entries(), { key: (pair) => (-py.item(pair, 1)) }), null, MOST_TERMS, null);
  told = [...(function* (all) { for (const [[words, term], change] of all) if ((change >= LEAST_CHANGE)) yield new py.Dict([["words", words], ["term", term], ["player", player], ["change", py.round(change, 2)]]); })(best)];
  return (py.truthy(told) ? [new Claim("terms", new py.Dict([["terms", told]]))] : []);
}

export function wordsOfTerm(game, name, isAgain) {
  let again, other, words;
  if ((!py.has(game.termWords, name))) {
    return ["", name];
  }
  [again, other] = py.item(game.termWords, name);
  words = (py.truthy(isAgain) ? again : other);
  return (py.truthy(words) ? [words, ""] : null);
}
