// @ts-nocheck: translated from play/records/reader.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../../wasm/python.js";
import { PgnBuilder, Record, _lines, columnOf, pgnBuilder, plainNotes } from "../../../local/record_inputs.js";
import { LONGEST_LEFT_MS } from "../match/clock.js";
import { Builder } from "./builder.js";
import { HALVES, Place, RECORD_WORDS, RESULTS, RecordError } from "./tree.js";
import { t } from "../../../words/texts.js";

export const TOKEN = py.compile("(?<space>(?:\\s+|(?:[0-9]+\\.+|\\.{2,}|\\$[0-9]+|[!?]+)(?=\\s))+)|(?<tag>\\[)|(?<open>\\()|(?<close>\\))|(?<comment>\\{)|(?<rest>;.*)|(?<quoted>\"(?:[^\"\\\\]+|\\\\.)*\")|(?<word>[^\\s{}()\\[\\];\"]+)", "s");

export const TAG = py.compile("\\[\\s*([A-Za-z][A-Za-z0-9_.]*)\\s*\"((?:[^\"\\\\]+|\\\\.)*)\"\\s*\\]", "s");

export const COMMENT = py.compile("(?:[^\\\\}]+|\\\\.|\\\\$)*", "s");

export const SPECIAL = py.compile("\\\\([\\\\}\\[])|\\[%(clk|eval)\\b([^\\][]{0,400})\\]", "i");

export const NUMBER = py.compile("\\d+\\.+|\\.{2,}", "");

export const GLYPH = py.compile("\\$\\d+|[!?]+", "");

export const CLOCK = py.compile("(?:(\\d{1,5}):)?(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,3}))?", "");

export const ESCAPED = py.compile("\\\\(.)", "s");

export const EVALUATION = py.compile("[+-]?\\d{1,300}(?:\\.\\d{0,300})?(?:e[+-]?\\d{1,3})?", "i");

export class Token {
  /** @param {string} kind @param {string} text @param {import("./tree.js").Place} place @param {string} [name] */
  constructor(kind, text, place, name = "") {
    this.kind = kind;
    this.text = text;
    this.place = place;
    this.name = name;
  }
}

export function* tokensOf(file, limits) {
  let at, found, kind, line, match, number, opened, parts, place, size, tag, text, token, what;
  opened = null;
  parts = [];
  size = 0;
  for ([number, line] of _lines(file, limits)) {
    size = py.add(size, py.len(line));
    if ((size > limits.characters)) {
      throw new RecordError(t("a record has at most {most} characters", { most: limits.characters }), new Place(number, 1));
    }
    if (((opened == null) && (py.truthy(line.startsWith("%")) || py.truthy(py.isspace(line))))) {
      continue;
    }
    at = 0;
    while ((at < py.len(line))) {
      if ((opened != null)) {
        found = py.match(COMMENT, line, at);
        parts.push(found.group());
        at = (found.end() + 1);
        if ((at <= py.len(line))) {
          (yield new Token("comment", py.join("", parts), opened));
          [opened, parts] = [null, []];
        }
        continue;
      }
      place = new Place(number, columnOf(line, at));
      match = py.match(TOKEN, line, at);
      if ((match == null)) {
        what = t(py.item(RECORD_WORDS, "quote_open"));
        if ((py.item(line, at) !== "\"")) {
          what = t(py.item(RECORD_WORDS, "letter"), { letter: py.repr(py.item(line, at)) });
        }
        throw new RecordError(what, place);
      }
      at = match.end();
      [kind, text] = [py.str(match.lastgroup), match.group()];
      if ((kind === "comment")) {
        opened = place;
      } else if ((kind === "tag")) {
        tag = py.match(TAG, line, match.start());
        if ((tag == null)) {
          throw new RecordError(t(py.item(RECORD_WORDS, "tag")), place);
        }
        at = tag.end();
        _mustBeShort(tag.group(), place, limits);
        (yield new Token("tag", _unquoted(py.item(tag, 2)), place, py.item(tag, 1)));
      } else if ((kind === "word")) {
        _mustBeShort(text, place, limits);
        for (token of _wordTokens(text, place)) {
          if ((token.kind === "result")) {
            size = 0;
          }
          (yield token);
        }
      } else if ((kind === "quoted")) {
        _mustBeShort(text, place, limits);
        (yield new Token("move", _unquoted(py.slice(text, 1, (-1), null)), place));
      } else if ((kind === "rest")) {
        (yield new Token("comment", py.slice(text, 1, null, null).replaceAll("\\", "\\\\"), place));
      } else if ((kind !== "space")) {
        (yield new Token(kind, text, place));
      }
    }
  }
  if ((opened != null)) {
    throw new RecordError(t(py.item(RECORD_WORDS, "comment_open")), opened);
  }
}

export function commentParts(text, place) {
  let clock, found, words;
  found = new py.Dict([]);
  function special(match) {
    if (py.truthy(py.item(match, 1))) {
      return py.item(match, 1);
    }
    py.put(found, py.item(match, 2).toLowerCase(), py.strip(py.item(match, 3)));
    return " ";
  }
  words = py.sub(SPECIAL, special, text);
  clock = ((py.has(found, "clk")) ? _clockMs(py.item(found, "clk"), place) : null);
  return [words, clock, ((py.has(found, "eval")) ? _evaluation(py.item(found, "eval"), place) : null)];
}

