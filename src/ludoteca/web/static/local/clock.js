/** Clocks of games kept in this browser; what they are is in play/match/clock.py. */

import { Clock, TimeControl } from "../translated/play/match/clock.js";
import { forget, keep, kept } from "../stored_texts.js";

/** @typedef {{left_ms: [number, number], turns: [number, number], turn: 0 | 1 | null, delay_ms: number}} SavedClock */

/** A clock that stands still, with a time control or as it was saved; null where there is no limit. @param {string} text @param {SavedClock | null} [saved] */
export function clockFor(text, saved) {
  const control = TimeControl.parse(text);
  if (!control.isTimed || saved === null) return null;
  return saved ? Clock.stopped(control, saved.left_ms, saved.turns, saved.turn, saved.delay_ms) : new Clock(control);
}

/** How long a clock has run since the last move was stored. */
export class ClockBeat {
  /** @param {string} game its id */
  constructor(game) {
    this.key = `clock:${game}`;
  }

  /** @param {number} version of the stored game @param {number} ms */
  note(version, ms) {
    keep(this.key, JSON.stringify({ version, ms })); // where storage is full or switched off, what was thought since the last move is forgiven
  }

  /** No clock runs in this game. */
  forget() {
    forget(this.key);
  }

  /** How long it has run since that version was stored. @param {number} version */
  since(version) {
    try {
      const noted = JSON.parse(kept(this.key) ?? "{}");
      return noted.version === version && Number.isFinite(noted.ms) ? Math.max(0, noted.ms) : 0;
    } catch {
      return 0; // not ours
    }
  }
}
