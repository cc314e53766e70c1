/** A match: one game in progress between two players, with undo, clocks and declared endings. */

/** @import {Ended, Position} from "../wasm/position.js" */
/** @import {Variant} from "../wasm/variant.js" */
/** @import {Clock} from "../translated/play/match/clock.js" */
/** @import {TableWords} from "../words/game_words.js" */
/** @import {GameModule} from "../wasm/game_module.js" */
/** @import {KeptGame, Standing} from "./game_store.js" */
import { IS_OVER, refused } from "../translated/kernel/shared_sentences.js";
import { GameError, GameOver } from "../wasm/errors.js";
import { findMove } from "../translated/play/move_input.js";
import { ended } from "../wasm/position.js";
import { inEnglish, t } from "../words/language.js";
import { variantOf } from "../wasm/game_library.js";
import { plain } from "../wasm/python.js";
import { clockFor } from "./clock.js";

/** @typedef {"rules" | "resignation" | "agreement" | "time" | "forfeit" | "settled" | "aborted"} How */
/** @typedef {{how: Exclude<How, "rules">, seat: 0 | 1 | null}} Declaration an ending that the board does not show; of nobody in a draw, or where both agree */
/** @typedef {{text: string, clock_ms: number | null}} Ply */

export class Match {
  /** @param {Position} start @param {TableWords} words @param {Clock | null} [clock] */
  constructor(start, words, clock = null) {
    this.words = words;
    this.clock = clock;
    /** @type {Declaration | null} */ this.declared = null;
    /** @type {Ply[]} */ this.plies = [];
    /** @type {Position[]} before the first ply and after each */ this.positions = [start];
  }

  get start() {
    return this.positions[0];
  }

  get position() {
    return this.positions[this.plies.length];
  }

  /** Null while the match goes on. @returns {Ended | null} */
  get outcome() {
    if (!this.declared) return this.position.outcome;
    const { how, seat } = this.declared;
    const player = seat === null ? null : { template: this.position.sides[seat].name };
    if (how === "aborted") {
      const words = player ? { template: this.words.aborted_by, places: { player } } : { template: this.words.aborted };
      return { ...ended(null, words), aborted: true };
    }
    if (!player || seat === null) return ended(null, { template: how === "settled" ? this.words.loss_settled : this.words.agreed });
    return ended(/** @type {0 | 1} */ (1 - seat), { template: this.words[`loss_${how}`], places: { player } });
  }

  /** In which way it ended, if it has. @returns {How | null} */
  get how() {
    return this.declared?.how ?? (this.position.outcome ? "rules" : null);
  }

  /** Who made each move. @returns {(0 | 1)[]} */
  get movers() {
    return this.plies.map((_, ply) => this.positions[ply].mover);
  }

  /** The moves as people see them, where those are not their texts. */
  get written() {
    const moves = this.positions.slice(1, this.plies.length + 1).flatMap(({ lastMove }) => lastMove ?? []);
    return this.start.variant.module.spells ? this.start.writtenLine(moves) : undefined;
  }

  /** Whether a bot to move may give up a game that its search has found lost: the other has moved twice, as small games may be lost from the start. */
  get mayBotResign() {
    return this.movers.filter((mover) => mover !== this.position.mover).length >= 2;
  }

  mustGoOn() {
    const { outcome } = this;
    if (outcome) throw new GameOver(refused(IS_OVER, outcome.reason));
  }

  /** A match that goes its own way from here, for changes that are kept only when something else succeeds. */
  fork() {
    const other = new Match(this.start, this.words, this.clock?.copy());
    other.declared = this.declared;
    other.plies = [...this.plies];
    other.positions = [...this.positions];
    return other;
  }

  /** Play a move; a running clock is read and, when the turn is over, pressed. @param {string} text @param {number} now */
  play(text, now) {
    this.mustGoOn();
    this.claimTime(now);
    this.mustGoOn();
    const before = this.position;
    const move = findMove(before, text);
    const after = before.after(move.code, move.more);
    this.positions.push(after);
    this.plies.push({ text: move.text, clock_ms: this.pressed(before.mover, after, now) });
  }

