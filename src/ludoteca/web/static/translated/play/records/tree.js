// @ts-nocheck: translated from play/records/tree.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../../wasm/python.js";
import { LudotecaError } from "../../../wasm/errors.js";
import { t, translatable } from "../../../words/texts.js";

export const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

export const HALVES = "½-½";

export const TERMINATIONS = new py.Dict([["resignation", py.slice(RESULTS, null, 2, null)], ["time", py.slice(RESULTS, null, 2, null)], ["agreement", py.slice(RESULTS, 2, 3, null)], ["forfeit", py.slice(RESULTS, null, 2, null)], ["settled", py.slice(RESULTS, null, 3, null)], ["aborted", py.slice(RESULTS, 3, null, null)]]);

export const KNOWN_TAGS = ["Game", "Position", "First", "Second", "Date", "Result", "Termination"];

export const OPTION_TAG = "option.";

export const TAG_NAME = py.compile("[A-Za-z][A-Za-z0-9_.]*", "");

export const BIDIRECTIONAL = py.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", "");

export const UNPRINTABLE = py.compile("[\\x00-\\x1f\\x7f-\\x9f\\ud800-\\udfff]", "");

export const RECORD_WORDS = translatable(new py.Dict([["characters", "a text has at most {most} characters; this has {count}"], ["word", "a tag or a move has at most {most} characters; this has {count}"], ["tags", "a record has at most {most} tags"], ["plies", "a record has at most {most} plies, variations included"], ["comments", "a record has at most {most} comments"], ["depth", "variations are nested at most {most} deep"], ["tag", "a tag looks like [First \"Ann\"], on one line"], ["letter", "{letter} does not belong here"], ["quote_open", "this quote is never closed"], ["comment_open", "this comment is never closed"], ["variation_open", "this variation is never closed"], ["variation_closed", "no variation is open here"], ["variation_empty", "a variation needs at least one move"], ["variation_first", "a variation must follow the move it replaces"], ["note_first", "a clock or an evaluation must follow a move"], ["clock", "a clock looks like 0:09:58.3; found {text}"], ["clock_most", "a clock shows at most 59 minutes, 59 seconds and 72000 hours; found {text}"], ["evaluation", "an evaluation must be a number; found {text}"], ["no_game", "a record must begin with the name of its game: [Game \"NAME\"]"], ["tag_twice", "the tag {name} appears twice"], ["tag_late", "the record that starts on line {line} needs a result before this tag"], ["no_start", "this game has a random setup, so its record needs a Position"], ["no_result", "the record must end with a result ({listed})"], ["result", "a result must be one of {listed}; found {tag}"], ["result_other", "the record ends with {result}, but its Result is {tag}"], ["moves_end", "the moves end in {true_result} ({reason}), not in {result}"], ["moves_go_on", "the moves do not end in {result}, and Termination does not say {others} or {last}"], ["termination", "{how} does not lead to the result {result}"], ["line", "line {line}, column {column}"], ["place", "{place}: {message}"], ["json", "is not readable JSON: {trouble}"], ["json_characters", "should have at most {most} characters; it has {count}"], ["json_format", "should be {format}"], ["json_result", "should be one of {listed}"], ["json_object", "should be an object with named fields"], ["json_field", "has no field {name}; its fields are {listed}"], ["json_list", "should be a list"], ["json_text", "should be text"], ["json_number", "should be a number"], ["json_clock", "should be a whole number of milliseconds, at most {most}"], ["json_tag", "cannot be the name of an additional tag"]]));

export class Place {
  /** @param {number} [line] @param {number} [column] @param {string} [path] */
  constructor(line = 0, column = 0, path = "") {
    this.line = line;
    this.column = column;
    this.path = path;
  }

  toString() {
    const self = this;
    return (py.truthy(self.line) ? t(py.item(RECORD_WORDS, "line"), { line: self.line, column: self.column }) : self.path);
  }
}

export class RecordError extends LudotecaError {
  constructor(message, place) {
    super(t(py.item(RECORD_WORDS, "place"), { place: py.str(place), message: message }));
    const self = this;
    self.place = place;
    self.reason = message;
  }

  get line() {
    const self = this;
    return self.place.line;
  }

  get column() {
    const self = this;
    return self.place.column;
  }
}

export class RecordLimits {
  /** @param {number} [characters] @param {number} [word] @param {number} [plies] @param {number} [comments] @param {number} [depth] @param {number} [tags] */
  constructor(characters = 10000000, word = 65536, plies = 10000, comments = 100000, depth = 50, tags = 200) {
    this.characters = characters;
    this.word = word;
    this.plies = plies;
    this.comments = comments;
    this.depth = depth;
    this.tags = tags;
  }
}

export const USUAL_LIMITS = new RecordLimits();

export class RecordPly {
  /** @param {string} move @param {string} [comment] @param {number | null} [clockMs] @param {number | null} [evaluation] @param {any} [variations] */
  constructor(move, comment = "", clockMs = /** @type {any} */ (null), evaluation = /** @type {any} */ (null), variations = /** @type {any} */ ([])) {
    this.move = move;
    this.comment = comment;
    this.clockMs = clockMs;
    this.evaluation = evaluation;
    this.variations = variations;
  }
}

export class RecordLine {
  /** @param {string} [comment] @param {any} [plies] */
  constructor(comment = "", plies = /** @type {any} */ ([])) {
    this.comment = comment;
    this.plies = plies;
  }
}

export class RecordedGame {
  /** @param {any} variant @param {any} start @param {RecordLine} [main] @param {[string, string]} [players] @param {string} [date] @param {string} [result] @param {string} [termination] @param {any} [tags] */
  constructor(variant, start, main = new RecordLine(), players = ["?", "?"], date = "", result = "*", termination = "", tags = new py.Dict()) {
    this.variant = variant;
    this.start = start;
    this.main = main;
    this.players = players;
    this.date = date;
    this.result = result;
    this.termination = termination;
    this.tags = tags;
    this.begin();
  }

  begin() {
    const self = this;
    self.variant.own(self.start);
  }

  *positions() {
    const self = this;
    let ply, position;
    position = self.start;
    (yield position);
    for (ply of self.main.plies) {
      position = position.play(ply.move);
      (yield position);
    }
  }

  final() {
    const self = this;
    return py.item(py.list(self.positions()), (-1));
  }
}

export function clean(text) {
  return py.sub(UNPRINTABLE, "�", py.join(" ", py.split(text)));
}

export function cleanName(text) {
  return clean(py.sub(BIDIRECTIONAL, "", text));
}

export function isFreeTag(name) {
  let taken;
  taken = py.either(py.has([...(function* (all) { for (const known of all) yield known.toLowerCase(); })(KNOWN_TAGS)], name.toLowerCase()), () => name.toLowerCase().startsWith(OPTION_TAG));
  return py.both(py.fullmatch(TAG_NAME, name) != null, () => !py.truthy(taken));
}

export function resultOf(outcome) {
  if (((outcome == null) || py.truthy(outcome.isAborted))) {
    return "*";
  }
  return ((outcome.winner == null) ? "1/2-1/2" : py.item(RESULTS, outcome.winner));
}
