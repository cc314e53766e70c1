/** The state of a game in words: whose turn it is, who won, and what clocks and series show. */

/** @import {View, Outcome, Player} from "../types.js" */
import { t, fill } from "./language.js";

/** @typedef {0 | 1 | "both" | null | undefined} You where one sits at a table: on one side, on both at one device, or nowhere */

/**
 * Who won and why, as the one who reads it sees it: people at one device and watchers hear of the colours.
 * @param {Outcome} outcome
 * @param {Player[]} players
 * @param {You} you
 * @param {string | null} [how] in which way it ended
 * @returns {[string, string]}
 */
export function outcomeParts({ winner, reason, aborted }, players, you, how = null) {
  if (aborted) return [t("Game aborted"), reason];
  if (winner === null) return [t("Draw"), reason];
  const name = players[winner].name;
  if (!isSeat(you)) return [t("{player} wins", { player: name }), reason];
  if (you === winner) return [t("You win"), reason];
  if (how === "resignation") return [t("You resigned"), t("{player} wins", { player: name })];
  return how === "time" ? [t("You ran out of time"), t("{player} wins", { player: name })] : [t("You lose"), reason];
}

/** The same as one sentence. @param {Outcome} outcome @param {Player[]} players @param {You} [you] @param {string | null} [how] */
export function outcomeInWords(outcome, players, you = null, how = null) {
  const [who, why] = outcomeParts(outcome, players, you, how);
  return t("{who}: {why}.", { who, why });
}

/** @param {You} you */
function isSeat(you) {
  return you === 0 || you === 1;
}

/** Whose turn it is, for the line above the board. @param {View} view @param {You} you */
export function turnInWords(view, you) {
  if (view.outcome) return outcomeInWords(view.outcome, view.players, you);
  if (view.mover === null) return "";
  const { name } = view.players[view.mover];
  const task = view.facts.find((fact) => fact.role === "task")?.value;
  const isYours = you === view.mover;
  if (task) return isYours ? t("Your turn, {name}: {task}", { name, task }) : t("{name} to move: {task}", { name, task });
  if (view.last?.by === view.mover) return isYours ? t("Your turn again, {name}", { name }) : t("{name} to move again", { name });
  return isYours ? t("Your turn, {name}", { name }) : t("{name} to move", { name });
}

/** A number of games, halves as such: 2½. @param {number} games */
export function halvesInWords(games) {
  const whole = Math.floor(games);
  return games === whole ? String(whole) : `${whole || ""}½`;
}

/** Milliseconds as a clock shows them. @param {number} ms */
export function clockInWords(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.ceil(left / 1000);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const rest = `${String(Math.floor((seconds % 3600) / 60)).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}

const LEVEL = /^level(\d+)$/;

/** The number of a level, by the name of its bot; 0 for another bot. @param {string} bot */
export function levelOf(bot) {
  return Number(LEVEL.exec(bot)?.[1] ?? 0);
}

/** @param {string} bot @param {string} [label] of one that is not a level */
export function botInWords(bot, label = bot) {
  const number = levelOf(bot);
  return number ? t("Level {number}", { number }) : t(label);
}

export const RANDOM = "random";

/** People by their names, if they have said one, bots by their labels. @param {{kind: string, name: string}} seat @param {TableWords} words */
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
