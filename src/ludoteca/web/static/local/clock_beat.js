/**
 * How long a clock has run since its game was stored, noted now and then: thinking time counts up to where the page was closed, and
 * stands still until it is opened again, as a server's does over a restart.
 */

import { forget, keep, kept } from "../stored_texts.js";

export class ClockBeat {
  /** @param {string} game its id */
  constructor(game) {
    this.key = `clock:${game}`;
  }

  /**
   * @param {number} version of the stored game
   * @param {number} ms
   */
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
