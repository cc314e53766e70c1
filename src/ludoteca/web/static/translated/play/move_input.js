// @ts-nocheck: translated from play/move_input.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { CANNOT_PLAY_AT, CAN_MEAN, COMES_BACK, ENDS_THERE, INCOMPLETE, IS_EMPTY, IS_NOT_YOURS, IS_OVER, IS_TAKEN, NOT_A_MOVE, NOT_A_MOVE_SUCH_AS, NOT_FROM_THERE, NOT_NOW, NOT_ON_BOARD, NO_CELL_NOW, PIECE_CANNOT_MOVE, refused } from "../kernel/shared_sentences.js";
import { firstSteps } from "./turns.js";
import { saidOfCell } from "../../wasm/cell_sentences.js";
import { AmbiguousMove, GameOver, IllegalMove, UnreadableMove } from "../../wasm/errors.js";
import { joined, t } from "../../words/texts.js";

export const LONGEST_MOVE_TEXT = 60;

export const CELL_NAME = py.compile("[a-z]\\d+", "");

export const MOST_LISTED = 12;

export function matching(position, names) {
  let depth, fitting, name;
  fitting = position.wholeMoves();
  for ([depth, name] of py.enumerate(names)) {
    fitting = [...(function* (all) { for (const move of all) if (((py.len(move.picks) > depth) && py.truthy(py.item(move.picks, depth).isMeantBy(name)))) yield move; })(fitting)];
  }
  return fitting;
}

export function nextPicks(position, names = /** @type {any} */ ([])) {
  let depth, found;
  depth = py.len(names);
  found = new py.Dict((function* (all) { for (const move of all) if ((py.len(move.picks) > depth)) yield [py.item(move.picks, depth), null]; })(matching(position, names)));
  return py.list(found);
}

export function endingAt(position, names) {
  let ending, first, fitting, last;
  [first, last] = [py.slice(names, null, (-1), null), py.item(names, (-1))];
  fitting = (py.truthy(first) ? matching(position, first) : []);
  ending = [...(function* (all) { for (const move of all) if ((py.truthy(move.more) && (py.equal(py.item(move.picks, (-1)).name, last)))) yield move; })(fitting)];
  return ((py.len(ending) === 1) ? py.item(ending, 0) : null);
}

export function beginning(position, names) {
  let link;
  link = position.variant.game.kinds.link;
  if (((py.len(names) > 1) && py.any((function* (all) { for (const move of all) yield move.more; })(matching(position, names))))) {
    return py.join(link, names);
  }
  return position.variant.game.moveText(py.tuple(names));
}

export function findMove(position, text) {
  let begun, move, names;
  if (((move = position.named(text)) != null)) {
    return move;
  }
  _mustGoOn(position);
  names = readPicks(position, text);
  begun = [...(function* (all) { for (const move of all) if (((py.len(move.picks) > py.len(names) && py.len(names) > 1) && py.truthy(move.more))) yield move; })(matching(position, names))];
  return (py.truthy(begun) ? firstSteps(position.variant.game.kinds, py.item(begun, 0), py.len(names)) : choose(position, names));
}

export function readPicks(position, text) {
  let chain, examples, game, given, meant, move, readings, sentence, words;
  game = position.variant.game;
  words = py.join(" ", py.split(text)).toLowerCase();
  if ((py.len(words) <= LONGEST_MOVE_TEXT)) {
    for (move of position.wholeMoves()) {
      if ((py.equal(words, move.text.toLowerCase()))) {
        return py.tuple((function* (all) { for (const pick of all) yield pick.name; })(move.picks));
      }
    }
    if (py.truthy((chain = game.kinds.readChain(words)))) {
      return chain;
    }
    if (((meant = _inNotation(position, py.strip(text))) != null)) {
      return py.tuple((function* (all) { for (const pick of all) yield pick.name; })(meant.picks));
    }
    if (py.truthy((readings = game.kinds.read(words)))) {
      return _likeliest(position, [...(function* (all) { for (const reading of all) yield reading.names; })(readings)]);
    }
  }
  given = ((py.len(words) <= LONGEST_MOVE_TEXT) ? words : (py.slice(words, null, LONGEST_MOVE_TEXT, null) + "…"));
  examples = [...(function* (all) { for (const move of all) yield py.str(move); })(py.slice(position.moves(), null, 1, null))];
  sentence = (py.truthy(examples) ? NOT_A_MOVE_SUCH_AS : NOT_A_MOVE);
  throw new UnreadableMove(refused(sentence, py.repr(given), position.variant.title, ...examples));
}

export function _inNotation(position, text) {
  let found, listed, meant, notation;
  notation = position.variant.game.notation;
  if (((notation == null) || !py.truthy(text))) {
    return null;
  }
  meant = py.set(notation.read(position.state, text));
  found = [...(function* (all) { for (const move of all) if ((py.has(meant, move.code))) yield move; })(position.moves())];
  if ((py.len(found) > 1)) {
    listed = py.tuple((function* (all) { for (const move of all) yield py.str(move); })(found));
    throw new AmbiguousMove(refused(CAN_MEAN, text, joined(listed)), listed);
  }
  return (py.truthy(found) ? py.item(found, 0) : null);
}

