/** The names of the players at a table. */

/** @import {TableWords} from "./table_words.js" */
import { botInWords } from "../bot_names.js";
import { fill, t } from "../language.js";

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
