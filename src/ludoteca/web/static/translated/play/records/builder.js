// @ts-nocheck: translated from play/records/builder.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../../wasm/python.js";
import { findGame, loadGame, reasonInEnglish, usualStart } from "../../../local/record_inputs.js";
import { findMove } from "../move_input.js";
import { HALVES, KNOWN_TAGS, OPTION_TAG, RECORD_WORDS, RESULTS, RecordError, RecordLine, RecordPly, RecordedGame, TERMINATIONS, clean, cleanName, resultOf } from "./tree.js";
import { joined } from "../turns.js";
import { LudotecaError } from "../../../wasm/errors.js";
import { t } from "../../../words/texts.js";

export class _Open {
  /** @param {import("./tree.js").RecordLine} line @param {import("./tree.js").Place} place @param {any} before @param {any} now @param {any} [said] */
  constructor(line, place, before, now, said = /** @type {any} */ ([])) {
    this.line = line;
    this.place = place;
    this.before = before;
    this.now = now;
    this.said = said;
  }

  settle() {
    const self = this;
    let about;
    about = (py.truthy(self.line.plies) ? py.item(self.line.plies, (-1)) : self.line);
    [about.comment, self.said] = [clean(py.join(" ", self.said)), []];
  }
}

export class Builder {
  constructor(tags, place, limits) {
    const self = this;
    self.limits = limits;
    self.plies = self.comments = 0;
    self.known = new py.Dict([]);
    self.options = new py.Dict([]);
    self.others = new py.Dict([]);
    self._sort(tags);
    self.variant = self._variant(place);
    self.start = self._start(place);
    self.lines = [new _Open(new RecordLine(), place, self.start, self.start)];
  }

  _sort(tags) {
    const self = this;
    let lower, name, names, place, seen, value;
    names = new py.Dict((function* (all) { for (const name of all) yield [name.toLowerCase(), name]; })(KNOWN_TAGS));
    seen = py.set();
    for ([name, value, place] of tags) {
      lower = name.toLowerCase();
      if ((py.has(seen, lower))) {
        throw new RecordError(t(py.item(RECORD_WORDS, "tag_twice"), { name: py.slice(name, null, 40, null) }), place);
      }
      if ((py.equal(py.len(seen), self.limits.tags))) {
        throw new RecordError(t(py.item(RECORD_WORDS, "tags"), { most: self.limits.tags }), place);
      }
      seen.add(lower);
      if ((py.has(names, lower))) {
        py.put(self.known, py.item(names, lower), [value, place]);
      } else if (py.truthy(lower.startsWith(OPTION_TAG))) {
        py.put(self.options, py.removeprefix(lower, OPTION_TAG), [value, place]);
      } else {
        py.put(self.others, name, cleanName(value));
      }
    }
  }

  _variant(place) {
    const self = this;
    let error, game, name, option, value, where;
    if ((!py.has(self.known, "Game"))) {
      throw new RecordError(t(py.item(RECORD_WORDS, "no_game")), place);
    }
    [name, where] = py.item(self.known, "Game");
    try {
      game = findGame(name);
      for ([option, [value, place]] of self.options.entries()) {
        where = place;
        game.choose(new py.Dict([[option, value]]));
      }
      return loadGame(name, { ...py.plain(new py.Dict((function* (all) { for (const [option, [value, _]] of all) yield [option, value]; })(self.options.entries()))) });
    } catch (error) {
      if (error instanceof LudotecaError) {
        error = error;
        throw new RecordError(py.str(error), where);
      } else throw error;
    }
  }

  _start(place) {
    const self = this;
    let error, start, text, where;
    if ((!py.has(self.known, "Position"))) {
      start = usualStart(self.variant);
      if ((start == null)) {
        throw new RecordError(t(py.item(RECORD_WORDS, "no_start")), place);
      }
      return start;
    }
    [text, where] = py.item(self.known, "Position");
    try {
      return self.variant.position(text);
    } catch (error) {
      if (error instanceof LudotecaError) {
        error = error;
        throw new RecordError(py.str(error), where);
      } else throw error;
    }
  }

  move(text, place) {
    const self = this;
    let error, here, last, move, whole;
    self.plies = (self.plies + 1);
    if ((self.plies > self.limits.plies)) {
      throw new RecordError(t(py.item(RECORD_WORDS, "plies"), { most: self.limits.plies }), place);
    }
    here = py.item(self.lines, (-1));
    try {
      move = findMove(here.now, text);
    } catch (error) {
      if (error instanceof LudotecaError) {
        error = error;
        throw new RecordError(py.str(error), place);
      } else throw error;
    }
    last = (py.truthy(here.line.plies) ? here.now.lastMove : null);
    if (((last != null) && (py.has(here.now.continuing(last), move.code)))) {
      whole = joined(last, move);
      here.now = here.before.play(whole);
      py.item(here.line.plies, (-1)).move = py.str(whole);
      return null;
    }
    here.settle();
    [here.before, here.now] = [here.now, here.now.play(move)];
    here.line.plies.push(new RecordPly(py.str(move)));
  }

