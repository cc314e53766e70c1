/** The names of bots: levels by number, others by the label that comes with the page. */

import { t } from "./language.js";

const LEVEL = /^level(\d+)$/;

/** The number of a level, by the name of its bot; 0 for another bot. @param {string} bot */
export function levelOf(bot) {
  return Number(LEVEL.exec(bot)?.[1] ?? 0);
}

/**
 * @param {string} bot
 * @param {string} [label] of one that is not a level
 */
export function botInWords(bot, label = bot) {
  const number = levelOf(bot);
  return number ? t("Level {number}", { number }) : t(label);
}
