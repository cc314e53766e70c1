// @ts-nocheck: translated from play/records/record_json.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../../wasm/python.js";
import { _value, usualStart } from "../../../local/record_inputs.js";
import { LONGEST_LEFT_MS } from "../match/clock.js";
import { Builder } from "./builder.js";
import { OPTION_TAG, Place, RECORD_WORDS, RESULTS, RecordError, USUAL_LIMITS, isFreeTag } from "./tree.js";
import { t } from "../../../words/texts.js";

export const FORMAT = "ludoteca record 1";

export const RECORD_FIELDS = ["format", "game", "options", "position", "first", "second", "date", "result", "termination", "tags", "comment", "plies", "positions"];

export const LINE_FIELDS = ["comment", "plies"];

export const TAG_FIELDS = ["game", "position", "first", "second", "date", "termination"];

export const PLY_FIELDS = ["move", "comment", "clock_ms", "evaluation", "variations"];

export const BEGINNING = py.compile("\\ufeff?\\s*(?:\\{\\s*[\"}]|\\[\\s*[{\\]])", "");

export function toJson(record) {
  let value;
  value = new py.Dict([["format", FORMAT], ["game", record.variant.name], ["options", py.dict(record.variant.changedOptions)], ["position", ((py.equal(record.start, usualStart(record.variant))) ? null : py.str(record.start))], ["first", py.item(record.players, 0)], ["second", py.item(record.players, 1)], ["date", record.date], ["result", record.result], ["termination", record.termination], ["tags", py.dict(record.tags)], ..._lineValue(record.main).entries()]);
  return new py.Dict((function* (all) { for (const [name, field] of all) if ((py.truthy(field) || (name === "plies"))) yield [name, field]; })(value.entries()));
}

export function _lineValue(main) {
  let inner, left, line, ply, value, variation, whole, written;
  whole = new py.Dict([["comment", main.comment], ["plies", []]]);
  left = [[main, whole]];
  while (py.truthy(left)) {
    [line, value] = py.pop(left);
    for (ply of line.plies) {
      written = _plyValue(ply);
      py.item(value, "plies").push(written);
      for (variation of ply.variations) {
        inner = new py.Dict([...(py.truthy(variation.comment) ? new py.Dict([["comment", variation.comment]]) : new py.Dict([])).entries(), ["plies", []]]);
        py.setdefault(written, "variations", []).push(inner);
        left.push([variation, inner]);
      }
    }
  }
  return whole;
}

export function _plyValue(ply) {
  let notes;
  notes = new py.Dict([["comment", py.either(ply.comment, () => null)], ["clock_ms", ply.clockMs], ["evaluation", ply.evaluation]]);
  return new py.Dict([["move", ply.move], ...new py.Dict((function* (all) { for (const [name, note] of all) if ((note != null)) yield [name, note]; })(notes.entries())).entries()]);
}

export function readAllJson(source, limits = USUAL_LIMITS) {
  let value;
  value = _value(source, limits);
  if (!(Array.isArray(value) || Array.isArray(value))) {
    return [_record(value, "$", limits)];
  }
  return [...(function* (all) { for (const [number, each] of all) yield _record(each, `$[${number}]`, limits); })(py.enumerate(value))];
}

export function isJson(text) {
  return py.match(BEGINNING, text) != null;
}

export function _record(value, root, limits) {
  let builder, result, top;
  top = _object(value, root, RECORD_FIELDS);
  if ((!py.equal(py.get(top, "format", FORMAT), FORMAT))) {
    throw _wrong(`${root}.format`, t(py.item(RECORD_WORDS, "json_format"), { format: py.repr(FORMAT) }));
  }
  builder = new Builder(py.list(_tags(top, root)), new Place(undefined, undefined, root), limits);
  _playLines(builder, top, root);
  result = _text(py.get(top, "result", "*"), `${root}.result`);
  if ((!py.has(RESULTS, result))) {
    throw _wrong(`${root}.result`, t(py.item(RECORD_WORDS, "json_result"), { listed: py.join(", ", RESULTS) }));
  }
  return builder.finish(result, new Place(undefined, undefined, `${root}.result`));
}

