/** From a stored game to its match and back. */

/** @import {GameModule} from "../wasm/game_module.js" */
/** @import {KeptGame, Standing} from "./game_store.js" */
/** @import {TableWords} from "./table_words.js" */
import { inEnglish } from "../language.js";
import { variantOf } from "../wasm/game_library.js";
import { Clock, readControl } from "./clock.js";
import { Match, replayed } from "./match.js";

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
    state: !outcome ? "going" : outcome.aborted ? "aborted" : "over",
    position: String(position),
    side: isPlayer ? position.players[you].name : null,
    mover: isPlayer && !outcome ? position.mover : null,
    winner: outcome?.winner ?? null,
    reason: outcome ? inEnglish(outcome.words) : null,
    words: outcome?.words ?? null,
  };
}
