/** The names of the players at a table. */

import { botInWords } from "../words/game_words.js";
import { fill, t } from "../words/language.js";

export const RANDOM = "random";

/**
 * People by their names, if they have said one, bots by their labels.
 * @param {{kind: string, name: string}} seat
 * @param {TableWords} words
 */
export function seatName({ kind, name }, words) {
  if (kind === "bot") return botInWords(name, name === RANDOM ? words.random_bot : name);
  const number = [1, 2].find((each) => name === fill(words.player, { number: each }));
  if (number) return t(words.player, { number });
  return name === words.nameless ? t(name) : name;
}

/**
 * What a table says to its players: templates that come with the page, so that they are the server's own, and are said by `t`.
 *
 * @typedef {Record<string, string>} TableWords by name; see table/words.py
 */
