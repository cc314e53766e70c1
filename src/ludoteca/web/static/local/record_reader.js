/** Reads records from text and from JSON. What a record may contain, and the words of errors, come from Python with the page. */

/** @import {GameModule} from "../wasm/game_module.js" */
/** @import {Position} from "../wasm/position.js" */
/** @import {Line, RecordedGame} from "./records.js" */
import { GameError, quoted } from "../wasm/errors.js";
import { findMove } from "../wasm/move_input.js";
import { joined } from "../translated/play/turns.js";
import { HALVES, RESULTS, clean, cleanName, resultOf, usualStart } from "./records.js";
import { Variant } from "../wasm/variant.js";
import { inEnglish, t } from "../words/language.js";

/** @typedef {{line: number, column: number, path?: string}} Place in a text, or in JSON by its path */
/** @typedef {{kind: "tag" | "move" | "open" | "close" | "comment" | "result", text: string, place: Place, name?: string, clockMs?: number | null, evaluation?: number | null}} Token with the name of a tag, or what a comment notes besides */
/** @typedef {{line: Line, place: Place, before: Position, now: Position, said: string[]}} Open a line that is being read */
/** @typedef {(name: string) => GameModule | undefined} ModuleOf the games that were loaded, by name */
/**
 * @typedef {object} RecordForm see `record_form` in play/records/record_json.py
 * @property {Record<string, string>} words
 * @property {Record<string, string[]>} terminations endings that the board does not show, with their possible results
 * @property {string[]} known_tags
 * @property {string} option_tag
 * @property {Record<"characters" | "word" | "plies" | "comments" | "depth" | "tags", number>} most
 * @property {number} longest_left_ms
 * @property {string} format
 * @property {Record<"record" | "line" | "ply" | "tags", string[]>} fields
 */

