// @ts-nocheck: translated from play/match/clock.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../../wasm/python.js";
import { LudotecaError } from "../../../wasm/errors.js";
import { t, translatable } from "../../../words/texts.js";

export const LONGEST_MS = (((30 * 24) * 3600) * 1000);

export const LONGEST_LEFT_MS = (100 * LONGEST_MS);

export const UNIT_MS = new py.Dict([["s", 1000], ["m", 60000], ["h", 3600000]]);

export const NUMBER = "(\\d{1,7}(?:\\.\\d{1,5})?)";

export const PER_MOVE = py.compile("(\\d{1,7}(?:\\.\\d{1,5})?)\\s*([smh]?)\\s*/\\s*(?:move|turn)", "");

export const BUDGET = py.compile("(?:(\\d{1,4})\\s*/\\s*)?(\\d{1,7}(?:\\.\\d{1,5})?)([smh]?)(?:\\s*\\+\\s*(\\d{1,7}(?:\\.\\d{1,5})?)s?)?(?:\\s*d\\s*(\\d{1,7}(?:\\.\\d{1,5})?)s?)?", "");

export const CONTROL_WORDS = translatable(new py.Dict([["unreadable", "{given} is not a time control; use something like 5+3, 40/90+30, 30s/move or none"], ["too_long", "a time control has no negative times, and none above 30 days"], ["no_time", "a time control needs some time; use none for a game without clocks"], ["no_base", "a time control needs some initial time"]]));

export class UnreadableTimeControl extends LudotecaError {

}

export class TimeControl {
  /** @param {number} [baseMs] @param {number} [incrementMs] @param {number} [delayMs] @param {number} [turnsPerPeriod] @param {number} [turnMs] */
  constructor(baseMs = 0, incrementMs = 0, delayMs = 0, turnsPerPeriod = 0, turnMs = 0) {
    this.baseMs = baseMs;
    this.incrementMs = incrementMs;
    this.delayMs = delayMs;
    this.turnsPerPeriod = turnsPerPeriod;
    this.turnMs = turnMs;
    this.begin();
  }

  begin() {
    const self = this;
    let budget;
    budget = [self.baseMs, self.incrementMs, self.delayMs];
    if ((py.any((function* (all) { for (const part of all) yield !(0 <= part && part <= LONGEST_MS); })([...budget, self.turnMs])) || (self.turnsPerPeriod < 0))) {
      throw new UnreadableTimeControl(t(py.item(CONTROL_WORDS, "too_long")));
    }
    if ((py.truthy(self.turnMs) && (py.any(budget) || py.truthy(self.turnsPerPeriod)))) {
      throw new UnreadableTimeControl(t("time per move cannot be combined with time for the game"));
    }
    if ((!py.truthy(self.baseMs) && (py.any(budget) || py.truthy(self.turnsPerPeriod)))) {
      throw new UnreadableTimeControl(t(py.item(CONTROL_WORDS, "no_base")));
    }
  }

  get isTimed() {
    const self = this;
    return py.bool(py.either(self.baseMs, () => self.turnMs));
  }

  get firstMs() {
    const self = this;
    return py.either(self.baseMs, () => self.turnMs);
  }

  static parse(text) {
    const cls = this;
    let base, delay, found, increment, parts, turns, unit, words;
    words = py.join(" ", py.split(text)).toLowerCase();
    if ((py.has(["none", "", "-"], words))) {
      return new cls();
    }
    if (py.truthy((found = py.fullmatch(PER_MOVE, words)))) {
      return new cls(undefined, undefined, undefined, undefined, _wholeMs(py.item(found, 1), py.either(py.item(found, 2), () => "s")))._withTime();
    }
    if (py.truthy((found = py.fullmatch(BUDGET, words)))) {
      [turns, base, unit, increment, delay] = found.groups();
      parts = [_wholeMs(base, py.either(unit, () => "m")), _wholeMs(increment, "s"), _wholeMs(delay, "s"), py.int(py.either(turns, () => 0))];
      return new cls(...parts)._withTime();
    }
    throw new UnreadableTimeControl(t(py.item(CONTROL_WORDS, "unreadable"), { given: py.repr(py.slice(words, null, 60, null)) }));
  }

  _withTime() {
    const self = this;
    if (!py.truthy(self.isTimed)) {
      throw new UnreadableTimeControl(t(py.item(CONTROL_WORDS, "no_time")));
    }
    return self;
  }

