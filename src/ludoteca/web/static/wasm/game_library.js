/** The games in a folder that `ludoteca build wasm` has filled: loaded on demand, and kept. */

/** @import {View} from "../types.js" */
/** @import {PositionRequest} from "../api.js" */
/** @import {Description} from "./description.js" */
/** @import {Position} from "./position.js" */
import { Refusal, Unable } from "../api.js";
import { GameModule, newRandom } from "./game_module.js";
import { CANNOT_LOAD } from "../translated/games/__init__.js";
import { findMove } from "../translated/play/move_input.js";
import { Variant } from "./variant.js";
import { viewOf } from "./view.js";
import { t } from "../words/language.js";

/** @typedef {{about: Description, compiled: WebAssembly.Module, tables: Uint8Array | null}} Loaded */

/** A game's files. @param {string | URL} folder its address ends with a slash @param {string} name @returns {Promise<Loaded>} */
export async function loadGame(folder, name) {
  if (typeof WebAssembly !== "object") throw new Unable("webassembly");
  const file = async (/** @type {string} */ ending) => {
    const answer = await fetch(new URL(`${encodeURIComponent(name)}.${ending}`, folder)).catch(() => null);
    if (!answer) throw new Refusal(t(CANNOT_LOAD, { game: name, trouble: t("there is no connection") }));
    if (!answer.ok) throw new Refusal(t(CANNOT_LOAD, { game: name, trouble: answer.status }));
    return answer;
  };
  const [about, compiled] = await Promise.all([
    file("json").then((answer) => answer.json()),
    file("wasm").then(async (answer) => WebAssembly.compile(await answer.arrayBuffer())),
  ]);
  const tables = about.module.tables ? new Uint8Array(await (await file(about.module.tables)).arrayBuffer()) : null;
  return { about, compiled, tables };
}

/** @param {Loaded} loaded */
export function openGame({ about, compiled, tables }) {
  return new GameModule(about, compiled, tables);
}

/** @type {WeakMap<GameModule, Map<string, Variant>>} */ const variants = new WeakMap();

/** A game with its options chosen, made once. @param {GameModule} module @param {Record<string, string | number | boolean>} [options] @returns {Variant} */
export function variantOf(module, options = {}) {
  const known = variants.get(module) ?? new Map();
  variants.set(module, known);
  const key = JSON.stringify(Object.entries(options).sort());
  if (!known.has(key)) known.set(key, new Variant(module, options));
  return known.get(key);
}

/**
 * A position, with those before it.
 * @param {GameModule} module
 * @param {Omit<PositionRequest, "game">} wanted a text, or the start, and moves from there; pages know one seed, 0
 * @returns {Position}
 */
export function positionOf(module, { options = {}, position: text = "", moves = [], seed }) {
  const variant = variantOf(module, options);
  let position = text ? variant.position(text) : variant.start(seed === undefined ? newRandom() : BigInt(variant.about.module.word_of_seed_0));
  for (const text of moves) {
    const move = findMove(position, text);
    position = position.after(move.code, move.more);
  }
  return position;
}

/** A game that is followed move by move. */
export class FollowedGame {
  /** @param {GameModule} module @param {Omit<PositionRequest, "game" | "moves">} from its options, and where it began */
  constructor(module, from) {
    this.module = module;
    this.from = from;
    /** @type {string[]} */ this.moves = [];
    this.position = positionOf(module, from);
  }

  /** The view after so many moves; only those that have not been seen yet are played. @param {string[]} moves @returns {View} */
  view(moves) {
    if (!this.moves.every((move, ply) => moves[ply] === move)) {
      this.position = positionOf(this.module, this.from);
      this.moves = [];
    }
    for (const text of moves.slice(this.moves.length)) {
      const move = findMove(this.position, text);
      this.position = this.position.after(move.code, move.more);
    }
    this.moves = [...moves];
    return viewOf(this.position);
  }
}

/** Games that answer as the server's API does, from their modules. */
export class GameLibrary {
  /** @param {string | URL} folder its address ends with a slash */
  constructor(folder) {
    this.folder = folder;
    /** @type {Map<string, Promise<GameModule>>} */ this.modules = new Map();
  }

  /** @param {string} name @returns {Promise<GameModule>} */
  game(name) {
    let module = this.modules.get(name);
    if (!module) {
      module = loadGame(this.folder, name).then(openGame);
      module.catch(() => this.modules.delete(name)); // so that it can be tried again
      this.modules.set(name, module);
    }
    return module;
  }

  /** A game to be followed. @param {PositionRequest} wanted @returns {Promise<FollowedGame>} */
  async follow({ game, ...from }) {
    return new FollowedGame(await this.game(game), from);
  }

  /** A position, with those before it. @param {PositionRequest} wanted @returns {Promise<Position>} */
  async position(wanted) {
    return positionOf(await this.game(wanted.game), wanted);
  }

  /** The view of a position. @param {PositionRequest} wanted @returns {Promise<View>} */
  async describe(wanted) {
    return viewOf(await this.position(wanted));
  }

  /** The views along a line: its start, and the position after each move. @param {PositionRequest} wanted @returns {Promise<View[]>} */
  async describeLine(wanted) {
    const last = await this.position(wanted);
    return [...last.line()].reverse().map((position) => viewOf(position));
  }
}
