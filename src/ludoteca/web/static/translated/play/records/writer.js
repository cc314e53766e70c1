// @ts-nocheck: translated from play/records/writer.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../../wasm/python.js";
import { usualStart } from "../../../local/record_inputs.js";
import { HALVES, RESULTS } from "./tree.js";

export const WIDTH = 80;

export const PLAIN_MOVE = py.compile("[^\\s{}()\\[\\];\"\\\\_$%!?.]+", "");

export const NOTE = "clk|eval";

export const TO_ESCAPE = py.compile("[\\\\}]|\\[(?=%(?:clk|eval))", "");

export function writeRecord(record) {
  let words;
  words = [...treeWords(_lineWords, record.main, 1), record.result];
  return (py.join("", (function* (all) { for (const [name, value] of all) yield `[${name} ${quoted(value)}]\n`; })(tagsOf(record))) + `\n${wrapped(words)}\n`);
}

export function* tagsOf(record) {
  let name, value;
  (yield ["Game", record.variant.name]);
  for ([name, value] of py.dict(record.variant.changedOptions).entries()) {
    (yield [`Option.${name}`, value]);
  }
  if ((!py.equal(record.start, usualStart(record.variant)))) {
    (yield ["Position", py.str(record.start)]);
  }
  (yield ["First", py.item(record.players, 0)]);
  (yield ["Second", py.item(record.players, 1)]);
  if (py.truthy(record.date)) {
    (yield ["Date", record.date]);
  }
  (yield ["Result", record.result]);
  if (py.truthy(record.termination)) {
    (yield ["Termination", record.termination]);
  }
  (yield* record.tags.entries());
}

export function quoted(text) {
  return (("\"" + text.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")) + "\"");
}

export function clockText(clockMs) {
  let fraction, minutes, rest, seconds;
  [seconds, fraction] = py.divmod(clockMs, 1000);
  [minutes, seconds] = py.divmod(seconds, 60);
  rest = (py.truthy(fraction) ? py.rstrip(`.${String(fraction).padStart(3, "0")}`, "0") : "");
  return `${Math.floor(minutes / 60)}:${String(py.mod(minutes, 60)).padStart(2, "0")}:${String(seconds).padStart(2, "0")}${rest}`;
}

export function moveWord(move) {
  let isPlain, word;
  word = move.replaceAll(" ", "_");
  isPlain = py.both(py.fullmatch(PLAIN_MOVE, move.replaceAll(" ", "")) != null, () => !py.has([...RESULTS, HALVES], word));
  return (py.truthy(isPlain) ? word : quoted(move));
}

export function wrapped(words) {
  let current, lines, word;
  [lines, current] = [[], ""];
  for (word of words) {
    if ((py.truthy(current) && (py.add((py.len(current) + 1), py.len(word)) > WIDTH))) {
      lines.push(current);
      current = word;
    } else {
      current = (py.truthy(current) ? `${current} ${word}` : word);
    }
  }
  return py.join("\n", [...lines, current]);
}

export function* treeWords(lineWords, ...main) {
  let held, item, opening, stack;
  stack = [lineWords(...main)];
  opening = "";
  held = "";
  while (py.truthy(stack)) {
    item = py.next(py.item(stack, (-1)), null);
    if ((item == null)) {
      py.pop(stack);
      if (py.truthy(stack)) {
        held = (held + ")");
      }
    } else if ((typeof item === "string")) {
      if (py.truthy(held)) {
        (yield held);
      }
      [held, opening] = [py.add(opening, item), ""];
    } else {
      opening = "(";
      stack.push(lineWords(...item));
    }
  }
  if (py.truthy(held)) {
    (yield held);
  }
}

export function* _lineWords(line, number) {
  let ply, variation;
  (yield* inBraces(_escaped(line.comment)));
  for (ply of line.plies) {
    (yield `${number}. ${moveWord(ply.move)}`);
    (yield* inBraces([...notesOf(ply), ..._escaped(ply.comment)]));
    for (variation of ply.variations) {
      (yield [variation, number]);
    }
    number = (number + 1);
  }
}

export function notesOf(ply) {
  let notes;
  notes = ((ply.clockMs == null) ? [] : [`[%clk ${clockText(ply.clockMs)}]`]);
  return py.add(notes, ((ply.evaluation == null) ? [] : [`[%eval ${py.repr(ply.evaluation)}]`]));
}

export function _escaped(comment) {
  return py.split(py.sub(TO_ESCAPE, "\\\\\\g<0>", comment));
}

export function inBraces(words) {
  if (py.truthy(words)) {
    py.put(words, 0, ("{" + py.item(words, 0)));
    py.put(words, (-1), (py.item(words, (-1)) + "}"));
  }
  return words;
}
