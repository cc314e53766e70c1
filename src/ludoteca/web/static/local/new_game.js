/** A new game: what someone asks for, and the game that it becomes; and the game after a game. */

/** @import {KeptGame, KeptSeat, KeptSeries} from "./game_store.js" */
/** @import {TableWords} from "../words/game_words.js" */
/** @import {GameModule} from "../wasm/game_module.js" */
/** @import {Position} from "../wasm/position.js" */
import { Score } from "../translated/play/match/series.js";
import { TimeControl } from "../translated/play/match/clock.js";
import { USUAL_PACE_MS } from "../translated/web/live/bot_turns.js";
import { LONGEST_NAME, MOST_GAMES } from "../translated/web/table/new_game.js";
import { clockFor } from "./clock.js";
import { withMatch, Match } from "./match.js";
import { cleanName } from "../translated/play/records/tree.js";
import { usualStart } from "./record_inputs.js";
import { RANDOM, seatName } from "../words/game_words.js";
import { GameError, shown } from "../wasm/errors.js";
import { variantOf } from "../wasm/game_library.js";
import { fill, t } from "../words/language.js";

/**
 * @typedef {object} NewGame a game to begin, as the server takes it
 * @property {string} game
 * @property {Record<string, string>} [options]
 * @property {string} [position] empty: the standard start
 * @property {string} [continues] the id of a record whose moves are kept
 * @property {"bot" | "device" | "bots"} [opponent]
 * @property {string} [bot] its name
 * @property {[string, string]} [bots]
 * @property {"first" | "second" | "random"} [side]
 * @property {string} [clock]
 * @property {number} [series] how many games
 * @property {"new" | "paired" | "same"} [setups]
 * @property {string} [name]
 * @property {[string, string]} [names] of two on one device
 * @property {boolean} [plays_on] whether the computer plays lost games to the end
 */

export const PLAYS_ON = "PlaysOn"; // the tag of games in which a bot does not resign
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"; // 32 of them, without those that look alike
const ID_LENGTH = 10;

/** A name for a game that no other has. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(ID_LENGTH))].map((byte) => LETTERS[byte % 32]).join("");
}

/** @param {string} [name] */
const shownName = (name = "") => cleanName(name).slice(0, LONGEST_NAME).trim();

/**
 * The game that is asked for, not kept yet.
 * @param {NewGame} wanted
 * @param {GameModule} module
 * @param {TableWords} words
 * @param {{match: Match, tags: Record<string, string>} | null} [record] where the game goes on from
 * @returns {KeptGame}
 */
export function firstGame(wanted, module, words, record = null) {
  const { options = {}, position = "", opponent = "bot", clock = "none", series = 1, setups = "new" } = wanted;
  const variant = record ? record.match.start.variant : variantOf(module, options);
  const control = String(TimeControl.parse(clock));
  const start = record ? record.match.start : position ? variant.position(position) : variant.start();
  const { outcome } = record ? record.match : start;
  if (outcome) throw new GameError("BadOption", t(words.over_already, { reason: outcome.reason }));
  if (!Number.isInteger(series) || series < 1 || series > MOST_GAMES)
    throw new GameError("BadOption", t("a series has 1 to {most} games", { most: MOST_GAMES }));
  const { seats, you } = seatsFor({ ...wanted, opponent }, module, words);
  const kept = series > 1 ? { id: newId(), games: series, setups, round: 1, results: [] } : null;
  const { [PLAYS_ON]: _plays, BotMoves: _moves, TimeControl: _control, ...others } = record?.tags ?? {}; // of whoever played before
  const tags = { ...others, ...(wanted.plays_on ? { [PLAYS_ON]: "yes" } : {}) };
  return gameFrom(start, { kind: opponent, seats, you, control, series: kept, tags }, words, record?.match);
}

/**
 * A game that stands at its start, or where another does.
 * @param {Position} start
 * @param {Pick<KeptGame, "kind" | "seats" | "you" | "control" | "series" | "tags">} parts
 * @param {TableWords} words
 * @param {Match} [before] what was played from the start
 * @returns {KeptGame}
 */
export function gameFrom(start, parts, words, before = new Match(start, words)) {
  const now = Date.now();
  const match = before.fork();
  match.clock = clockFor(parts.control);
  const { about, changedOptions: options } = start.variant;
  const kept = { id: newId(), version: 0, game: about.name, options, start: String(start), next: null, pace: USUAL_PACE_MS, made: now, changed: now };
  return withMatch(/** @type {KeptGame} */ ({ ...kept, ...parts }), match, now);
}