export function* _tags(top, root) {
  let field, name, path, text;
  for (field of TAG_FIELDS) {
    if ((py.get(top, field) != null)) {
      (yield [field, _text(py.item(top, field), `${root}.${field}`), new Place(undefined, undefined, `${root}.${field}`)]);
    }
  }
  for ([name, text] of _object(py.get(top, "options", new py.Dict([])), `${root}.options`).entries()) {
    path = `${root}.options.${py.slice(name, null, 40, null)}`;
    (yield [py.add(OPTION_TAG, name), _text(text, path), new Place(undefined, undefined, path)]);
  }
  for ([name, text] of _object(py.get(top, "tags", new py.Dict([])), `${root}.tags`).entries()) {
    path = `${root}.tags.${py.slice(name, null, 40, null)}`;
    if (!py.truthy(isFreeTag(name))) {
      throw _wrong(path, t(py.item(RECORD_WORDS, "json_tag")));
    }
    (yield [name, _text(text, path), new Place(undefined, undefined, path)]);
  }
}

export function _playLines(builder, top, root) {
  let openLines, path, step, variation;
  openLines = [_steps(builder, top, root)];
  while (py.truthy(openLines)) {
    step = py.next(py.item(openLines, (-1)), null);
    if ((step != null)) {
      [variation, path] = step;
      builder.open(new Place(undefined, undefined, path));
      openLines.push(_steps(builder, _object(variation, path, LINE_FIELDS), path));
      continue;
    }
    py.pop(openLines);
    if (py.truthy(openLines)) {
      builder.close(new Place(undefined, undefined, py.item(builder.lines, (-1)).place.path));
    }
  }
}

export function* _steps(builder, line, path) {
  let branch, comment, here, number, ply, value, variation;
  builder.comment(_text(py.get(line, "comment", ""), `${path}.comment`), null, null, new Place(undefined, undefined, path));
  for ([number, value] of py.enumerate(_list(py.get(line, "plies"), `${path}.plies`))) {
    here = `${path}.plies[${number}]`;
    ply = _object(value, here, PLY_FIELDS);
    builder.move(_text(py.get(ply, "move"), `${here}.move`), new Place(undefined, undefined, `${here}.move`));
    comment = _text(py.get(ply, "comment", ""), `${here}.comment`);
    builder.comment(comment, _clock(py.get(ply, "clock_ms"), here), _evaluation(py.get(ply, "evaluation"), here), new Place(undefined, undefined, here));
    for ([branch, variation] of py.enumerate(_list(py.get(ply, "variations", []), `${here}.variations`))) {
      (yield [variation, `${here}.variations[${branch}]`]);
    }
  }
}

export function _wrong(path, expected) {
  return new RecordError(expected, new Place(undefined, undefined, path));
}

export function _object(value, path, known = /** @type {any} */ ([])) {
  let name;
  if ((!(value instanceof py.Dict) || !py.all((function* (all) { for (const name of all) yield (typeof name === "string"); })(value)))) {
    throw _wrong(path, t(py.item(RECORD_WORDS, "json_object")));
  }
  for (name of value) {
    if ((py.truthy(known) && (!py.has(known, name)))) {
      throw _wrong(path, t(py.item(RECORD_WORDS, "json_field"), { name: py.repr(py.slice(name, null, 40, null)), listed: py.join(", ", known) }));
    }
  }
  return value;
}

export function _list(value, path) {
  if (!(Array.isArray(value) || Array.isArray(value))) {
    throw _wrong(path, t(py.item(RECORD_WORDS, "json_list")));
  }
  return py.list(value);
}

export function _text(value, path) {
  if (!(typeof value === "string")) {
    throw _wrong(path, t(py.item(RECORD_WORDS, "json_text")));
  }
  return value;
}

export function _clock(value, path) {
  if ((value == null)) {
    return null;
  }
  if (((typeof value === "boolean") || !(Number.isInteger(value)) || !(0 <= value && value <= LONGEST_LEFT_MS))) {
    throw _wrong(`${path}.clock_ms`, t(py.item(RECORD_WORDS, "json_clock"), { most: LONGEST_LEFT_MS }));
  }
  return value;
}

export function _evaluation(value, path) {
  if ((value == null)) {
    return null;
  }
  if (((typeof value === "boolean") || !(Number.isInteger(value) || typeof value === "number") || !((-1e+300) < value && value < 1e+300))) {
    throw _wrong(`${path}.evaluation`, t(py.item(RECORD_WORDS, "json_number")));
  }
  return py.float(value);
}
