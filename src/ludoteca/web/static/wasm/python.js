/** What translated Python uses of its language: dictionaries and sets by value, and built-in functions; see tools/translate_scripts.py. */

import { quoted } from "./errors.js";

/** @typedef {Iterable<any>} All */

/** @type {Map<string, any>} */ const same = new Map();

/** One object for all tuples, and all sets, with the same elements: as keys they are equal. @param {any} key */
function keyOf(key) {
  const elements = Array.isArray(key) ? key : key instanceof Members ? ["set", ...[...key].sort()] : key?.asKey?.();
  if (!elements) return key;
  const name = JSON.stringify(elements);
  if (!same.has(name)) same.set(name, key);
  return same.get(name);
}

/** A dictionary; going through it gives its keys. @extends {Map<any, any>} */
export class Dict extends Map {
  /** @param {any} [pairs] or a dictionary, or an object */
  constructor(pairs = []) {
    super();
    update(this, pairs);
  }
  /** @override @param {any} key */
  get(key) {
    return super.get(keyOf(key));
  }
  /** @override @param {any} key */
  has(key) {
    return super.has(keyOf(key));
  }
  /** @override @param {any} key @param {any} value */
  set(key, value) {
    return super.set(keyOf(key), value);
  }
  /** @override @returns {any} */
  [Symbol.iterator]() {
    return this.keys();
  }
}

/** How often each element is there. */
export class Counted extends Dict {
  /** @param {All} [all] */
  constructor(all = []) {
    super();
    for (const each of all) this.set(each, item(this, each) + 1);
  }
}

/** @extends {Set<any>} */
export class Members extends Set {
  /** @param {All} [all] */
  constructor(all = []) {
    super();
    for (const each of all) this.add(each);
  }
  /** @override @param {any} value */
  add(value) {
    return super.add(keyOf(value));
  }
  /** @override @param {any} value */
  has(value) {
    return super.has(keyOf(value));
  }
  /** @param {All} others */
  issuperset(others) {
    return all(map((/** @type {any} */ each) => this.has(each), others));
  }
  /** @param {...any} others */
  difference(...others) {
    return new Members([...this].filter((each) => !others.some((other) => has(other, each))));
  }
}

// --- values

/** @param {any} value */
export const truthy = (value) => (value instanceof Map || value instanceof Set ? value.size > 0 : Array.isArray(value) ? value.length > 0 : Boolean(value));

/** @param {any} value @param {() => any} other */
export const either = (value, other) => (truthy(value) ? value : other());

/** @param {any} value @param {() => any} other */
export const both = (value, other) => (truthy(value) ? other() : value);

/** @param {any} one @param {any} other @returns {boolean} */
export function equal(one, other) {
  if (typeof one?.equals === "function") return one.equals(other);
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other || (one === undefined && other === null);
  return one.length === other.length && one.every((each, place) => equal(each, other[place]));
}

/** @param {any} one @param {any} other */
export const add = (one, other) => (Array.isArray(one) ? [...one, ...other] : one + other);

/** @param {number} one @param {number} other */
export const mod = (one, other) => one - other * Math.floor(one / other);

/** @param {any} owner @param {any} key */
export function item(owner, key) {
  if (owner instanceof Counted) return owner.get(key) ?? 0;
  if (owner instanceof Match) return owner.group(key);
  const value = owner instanceof Map ? owner.get(key) : owner[typeof key === "string" ? key : key < 0 ? owner.length + key : Number(key)];
  if (value === undefined) throw new Error(`nothing has the key ${key}`);
  return value;
}

/** @param {any} owner @param {any} key @param {any} value */
export function put(owner, key, value) {
  if (owner instanceof Map) owner.set(key, value);
  else owner[key < 0 ? owner.length + key : key] = value;
}

/** @param {any} owner @param {any} value */
export const has = (owner, value) =>
  owner instanceof Map || owner instanceof Set
    ? owner.has(value)
    : Array.isArray(value)
      ? owner.some((/** @type {any} */ each) => equal(each, value))
      : owner.includes(value);

/** @param {any} all @param {number | null} begin @param {number | null} end @param {number | null} step */
export function slice(all, begin, end, step) {
  if (step === -1 && begin === null && end === null) return [...all].reverse();
  const found = all.slice(begin ?? 0, end ?? undefined);
  return (step ?? 1) === 1 ? found : found.filter((/** @type {any} */ _, /** @type {number} */ place) => place % /** @type {number} */ (step) === 0);
}