export function _clockMs(text, place) {
  let clockMs, hours, minutes, read, seconds;
  read = py.fullmatch(CLOCK, text);
  if ((read == null)) {
    throw new RecordError(t(py.item(RECORD_WORDS, "clock"), { text: py.repr(py.slice(text, null, 20, null)) }), place);
  }
  [hours, minutes, seconds] = [py.int(py.either(py.item(read, 1), () => 0)), py.int(py.item(read, 2)), py.int(py.item(read, 3))];
  clockMs = py.add((py.add((py.add((hours * 60), minutes) * 60), seconds) * 1000), py.int(py.either(py.item(read, 4), () => "0").padEnd(3, "0")));
  if (((seconds > 59) || (py.truthy(hours) && (minutes > 59)) || (clockMs > LONGEST_LEFT_MS))) {
    throw new RecordError(t(py.item(RECORD_WORDS, "clock_most"), { text: py.repr(py.slice(text, null, 20, null)) }), place);
  }
  return clockMs;
}

export function _evaluation(text, place) {
  let value;
  value = (py.truthy(py.fullmatch(EVALUATION, text)) ? py.float(text) : Infinity);
  if (!py.truthy(Number.isFinite(value))) {
    throw new RecordError(t(py.item(RECORD_WORDS, "evaluation"), { text: py.repr(py.slice(text, null, 20, null)) }), place);
  }
  return value;
}

export function _mustBeShort(text, place, limits) {
  if ((py.len(text) > limits.word)) {
    throw new RecordError(t(py.item(RECORD_WORDS, "word"), { most: limits.word, count: py.len(text) }), place);
  }
}

export function* _wordTokens(word, place) {
  let number;
  number = py.match(NUMBER, word);
  if ((number != null)) {
    word = py.slice(word, number.end(), null, null);
    place = new Place(place.line, py.add(place.column, number.end()));
  }
  if ((py.has([...RESULTS, HALVES], word))) {
    (yield new Token("result", word.replaceAll(HALVES, "1/2-1/2"), place));
  } else if ((py.truthy(word) && !py.truthy(py.fullmatch(GLYPH, word)))) {
    (yield new Token("move", py.rstrip(word, "!?").replaceAll("_", " "), place));
  }
}

export function _unquoted(text) {
  return py.sub(ESCAPED, "\\1", text);
}

export const OWN_TAGS = ["game", "position", "first", "second"];

export function* _tagged(lines, limits) {
  let begins, builder, each, isOwn, last, tags, token, waiting;
  tags = [];
  builder = null;
  isOwn = false;
  waiting = [];
  begins = last = new Place(1, 1);
  for (token of tokensOf(lines, limits)) {
    last = token.place;
    if ((!py.truthy(tags) && !py.truthy(waiting) && (builder == null))) {
      begins = token.place;
    }
    if ((token.kind === "tag")) {
      if ((py.truthy(waiting) || (builder != null))) {
        throw new RecordError(t(py.item(RECORD_WORDS, "tag_late"), { line: begins.line }), token.place);
      }
      tags.push([token.name, token.text, token.place]);
      if ((py.len(tags) > limits.tags)) {
        throw new RecordError(t(py.item(RECORD_WORDS, "tags"), { most: limits.tags }), token.place);
      }
      continue;
    }
    waiting.push(token);
    isOwn = py.either(isOwn, () => py.any((function* (all) { for (const [name, ..._] of all) yield py.has(OWN_TAGS, name.toLowerCase()); })(tags)));
    if (((builder == null) && py.truthy(isOwn))) {
      builder = new Builder(tags, begins, limits);
    } else if (((builder == null) && (py.has(["move", "result"], token.kind)))) {
      builder = pgnBuilder(tags, begins, limits, ((token.kind === "move") ? token.text : ""));
    }
    if ((builder == null)) {
      continue;
    }
    for (each of ((token.kind !== "result") ? waiting : py.slice(waiting, null, (-1), null))) {
      _take(builder, each);
    }
    waiting = [];
    if ((token.kind === "result")) {
      (yield Record.of(builder.finish(token.text, token.place)));
      [builder, tags] = [null, []];
    }
  }
  if (((builder != null) && (py.len(builder.lines) > 1))) {
    builder.finish("*", last);
  }
  if (((builder != null) || py.truthy(tags) || py.truthy(waiting))) {
    throw new RecordError(t(py.item(RECORD_WORDS, "no_result"), { listed: py.join(", ", RESULTS) }), last);
  }
}

export function _take(builder, token) {
  let text;
  if ((token.kind === "move")) {
    builder.move(token.text, token.place);
  } else if ((token.kind === "open")) {
    builder.open(token.place);
  } else if ((token.kind === "close")) {
    builder.close(token.place);
  } else {
    text = ((builder instanceof PgnBuilder) ? plainNotes(token.text) : token.text);
    builder.comment(...commentParts(text, token.place), token.place);
  }
}
