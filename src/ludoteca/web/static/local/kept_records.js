/** Stored games as records, to export, and records as games, to view. */

/** @import {KeptGame, KeptSeat} from "./game_store.js" */
/** @import {Declaration, Match} from "./match.js" */
/** @import {RecordedGame} from "./records.js" */
/** @import {TableWords} from "../words/game_words.js" */
import { replayed, standingOf } from "./match.js";
import { gameFrom } from "./new_game.js";
import { resultOf, usualStart, writeRecord } from "./records.js";
import { inEnglish } from "../words/language.js";

const KINDS = ["FirstKind", "SecondKind"]; // tags for players who are not people
const FORMAT = "ludoteca record 1";
const LONGEST_NAME = 60;

/** The day of a moment, by universal time, as records write it: 2024.05.01. @param {number} ms */
const dateText = (ms) => new Date(ms).toISOString().slice(0, 10).replaceAll("-", ".");

/** The record of a game, to be saved as a file. @param {KeptGame} kept @param {Match} match @param {"text" | "json"} format */
export function recordText(kept, match, format) {
  const record = recordOf(kept, match);
  return format === "json" ? JSON.stringify(recordJson(record)) : writeRecord(record);
}

/** The record of a game as it stands. @param {KeptGame} kept @param {Match} match @returns {RecordedGame} */
function recordOf(kept, match) {
  const { Date: date = kept.kind === "record" ? "" : dateText(kept.made), ...tags } = kept.tags;
  for (const [seat, tag] of KINDS.entries()) {
    const { bot } = kept.seats[seat];
    if (bot) tags[tag] = bot;
  }
  if (kept.control !== "none") tags.TimeControl = kept.control;
  const { outcome, how } = match;
  const plies = kept.plies.map(({ text, clock_ms, comment = "", evaluation = null }) => ({
    move: text,
    comment,
    clockMs: clock_ms,
    evaluation,
    variations: [],
  }));
  return {
    variant: match.start.variant,
    start: match.start,
    main: { comment: "", plies },
    players: [kept.seats[0].name, kept.seats[1].name],
    date,
    result: resultOf(outcome),
    termination: !outcome || !how ? "" : how === "rules" ? inEnglish(outcome.words) : how,
    tags,
  };
}

/** A record of one line as JSON; fields that would be empty are left out. @param {RecordedGame} record */
function recordJson({ variant, start, main, players, date, result, termination, tags }) {
  const isUsual = usualStart(variant)?.identity === start.identity;
  const plies = main.plies.map(({ move, comment, clockMs, evaluation }) => ({
    move,
    ...(comment ? { comment } : {}),
    ...(clockMs === null ? {} : { clock_ms: clockMs }),
    ...(evaluation === null ? {} : { evaluation }),
  }));
  const whole = {
    format: FORMAT,
    game: variant.about.name,
    options: variant.changedOptions,
    position: isUsual ? null : String(start),
    first: players[0],
    second: players[1],
    date,
    result,
    termination,
    tags,
    plies,
  };
  const isEmpty = (/** @type {unknown} */ field) => !field || (typeof field === "object" && !Array.isArray(field) && !Object.keys(field).length);
  return Object.fromEntries(Object.entries(whole).filter(([, field]) => !isEmpty(field)));
}

/** The game that a record becomes, to be looked at; its main line is kept. @param {RecordedGame} record @param {TableWords} words @returns {KeptGame} */
export function gameOf({ variant, start, main, players, date, result, termination, tags }, words) {
  const { FirstKind: _first, SecondKind: _second, ...others } = tags;
  const seats = /** @type {[KeptSeat, KeptSeat]} */ (players.map((name) => ({ kind: "human", name: name.slice(0, LONGEST_NAME), bot: null })));
  const kept = gameFrom(
    start,
    { kind: "record", seats, you: null, control: "none", series: null, tags: { ...others, ...(date ? { Date: date } : {}) } },
    words,
  );
  const plies = main.plies.map(({ move, comment, clockMs, evaluation }) => ({ text: move, clock_ms: clockMs, comment, evaluation }));
  const match = replayed(variant, { ...kept, plies }, words, null);
  if (!match.outcome && (result !== "*" || termination === "aborted")) match.declared = declarationOf(result, termination);
  return { ...kept, plies, declared: match.declared, standing: standingOf(match, null) };
}

/** @type {(result: string, termination: string) => Declaration} */
function declarationOf(result, termination) {
  if (termination === "agreement" || termination === "aborted") return { how: termination, seat: null };
  if (termination === "settled") return { how: "settled", seat: result === "1-0" ? 1 : result === "0-1" ? 0 : null };
  const how = termination === "time" || termination === "forfeit" ? termination : "resignation";
  return { how, seat: result === "1-0" ? 1 : 0 };
}