const SPACE = /(?:\s|(?:[0-9]+\.+|\.{2,}|\$[0-9]+|[!?]+)(?=\s))+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;
const WORD = /[^\s{}()[\];"]+/y;
const TAG = /\[\s*([A-Za-z][A-Za-z0-9_.]*)\s*"((?:[^"\\]|\\.)*)"\s*\]/sy;
const COMMENT = /(?:[^\\}]|\\.|\\$)*/sy;
const SPECIAL = /\\([\\}[])|\[%(clk|eval)\b([^\][]{0,400})\]/gi;
const CLOCK = /^(?:(\d{1,5}):)?(\d{1,2}):(\d{1,2})(?:\.(\d{1,3}))?$/;
const EVALUATION = /^[+-]?\d{1,300}(?:\.\d{0,300})?(?:e[+-]?\d{1,3})?$/i;
const JSON_BEGINNING = /^\ufeff?\s*(?:\{\s*["}]|\[\s*[{\]])/; // a record's text begins with [Name
const TAG_NAME = /^[A-Za-z][A-Za-z0-9_.]*$/;
const LARGEST = 1e300;

/** @param {string} text */
const unquoted = (text) => text.replace(/\\(.)/gs, "$1");

/** @param {string} path @returns {Place} */
const at = (path) => ({ line: 0, column: 0, path });

export class RecordReader {
  /** @param {RecordForm} form @param {ModuleOf} [moduleOf] */
  constructor(form, moduleOf = () => undefined) {
    this.form = form;
    this.moduleOf = moduleOf;
  }

  /** An error with its place. @type {(name: string, place: Place, places?: Record<string, unknown>) => GameError} */
  wrong(name, place, places = {}) {
    return this.trouble(t(this.form.words[name], places), place);
  }

  /** @type {(message: string, place: Place) => GameError} */
  trouble(message, { line, column, path }) {
    const { words } = this.form;
    return new GameError("BadRecord", t(words.place, { place: path ?? t(words.line, { line, column }), message }));
  }

  /** @type {(name: keyof RecordForm["most"], count: number, place: Place, word?: string) => void} */
  mustBeFew(name, count, place, word = name) {
    const most = this.form.most[name];
    if (count > most) throw this.wrong(word, place, { most, count });
  }

  /** The result of some work; errors get their place. @template T @param {Place} place @param {() => T} work @returns {T} */
  saidAt(place, work) {
    try {
      return work();
    } catch (error) {
      throw error instanceof GameError ? this.trouble(error.message, place) : error;
    }
  }

  /** The names of the games whose records a text holds, so that they can be loaded before it is read. @param {string} text @returns {string[]} */
  gamesIn(text) {
    /** @type {unknown[]} */ const names = JSON_BEGINNING.test(text)
      ? [this.parsed(text)].flat().map((record) => record?.game)
      : [...text.matchAll(/\[\s*Game\s*"((?:[^"\\]|\\.)*)"/gi)].map(([, name]) => unquoted(name));
    return [...new Set(names.filter((name) => typeof name === "string").map((name) => name.toLowerCase()))];
  }

  /** All records of a text; a GameError of the kind BadRecord says where it goes wrong. @param {string} text @returns {RecordedGame[]} */
  read(text) {
    if (!JSON_BEGINNING.test(text)) return this.built(this.tokens(text), { line: 1, column: 1 });
    const value = this.parsed(text);
    const one = (/** @type {unknown} */ each, /** @type {string} */ root) => this.built(this.jsonTokens(each, root), at(root), true);
    return Array.isArray(value) ? value.flatMap((each, number) => one(each, `$[${number}]`)) : one(value, "$");
  }

  /** Records from their tokens; each of them begins at its first, unless they are all of one. @type {(tokens: Iterable<Token>, start: Place, isOne?: boolean) => RecordedGame[]} */
  built(tokens, start, isOne = false) {
    /** @type {RecordedGame[]} */ const found = [];
    /** @type {Token[]} */ let tags = [];
    /** @type {Builder | null} */ let builder = null;
    let begins = start;
    let last = start;
    for (const token of tokens) {
      last = token.place;
      if (!tags.length && !builder && !isOne) begins = token.place;
      if (token.kind === "tag") {
        if (builder) throw this.wrong("tag_late", token.place, { line: begins.line });
        tags.push(token);
        this.mustBeFew("tags", tags.length, token.place);
        continue;
      }
      builder ??= new Builder(this, tags, begins);
      if (token.kind !== "result") builder[token.kind](token);
      else {
        found.push(builder.finish(token.text, token.place));
        builder = null;
        tags = [];
      }
    }
    if (builder && builder.lines.length > 1) builder.finish("*", last);
    if (builder || tags.length) throw this.wrong("no_result", last, { listed: RESULTS.join(", ") });
    return found;
  }

  // --- text

  /** The words of a text. @param {string} text @returns {Generator<Token>} */
  *tokens(text) {
    this.mustBeFew("characters", text.length, { line: 1, column: 1 });
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
        const found = form.exec(line);
        at += found?.[0].length ?? 0;
        return found;
      };
      while (at < line.length) {
        if (opened) {
          said += match(COMMENT)?.[0] ?? "";
          at += 1;
          if (at <= line.length) {
            yield this.comment(said, opened);
            opened = null;
            said = "";
          }
          continue;
        }
        const place = { line: number + 1, column: [...line.slice(0, at)].length + 1 };
        if (match(SPACE)) continue;
        const sign = line[at];
        if ("{()".includes(sign)) {
          at += 1;
          if (sign === "{") opened = place;
          else yield { kind: sign === "(" ? "open" : "close", text: sign, place };
        } else if (sign === ";") {
          yield this.comment(line.slice(at + 1).replaceAll("\\", "\\\\"), place);
          at = line.length;
        } else {
          const found = match(sign === "[" ? TAG : sign === '"' ? QUOTED : WORD);
          if (!found) throw this.wrong(sign === "[" ? "tag" : sign === '"' ? "quote_open" : "letter", place, { letter: quoted(sign) });
          this.mustBeFew("word", found[0].length, place);
          if (sign === "[") yield { kind: "tag", text: unquoted(found[2]), place, name: found[1] };
          else if (sign === '"') yield { kind: "move", text: unquoted(found[1]), place };
          else yield* wordTokens(found[0], place);
        }
      }
    }
    if (opened) throw this.wrong("comment_open", opened);
  }

  /** The words of a comment, and the clock and evaluation inside it. @type {(text: string, place: Place) => Token} */
  comment(text, place) {
    /** @type {Record<string, string>} */ const notes = {};
    const said = text.replace(SPECIAL, (_, /** @type {string} */ escaped, /** @type {string} */ name, /** @type {string} */ value) => {
      if (escaped) return escaped;
      notes[name.toLowerCase()] = value.trim();
      return " ";
    });
    const clockMs = notes.clk === undefined ? null : this.clock(notes.clk, place);
    const evaluation = notes.eval === undefined ? null : Number(EVALUATION.test(notes.eval) ? notes.eval : Number.NaN);
    if (evaluation !== null && !Number.isFinite(evaluation)) throw this.wrong("evaluation", place, { text: quoted(notes.eval, 20) });
    return { kind: "comment", text: said, place, clockMs, evaluation };
  }

  /** @type {(text: string, place: Place) => number} */
  clock(text, place) {
    const read = CLOCK.exec(text);
    if (!read) throw this.wrong("clock", place, { text: quoted(text, 20) });
    const [hours, minutes, seconds] = [Number(read[1] ?? 0), Number(read[2]), Number(read[3])];
    const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((read[4] ?? "0").padEnd(3, "0"));
    if (seconds > 59 || (hours && minutes > 59) || ms > this.form.longest_left_ms) throw this.wrong("clock_most", place, { text: quoted(text, 20) });
    return ms;
  }

  // --- JSON: a path says where something is wrong

  /** @param {string} text @returns {any} */
  parsed(text) {
    this.mustBeFew("characters", text.length, at("$"), "json_characters");
    try {
      return JSON.parse(text.replace(/^\ufeff/, ""));
    } catch (error) {
      throw this.wrong("json", at("$"), { trouble: /** @type {Error} */ (error).message });
    }
  }

  /** @type {(value: unknown, root: string) => Generator<Token>} */
  *jsonTokens(value, root) {
    const { format, fields } = this.form;
    const top = this.object(value, root, fields.record);
    if ((top.format ?? format) !== format) throw this.wrong("json_format", at(`${root}.format`), { format: quoted(format) });
    yield* this.tagsIn(top, root);
    yield* this.lineIn(top, root);
    const result = this.text(top.result ?? "*", `${root}.result`);
    if (!RESULTS.includes(result)) throw this.wrong("json_result", at(`${root}.result`), { listed: RESULTS.join(", ") });
    yield { kind: "result", text: result, place: at(`${root}.result`) };
  }

  /** What would be tags in text. @type {(top: Record<string, unknown>, root: string) => Generator<Token>} */
  *tagsIn(top, root) {
    const { option_tag, fields } = this.form;
    /** @type {(name: string, value: unknown, path: string) => Token} */
    const tag = (name, value, path) => ({ kind: "tag", text: this.text(value, path), place: at(path), name });
    for (const field of fields.tags) if (top[field] !== undefined && top[field] !== null) yield tag(field, top[field], `${root}.${field}`);
    for (const part of ["options", "tags"]) {
      for (const [name, value] of Object.entries(this.object(top[part] ?? {}, `${root}.${part}`))) {
        const path = `${root}.${part}.${name.slice(0, 40)}`;
        if (part === "tags" && !this.isFree(name)) throw this.wrong("json_tag", at(path));
        yield tag(part === "tags" ? name : option_tag + name, value, path);
      }
    }
  }

  /** Whether a tag of one's own can have this name. @param {string} name */
  isFree(name) {
    const { known_tags, option_tag } = this.form;
    const lower = name.toLowerCase();
    return TAG_NAME.test(name) && !known_tags.some((known) => known.toLowerCase() === lower) && !lower.startsWith(option_tag);
  }

  /** A line with its variations; whoever takes them bounds how deep they go. @type {(line: Record<string, unknown>, path: string) => Generator<Token>} */
  *lineIn(line, path) {
    const { fields, longest_left_ms: most } = this.form;
    /** @type {(value: unknown, isRight: (value: any) => boolean, name: string, path: string) => number | null} */
    const number = (value, isRight, name, path) => {
      if (value === undefined || value === null) return null;
      if (typeof value === "number" && isRight(value)) return value;
      throw this.wrong(name, at(path), { most });
    };
    yield { kind: "comment", text: this.text(line.comment ?? "", `${path}.comment`), place: at(path) };
    for (const [count, value] of this.list(line.plies, `${path}.plies`).entries()) {
      const here = `${path}.plies[${count}]`;
      const ply = this.object(value, here, fields.ply);
      yield { kind: "move", text: this.text(ply.move, `${here}.move`), place: at(`${here}.move`) };
      const text = this.text(ply.comment ?? "", `${here}.comment`);
      const clockMs = number(ply.clock_ms, (ms) => Number.isInteger(ms) && ms >= 0 && ms <= most, "json_clock", `${here}.clock_ms`);
      const evaluation = number(ply.evaluation, (size) => Math.abs(size) < LARGEST, "json_number", `${here}.evaluation`);
      yield { kind: "comment", text, place: at(here), clockMs, evaluation };
      for (const [branch, variation] of this.list(ply.variations ?? [], `${here}.variations`).entries()) {
        const inside = `${here}.variations[${branch}]`;
        yield { kind: "open", text: "", place: at(inside) };
        yield* this.lineIn(this.object(variation, inside, fields.line), inside);
        yield { kind: "close", text: "", place: at(inside) };
      }
    }
  }

  /** @type {(value: unknown, path: string, known?: string[]) => Record<string, unknown>} */
  object(value, path, known) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.wrong("json_object", at(path));
    const stranger = known && Object.keys(value).find((name) => !known.includes(name));
    if (stranger !== undefined) throw this.wrong("json_field", at(path), { name: quoted(stranger, 40), listed: known?.join(", ") });
    return /** @type {Record<string, unknown>} */ (value);
  }

  /** @type {(value: unknown, path: string) => unknown[]} */
  list(value, path) {
    if (!Array.isArray(value)) throw this.wrong("json_list", at(path));
    return value;
  }

  /** @type {(value: unknown, path: string) => string} */
  text(value, path) {
    if (typeof value !== "string") throw this.wrong("json_text", at(path));
    return value;
  }
}

