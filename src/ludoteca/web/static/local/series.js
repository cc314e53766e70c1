/** A series of games between the same two players: most games won decides, then the points, as on the server. */

/** @import {Outcome} from "../types.js" */
/** @import {Match} from "./match.js" */
/** @import {TableWords} from "./seat_names.js" */
import { halvesInWords } from "../words/game_words.js";
import { t } from "../words/language.js";

/** @typedef {{winner: 0 | 1 | null, lead: number, has_points: boolean}} GameResult of a finished game: the player who won, not the seat, and by how many points */

/** Who sits at a seat in a game of the series, counted from 0. @type {(seat: number, game: number) => 0 | 1} */
export const playerAt = (seat, game) => /** @type {0 | 1} */ ((seat + game) % 2);

/**
 * How a game ended, for its series. One that was given up or lost on time adds no points: it never came to where they are counted.
 * @param {Match} match
 * @param {number} game its number, counted from 0
 * @returns {GameResult | null} null while it goes on, and if it was aborted
 */
export function resultIn(match, game) {
  const { outcome, how, position } = match;
  if (!outcome || outcome.aborted) return null;
  const { score } = position;
  const has_points = score !== null;
  if (outcome.winner === null) return { winner: null, lead: 0, has_points };
  const seat = outcome.winner;
  const lead = score && how === "rules" ? Math.max(0, score[seat] - score[1 - seat]) : 0;
  return { winner: playerAt(seat, game), lead, has_points };
}

export class SeriesScore {
  /**
   * @param {GameResult[]} results
   * @param {number} games
   * @param {[string, string]} names of its players
   * @param {TableWords} words
   */
  constructor(results, games, names, words) {
    this.results = results;
    this.games = games;
    this.names = names;
    this.words = words;
  }

  get wins() {
    return /** @type {[number, number]} */ ([0, 1].map((player) => this.results.filter(({ winner }) => winner === player).length));
  }

  get draws() {
    return this.results.filter(({ winner }) => winner === null).length;
  }

  /** By how many points player 0 leads over all won games. */
  get lead() {
    return this.results.reduce((sum, { winner, lead }) => sum + (winner === 0 ? lead : -lead), 0);
  }

  get points() {
    return t(this.words.series_count, { points: Math.abs(this.lead) });
  }

  /** Who has won, as soon as the games left cannot change it; null before. @returns {Outcome | null} */
  get outcome() {
    const [first, second] = this.wins;
    const [ahead, left] = [Math.abs(first - second), this.games - this.results.length];
    if (ahead <= left && left) return null;
    const { words, names, lead } = this;
    if (ahead) {
      const winner = first > second ? 0 : 1;
      return { winner, reason: t(words.series_won, { player: names[winner], more: Math.max(first, second), fewer: Math.min(first, second) }) };
    }
    if (lead) {
      const winner = lead > 0 ? 0 : 1;
      return { winner, reason: t(words.series_points, { player: names[winner], points: this.points }) };
    }
    return { winner: null, reason: this.results.some(({ has_points }) => has_points) ? t(words.series_level_on_points) : t(words.series_level) };
  }

  /** The running score, a draw as half a game each. */
  get text() {
    const { names, lead, draws, games, words } = this;
    const [first, second] = this.wins.map((wins) => halvesInWords(wins + draws / 2));
    const leader = lead ? [t(words.series_lead, { player: names[lead > 0 ? 0 : 1], points: this.points })] : [];
    return [`${names[0]} ${first} : ${second} ${names[1]}`, ...leader, t(words.series_best_of, { games })].join(", ");
  }
}