/** Who sits where. @param {NewGame} wanted @param {GameModule} module @param {TableWords} words @returns {Pick<KeptGame, "seats" | "you">} */
function seatsFor({ opponent, side = "first", bot = "", bots = ["", ""], name, names = ["", ""] }, module, words) {
  if (opponent === "device") {
    const people = names.map((given, place) => person(shownName(given) || fill(words.player, { number: place + 1 })));
    return { seats: /** @type {[KeptSeat, KeptSeat]} */ (people), you: "both" };
  }
  if (opponent === "bots") return { seats: [botSeat(bots[0], module), botSeat(bots[1], module)], you: null };
  if (opponent !== "bot") throw new GameError("BadOption", t("here you play against the computer, or two players share a device"));
  const you = side === "random" ? /** @type {0 | 1} */ (crypto.getRandomValues(new Uint8Array(1))[0] % 2) : side === "second" ? 1 : 0;
  const me = person(shownName(name) || words.nameless);
  const other = botSeat(bot, module);
  return { seats: you ? [other, me] : [me, other], you };
}

/** @param {string} name @returns {KeptSeat} */
const person = (name) => ({ kind: "human", name, bot: null });

/** @param {string} bot @param {GameModule} module @returns {KeptSeat} */
function botSeat(bot, module) {
  const known = [...module.about.module.levels.map((_, place) => `level${place + 1}`), RANDOM];
  if (!known.includes(bot)) {
    const places = { bot: shown(bot), known: known.join(", ") };
    throw new GameError("BadOption", t("there is no bot called {bot} here; available: {known}", places));
  }
  return { kind: "bot", name: bot, bot };
}

/**
 * The next of a series, or the same again with sides changed; after a series that is decided a new one.
 * @param {KeptGame} old
 * @param {Match} match
 * @param {TableWords} words
 * @returns {KeptGame}
 */
export function nextGame(old, match, words) {
  const { variant } = match.start;
  const score = scoreOf(old, match, words);
  const goesOn = score !== null && score.outcome === null;
  /** @type {KeptSeries | null} */ let series = null;
  const isReplay = goesOn && match.how === "aborted";
  if (old.series && goesOn) series = { ...old.series, round: old.series.round + Number(!isReplay), results: score.results };
  else if (old.series) series = { ...old.series, id: newId(), round: 1, results: [] };
  const played = (old.series?.round ?? 0) - Number(isReplay);
  const isSame = old.series?.setups === "same" || (old.series?.setups === "paired" && played % 2 === 1);
  const usual = usualStart(variant);
  const isOwn = usual !== null && usual.identity !== match.start.identity; // a position that somebody set up
  const start = (goesOn ? isSame : isOwn) ? variant.position(old.start) : variant.start();
  const staySeated = isReplay || (old.kind === "device" && !old.series); // at one table the names stay where they are
  const seats = staySeated ? old.seats : /** @type {[KeptSeat, KeptSeat]} */ ([...old.seats].reverse());
  const you = isReplay || typeof old.you !== "number" ? old.you : /** @type {0 | 1} */ (1 - old.you);
  const tags = /** @type {Record<string, string>} */ ({
    ...(series ? { Round: String(series.round) } : {}),
    ...(old.tags[PLAYS_ON] ? { [PLAYS_ON]: "yes" } : {}),
  });
  return gameFrom(start, { kind: old.kind, seats, you, control: old.control, series, tags }, words);
}

/**
 * The score of the series that a game belongs to, this game included; null where it belongs to none.
 * @param {KeptGame} kept
 * @param {Match} match
 * @param {TableWords} words
 */
export function scoreOf(kept, match, words) {
  if (!kept.series) return null;
  const { games, round, results } = kept.series;
  const result = resultIn(match, round - 1);
  const seated = kept.seats.map((seat) => ({ name: seatName(seat, words) }));
  const all = result ? [...results, result] : results;
  const told = all.map(({ winner, lead }) => [winner, lead]);
  const players = /** @type {[any, any]} */ ([seated[playerAt(0, round - 1)], seated[playerAt(1, round - 1)]]);
  return new Score(
    games,
    players,
    told,
    all.some(({ has_points }) => has_points),
  );
}

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