/** A move or a result, without the ply number before it and the glyphs after it. @type {(word: string, place: Place) => Generator<Token>} */
function* wordTokens(word, { line, column }) {
  const number = /^(?:\d+\.+|\.{2,})/.exec(word)?.[0] ?? "";
  const rest = word.slice(number.length);
  const place = { line, column: column + number.length };
  if ([...RESULTS, HALVES].includes(rest)) yield { kind: "result", text: rest.replace(HALVES, RESULTS[2]), place };
  else if (rest && !/^(?:\$\d+|[!?]+)$/.test(rest)) yield { kind: "move", text: rest.replace(/[!?]+$/, "").replaceAll("_", " "), place };
}

/** Puts a record together, replaying every move. */
class Builder {
  /** @param {RecordReader} reader @param {Token[]} tags @param {Place} place */
  constructor(reader, tags, place) {
    this.reader = reader;
    this.plies = this.comments = 0;
    /** @type {Map<string, Token>} */ this.known = new Map();
    /** @type {Map<string, Token>} */ this.options = new Map();
    /** @type {Record<string, string>} */ this.others = {};
    this.sort(tags);
    this.variant = this.chosen(place);
    this.start = this.begun(place);
    /** @type {Open[]} */ this.lines = [{ line: { comment: "", plies: [] }, place, before: this.start, now: this.start, said: [] }];
  }

