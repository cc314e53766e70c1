/** Reads records from JSON; the checks are those of the text form, and an error gives the path of what is wrong. */

/** @import {GameModule} from "./game_module.js" */
/** @import {Place, RecordedGame, Token} from "./records.js" */
import { quoted } from "./errors.js";
import { Builder, KNOWN_TAGS, LONGEST_LEFT_MS, MOST, OPTION_TAG, RESULTS, wrong } from "./records.js";
import { t } from "../language.js";

const FORMAT = "ludoteca record 1";
const RECORD_FIELDS = ["format", "game", "options", "position", "first", "second", "date", "result", "termination", "tags", "comment", "plies", "positions"];
const LINE_FIELDS = ["comment", "plies"];
const PLY_FIELDS = ["move", "comment", "clock_ms", "evaluation", "variations"];
const TAGGED = ["game", "position", "first", "second", "date", "termination"];
const BEGINNING = /^\ufeff?\s*(?:\{\s*["}]|\[\s*[{\]])/; // a record's text begins with [Name
const TAG_NAME = /^[A-Za-z][A-Za-z0-9_.]*$/;
const LARGEST = 1e300;

/** @param {string} path @returns {Place} */
const at = (path) => ({ line: 0, column: 0, path });

/** Whether a text is a record in JSON and not in the text form. @param {string} text */
export const isJson = (text) => BEGINNING.test(text);

/**
 * The names of the games whose records a text in JSON holds.
 * @param {string} text
 * @returns {string[]}
 */
export function gamesInJson(text) {
  const value = parsed(text);
  const names = (Array.isArray(value) ? value : [value]).map((record) => record?.game).filter((name) => typeof name === "string");
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/**
 * The records of an array, or the one record that is not in an array.
 * @param {string} text
 * @param {(name: string) => GameModule | undefined} moduleOf the games that were loaded, by name
 * @returns {RecordedGame[]}
 */
export function readJsonRecords(text, moduleOf) {
  const value = parsed(text);
  if (!Array.isArray(value)) return [recordIn(value, "$", moduleOf)];
  return value.map((each, number) => recordIn(each, `$[${number}]`, moduleOf));
}

/** @param {string} text @returns {any} */
function parsed(text) {
  if (text.length > MOST.characters) {
    throw wrong(t("should have at most {most} characters; it has {count}", { most: MOST.characters, count: text.length }), at("$"));
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw wrong(t("is not readable JSON: {trouble}", { trouble: /** @type {Error} */ (error).message }), at("$"));
  }
}

/** @type {(value: unknown, root: string, moduleOf: (name: string) => GameModule | undefined) => RecordedGame} */
function recordIn(value, root, moduleOf) {
  const top = objectIn(value, root, RECORD_FIELDS);
  if ((top.format ?? FORMAT) !== FORMAT) throw wrong(t("should be {format}", { format: quoted(FORMAT) }), at(`${root}.format`));
  const builder = new Builder([...tagsIn(top, root)], at(root), moduleOf);
  playLine(builder, top, root);
  const result = textIn(top.result ?? "*", `${root}.result`);
  if (!RESULTS.includes(result)) throw wrong(t("should be one of {listed}", { listed: RESULTS.join(", ") }), at(`${root}.result`));
  return builder.finish(result, at(`${root}.result`));
}

/**
 * What text would say in tags.
 * @param {Record<string, unknown>} top
 * @param {string} root
 * @returns {Generator<Token>}
 */
function* tagsIn(top, root) {
  /** @type {(name: string, value: unknown, path: string) => Token} */
  const tag = (name, value, path) => ({ kind: "tag", text: textIn(value, path), place: at(path), name });
  for (const field of TAGGED) if (top[field] !== undefined && top[field] !== null) yield tag(field, top[field], `${root}.${field}`);
  for (const [name, value] of Object.entries(objectIn(top.options ?? {}, `${root}.options`))) {
    yield tag(OPTION_TAG + name, value, `${root}.options.${name.slice(0, 40)}`);
  }
  for (const [name, value] of Object.entries(objectIn(top.tags ?? {}, `${root}.tags`))) {
    const path = `${root}.tags.${name.slice(0, 40)}`;
    if (!isFree(name)) throw wrong(t("cannot be the name of an additional tag"), at(path));
    yield tag(name, value, path);
  }
}

/** Whether a tag of one's own can have this name. @param {string} name */
function isFree(name) {
  const lower = name.toLowerCase();
  return TAG_NAME.test(name) && !KNOWN_TAGS.some((known) => known.toLowerCase() === lower) && !lower.startsWith(OPTION_TAG);
}

/**
 * Play a line with its variations; the builder bounds how deep they go.
 * @param {Builder} builder
 * @param {Record<string, unknown>} line
 * @param {string} path
 */
function playLine(builder, line, path) {
  builder.note(textIn(line.comment ?? "", `${path}.comment`), null, null, at(path));
  listIn(line.plies, `${path}.plies`).forEach((value, number) => {
    const here = `${path}.plies[${number}]`;
    const ply = objectIn(value, here, PLY_FIELDS);
    builder.move({ kind: "move", text: textIn(ply.move, `${here}.move`), place: at(`${here}.move`), name: "" });
    builder.note(textIn(ply.comment ?? "", `${here}.comment`), clockIn(ply.clock_ms, here), evaluationIn(ply.evaluation, here), at(here));
    listIn(ply.variations ?? [], `${here}.variations`).forEach((variation, branch) => {
      const inside = `${here}.variations[${branch}]`;
      builder.open(at(inside));
      playLine(builder, objectIn(variation, inside, LINE_FIELDS), inside);
      builder.close(at(inside));
    });
  });
}

/** @type {(value: unknown, path: string, known?: string[]) => Record<string, unknown>} */
function objectIn(value, path, known) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(t("should be an object with named fields"), at(path));
  const stranger = known && Object.keys(value).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw wrong(t("has no field {name}; its fields are {listed}", { name: quoted(stranger, 40), listed: known?.join(", ") }), at(path));
  }
  return /** @type {Record<string, unknown>} */ (value);
}

/** @type {(value: unknown, path: string) => unknown[]} */
function listIn(value, path) {
  if (!Array.isArray(value)) throw wrong(t("should be a list"), at(path));
  return value;
}

/** @type {(value: unknown, path: string) => string} */
function textIn(value, path) {
  if (typeof value !== "string") throw wrong(t("should be text"), at(path));
  return value;
}

/** @type {(value: unknown, path: string) => number | null} */
function clockIn(value, path) {
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > LONGEST_LEFT_MS) {
    throw wrong(t("should be a whole number of milliseconds, at most {most}", { most: LONGEST_LEFT_MS }), at(`${path}.clock_ms`));
  }
  return value;
}

/** @type {(value: unknown, path: string) => number | null} */
function evaluationIn(value, path) {
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || Math.abs(value) >= LARGEST) throw wrong(t("should be a number"), at(`${path}.evaluation`));
  return value;
}