/** What other scripts and JSON have for it: objects and arrays. @param {any} value @returns {any} */
export function plain(value) {
  if (value instanceof Map) return Object.fromEntries([...value.entries()].map(([key, each]) => [key, plain(each)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

// --- built-in functions

export const abs = (/** @type {number} */ value) => Math.abs(value);
export const bool = truthy;
export const float = Number;
export const dict = (/** @type {any} */ pairs) => new Dict(pairs);
export const set = (/** @type {All} */ all) => new Members(all);
export const frozenset = set;
export const Counter = Counted;
export const list = (/** @type {All} */ all = []) => [...all];
export const tuple = list;
export const len = (/** @type {any} */ all) => all.length ?? all.size;
export const str = Object.assign((/** @type {any} */ value) => String(value), {
  lower: (/** @type {string} */ text) => text.toLowerCase(),
  capitalize: (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
});
export const Decimal = Number;
export const divmod = (/** @type {number} */ one, /** @type {number} */ other) => [Math.floor(one / other), mod(one, other)];

/** A text in quotes, a number as one with a fraction. @param {any} value */
export function repr(value) {
  if (typeof value === "string") return quoted(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
export const int = (/** @type {any} */ value) => Math.trunc(Number(value));
export const enumerate = (/** @type {All} */ all, first = 0) => [...all].map((each, place) => [place + first, each]);
export const perfCounter = () => performance.now() / 1000;
export const reversed = (/** @type {All} */ all) => [...all].reverse();
export const sum = (/** @type {All} */ all) => [...all].reduce((so_far, each) => so_far + each, 0);
export const fromkeys = (/** @type {All} */ all) => new Dict([...all].map((each) => [each, null]));

/** @param {number} first @param {number} [last] */
export const range = (first, last) =>
  Array.from({ length: Math.max(0, last === undefined ? first : last - first) }, (_, place) => (last === undefined ? place : first + place));

/** @param {...All} all */
export function zip(...all) {
  const lists = all.map((each) => [...each]);
  return range(Math.min(...lists.map(len))).map((place) => lists.map((each) => each[place]));
}

/** @param {(value: any) => any} work @param {All} all */
export function* map(work, all) {
  for (const each of all) yield work(each);
}

/** @param {((value: any) => any) | null} test @param {All} all */
export function* filter(test, all) {
  for (const each of all) if (truthy(test ? test(each) : each)) yield each;
}

/** @param {(value: any) => any} test @param {All} all */
export function* takewhile(test, all) {
  for (const each of all) {
    if (!truthy(test(each))) return;
    yield each;
  }
}

/** @param {All} all */
export function any(all) {
  for (const each of all) if (truthy(each)) return true;
  return false;
}

/** @param {All} all_ */
export function all(all_) {
  for (const each of all_) if (!truthy(each)) return false;
  return true;
}

/** The first that is left. @param {any} all @param {any} [otherwise] */
export function next(all, otherwise) {
  const { value, done } = all.next();
  return done ? otherwise : value;
}

/** @param {any} one @param {any} other @returns {number} */
function compared(one, other) {
  if (!Array.isArray(one)) return one < other ? -1 : one > other ? 1 : 0;
  for (const [place, each] of one.entries()) {
    const found = place < other.length ? compared(each, other[place]) : 1;
    if (found) return found;
  }
  return one.length - other.length;
}

/** @typedef {{key?: (value: any) => any, default?: any}} Options */

/** @param {All} all @param {Options} [options] */
export const sorted = (all, { key = (value) => value } = {}) => [...all].sort((one, other) => compared(key(one), key(other)));

/** @param {All} all @param {Options} [options] */
export function max(all, { key = (value) => value, default: otherwise } = {}) {
  const found = [...all];
  return found.length ? found.reduce((best, each) => (compared(key(each), key(best)) > 0 ? each : best)) : otherwise;
}

/** @param {All} all @param {Options} [options] */
export const min = (all, { key = (value) => value, default: otherwise } = {}) => sorted(all, { key })[0] ?? otherwise;

/** @param {any} object @param {object} changes */
export const replace = (object, changes) => Object.assign(Object.create(Object.getPrototypeOf(object)), object, changes);

const EXACT = 60; // digits, more than any number here has after its point

/** A number with so many digits after the point, halves to the even one. @param {number} number @param {number} [digits] */
export function round(number, digits = 0) {
  const near = Number(number.toFixed(digits));
  const after = number.toFixed(EXACT).split(".")[1].slice(digits);
  if (!/^50*$/.test(after)) return near;
  const scale = 10 ** digits;
  return (2 * Math.round((number * scale) / 2)) / scale;
}

// --- methods

/** @param {any} owner @param {any} key @param {any} [otherwise] */
export const get = (owner, key, otherwise = null) => (owner.has(key) ? owner.get(key) : otherwise);

/** @param {any} owner @param {any} key */
export function pop(owner, key = -1, otherwise = null) {
  if (!(owner instanceof Map)) return owner.splice(key, 1)[0];
  const value = get(owner, key, otherwise);
  owner.delete(keyOf(key));
  return value;
}

/** @param {any[]} owner @param {All} more */
export const extend = (owner, more) => owner.push(...more);

/** @param {any} owner @param {any} more */
export function update(owner, more) {
  const pairs = more instanceof Map ? more.entries() : typeof more[Symbol.iterator] === "function" ? more : Object.entries(more);
  for (const [key, value] of pairs) owner.set(key, value);
}

/** @param {string} separator @param {All} all */
export const join = (separator, all) => [...all].join(separator);

/** @param {string} text @param {string} [separator] */
export const split = (text, separator) => (separator === undefined ? text.split(/\s+/).filter((word) => word) : text.split(separator));

/** What is before, the separator, and what is after it. @param {string} text @param {string} separator */
export function partition(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, "", ""] : [text.slice(0, at), separator, text.slice(at + separator.length)];
}

/** @param {string} text @param {string} beginning */
export const removeprefix = (text, beginning) => (text.startsWith(beginning) ? text.slice(beginning.length) : text);

/** Without the characters at both ends, or at one. @param {string} text @param {string} [signs] @param {boolean} [atStart] */
export function strip(text, signs, atStart = true) {
  let [begin, end] = [0, text.length];
  const isOne = (/** @type {string} */ sign) => (signs === undefined ? !sign.trim() : signs.includes(sign));
  while (atStart && begin < end && isOne(text[begin])) begin += 1;
  while (end > begin && isOne(text[end - 1])) end -= 1;
  return text.slice(begin, end);
}

/** @param {string} text @param {string} [signs] */
export const rstrip = (text, signs) => strip(text, signs, false);

/** @param {string} text */
export const isspace = (text) => text !== "" && text.trim() === "";

/** @param {any} owner @param {any} key @param {any} value */
export function setdefault(owner, key, value) {
  if (!owner.has(key)) owner.set(key, value);
  return owner.get(key);
}

/** @param {any} owner @param {any} value */
export const index = (owner, value) => owner.indexOf(value);

// --- regular expressions

/** @param {string} pattern @param {string} [flags] */
export const compile = (pattern, flags = "") => new RegExp(pattern, `gu${flags}`);

class Match {
  /** @param {RegExpExecArray} found */
  constructor(found) {
    this.found = found;
  }

  /** @param {number} number */
  group(number = 0) {
    return this.found[number] ?? null;
  }

  groups() {
    return [...this.found].slice(1).map((each) => each ?? null);
  }

  start() {
    return this.found.index;
  }

  end() {
    return this.found.index + this.found[0].length;
  }

  get lastgroup() {
    return Object.entries(this.found.groups ?? {}).findLast(([, text]) => text !== undefined)?.[0] ?? null;
  }
}

/** @param {RegExpExecArray | null} found */
const matched = (found) => found && new Match(found);

/** @param {RegExp} form @param {string} text @param {number} [at] */
export function match(form, text, at = 0) {
  const here = new RegExp(form.source, form.flags.replace("g", "y"));
  here.lastIndex = at;
  return matched(here.exec(text));
}

/** @param {RegExp} form @param {string} text */
export const fullmatch = (form, text) => matched(new RegExp(`^(?:${form.source})$`, form.flags.replace("g", "")).exec(text));

/** @param {RegExp} form @param {string} text */
export const findall = (form, text) => [...text.matchAll(form)].map((found) => (found.length > 2 ? found.slice(1) : found.at(-1)));

/** @param {RegExp} form @param {string | ((found: Match) => string)} by @param {string} text */
export function sub(form, by, text) {
  const said = (/** @type {Match} */ found) =>
    typeof by === "string" ? by.replace(/\\(?:g<(\d)>|(\d)|(\\))/g, (_, one, other, slash) => slash ?? found.group(Number(one ?? other))) : by(found);
  let [text_, at] = ["", 0];
  for (const found of text.matchAll(form)) {
    text_ += text.slice(at, found.index) + said(new Match(/** @type {RegExpExecArray} */ (found)));
    at = found.index + found[0].length;
  }
  return text_ + text.slice(at);
}

/** How often a value is in a list. @param {any[]} owner @param {any} value */
export const count = (owner, value) => owner.filter((each) => equal(each, value)).length;
