/** Reads and writes records as text: tags, moves with comments and variations, the result. */

/** @import {GameModule} from "./game_module.js" */
/** @import {Ended, Position} from "./position.js" */
import { GameError, oneOrOther, quoted as shown } from "./errors.js";
import { findMove } from "./move_input.js";
import { Variant } from "./variant.js";
import { inEnglish, t } from "../language.js";

export const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
const HALVES = "½-½"; // read as a draw too
/** @type {Record<string, string[]>} endings that the board does not show, with the results that they can have */
const TERMINATIONS = {
  resignation: RESULTS.slice(0, 2),
  time: RESULTS.slice(0, 2),
  agreement: RESULTS.slice(2, 3),
  forfeit: RESULTS.slice(0, 2),
  settled: RESULTS.slice(0, 3),
  aborted: RESULTS.slice(3),
};
export const KNOWN_TAGS = ["Game", "Position", "First", "Second", "Date", "Result", "Termination"];
export const OPTION_TAG = "option.";
const WIDTH = 80;
export const MOST = { characters: 10_000_000, word: 65_536, plies: 10_000, comments: 100_000, depth: 50, tags: 200 };
export const LONGEST_LEFT_MS = 72_000 * 3_600_000;
const SETUPS = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n]; // generators by which it is seen whether a setup is random

