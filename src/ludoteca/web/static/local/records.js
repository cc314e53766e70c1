/** Writes records as text: tags, moves with comments and variations, the result; record_reader.js reads them. */

/** @import {Ended, Position} from "../wasm/position.js" */
/** @import {Variant} from "../wasm/variant.js" */

export const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
export const HALVES = "½-½"; // read as a draw too
const WIDTH = 80;
const SETUPS = [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n]; // generators by which it is seen whether a setup is random
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g; // they turn the text around them about
const UNPRINTABLE = /\p{Cc}|\p{Cs}/gu;
const PLAIN_MOVE = /^[^\s{}()[\];"\\_$%!?.]+$/;

/** @typedef {{move: string, comment: string, clockMs: number | null, evaluation: number | null, variations: Line[]}} Ply a move with what is said of it */
/** @typedef {{comment: string, plies: Ply[]}} Line moves one after the other, with what is said before the first */
/** @typedef {{variant: Variant, start: Position, main: Line, players: [string, string], date: string, result: string, termination: string, tags: Record<string, string>}} RecordedGame */

/** Running text: white space folded, control characters made visible. @param {string} text */
export const clean = (text) =>
  text
    .split(/\s+/)
    .filter((word) => word)
    .join(" ")
    .replace(UNPRINTABLE, "\ufffd");

/** @param {string} text */
export const cleanName = (text) => clean(text.replace(BIDIRECTIONAL, ""));

/** The position that every game of a variant begins with; null where setups are random. @param {Variant} variant */
export function usualStart(variant) {
  const starts = SETUPS.map((word) => variant.start(word));
  return starts.every(({ identity }) => identity === starts[0].identity) ? starts[0] : null;
}

/** The result that stands for an outcome. @param {Ended | null} outcome */
export function resultOf(outcome) {
  if (!outcome || outcome.aborted) return "*";
  return outcome.winner === null ? RESULTS[2] : RESULTS[outcome.winner];
}

/** A record as text: tags, an empty line, moves wrapped to the width, the result. @param {RecordedGame} record */
export function writeRecord(record) {
  const tags = tagsOf(record).map(([name, value]) => `[${name} ${inQuotes(value)}]\n`);
  return `${tags.join("")}\n${wrapped([...wordsOf(record.main, 1), record.result])}\n`;
}

/** @param {RecordedGame} record @returns {[string, string][]} */
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

/** @param {Line} line @param {number} first the number of its first ply @returns {string[]} */
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
