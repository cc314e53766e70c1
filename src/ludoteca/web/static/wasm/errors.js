/** Named errors; each message is a sentence fit to show. */

import { LONGEST_SHOWN } from "../translated/errors.js";
import { t } from "../words/language.js";

/** @typedef {"BadOption" | "UnreadablePosition" | "UnreadableMove" | "IllegalMove" | "AmbiguousMove" | "GameOver" | "BrokenRules" | "NothingToSearch" | "BadRecord" | "MatchError"} ErrorKind */

/** What people are told; its class says which kind it is. */
export class LudotecaError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    /** @type {string} */ this.kind = new.target.name;
  }

  /** @override */
  toString() {
    return this.message;
  }
}

export class BadDeclaration extends LudotecaError {}
export class GameOver extends LudotecaError {}
export class IllegalMove extends LudotecaError {}
export class UnreadableMove extends LudotecaError {}
export class UnreadablePosition extends LudotecaError {}

/** Several moves are meant; the next picks to choose from. */
export class AmbiguousMove extends LudotecaError {
  /** @param {string} message @param {string[]} continuations */
  constructor(message, continuations) {
    super(message);
    this.continuations = continuations;
  }
}

export class GameError extends LudotecaError {
  /** @param {ErrorKind} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Several words of which one is meant: "a, b or c". @param {string[]} words */
export function oneOrOther(words) {
  if (words.length < 2) return words.join("");
  return t("{others} or {last}", { others: words.slice(0, -1).join(", "), last: words[words.length - 1] });
}

const ESCAPES = /** @type {Record<string, string>} */ ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" });

/** A text in quotes, as messages show what somebody gave. @param {string} text @param {number} [longest] characters that are shown */
export function quoted(text, longest = Number.POSITIVE_INFINITY) {
  const shown = [...text].slice(0, longest).join("");
  const mark = shown.includes("'") && !shown.includes('"') ? '"' : "'";
  const escaped = shown.replace(/[\\\n\r\t]/g, (each) => ESCAPES[each]);
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

/** What was given, as a message shows it. @param {string} given */
export const shown = (given) => quoted([...given].length > LONGEST_SHOWN ? `${[...given].slice(0, LONGEST_SHOWN).join("")}…` : given);