// they turn the text around them about
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const UNPRINTABLE = /\p{Cc}|\p{Cs}/gu;
const SPACE = /(?:\s|(?:[0-9]+\.+|\.{2,}|\$[0-9]+|[!?]+)(?=\s))+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;
const WORD = /[^\s{}()[\];"]+/y;
const TAG = /\[\s*([A-Za-z][A-Za-z0-9_.]*)\s*"((?:[^"\\]|\\.)*)"\s*\]/sy;
const COMMENT = /(?:[^\\}]|\\.|\\$)*/sy;
const SPECIAL = /\\([\\}[])|\[%(clk|eval)\b([^\][]{0,400})\]/gi;
const PLAIN_MOVE = /^[^\s{}()[\];"\\_$%!?.]+$/;
const CLOCK = /^(?:(\d{1,5}):)?(\d{1,2}):(\d{1,2})(?:\.(\d{1,3}))?$/;
const EVALUATION = /^[+-]?\d{1,300}(?:\.\d{0,300})?(?:e[+-]?\d{1,3})?$/i;

/** @typedef {{move: string, comment: string, clockMs: number | null, evaluation: number | null, variations: Line[]}} Ply a move with what is said of it */
/** @typedef {{comment: string, plies: Ply[]}} Line moves one after the other, with what is said before the first */
/** @typedef {{variant: Variant, start: Position, main: Line, players: [string, string], date: string, result: string, termination: string, tags: Record<string, string>}} RecordedGame */
/** @typedef {{line: number, column: number, path?: string}} Place in a text, or in JSON by its path */

/**
 * An error that says where it is.
 * @param {string} message
 * @param {Place} place
 */
export function wrong(message, { line, column, path }) {
  const words = path ? t("{place}: {message}", { place: path, message }) : t("line {line}, column {column}: {message}", { line, column, message });
  return new GameError("BadRecord", words);
}

/** @param {string} text */
const unquoted = (text) => text.replace(/\\(.)/gs, "$1");

/** Running text: white space folded, control characters made visible. @param {string} text */
const clean = (text) =>
  text
    .split(/\s+/)
    .filter((word) => word)
    .join(" ")
    .replace(UNPRINTABLE, "\ufffd");

/** @param {string} text */
export const cleanName = (text) => clean(text.replace(BIDIRECTIONAL, ""));

/**
 * The position that every game of a variant begins with; null where setups are random.
 * @param {Variant} variant
 */
export function usualStart(variant) {
  const starts = SETUPS.map((word) => variant.start(word));
  return starts.every(({ identity }) => identity === starts[0].identity) ? starts[0] : null;
}

/**
 * The result that stands for an outcome.
 * @param {Ended | null} outcome
 */
export function resultOf(outcome) {
  if (!outcome || outcome.aborted) return "*";
  return outcome.winner === null ? RESULTS[2] : RESULTS[outcome.winner];
}

// --- writing

/**
 * A record as text: tags, an empty line, moves wrapped to the width, the result.
 * @param {RecordedGame} record
 */
export function writeRecord(record) {
  const tags = tagsOf(record).map(([name, value]) => `[${name} ${inQuotes(value)}]\n`);
  return `${tags.join("")}\n${wrapped([...wordsOf(record.main, 1), record.result])}\n`;
}

/**
 * @param {RecordedGame} record
 * @returns {[string, string][]}
 */
function tagsOf({ variant, start, players, date, result, termination, tags }) {
  const isUsual = usualStart(variant)?.state.every((byte, place) => byte === start.state[place]);
  return [
    ["Game", variant.about.name],
    ...Object.entries(variant.changedOptions).map(([name, value]) => /** @type {[string, string]} */ ([`Option.${name}`, value])),
    ...(isUsual ? [] : [/** @type {[string, string]} */ (["Position", String(start)])]),
    ["First", players[0]],
    ["Second", players[1]],
    ...(date ? [/** @type {[string, string]} */ (["Date", date])] : []),
    ["Result", result],
    ...(termination ? [/** @type {[string, string]} */ (["Termination", termination])] : []),
    ...Object.entries(tags),
  ];
}

/** @param {string} text */
const inQuotes = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** @param {number} ms */
function clockText(ms) {
  const minutes = Math.floor(ms / 60_000);
  const rest = ms % 1000 ? `.${String(ms % 1000).padStart(3, "0")}`.replace(/0+$/, "") : "";
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(Math.floor(ms / 1000) % 60)}${rest}`;
}

/** A number as it is read again. @param {number} value */
function numberText(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** @param {string} move */
function moveWord(move) {
  const word = move.replaceAll(" ", "_");
  const isPlain = PLAIN_MOVE.test(move.replaceAll(" ", "")) && ![...RESULTS, HALVES].includes(word);
  return isPlain ? word : inQuotes(move);
}

/**
 * @param {Line} line
 * @param {number} first the number of its first ply
 * @returns {string[]}
 */
function wordsOf(line, first) {
  const words = commentWords(line.comment, []);
  line.plies.forEach((ply, place) => {
    const notes = [
      ...(ply.clockMs === null ? [] : [`[%clk ${clockText(ply.clockMs)}]`]),
      ...(ply.evaluation === null ? [] : [`[%eval ${numberText(ply.evaluation)}]`]),
    ];
    words.push(`${first + place}. ${moveWord(ply.move)}`, ...commentWords(ply.comment, notes));
    for (const variation of ply.variations) {
      const inside = wordsOf(variation, first + place);
      inside[0] = `(${inside[0]}`;
      inside[inside.length - 1] += ")";
      words.push(...inside);
    }
  });
  return words;
}

/** @type {(comment: string, notes: string[]) => string[]} */
function commentWords(comment, notes) {
  const said = comment
    .replace(/[\\}]|\[(?=%(?:clk|eval))/g, "\\$&")
    .split(/\s+/)
    .filter((word) => word);
  const words = [...notes, ...said];
  if (words.length) {
    words[0] = `{${words[0]}`;
    words[words.length - 1] += "}";
  }
  return words;
}

/** @param {string[]} words */
function wrapped(words) {
  /** @type {string[]} */ const lines = [];
  let current = "";
  for (const word of words) {
    if (current && [...current].length + 1 + [...word].length > WIDTH) {
      lines.push(current);
      current = word;
    } else current = current ? `${current} ${word}` : word;
  }
  return [...lines, current].join("\n");
}

// --- reading

/** @typedef {{kind: "tag" | "move" | "open" | "close" | "comment" | "result", text: string, place: Place, name: string}} Token */

/**
 * The names of the games whose records a text holds, so that they can be loaded before it is read.
 * @param {string} text
 * @returns {string[]}
 */
export function gamesIn(text) {
  const names = [...text.matchAll(/\[\s*Game\s*"((?:[^"\\]|\\.)*)"/gi)].map(([, name]) => unquoted(name).toLowerCase());
  return [...new Set(names)];
}

/**
 * All records of a text; a GameError of the kind BadRecord says where it goes wrong.
 * @param {string} text
 * @param {(name: string) => GameModule | undefined} moduleOf the games that were loaded, by name
 * @returns {RecordedGame[]}
 */
export function readRecords(text, moduleOf) {
  /** @type {RecordedGame[]} */ const found = [];
  /** @type {Token[]} */ let tags = [];
  /** @type {Builder | null} */ let builder = null;
  let begins = { line: 1, column: 1 };
  let last = begins;
  for (const token of tokens(text)) {
    last = token.place;
    if (!tags.length && !builder) begins = token.place;
    if (token.kind === "tag") {
      if (builder) throw wrong(t("the record that starts on line {line} needs a result before this tag", { line: begins.line }), token.place);
      tags.push(token);
      if (tags.length > MOST.tags) throw wrong(t("a record has at most {most} tags", { most: MOST.tags }), token.place);
      continue;
    }
    builder ??= new Builder(tags, begins, moduleOf);
    if (token.kind === "result") {
      found.push(builder.finish(token.text, token.place));
      builder = null;
      tags = [];
    } else builder.take(token);
  }
  if (builder && builder.lines.length > 1) builder.finish("*", last);
  if (builder || tags.length) throw wrong(t("the record must end with a result ({listed})", { listed: RESULTS.join(", ") }), last);
  return found;
}

/**
 * The words of a text.
 * @param {string} text
 * @returns {Generator<Token>}
 */
function* tokens(text) {
  if (text.length > MOST.characters) {
    throw wrong(t("a text has at most {most} characters; this has {count}", { most: MOST.characters, count: text.length }), { line: 1, column: 1 });
  }
  /** @type {Place | null} of the comment that goes on */ let opened = null;
  let said = "";
  const lines = text.replace(/^\ufeff/, "").split(/(?<=\r\n|\n|\r(?!\n))/);
  for (const [number, raw] of lines.entries()) {
    const line = raw.replace(/\r\n?$/, "\n");
    if (!opened && (line.startsWith("%") || !line.trim())) continue;
    let at = 0;
    /** @param {RegExp} form */
    const match = (form) => {
      form.lastIndex = at;
      return form.exec(line);
    };
    while (at < line.length) {
      if (opened) {
        const found = match(COMMENT)?.[0] ?? "";
        said += found;
        at += found.length + 1;
        if (at <= line.length) {
          yield { kind: "comment", text: said, place: opened, name: "" };
          opened = null;
          said = "";
        }
        continue;
      }
      const place = { line: number + 1, column: [...line.slice(0, at)].length + 1 };
      const space = match(SPACE);
      if (space) {
        at += space[0].length;
        continue;
      }
      const sign = line[at];
      if (sign === "{") {
        opened = place;
        at += 1;
      } else if (sign === "[") {
        const tag = match(TAG);
        if (!tag) throw wrong(t('a tag looks like [First "Ann"], on one line'), place);
        mustBeShort(tag[0], place);
        at += tag[0].length;
        yield { kind: "tag", text: unquoted(tag[2]), place, name: tag[1] };
      } else if (sign === "(" || sign === ")") {
        at += 1;
        yield { kind: sign === "(" ? "open" : "close", text: sign, place, name: "" };
      } else if (sign === ";") {
        yield { kind: "comment", text: line.slice(at + 1).replaceAll("\\", "\\\\"), place, name: "" };
        at = line.length;
      } else if (sign === '"') {
        const move = match(QUOTED);
        if (!move) throw wrong(t("this quote is never closed"), place);
        mustBeShort(move[0], place);
        at += move[0].length;
        yield { kind: "move", text: unquoted(move[1]), place, name: "" };
      } else {
        const word = match(WORD)?.[0];
        if (!word) throw wrong(t("{letter} does not belong here", { letter: shown(sign) }), place);
        mustBeShort(word, place);
        at += word.length;
        yield* wordTokens(word, place);
      }
    }
  }
  if (opened) throw wrong(t("this comment is never closed"), opened);
}

/** @type {(text: string, place: Place) => void} */
function mustBeShort(text, place) {
  if (text.length > MOST.word) {
    throw wrong(t("a tag or a move has at most {most} characters; this has {count}", { most: MOST.word, count: text.length }), place);
  }
}

/**
 * A move or a result, without the ply number before it and the glyphs after it.
 * @param {string} word
 * @param {Place} place
 * @returns {Generator<Token>}
 */
function* wordTokens(word, place) {
  const number = /^(?:\d+\.+|\.{2,})/.exec(word)?.[0] ?? "";
  const rest = word.slice(number.length);
  const here = { line: place.line, column: place.column + number.length };
  if ([...RESULTS, HALVES].includes(rest)) yield { kind: "result", text: rest.replace(HALVES, RESULTS[2]), place: here, name: "" };
  else if (rest && !/^(?:\$\d+|[!?]+)$/.test(rest)) {
    yield { kind: "move", text: rest.replace(/[!?]+$/, "").replaceAll("_", " "), place: here, name: "" };
  }
}

/** @typedef {{line: Line, place: Place, before: Position, now: Position, said: string[]}} Open a line that is being read */

/** Puts a record together, replaying every move. */
export class Builder {
  /**
   * @param {Token[]} tags
   * @param {Place} place
   * @param {(name: string) => GameModule | undefined} moduleOf
   */
  constructor(tags, place, moduleOf) {
    this.plies = this.comments = 0;
    /** @type {Map<string, Token>} */ this.known = new Map();
    /** @type {Map<string, Token>} */ this.options = new Map();
    /** @type {Record<string, string>} */ this.others = {};
    this.sort(tags);
    this.variant = this.chosen(place, moduleOf);
    this.start = this.begun(place);
    /** @type {Open[]} */ this.lines = [{ line: { comment: "", plies: [] }, place, before: this.start, now: this.start, said: [] }];
  }

  /** @param {Token[]} tags */
  sort(tags) {
    const seen = new Set();
    for (const tag of tags) {
      const lower = tag.name.toLowerCase();
      if (seen.has(lower)) throw wrong(t("the tag {name} appears twice", { name: tag.name.slice(0, 40) }), tag.place);
      seen.add(lower);
      const known = KNOWN_TAGS.find((name) => name.toLowerCase() === lower);
      if (known) this.known.set(known, tag);
      else if (lower.startsWith(OPTION_TAG)) this.options.set(lower.slice(OPTION_TAG.length), tag);
      else this.others[tag.name] = cleanName(tag.text);
    }
  }

  /** @type {(place: Place, moduleOf: (name: string) => GameModule | undefined) => Variant} */
  chosen(place, moduleOf) {
    const game = this.known.get("Game");
    if (!game) throw wrong(t('a record must begin with the name of its game: [Game "NAME"]'), place);
    const module = moduleOf(game.text.toLowerCase());
    if (!module) throw wrong(t("there is no game called {name} here", { name: shown(game.text, 40) }), game.place);
    for (const [name, tag] of this.options) saidAt(tag.place, () => new Variant(module, { [name]: tag.text }));
    return saidAt(game.place, () => new Variant(module, Object.fromEntries([...this.options].map(([name, { text }]) => [name, text]))));
  }

  /** @param {Place} place */
  begun(place) {
    const given = this.known.get("Position");
    if (given) return saidAt(given.place, () => this.variant.position(given.text));
    const usual = usualStart(this.variant);
    if (!usual) throw wrong(t("this game has a random setup, so its record needs a Position"), place);
    return usual;
  }

  /** @param {Token} token */
  take(token) {
    if (token.kind === "move") this.move(token);
    else if (token.kind === "open") this.open(token.place);
    else if (token.kind === "close") this.close(token.place);
    else this.comment(token);
  }

  get here() {
    return this.lines[this.lines.length - 1];
  }

  /** @param {Token} token */
  move({ text, place }) {
    this.plies += 1;
    if (this.plies > MOST.plies) throw wrong(t("a record has at most {most} plies, variations included", { most: MOST.plies }), place);
    const { here } = this;
    const move = saidAt(place, () => findMove(here.now, text));
    settle(here);
    here.before = here.now;
    here.now = here.now.after(move.code);
    here.line.plies.push({ move: move.text, comment: "", clockMs: null, evaluation: null, variations: [] });
  }

  /** @param {Token} token */
  comment({ text, place }) {
    /** @type {Record<string, string>} */ const notes = {};
    const said = text.replace(SPECIAL, (_, /** @type {string} */ escaped, /** @type {string} */ name, /** @type {string} */ value) => {
      if (escaped) return escaped;
      notes[name.toLowerCase()] = value.trim();
      return " ";
    });
    const clockMs = notes.clk === undefined ? null : readClock(notes.clk, place);
    const evaluation = notes.eval === undefined ? null : readEvaluation(notes.eval, place);
    this.note(said, clockMs, evaluation, place);
  }

  /** @type {(said: string, clockMs: number | null, evaluation: number | null, place: Place) => void} */
  note(said, clockMs, evaluation, place) {
    this.here.said.push(said);
    this.comments += 1;
    if (this.comments > MOST.comments) throw wrong(t("a record has at most {most} comments", { most: MOST.comments }), place);
    if (clockMs === null && evaluation === null) return;
    const ply = this.here.line.plies.at(-1);
    if (!ply) throw wrong(t("a clock or an evaluation must follow a move"), place);
    ply.clockMs = clockMs ?? ply.clockMs;
    ply.evaluation = evaluation ?? ply.evaluation;
  }

  /** @param {Place} place */
  open(place) {
    const { here } = this;
    const ply = here.line.plies.at(-1);
    if (!ply) throw wrong(t("a variation must follow the move it replaces"), place);
    if (this.lines.length > MOST.depth) throw wrong(t("variations are nested at most {most} deep", { most: MOST.depth }), place);
    /** @type {Line} */ const line = { comment: "", plies: [] };
    ply.variations.push(line);
    this.lines.push({ line, place, before: here.before, now: here.before, said: [] });
  }

  /** @param {Place} place */
  close(place) {
    if (this.lines.length === 1) throw wrong(t("no variation is open here"), place);
    if (!this.here.line.plies.length) throw wrong(t("a variation needs at least one move"), place);
    settle(/** @type {Open} */ (this.lines.pop()));
  }

  /** @type {(result: string, place: Place) => RecordedGame} */
  finish(result, place) {
    if (this.lines.length > 1) throw wrong(t("this variation is never closed"), this.here.place);
    settle(this.here);
    const tag = this.known.get("Result");
    const said = (tag?.text ?? result).trim().replace(HALVES, RESULTS[2]);
    if (!RESULTS.includes(said)) {
      const places = { listed: RESULTS.join(", "), tag: shown(clean(said), 20) };
      throw wrong(t("a result must be one of {listed}; found {tag}", places), tag?.place ?? place);
    }
    if (said !== result) throw wrong(t("the record ends with {result}, but its Result is {tag}", { result, tag: said }), place);
    const why = this.known.get("Termination");
    const [first, second, date] = ["First", "Second", "Date"].map((name) => cleanName(this.known.get(name)?.text ?? ""));
    const [checked, termination] = this.checked(result, clean(why?.text ?? ""), place, why?.place ?? place);
    const { variant, start, others: tags } = this;
    return { variant, start, main: this.lines[0].line, players: [first || "?", second || "?"], date, result: checked, termination, tags };
  }

  /** @type {(result: string, termination: string, place: Place, why: Place) => [string, string]} */
  checked(result, termination, place, why) {
    const { outcome } = this.lines[0].now;
    if (outcome) {
      const true_result = resultOf(outcome);
      if (result !== true_result && result !== "*") {
        const places = { true_result, reason: outcome.reason, result };
        throw wrong(t("the moves end in {true_result} ({reason}), not in {result}", places), place);
      }
      return [true_result, inEnglish(outcome.words)];
    }
    const how = termination.toLowerCase();
    const isKnown = Object.hasOwn(TERMINATIONS, how);
    if (result !== "*" && !isKnown) {
      const known = Object.keys(TERMINATIONS).filter((name) => !TERMINATIONS[name].includes("*"));
      throw wrong(t("the moves do not end in {result}, and Termination does not say {known}", { result, known: oneOrOther(known) }), place);
    }
    if (isKnown && !TERMINATIONS[how].includes(result)) throw wrong(t("{how} does not lead to the result {result}", { how, result }), why);
    return [result, isKnown ? how : termination];
  }
}

/**
 * Put comments where they belong.
 * @param {Open} open
 */
function settle(open) {
  const about = open.line.plies.at(-1) ?? open.line;
  about.comment = clean(open.said.join(" "));
  open.said = [];
}

/**
 * @template T
 * @param {Place} place
 * @param {() => T} work
 * @returns {T}
 */
function saidAt(place, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    throw wrong(error.message, place);
  }
}

/** @type {(text: string, place: Place) => number} */
function readClock(text, place) {
  const read = CLOCK.exec(text);
  if (!read) throw wrong(t("a clock looks like 0:09:58.3; found {text}", { text: shown(text, 20) }), place);
  const [hours, minutes, seconds] = [Number(read[1] ?? 0), Number(read[2]), Number(read[3])];
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((read[4] ?? "0").padEnd(3, "0"));
  if (seconds > 59 || (hours && minutes > 59) || ms > LONGEST_LEFT_MS) {
    throw wrong(t("a clock shows at most 59 minutes, 59 seconds and 72000 hours; found {text}", { text: shown(text, 20) }), place);
  }
  return ms;
}

/** @type {(text: string, place: Place) => number} */
function readEvaluation(text, place) {
  const value = EVALUATION.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (!Number.isFinite(value)) throw wrong(t("an evaluation must be a number; found {text}", { text: shown(text, 20) }), place);
  return value;
}
