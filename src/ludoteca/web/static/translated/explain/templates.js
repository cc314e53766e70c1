// @ts-nocheck: translated from explain/templates.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { BadDeclaration } from "../../wasm/errors.js";
import { english, joined, makeText, t, translatable } from "../../words/texts.js";

export const TEMPLATES = translatable(new py.Dict([["only_move", "It is the only legal move."], ["wins_at_once", "It wins at once: {reason}."], ["completes", "It completes {cells}."], ["completes_by_push", "Its push completes {cells}."], ["loses_at_once", "It loses at once: {reason}."], ["completes_theirs", "Its push completes {cells} for {player}."], ["wins_by_force", "It forces a win within {plies} moves, counting both sides."], ["wins_surely", "It forces a win."], ["only_winning_move", "No other move wins."], ["only_move_not_losing", "Every other move loses."], ["lets_win", "It lets {player} win with {line}."], ["all_lose", "Every move loses against best play."], ["loses_by_force", "{player} then has a forced win within {plies} {plies:move|moves}, counting both sides."], ["holds_draw", "It leads to a draw with best play."], ["final_lead", "With best play, {player} wins by {points:word} {points:point|points}."], ["blocks", "It stops {player} from winning with {line}."], ["threatens", "It threatens to win with {line}."], ["otherwise_loses", "Playing {move} instead loses to {line}."], ["captures", "It captures {count:word} {player:adjective} {piece}."], ["flips", "It flips {count:word} {player:adjective} {piece}."], ["removes", "It removes {count:word} {player:adjective} {piece} from the board."], ["takes", "It takes {count:word} {colour} {piece}."], ["gives_up", "It costs {player} {count:word} {piece}."], ["gains_points", "It gains {points:word} {points:point|points}."], ["moves_again", "It lets {player} move again."], ["sets_up", "It sets up {cells}."], ["sets_up_by_push", "Its push sets up {cells}."], ["nears_chain", "{player} then needs {count:word} more {cell} to connect."], ["hinders_chain", "{player} now needs {count:word} more {cell} to connect."], ["leaves_few_moves", "It leaves {player} only {count:word} {count:move|moves}."], ["terms", "It {terms}."], ["chances", "{player} then has about {percent:article}% chance of winning."]]));

export const PIECES = translatable(new py.Dict([["disc", ["disc", "discs"]], ["stone", ["stone", "stones"]], ["counter", ["disc", "discs"]], ["man", ["man", "men"]], ["crowned", ["crowned man", "crowned men"]], ["pyramid", ["pyramid", "pyramids"]], ["pawn", ["pawn", "pawns"]], ["queen", ["queen", "queens"]], ["king", ["king", "kings"]], ["knight", ["knight", "knights"]], ["bishop", ["bishop", "bishops"]], ["rook", ["rook", "rooks"]], ["cube", ["cube", "cubes"]], ["ring", ["ring", "rings"]], ["wall", ["wall", "walls"]], ["arrow", ["arrow", "arrows"]], ["joker", ["joker", "jokers"]], ["bonus", ["bonus", "bonuses"]], ["bar", ["line", "lines"]], ["box", ["box", "boxes"]], ["seeds", ["seed", "seeds"]], ["stack", ["stack", "stacks"]]]));

export const CELLS = translatable(new py.Dict([["square", ["cell", "cells"]], ["hex", ["hex", "hexes"]], ["points", ["point", "points"]], ["edges", ["edge", "edges"]], ["pits", ["pit", "pits"]]]));

export const PASS = translatable("a pass");

export const DEFAULT_TERM = translatable("scores higher on {term}");

export const LONGEST_LINE = 6;

export const PLACE = py.compile("\\{(\\w+)(?::[^{}]*)?\\}", "");

export const MORE = " …";

export const LISTED = translatable("{others} and {last}");

export class Claim {
  /** @param {string} kind @param {any} [arguments_] */
  constructor(kind, arguments_ = new py.Dict()) {
    this.kind = kind;
    this.arguments = arguments_;
  }

  toJson() {
    const self = this;
    return new py.Dict([["kind", self.kind], ...self.arguments.entries()]);
  }
}

export function templateOf(game, kind) {
  let own, template;
  for ([own, template] of game.claimWords.entries()) {
    if ((!py.has(TEMPLATES, own))) {
      throw new BadDeclaration(`claim_words of ${game.title} has no kind ${py.repr(own)}; the kinds are ${py.join(", ", TEMPLATES)}`);
    }
    if ((py.has(py.sub(PLACE, "", template), "{"))) {
      throw new BadDeclaration(`claim_words of ${game.title}: ${py.repr(template)} has an unmatched brace`);
    }
  }
  return py.get(game.claimWords, kind, py.item(TEMPLATES, kind));
}

export function sentence(claim, game, players) {
  let known, name, template, told;
  template = templateOf(game, claim.kind);
  for (name of py.findall(PLACE, template)) {
    if ((!py.has(claim.arguments, name))) {
      known = py.either(py.join(", ", claim.arguments), () => "none");
      throw new BadDeclaration(`claim_words of ${game.title}: ${claim.kind} has no place {${name}}; its places are ${known}`);
    }
  }
  told = new py.Dict((function* (all) { for (const [name, value] of all) yield [name, _told(name, value, claim, players)]; })(claim.arguments.entries()));
  return makeText(template, told, withoutStopAfterDots);
}

export function withoutStopAfterDots(text) {
  return text.replaceAll(`${MORE}.`, MORE);
}

export function _told(name, value, claim, players) {
  if ((name === "player")) {
    return py.item(players, value).name;
  }
  if ((name === "piece")) {
    return english(py.item(py.item(PIECES, value), py.item(claim.arguments, "count") !== 1));
  }
  if ((name === "colour")) {
    return english(value);
  }
  if ((name === "cell")) {
    return english(py.item(py.item(CELLS, value), py.item(claim.arguments, "count") !== 1));
  }
  if ((name === "cells")) {
    return py.join(", ", value);
  }
  if ((name === "line")) {
    return lineWords(value);
  }
  if ((name === "terms")) {
    return listed([...(function* (all) { for (const each of all) yield termWords(each, players); })(value)]);
  }
  return value;
}

export function lineWords(moves) {
  if ((py.equal(py.list(moves), ["pass"]))) {
    return t(PASS);
  }
  return py.add(py.join(", ", py.slice(moves, null, LONGEST_LINE, null)), ((py.len(moves) > LONGEST_LINE) ? MORE : ""));
}

export function termWords(term, players) {
  let names, player;
  player = py.item(term, "player");
  names = new py.Dict([["player", py.item(players, player).name], ["opponent", py.item(players, (1 - player)).name]]);
  if (py.truthy(py.item(term, "words"))) {
    return t(py.item(term, "words"), { ...py.plain(names) });
  }
  return t(DEFAULT_TERM, { term: english(py.item(term, "term")) });
}

export function listed(words) {
  if ((py.len(words) < 2)) {
    return (py.truthy(words) ? py.item(words, 0) : "");
  }
  return t(LISTED, { others: joined(py.slice(words, null, (-1), null)), last: py.item(words, (-1)) });
}
