/** Stored games as records, to export, and records as games, to view. */

/** @import {KeptGame, KeptSeat} from "./game_store.js" */
/** @import {Declaration, Match} from "./match.js" */
/** @import {TableWords} from "../words/game_words.js" */
import { replayed, standingOf } from "./match.js";
import { gameFrom } from "./new_game.js";
import { toJson } from "../translated/play/records/record_json.js";
import { RecordLine, RecordPly, RecordedGame, resultOf } from "../translated/play/records/tree.js";
import { writeRecord } from "../translated/play/records/writer.js";
import { Dict, plain } from "../wasm/python.js";
import { reasonInEnglish } from "./record_inputs.js";

const KINDS = ["FirstKind", "SecondKind"]; // tags for players who are not people
const LONGEST_NAME = 60;

/** The day of a moment, by universal time, as records write it: 2024.05.01. @param {number} ms */
const dateText = (ms) => new Date(ms).toISOString().slice(0, 10).replaceAll("-", ".");

/** The record of a game, to be saved as a file. @param {KeptGame} kept @param {Match} match @param {"text" | "json"} format */
export function recordText(kept, match, format) {
  const record = recordOf(kept, match);
  return format === "json" ? JSON.stringify(plain(toJson(record))) : writeRecord(record);
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
  const plies = kept.plies.map(({ text, clock_ms, comment = "", evaluation = null }) => new RecordPly(text, comment, clock_ms, evaluation));
  const { start } = match;
  /** @type {[string, string]} */ const players = [kept.seats[0].name, kept.seats[1].name];
  const termination = !outcome || !how ? "" : how === "rules" ? reasonInEnglish(outcome) : how;
  return new RecordedGame(start.variant, start, new RecordLine("", plies), players, date, resultOf(outcome), termination, new Dict(tags));
}

/** The game that a record becomes, to be looked at; its main line is kept. @param {RecordedGame} record @param {TableWords} words @returns {KeptGame} */
export function gameOf({ variant, start, main, players, date, result, termination, tags }, words) {
  const { FirstKind: _first, SecondKind: _second, ...others } = plain(tags);
  const seats = /** @type {[KeptSeat, KeptSeat]} */ (players.map((name) => ({ kind: "human", name: name.slice(0, LONGEST_NAME), bot: null })));
  const kept = gameFrom(
    start,
    { kind: "record", seats, you: null, control: "none", series: null, tags: { ...others, ...(date ? { Date: date } : {}) } },
    words,
  );
  const plies = main.plies.map((/** @type {RecordPly} */ { move, comment, clockMs, evaluation }) => ({ text: move, clock_ms: clockMs, comment, evaluation }));
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