  toString() {
    const self = this;
    let base, delay, minutes, period, rest;
    if (py.truthy(self.turnMs)) {
      return `${_seconds(self.turnMs)}s/move`;
    }
    if (!py.truthy(self.baseMs)) {
      return "none";
    }
    [minutes, rest] = py.divmod(self.baseMs, 60000);
    period = (py.truthy(self.turnsPerPeriod) ? `${self.turnsPerPeriod}/` : "");
    delay = (py.truthy(self.delayMs) ? `d${_seconds(self.delayMs)}` : "");
    base = (py.truthy(rest) ? `${_seconds(self.baseMs)}s` : py.str(minutes));
    return `${period}${base}+${_seconds(self.incrementMs)}${delay}`;
  }
}

export function _wholeMs(number, unit) {
  return py.round((py.Decimal(py.either(number, () => 0)) * py.item(UNIT_MS, unit)));
}

export function _seconds(ms) {
  let rest, whole;
  [whole, rest] = py.divmod(ms, 1000);
  return (py.truthy(rest) ? py.rstrip(`${whole}.${String(rest).padStart(3, "0")}`, "0") : py.str(whole));
}

export class Clock {
  constructor(control) {
    const self = this;
    if (!py.truthy(control.isTimed)) {
      throw new Error("a game without a time limit has no clock");
    }
    self.control = control;
    self.running = null;
    self.turns = [0, 0];
    self._left = [control.firstMs, control.firstMs];
    self._delay = control.delayMs;
    self._turn = null;
    self._sinceMs = 0;
  }

  start(seat, nowMs) {
    const self = this;
    self.stop(nowMs);
    if ((!py.equal(seat, self._turn))) {
      self._beginTurn(seat);
    }
    [self.running, self._sinceMs] = [seat, nowMs];
  }

  press(nowMs) {
    const self = this;
    let seat;
    if ((self.running == null)) {
      throw new Error("a stopped clock cannot be pressed");
    }
    seat = self.running;
    self.stop(nowMs);
    if (!py.truthy(py.item(self._left, seat))) {
      return null;
    }
    self._finishTurn(seat);
    self.start((1 - seat), nowMs);
  }

  stop(nowMs) {
    const self = this;
    let leftMs;
    if ((self.running != null)) {
      [leftMs, self._delay] = self._reading(nowMs);
      py.put(self._left, self.running, leftMs);
      self.running = null;
    }
  }

  leftMs(seat, nowMs) {
    const self = this;
    return ((py.equal(seat, self.running)) ? py.item(self._reading(nowMs), 0) : py.item(self._left, seat));
  }

  fallen(nowMs) {
    const self = this;
    return py.next((function* (all) { for (const seat of all) if (!py.truthy(self.leftMs(seat, nowMs))) yield seat; })([0, 1]), null);
  }

  _reading(nowMs) {
    const self = this;
    let free, spent;
    if ((nowMs < self._sinceMs)) {
      throw new Error("time runs backwards");
    }
    spent = (nowMs - self._sinceMs);
    free = Math.min(spent, self._delay);
    return [Math.max(0, (py.item(self._left, self.running) - (spent - free))), (self._delay - free)];
  }

  _beginTurn(seat) {
    const self = this;
    [self._turn, self._delay] = [seat, self.control.delayMs];
    if ((py.truthy(self.control.turnMs) && py.truthy(py.item(self._left, seat)))) {
      py.put(self._left, seat, self.control.turnMs);
    }
  }

  _finishTurn(seat) {
    const self = this;
    let more, period;
    py.put(self.turns, seat, (py.item(self.turns, seat) + 1));
    period = self.control.turnsPerPeriod;
    more = ((py.truthy(period) && (py.mod(py.item(self.turns, seat), period) === 0)) ? self.control.baseMs : 0);
    py.put(self._left, seat, Math.min(py.add(py.add(py.item(self._left, seat), self.control.incrementMs), more), LONGEST_LEFT_MS));
  }

  save(nowMs) {
    const self = this;
    let delay, left;
    left = [...(function* (all) { for (const seat of all) yield self.leftMs(seat, nowMs); })([0, 1])];
    delay = ((self.running == null) ? self._delay : py.item(self._reading(nowMs), 1));
    return new py.Dict([["control", py.str(self.control)], ["left_ms", left], ["turns", py.list(self.turns)], ["turn", self._turn], ["delay_ms", delay]]);
  }
}
