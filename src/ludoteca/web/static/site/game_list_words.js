/** A listed game in words, as in `http/game_list_words.py`: whose turn it is or how it ended, and when it last changed. */

/** @import {Listing} from "../local/local_games.js" */
import { translatable, t } from "../language.js";

const MINUTE_MS = 60_000;
const [HOUR_MS, DAY_MS] = [60 * MINUTE_MS, 24 * 60 * MINUTE_MS];
const LONG_MS = 30 * DAY_MS; // after this the date says more
const DAY = translatable("{day} {month:[January,February,March,April,May,June,July,August,September,October,November,December]} {year}");
const AGO = /** @type {[number, string][]} */ ([
  [DAY_MS, translatable("{count} {count:day|days} ago")],
  [HOUR_MS, translatable("{count} {count:hour|hours} ago")],
  [MINUTE_MS, translatable("{count} {count:minute|minutes} ago")],
]);

/** @typedef {(seat: {kind: string, name: string}) => string} Naming */

/** @param {Pick<Listing, "you" | "mover">} item */
export const isYourTurn = ({ you, mover }) => (you === 0 || you === 1) && mover === you;

/**
 * How a listed game stands.
 * @param {Listing} item
 * @param {Naming} named
 */
export function standingWords(item, named) {
  const { state, kind, plies, you, mover, seats } = item;
  if (state === "over") return outcomeWords(item, named);
  if (kind === "record") return t("{count} {count:move|moves}, not finished", { count: plies });
  const number = plies + 1;
  if ((you !== 0 && you !== 1) || mover === null) return plies ? t("move {number}", { number }) : t("not started");
  if (isYourTurn(item)) return plies ? t("your turn, move {number}", { number }) : t("your turn, not started");
  const player = named(seats[mover]);
  return plies ? t("waiting for {player}, move {number}", { player, number }) : t("waiting for {player}, not started", { player });
}

/**
 * How a listed game ended; for one of the players, whether it was won.
 * @param {Listing} item
 * @param {Naming} named
 */
function outcomeWords({ winner, you, reason, seats }, named) {
  if (winner === null) return t("Draw: {reason}", { reason });
  if (you !== 0 && you !== 1) return t("{player} wins: {reason}", { player: named(seats[winner]), reason });
  return winner === you ? t("You won: {reason}", { reason }) : t("You lost: {reason}", { reason });
}

/**
 * How long ago something was, as people say it; after a month, the date.
 * @param {number} then
 * @param {number} [now]
 */
export function ago(then, now = Date.now()) {
  const gone = Math.max(0, now - then);
  if (gone >= LONG_MS) {
    const date = new Date(then);
    return t(DAY, { day: date.getUTCDate(), month: date.getUTCMonth(), year: date.getUTCFullYear() });
  }
  for (const [unit, words] of AGO) if (gone >= unit) return t(words, { count: Math.floor(gone / unit) });
  return t("just now");
}