export function _likeliest(position, readings) {
  let paths;
  paths = [...(function* (all) { for (const move of all) yield py.tuple((function* (all) { for (const pick of all) yield pick.name; })(move.picks)); })(position.moves())];
  function reach(names) {
    let shared;
    shared = (function* (all) { for (const path of all) yield py.takewhile((pair) => py.equal(py.item(pair, 0), py.item(pair, 1)), py.zip(names, path)); })(paths);
    return py.max((function* (all) { for (const picks of all) yield py.len(py.list(picks)); })(shared), { default: 0 });
  }
  return py.max(readings, { key: reach });
}

export function choose(position, names) {
  let chain, continuations, exact, fitting, soFar;
  _mustGoOn(position);
  fitting = matching(position, names);
  if (!py.truthy(fitting)) {
    if (((chain = endingAt(position, names)) != null)) {
      return chain;
    }
    throw new IllegalMove(whyNot(position, names));
  }
  exact = [...(function* (all) { for (const move of all) if ((py.equal(py.len(move.picks), py.len(names)))) yield move; })(fitting)];
  if (py.truthy(exact)) {
    return py.item(exact, 0);
  }
  continuations = py.tuple((function* (all) { for (const pick of all) yield pick.name; })(nextPicks(position, names)));
  soFar = beginning(position, names);
  throw new AmbiguousMove(refused(INCOMPLETE, soFar, py.join(", ", continuations)), continuations);
}

export function _mustGoOn(position) {
  if ((position.outcome != null)) {
    throw new GameOver(refused(IS_OVER, position.outcome.reason));
  }
}

export function whyNot(position, names) {
  let asked, blamed, board, depth, kinds, listed, name, paths, picked, possible, reason;
  board = position.variant.board;
  paths = [...(function* (all) { for (const move of all) yield py.tuple((function* (all) { for (const pick of all) yield pick.name; })(py.slice(move.picks, null, py.len(names), null))); })(position.pseudoLegalMoves)];
  if ((py.has(paths, py.tuple(names)))) {
    return t(COMES_BACK);
  }
  picked = py.list(names);
  for (name of picked) {
    if ((py.truthy(py.fullmatch(CELL_NAME, name)) && (!py.has(board.number, name)))) {
      return refused(NOT_ON_BOARD, name);
    }
  }
  depth = py.next((function* (all) { for (const depth of all) if (!py.truthy(matching(position, py.slice(picked, null, (depth + 1), null)))) yield depth; })(py.range(py.len(picked))));
  [kinds, asked] = [position.variant.game.kinds, picked];
  if ((py.truthy(kinds.chained) && !py.truthy(kinds.named(picked)))) {
    asked = py.slice(picked, null, (depth + 1), null);
  }
  if ((py.truthy(kinds.named(asked)) && py.truthy((reason = position.variant.game.refusal(position.state, py.tuple(asked)))))) {
    return reason;
  }
  blamed = py.item(picked, depth);
  if (((depth === 0) && (py.has(board.number, blamed)))) {
    return _whyNotThisCell(position, blamed);
  }
  possible = [...(function* (all) { for (const pick of all) yield pick.name; })(nextPicks(position, py.slice(picked, null, depth, null)))];
  if (!py.truthy(possible)) {
    return refused(ENDS_THERE, py.item(picked, (depth - 1)));
  }
  listed = py.add(py.join(", ", py.slice(possible, null, MOST_LISTED, null)), ((py.len(possible) > MOST_LISTED) ? ", …" : ""));
  if ((depth === 0)) {
    return refused(NOT_NOW, blamed, listed);
  }
  return refused(NOT_FROM_THERE, py.item(picked, (depth - 1)), blamed, listed);
}

export function _whyNotThisCell(position, name) {
  let here, looks, seen, sentence;
  seen = position.scene().cells;
  looks = new py.Dict((function* (all) { for (const pick of all) if (py.truthy(pick.isCell)) yield [pick.name, py.item(seen, pick.name)]; })(nextPicks(position)));
  here = py.item(seen, name).top;
  if (!py.truthy(looks)) {
    return refused(NO_CELL_NOW, name, joined(py.map(py.str, nextPicks(position))));
  }
  sentence = CANNOT_PLAY_AT;
  if (py.all((function* (all) { for (const look of all) yield py.both(look.top != null, () => py.equal(look.top.owner, position.mover)); })(looks.values()))) {
    sentence = ((here != null) ? PIECE_CANNOT_MOVE : IS_EMPTY);
    if (((here != null) && (!py.equal(here.owner, position.mover)))) {
      sentence = IS_NOT_YOURS;
    }
  } else if (((here != null) && py.all((function* (all) { for (const look of all) yield look.top == null; })(looks.values())))) {
    sentence = IS_TAKEN;
  }
  return saidOfCell(position, sentence, name);
}
