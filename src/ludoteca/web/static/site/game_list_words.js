/** A listed game in words, as `http/game_list_words.py` says it: whose turn it is or how it ended, and when something happened last. */

/** @import {Listing} from "../local/local_games.js" */

const MINUTE_MS = 60_000;
const [HOUR_MS, DAY_MS] = [60 * MINUTE_MS, 24 * 60 * MINUTE_MS];
const LONG_MS = 30 * DAY_MS; // after this the date says more

/** @typedef {(seat: {kind: string, name: string}) => string} Naming */

/** @param {number} count @param {string} noun */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

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
  if (kind === "record") return `${counted(plies, "move")}, not finished`;
  const move = plies ? `move ${plies + 1}` : "not begun";
  if ((you !== 0 && you !== 1) || mover === null) return move;
  return isYourTurn(item) ? `your turn, ${move}` : `waiting for ${named(seats[mover])}, ${move}`;
}

/**
 * How a listed game ended; for one of the players, whether it was won.
 * @param {Listing} item
 * @param {Naming} named
 */
function outcomeWords({ winner, you, reason, seats }, named) {
  const who = winner === null ? "Draw" : you !== 0 && you !== 1 ? `${named(seats[winner])} wins` : winner === you ? "You won" : "You lost";
  return `${who}: ${reason}`;
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
    return `${date.getUTCDate()} ${date.toLocaleString("en", { month: "long", timeZone: "UTC" })} ${date.getUTCFullYear()}`;
  }
  for (const [unit, noun] of /** @type {[number, string][]} */ ([
    [DAY_MS, "day"],
    [HOUR_MS, "hour"],
    [MINUTE_MS, "minute"],
  ]))
    if (gone >= unit) return `${counted(Math.floor(gone / unit), noun)} ago`;
  return "just now";
}
