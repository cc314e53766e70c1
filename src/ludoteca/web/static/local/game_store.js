/** The games kept in this browser. What is told was written before, and no tab overwrites what another has played. */

/** @import {SavedClock} from "./clock.js" */
/** @import {Declaration} from "./match.js" */
/** @import {GameResult} from "./series.js" */

import { t } from "../language.js";

const STORE = "games";
const VERSION = 1; // of the database

/** @typedef {{text: string, clock_ms: number | null, comment?: string, evaluation?: number | null}} KeptPly */
/** @typedef {{kind: "human" | "bot", name: string, bot: string | null}} KeptSeat */
/** @typedef {{id: string, games: number, setups: "new" | "paired" | "same", round: number, results: GameResult[]}} KeptSeries `results`: of the games before this one */
/** @typedef {{state: "going" | "over", position: string, side: string | null, mover: 0 | 1 | null, winner: 0 | 1 | null, reason: string | null, words?: import("../language.js").Sentence | null}} Standing for lists, so that they need no module; in English, and the reason also as what it was said from */
/**
 * @typedef {object} KeptGame
 * @property {string} id
 * @property {number} version how often it was changed
 * @property {string} game
 * @property {Record<string, string>} options those that differ from their defaults
 * @property {string} start a position
 * @property {KeptPly[]} plies
 * @property {Declaration | null} declared
 * @property {"bot" | "device" | "bots" | "record"} kind
 * @property {[KeptSeat, KeptSeat]} seats
 * @property {0 | 1 | "both" | null} you
 * @property {string} control
 * @property {SavedClock | null} clock
 * @property {KeptSeries | null} series
 * @property {string | null} next the game after this one
 * @property {number | "step"} pace
 * @property {Record<string, string>} tags
 * @property {number} made
 * @property {number} changed
 * @property {Standing} standing
 */

/** The game was changed or deleted meanwhile, by another tab. */
export class Outdated extends Error {}

/** Games cannot be kept here, in a sentence fit to show. */
export class CannotKeep extends Error {}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const answerOf = (request) =>
  new Promise((settle, fail) => {
    request.onsuccess = () => settle(request.result);
    request.onerror = () => fail(request.error);
  });

export class GameStore {
  /** @param {string} [name] of the database */
  constructor(name = "ludoteca") {
    this.name = name;
    /** @type {Promise<IDBDatabase> | null} */ this.opened = null;
    this.notices = new BroadcastChannel(`${name} games`);
  }

  /** @returns {Promise<IDBDatabase>} */
  database() {
    this.opened ??= new Promise((settle, fail) => {
      const request = indexedDB.open(this.name, VERSION);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
      request.onsuccess = () => {
        const database = request.result;
        const close = () => {
          database.close();
          this.opened = null;
        };
        database.onversionchange = close; // a newer page wants to change it
        database.onclose = close;
        settle(database);
      };
      request.onerror = () => {
        this.opened = null;
        fail(request.error);
      };
    });
    return this.opened;
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(games: IDBObjectStore) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async carryOut(mode, work) {
    try {
      const database = await this.database();
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const done = new Promise((settle, fail) => {
        transaction.oncomplete = settle;
        transaction.onabort = () => fail(transaction.error);
      });
      done.catch(() => {}); // whoever waits for the work is told
      let found;
      try {
        found = await work(transaction.objectStore(STORE));
      } catch (error) {
        if (transaction.error === null) transaction.abort();
        throw error;
      }
      await done;
      return found;
    } catch (error) {
      if (error instanceof Outdated) throw error;
      const reason = /** @type {Error | null} */ (error)?.message || t("its storage does not answer");
      throw new CannotKeep(t("This browser cannot keep games: {reason}", { reason }));
    }
  }

  /**
   * @param {string} id
   * @returns {Promise<KeptGame | null>}
   */
  load(id) {
    return this.carryOut("readonly", async (games) => (await answerOf(games.get(id))) ?? null);
  }

  /** @returns {Promise<KeptGame[]>} */
  all() {
    return this.carryOut("readonly", (games) => answerOf(games.getAll()));
  }

  /**
   * Write games, all or none. Each has the version that it was loaded with, 0 for a new one; Outdated where another tab was first.
   * @param {...KeptGame} changed
   * @returns {Promise<KeptGame[]>} as they are kept now
   */
  async save(...changed) {
    const now = Date.now();
    const kept = await this.carryOut("readwrite", async (games) => {
      const written = [];
      for (const game of changed) {
        const found = /** @type {KeptGame | undefined} */ (await answerOf(games.get(game.id)));
        if ((found?.version ?? 0) !== game.version) throw new Outdated(`the game ${game.id} was changed meanwhile`);
        const next = { ...game, version: game.version + 1, changed: now };
        await answerOf(games.put(next));
        written.push(next);
      }
      return written;
    });
    for (const { id, version } of kept) this.notices.postMessage({ id, version });
    return kept;
  }

  /** @param {string} id */
  async remove(id) {
    await this.carryOut("readwrite", (games) => answerOf(games.delete(id)));
    this.notices.postMessage({ id, version: null });
  }

  /**
   * Hear what other tabs do.
   * @param {(notice: {id: string, version: number | null}) => void} listener a game with its version, null when it was deleted
   */
  onchange(listener) {
    this.notices.addEventListener("message", ({ data }) => listener(data));
  }
}