  comment(text, clockMs, evaluation, place) {
    const self = this;
    let here, ply;
    here = py.item(self.lines, (-1));
    here.said.push(text);
    self.comments = (self.comments + 1);
    if ((self.comments > self.limits.comments)) {
      throw new RecordError(t(py.item(RECORD_WORDS, "comments"), { most: self.limits.comments }), place);
    }
    if (((clockMs == null) && (evaluation == null))) {
      return null;
    }
    if (!py.truthy(here.line.plies)) {
      throw new RecordError(t(py.item(RECORD_WORDS, "note_first")), place);
    }
    ply = py.item(here.line.plies, (-1));
    ply.clockMs = ((clockMs == null) ? ply.clockMs : clockMs);
    ply.evaluation = ((evaluation == null) ? ply.evaluation : evaluation);
  }

  open(place) {
    const self = this;
    let here, variation;
    here = py.item(self.lines, (-1));
    if (!py.truthy(here.line.plies)) {
      throw new RecordError(t(py.item(RECORD_WORDS, "variation_first")), place);
    }
    if ((py.len(self.lines) > self.limits.depth)) {
      throw new RecordError(t(py.item(RECORD_WORDS, "depth"), { most: self.limits.depth }), place);
    }
    variation = new RecordLine();
    py.item(here.line.plies, (-1)).variations.push(variation);
    self.lines.push(new _Open(variation, place, here.before, here.before));
  }

  close(place) {
    const self = this;
    if ((py.len(self.lines) === 1)) {
      throw new RecordError(t(py.item(RECORD_WORDS, "variation_closed")), place);
    }
    if (!py.truthy(py.item(self.lines, (-1)).line.plies)) {
      throw new RecordError(t(py.item(RECORD_WORDS, "variation_empty")), place);
    }
    py.pop(self.lines).settle();
  }

  finish(result, place) {
    const self = this;
    let checked, date, first, reason, second, tag, termination, where, whyPlace;
    if ((py.len(self.lines) > 1)) {
      throw new RecordError(t(py.item(RECORD_WORDS, "variation_open")), py.item(self.lines, (-1)).place);
    }
    py.item(self.lines, 0).settle();
    [tag, where] = py.get(self.known, "Result", [result, place]);
    tag = py.strip(tag).replaceAll(HALVES, "1/2-1/2");
    if ((!py.has(RESULTS, tag))) {
      throw new RecordError(t(py.item(RECORD_WORDS, "result"), { listed: py.join(", ", RESULTS), tag: py.repr(py.slice(clean(tag), null, 20, null)) }), where);
    }
    if ((!py.equal(tag, result))) {
      throw new RecordError(t(py.item(RECORD_WORDS, "result_other"), { result: result, tag: tag }), place);
    }
    [termination, whyPlace] = py.get(self.known, "Termination", ["", place]);
    [first, second, date] = (function* (all) { for (const name of all) yield cleanName(py.item(py.get(self.known, name, ["", place]), 0)); })(["First", "Second", "Date"]);
    [checked, reason] = self._checkedResult(result, clean(termination), place, whyPlace);
    return new RecordedGame(self.variant, self.start, py.item(self.lines, 0).line, [py.either(first, () => "?"), py.either(second, () => "?")], date, checked, reason, self.others);
  }

  _checkedResult(result, termination, place, whyPlace) {
    const self = this;
    let how, known, outcome, trueResult;
    outcome = py.item(self.lines, 0).now.outcome;
    if ((outcome != null)) {
      trueResult = resultOf(outcome);
      if ((!py.has([trueResult, "*"], result))) {
        throw new RecordError(t(py.item(RECORD_WORDS, "moves_end"), { true_result: trueResult, reason: outcome.reason, result: result }), place);
      }
      return [trueResult, reasonInEnglish(outcome)];
    }
    [how, known] = [termination.toLowerCase(), [...(function* (all) { for (const [name, results] of all) if ((!py.has(results, "*"))) yield name; })(TERMINATIONS.entries())]];
    if (((result !== "*") && (!py.has(TERMINATIONS, how)))) {
      throw new RecordError(t(py.item(RECORD_WORDS, "moves_go_on"), { result: result, others: py.join(", ", py.slice(known, null, (-1), null)), last: py.item(known, (-1)) }), place);
    }
    if (((py.has(TERMINATIONS, how)) && (!py.has(py.item(TERMINATIONS, how), result)))) {
      throw new RecordError(t(py.item(RECORD_WORDS, "termination"), { how: how, result: result }), whyPlace);
    }
    return [result, ((py.has(TERMINATIONS, how)) ? how : termination)];
  }
}
