/** A listed game in words, as in `http/game_list_words.py`: whose turn it is or how it ended, and when it last changed. */

/** @import {Listing} from "../local/local_games.js" */
/** @import {TableWords} from "../local/seat_names.js" */
import { t } from "../words/language.js";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LONG_MS = 30 * DAY_MS; // after this the date says more
const AGO = /** @type {[number, string][]} */ ([
  [DAY_MS, "list_days"],
  [60 * MINUTE_MS, "list_hours"],
  [MINUTE_MS, "list_minutes"],
]);

/** @typedef {(seat: {kind: string, name: string}) => string} Naming */

/** @param {Pick<Listing, "you" | "mover">} item */
export const isYourTurn = ({ you, mover }) => (you === 0 || you === 1) && mover === you;

/**
 * How a listed game stands.
 * @param {Listing} item
 * @param {Naming} named
 * @param {TableWords} words
 */
export function standingWords(item, named, words) {
  const { state, kind, plies, you, mover, seats } = item;
  if (state === "over") return outcomeWords(item, named, words);
  if (kind === "record") return t(words.list_record, { count: plies });
  const now = plies ? "move" : "start";
  const number = plies + 1;
  if ((you !== 0 && you !== 1) || mover === null) return t(words[`list_${now}`], { number });
  if (isYourTurn(item)) return t(words[`list_yours_${now}`], { number });
  return t(words[`list_theirs_${now}`], { player: named(seats[mover]), number });
}

/** How a listed game ended; for a player, whether they won. @type {(item: Listing, named: Naming, words: TableWords) => string} */
function outcomeWords({ winner, you, reason, seats }, named, words) {
  if (winner === null) return t(words.list_draw, { reason });
  if (you !== 0 && you !== 1) return t(words.list_wins, { player: named(seats[winner]), reason });
  return t(winner === you ? words.list_won : words.list_lost, { reason });
}

/**
 * How long ago something was, as people say it; after a month, the date.
 * @param {number} then
 * @param {TableWords} words
 */
export function ago(then, words) {
  const gone = Math.max(0, Date.now() - then);
  const date = new Date(then);
  if (gone >= LONG_MS) return t(words.list_date, { day: date.getUTCDate(), month: date.getUTCMonth(), year: date.getUTCFullYear() });
  const [unit, name] = AGO.find(([each]) => gone >= each) ?? [1, "list_now"];
  return t(words[name], { count: Math.floor(gone / unit) });
}