  /** @type {(seat: 0 | 1, after: Position, now: number) => number | null} */
  pressed(seat, after, now) {
    const { clock } = this;
    if (!clock || clock.running === null) return null;
    if (after.outcome) clock.stop(now);
    else if (after.mover !== seat) clock.press(now);
    return clock.leftMs(seat, now);
  }

  /** Start the mover's clock, if the first move has been made. @param {number} now */
  runClock(now) {
    if (this.clock?.running === null && !this.outcome && this.plies.length) this.clock.start(this.position.mover, now);
  }

  /** Take plies back; a resignation or an agreement is taken back first and counts as one. @param {number} plies @param {number} now */
  undo(plies, now) {
    const left = this.plies.length + Number(this.declared !== null) - plies;
    this.declared = null;
    this.plies.length = left;
    this.positions.length = left + 1;
    if (this.clock && this.clock.running !== null) this.clock.start(this.position.mover, now); // time that was used stays used
  }

  /** Go back to where a player last had a choice, over forced moves and the other's replies. @param {0 | 1} seat @param {number} now */
  undoToDecisionOf(seat, now) {
    const declared = Number(this.declared !== null);
    const { how, seat: loser } = this.declared ?? {};
    if (how === "settled" || how === "aborted" || (how === "resignation" && loser === seat)) return this.undo(1, now);
    for (let ply = this.plies.length - 1; ply >= 0; ply--) {
      const position = this.positions[ply];
      if (position.mover === seat && position.wholeMoves().length > 1) return this.undo(this.plies.length - ply + declared, now);
    }
    throw new GameError("MatchError", t(this.words.no_choice, { player: this.position.players[seat].name }));
  }

  /** End it by word. @param {Exclude<How, "rules">} how @param {0 | 1 | null} seat @param {number} now */
  declare(how, seat, now) {
    this.mustGoOn();
    this.declared = { how, seat };
    this.clock?.stop(now);
  }

  /** End the match if a clock has run out; whether one has. @param {number} now */
  claimTime(now) {
    const seat = this.outcome ? null : (this.clock?.fallen(now) ?? null);
    if (seat !== null) this.declare("time", seat, now);
    return seat !== null;
  }
}

/**
 * The match that was played from a position.
 * @param {Variant} variant
 * @param {{start: string, plies: Ply[], declared: Declaration | null}} kept
 * @param {TableWords} words
 * @param {Clock | null} clock
 */
export function replayed(variant, { start, plies, declared }, words, clock) {
  const match = new Match(variant.position(start), words);
  for (const { text, ...noted } of plies) {
    match.play(text, 0);
    Object.assign(match.plies[match.plies.length - 1], noted); // what the clock showed, and what was said of the move
  }
  match.declared = declared;
  match.clock = clock;
  return match;
}

/** @param {KeptGame} kept @param {GameModule} module @param {TableWords} words @returns {Match} its clock stands still */
export function matchOf(kept, module, words) {
  return replayed(variantOf(module, kept.options), kept, words, clockFor(kept.control, kept.clock));
}

/** A game with its match as it stands now. @param {KeptGame} kept @param {Match} match @param {number} now @returns {KeptGame} */
export function withMatch(kept, match, now) {
  return { ...kept, plies: match.plies, declared: match.declared, clock: match.clock && plain(match.clock.save(now)), standing: standingOf(match, kept.you) };
}

/** How a match stands, for lists. @param {Match} match @param {KeptGame["you"]} you @returns {Standing} */
export function standingOf(match, you) {
  const { outcome, position } = match;
  const isPlayer = you === 0 || you === 1;
  return {
    state: !outcome ? "going" : outcome.aborted ? "aborted" : "over",
    position: String(position),
    side: isPlayer ? position.sides[you].name : null,
    mover: isPlayer && !outcome ? position.mover : null,
    winner: outcome?.winner ?? null,
    reason: outcome ? inEnglish(outcome.words) : null,
    words: outcome?.words ?? null,
  };
}