  /** @param {Token[]} tags */
  sort(tags) {
    const { known_tags, option_tag } = this.reader.form;
    const seen = new Set();
    for (const tag of tags) {
      const { name = "", text } = tag;
      const lower = name.toLowerCase();
      if (seen.has(lower)) throw this.reader.wrong("tag_twice", tag.place, { name: name.slice(0, 40) });
      seen.add(lower);
      const known = known_tags.find((each) => each.toLowerCase() === lower);
      if (known) this.known.set(known, tag);
      else if (lower.startsWith(option_tag)) this.options.set(lower.slice(option_tag.length), tag);
      else this.others[name] = cleanName(text);
    }
  }

  /** @type {(place: Place) => Variant} */
  chosen(place) {
    const { reader } = this;
    const game = this.known.get("Game");
    if (!game) throw reader.wrong("no_game", place);
    const module = reader.moduleOf(game.text.toLowerCase());
    if (!module) throw reader.trouble(t("there is no game called {name} here", { name: quoted(game.text, 40) }), game.place);
    for (const [name, tag] of this.options) reader.saidAt(tag.place, () => new Variant(module, { [name]: tag.text }));
    return reader.saidAt(game.place, () => new Variant(module, Object.fromEntries([...this.options].map(([name, { text }]) => [name, text]))));
  }

  /** @param {Place} place */
  begun(place) {
    const given = this.known.get("Position");
    if (given) return this.reader.saidAt(given.place, () => this.variant.position(given.text));
    const usual = usualStart(this.variant);
    if (!usual) throw this.reader.wrong("no_start", place);
    return usual;
  }

