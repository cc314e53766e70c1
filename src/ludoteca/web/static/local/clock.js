/** Time controls and clocks, as on the server: always in whole milliseconds, and the current time is always passed in. */

/** @import {TableWords} from "../words/game_words.js" */
import { GameError, quoted } from "../wasm/errors.js";
import { t } from "../words/language.js";
import { forget, keep, kept } from "../stored_texts.js";

const LONGEST_MS = 30 * 24 * 3600 * 1000; // of any one setting
const LONGEST_LEFT_MS = 100 * LONGEST_MS;
const LONGEST_SHOWN = 60;
const UNIT_MS = /** @type {Record<string, number>} */ ({ s: 1000, m: 60_000, h: 3_600_000 });
const NUMBER = String.raw`(\d{1,7}(?:\.\d{1,5})?)`;
const PER_MOVE = new RegExp(String.raw`^${NUMBER}\s*([smh]?)\s*/\s*(?:move|turn)$`);
const BUDGET = new RegExp(String.raw`^(?:(\d{1,4})\s*/\s*)?${NUMBER}([smh]?)(?:\s*\+\s*${NUMBER}s?)?(?:\s*d\s*${NUMBER}s?)?$`);

/** @typedef {{base: number, increment: number, delay: number, turns: number, turn: number}} TimeControl ms; a budget each, or so much for every turn */

/** @type {(number: string | undefined, unit: string) => number} */
const wholeMs = (number, unit) => Math.round(Number(number ?? 0) * UNIT_MS[unit]);

/** @param {number} ms */
const seconds = (ms) => String(ms / 1000);

/**
 * `none`; `30s/move`; `5+3`: minutes, then seconds a turn; `40/90`: a period; `5d2`: a delay. Null where there is no limit.
 * @param {string} text
 * @param {TableWords} words
 * @returns {TimeControl | null}
 */
export function readControl(text, words) {
  const given = text.trim().split(/\s+/).join(" ").toLowerCase();
  if (["none", "", "-"].includes(given)) return null;
  const [perMove, budget] = [PER_MOVE.exec(given), BUDGET.exec(given)];
  if (!perMove && !budget) throw new GameError("BadOption", t(words.clock_unreadable, { given: quoted(given, LONGEST_SHOWN) }));
  const control = perMove
    ? { base: 0, increment: 0, delay: 0, turns: 0, turn: wholeMs(perMove[1], perMove[2] || "s") }
    : {
        base: wholeMs(budget?.[2], budget?.[3] || "m"),
        increment: wholeMs(budget?.[4], "s"),
        delay: wholeMs(budget?.[5], "s"),
        turns: Number(budget?.[1] ?? 0),
        turn: 0,
      };
  const { base, increment, delay, turns, turn } = control;
  if ([base, increment, delay, turn].some((part) => part > LONGEST_MS)) throw new GameError("BadOption", t(words.clock_too_long));
  if (!base && (increment || delay || turns)) throw new GameError("BadOption", t(words.clock_no_base));
  if (!base && !turn) throw new GameError("BadOption", t(words.clock_no_time));
  return control;
}

/** A time control as text. @param {TimeControl | null} control */
export function controlText(control) {
  if (!control) return "none";
  if (control.turn) return `${seconds(control.turn)}s/move`;
  const base = control.base % 60_000 ? `${seconds(control.base)}s` : String(control.base / 60_000);
  return `${control.turns ? `${control.turns}/` : ""}${base}+${seconds(control.increment)}${control.delay ? `d${seconds(control.delay)}` : ""}`;
}

/** @typedef {{left_ms: [number, number], turns: [number, number], turn: 0 | 1 | null, delay_ms: number}} SavedClock */

/** Two clocks of which at most one runs. Each call that depends on the time is told it. */
export class Clock {
  /** @param {TimeControl} control */
  constructor(control) {
    const first = control.base || control.turn;
    this.control = control;
    /** @type {0 | 1 | null} */ this.running = null;
    /** @type {[number, number]} finished by each seat */ this.turns = [0, 0];
    /** @type {[number, number]} when the clock was last started, pressed or stopped */ this.left = [first, first];
    this.delay = control.delay; // what is left of this turn's
    /** @type {0 | 1 | null} whose turn it is, also while stopped */ this.turn = null;
    this.since = 0;
  }

  /** Let a seat's time run: its turn begins, or goes on after a stop. @param {0 | 1} seat @param {number} now */
  start(seat, now) {
    this.stop(now);
    if (seat !== this.turn) {
      this.turn = seat;
      this.delay = this.control.delay;
      if (this.control.turn && this.left[seat]) this.left[seat] = this.control.turn;
    }
    this.running = seat;
    this.since = now;
  }

  /** The running seat's turn is over, and the other's begins; a fallen flag stays fallen. @param {number} now */
  press(now) {
    const seat = this.running;
    if (seat === null) throw new Error("a stopped clock cannot be pressed");
    this.stop(now);
    if (!this.left[seat]) return;
    this.turns[seat] += 1;
    const { turns, base, increment } = this.control;
    const more = turns && this.turns[seat] % turns === 0 ? base : 0;
    this.left[seat] = Math.min(this.left[seat] + increment + more, LONGEST_LEFT_MS);
    this.start(/** @type {0 | 1} */ (1 - seat), now);
  }

  /** Let the time stand still. @param {number} now */
  stop(now) {
    if (this.running === null) return;
    [this.left[this.running], this.delay] = this.reading(now);
    this.running = null;
  }

  /** What a seat has left; never below 0. @param {0 | 1} seat @param {number} now */
  leftMs(seat, now) {
    return seat === this.running ? this.reading(now)[0] : this.left[seat];
  }

  /** The seat that has run out of time, if one has. @param {number} now @returns {0 | 1 | null} */
  fallen(now) {
    if (!this.leftMs(0, now)) return 0;
    return this.leftMs(1, now) ? null : 1;
  }

  /** Budget and delay that the running seat has left. @param {number} now @returns {[number, number]} */
  reading(now) {
    const spent = Math.max(0, now - this.since); // somebody may have set the clock of this machine back
    const free = Math.min(spent, this.delay);
    return [Math.max(0, this.left[/** @type {0 | 1} */ (this.running)] - (spent - free)), this.delay - free];
  }

  /** The clock as it would be if it were stopped now. @param {number} now @returns {SavedClock} */
  save(now) {
    const delay = this.running === null ? this.delay : this.reading(now)[1];
    return { left_ms: [this.leftMs(0, now), this.leftMs(1, now)], turns: [...this.turns], turn: this.turn, delay_ms: delay };
  }

  /** A clock as it was saved; it stands still. @param {TimeControl} control @param {SavedClock} saved */
  static load(control, saved) {
    const clock = new Clock(control);
    clock.left = [...saved.left_ms];
    clock.turns = [...saved.turns];
    clock.turn = saved.turn;
    clock.delay = saved.delay_ms;
    return clock;
  }

  /** A clock that goes its own way from here. */
  fork() {
    return Object.assign(new Clock(this.control), this, { left: [...this.left], turns: [...this.turns] });
  }
}

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
