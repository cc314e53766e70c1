/** From a game that is kept to its match and back. */

/** @import {GameModule} from "../wasm/game_module.js" */
/** @import {KeptGame, KeptSeat, Standing} from "./game_store.js" */
/** @import {TableWords} from "./table_words.js" */
import { variantOf } from "../wasm/game_library.js";
import { Clock, readControl } from "./clock.js";
import { Match, replayed } from "./match.js";

export const RANDOM = "random";

/** The number of a level, by the name of its bot; 0 for another bot. @param {string} bot */
export function levelOf(bot) {
  return Number(/^level(\d+)$/.exec(bot)?.[1] ?? 0);
}

/**
 * @param {KeptGame} kept
 * @param {GameModule} module
 * @param {TableWords} words
 * @returns {Match} its clock stands still
 */
export function matchOf(kept, module, words) {
  const control = readControl(kept.control, words);
  const clock = control && kept.clock && Clock.load(control, kept.clock);
  return replayed(variantOf(module, kept.options), kept, words, clock);
}

/**
 * A game with its match as it stands now.
 * @param {KeptGame} kept
 * @param {Match} match
 * @param {number} now
 * @returns {KeptGame}
 */
export function withMatch(kept, match, now) {
  return { ...kept, plies: match.plies, declared: match.declared, clock: match.clock?.save(now) ?? null, standing: standingOf(match, kept.you) };
}

/**
 * How a match stands, for lists.
 * @param {Match} match
 * @param {KeptGame["you"]} you
 * @returns {Standing}
 */
export function standingOf(match, you) {
  const { outcome, position } = match;
  const isPlayer = you === 0 || you === 1;
  return {
    state: outcome ? "over" : "going",
    position: String(position),
    side: isPlayer ? position.players[you].name : null,
    mover: isPlayer && !outcome ? position.mover : null,
    winner: outcome?.winner ?? null,
    reason: outcome?.reason ?? null,
  };
}

/**
 * What the player in a seat is called: people by their names, bots by their labels.
 * @param {KeptSeat} seat
 * @param {GameModule} module
 * @param {TableWords} words
 */
export function seatName({ kind, name, bot }, module, words) {
  if (kind !== "bot" || bot === null) return name;
  return bot === RANDOM ? words.random_bot : (module.about.module.levels[levelOf(bot) - 1]?.label ?? name);
}