  get here() {
    return this.lines[this.lines.length - 1];
  }

  /** @param {Token} token */
  move({ place, text }) {
    this.plies += 1;
    this.reader.mustBeFew("plies", this.plies, place);
    const { here } = this;
    const move = this.reader.saidAt(place, () => findMove(here.now, text));
    const last = here.line.plies.length ? here.now.lastMove : null; // a chain may be written move by move
    if (last && here.now.continuing(last).includes(move.code)) {
      const whole = joined(last, move);
      here.now = here.before.after(whole.code, whole.more);
      here.line.plies[here.line.plies.length - 1].move = whole.text;
      return;
    }
    settle(here);
    here.before = here.now;
    here.now = here.now.after(move.code, move.more);
    here.line.plies.push({ move: move.text, comment: "", clockMs: null, evaluation: null, variations: [] });
  }

  /** @param {Token} token */
  comment({ text: said, clockMs = null, evaluation = null, place }) {
    this.here.said.push(said);
    this.comments += 1;
    this.reader.mustBeFew("comments", this.comments, place);
    if (clockMs === null && evaluation === null) return;
    const ply = this.here.line.plies.at(-1);
    if (!ply) throw this.reader.wrong("note_first", place);
    ply.clockMs = clockMs ?? ply.clockMs;
    ply.evaluation = evaluation ?? ply.evaluation;
  }

  /** @param {Token} token */
  open({ place }) {
    const { here } = this;
    const ply = here.line.plies.at(-1);
    if (!ply) throw this.reader.wrong("variation_first", place);
    this.reader.mustBeFew("depth", this.lines.length, place);
    /** @type {Line} */ const line = { comment: "", plies: [] };
    ply.variations.push(line);
    this.lines.push({ line, place, before: here.before, now: here.before, said: [] });
  }

  /** @param {Token} token */
  close({ place }) {
    if (this.lines.length === 1) throw this.reader.wrong("variation_closed", place);
    if (!this.here.line.plies.length) throw this.reader.wrong("variation_empty", place);
    settle(/** @type {Open} */ (this.lines.pop()));
  }

  /** @type {(result: string, place: Place) => RecordedGame} */
  finish(result, place) {
    const { reader, variant, start, others: tags } = this;
    if (this.lines.length > 1) throw reader.wrong("variation_open", this.here.place);
    settle(this.here);
    const tag = this.known.get("Result");
    const said = (tag?.text ?? result).trim().replace(HALVES, RESULTS[2]);
    if (!RESULTS.includes(said)) throw reader.wrong("result", tag?.place ?? place, { listed: RESULTS.join(", "), tag: quoted(clean(said), 20) });
    if (said !== result) throw reader.wrong("result_other", place, { result, tag: said });
    const why = this.known.get("Termination");
    const [first, second, date] = ["First", "Second", "Date"].map((name) => cleanName(this.known.get(name)?.text ?? ""));
    const [checked, termination] = this.checked(result, clean(why?.text ?? ""), place, why?.place ?? place);
    return { variant, start, main: this.lines[0].line, players: [first || "?", second || "?"], date, result: checked, termination, tags };
  }

  /** @type {(result: string, termination: string, place: Place, why: Place) => [string, string]} */
  checked(result, termination, place, why) {
    const { reader } = this;
    const { outcome } = this.lines[0].now;
    if (outcome) {
      const true_result = resultOf(outcome);
      if (result === true_result || result === "*") return [true_result, inEnglish(outcome.words)];
      throw reader.wrong("moves_end", place, { true_result, reason: outcome.reason, result });
    }
    const how = termination.toLowerCase();
    const possible = new Map(Object.entries(reader.form.terminations));
    if (result !== "*" && !possible.has(how)) {
      const known = [...possible.keys()].filter((name) => !possible.get(name)?.includes("*"));
      throw reader.wrong("moves_go_on", place, { result, others: known.slice(0, -1).join(", "), last: known.at(-1) });
    }
    if (!(possible.get(how) ?? [result]).includes(result)) throw reader.wrong("termination", why, { how, result });
    return [result, possible.has(how) ? how : termination];
  }
}

/** Put comments where they belong. @param {Open} open */
function settle(open) {
  const about = open.line.plies.at(-1) ?? open.line;
  about.comment = clean(open.said.join(" "));
  open.said = [];
}
