/**
 * The games kept in this browser. What is told was written before, and no tab overwrites what another has played. A browser without a
 * database keeps them as long as the tab is open.
 */

/** @import {SavedClock} from "./clock.js" */
/** @import {Declaration} from "./match.js" */
/** @import {GameResult} from "./new_game.js" */

import { Refusal } from "../api.js";
import { say, t } from "../words/language.js";

const MOST_LISTED = 60;
const STORE = "games";
const VERSION = 1; // of the database
const SHARED = "ludoteca"; // the database that all sites of a host once had in common

/** @typedef {{text: string, clock_ms: number | null, comment?: string, evaluation?: number | null}} KeptPly */
/** @typedef {{kind: "human" | "bot", name: string, bot: string | null}} KeptSeat */
/** @typedef {{id: string, games: number, setups: "new" | "paired" | "same", round: number, results: GameResult[]}} KeptSeries `results`: of the games before this one */
/** @typedef {{state: "going" | "over" | "aborted", position: string, side: string | null, mover: 0 | 1 | null, winner: 0 | 1 | null, reason: string | null, words?: import("../words/language.js").Sentence | null}} Standing for lists, so that they need no module; in English, and the reason also as what it was said from */
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

/** Games cannot be kept here. */
export class CannotKeep extends Refusal {}

/** @typedef {{id: IDBValidKey, game: string}} Damaged something that is kept and is no whole game */

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

/**
 * Open a database that is there; null where there is none.
 * @param {string} name
 * @param {unknown[]} [begun] what a new one begins with; without it, none is made
 * @returns {Promise<IDBDatabase | null>}
 */
function open(name, begun) {
  return new Promise((settle, fail) => {
    const request = indexedDB.open(name, VERSION);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      if (!begun) request.transaction?.abort();
      else {
        const games = request.result.createObjectStore(STORE, { keyPath: "id" });
        for (const game of begun) games.put(game);
      }
    };
    request.onsuccess = () => settle(request.result);
    request.onerror = () => (isNew && !begun ? settle(null) : fail(request.error));
  });
}

/** What the sites of this host have in common, from before each had a database of its own. @returns {Promise<unknown[]>} */
async function sharedGames() {
  const database = await open(SHARED);
  if (!database) return [];
  try {
    return await answerOf(database.transaction(STORE).objectStore(STORE).getAll());
  } finally {
    database.close();
  }
}

/**
 * What can be done with the games, in one transaction.
 * @typedef {object} Games
 * @property {(id: IDBValidKey) => Promise<any>} get
 * @property {() => Promise<IDBValidKey[]>} ids
 * @property {() => Promise<any[]>} all
 * @property {(game: KeptGame) => Promise<unknown>} put
 * @property {(id: IDBValidKey) => Promise<unknown>} remove
 */

/** @type {(games: IDBObjectStore) => Games} */
const inDatabase = (games) => ({
  get: (id) => answerOf(games.get(id)),
  ids: () => answerOf(games.getAllKeys()),
  all: () => answerOf(games.getAll()),
  put: (game) => answerOf(games.put(game)),
  remove: (id) => answerOf(games.delete(id)),
});

/** @type {(games: Map<IDBValidKey, any>) => Games} */
const inMemory = (games) => ({
  get: async (id) => games.get(id),
  ids: async () => [...games.keys()],
  all: async () => [...games.values()],
  put: async (game) => games.set(game.id, game),
  remove: async (id) => games.delete(id),
});

/** The games of this tab: its name outlives its pages, whatever storage is switched off. @param {string} site */
function tabGames(site) {
  try {
    const found = JSON.parse(window.name);
    if (found.site === site) return new Map(found.games.map((/** @type {KeptGame} */ game) => [game.id, game]));
  } catch {
    // the tab has no name, or one that is not ours
  }
  return new Map();
}

/** Whether everything is there that a list and a table need. @param {any} game @returns {game is KeptGame} */
export function isWhole(game) {
  const areSeats = (/** @type {any} */ seats) => Array.isArray(seats) && seats.length === 2 && seats.every((seat) => typeof seat?.name === "string");
  return (
    [game?.id, game?.game, game?.start, game?.kind, game?.standing?.state, game?.standing?.position].every((text) => typeof text === "string") &&
    typeof game.options === "object" &&
    Array.isArray(game.plies) &&
    areSeats(game.seats) &&
    Number.isFinite(game.changed)
  );
}

/** @typedef {ReturnType<typeof listing>} Listing */

/** A line of a list of games, as the server has them. @param {KeptGame} kept */
function listing({ id, game, options, kind, seats, you, plies, made, changed, standing }) {
  const { words, ...stands } = standing;
  return {
    id,
    game,
    options,
    readable: true,
    kind,
    seats: seats.map(({ kind: who, name }) => ({ kind: who, name })),
    you,
    ...stands,
    side: standing.side && t(standing.side),
    reason: words ? say(words) : standing.reason, // games kept by an older version have no more than that
    plies: plies.length,
    made,
    changed,
  };
}

/** @type {(item: Listing) => boolean} */
export const isUnfinished = ({ state, kind }) => state !== "over" && kind !== "record";

/** @type {(item: Listing) => boolean} */
export const isYourTurn = ({ you, mover }) => (you === 0 || you === 1) && mover === you;

/** Whether something has happened in a game that was not aborted. @param {KeptGame} kept */
export const isBegun = ({ kind, plies, declared }) => kind === "record" || (declared?.how !== "aborted" && (plies.length > 0 || declared !== null));

export class GameStore {
  /** @param {string} [name] of the database: each site of a host has its own */
  constructor(name = globalThis.document?.documentElement.dataset.keptUnder?.trim() ?? SHARED) {
    this.name = name;
    /** @type {Promise<IDBDatabase | null> | null} */ this.opened = null;
    this.notices = new BroadcastChannel(`${name} games`);
  }

  /** The database; null where this browser has none. @returns {Promise<IDBDatabase | null>} */
  database() {
    this.opened ??= this.open().catch((error) => {
      console.warn(error);
      return null;
    });
    return this.opened;
  }

  /** A new database begins with a copy of what was shared before. */
  async open() {
    const database = (await open(this.name)) ?? (await open(this.name, await sharedGames()));
    const close = () => {
      database?.close();
      this.opened = null;
    };
    if (database) database.onversionchange = database.onclose = close; // a newer page wants to change it
    return database;
  }

  /** Whether games are kept when the tab is closed. */
  async isLasting() {
    return (await this.database()) !== null;
  }

  /**
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(games: Games) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async carryOut(mode, work) {
    const database = await this.database();
    if (!database) {
      const games = tabGames(this.name);
      const found = await work(inMemory(games));
      if (mode === "readwrite") window.name = JSON.stringify({ site: this.name, games: [...games.values()] });
      return found;
    }
    try {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const done = new Promise((settle, fail) => {
        transaction.oncomplete = settle;
        transaction.onabort = () => fail(transaction.error);
      });
      done.catch(() => {}); // whoever waits for the work is told
      let found;
      try {
        found = await work(inDatabase(transaction.objectStore(STORE)));
      } catch (error) {
        if (transaction.error === null) transaction.abort();
        throw error;
      }
      await done;
      return found;
    } catch (error) {
      if (error instanceof Outdated) throw error;
      const { name, message } = /** @type {Error} */ (error ?? {});
      if (message) console.warn(message);
      throw new CannotKeep(name === "QuotaExceededError" ? t("This browser has no space left for games.") : t("This browser's storage is not responding."));
    }
  }

  /** @param {IDBValidKey} id @returns {Promise<KeptGame | null>} */
  load(id) {
    return this.carryOut("readonly", async (games) => (await games.get(id)) ?? null);
  }

  /** All games, and what is kept among them and is none: one that is damaged hides no other. @returns {Promise<{games: KeptGame[], damaged: Damaged[]}>} */
  async all() {
    const found = await this.carryOut("readonly", (games) => games.all()).catch(() => this.eachByItself());
    const games = found.filter(isWhole);
    const damaged = found.filter((value) => !isWhole(value)).map(({ id, game }) => ({ id, game: String(game ?? "") }));
    return { games, damaged };
  }

  /** All games that were begun, unfinished ones first, those of your turn before others, newest first; and what is damaged among them. */
  async list() {
    const { games, damaged } = await this.all();
    const found = games
      .filter(isBegun)
      .sort((a, b) => b.changed - a.changed)
      .map(listing);
    const items = found
      .sort((a, b) => Number(isUnfinished(b)) - Number(isUnfinished(a)) || Number(isYourTurn(b)) - Number(isYourTurn(a)))
      .slice(0, MOST_LISTED);
    return { items, damaged };
  }

  /** The games one after the other, where one of them keeps the database from giving all at once. */
  async eachByItself() {
    const ids = await this.carryOut("readonly", (games) => games.ids());
    return Promise.all(ids.map((id) => this.carryOut("readonly", (games) => games.get(id)).catch(() => ({ id }))));
  }

  /** What is kept of a game, as it is: to be saved where nothing else can be done with it. @param {IDBValidKey} id */
  async rawData(id) {
    return JSON.stringify(await this.load(id), null, 1);
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
        const found = /** @type {KeptGame | undefined} */ (await games.get(game.id));
        if ((found?.version ?? 0) !== game.version) throw new Outdated(`the game ${game.id} was changed meanwhile`);
        const next = { ...game, version: game.version + 1, changed: now };
        await games.put(next);
        written.push(next);
      }
      return written;
    });
    for (const { id, version } of kept) this.notices.postMessage({ id, version });
    return kept;
  }

  /** @param {IDBValidKey} id */
  async remove(id) {
    await this.carryOut("readwrite", (games) => games.remove(id));
    this.notices.postMessage({ id, version: null });
  }

  /** Hear what other tabs do. @param {(notice: {id: string, version: number | null}) => void} listener a game with its version, null when it was deleted */
  onchange(listener) {
    this.notices.addEventListener("message", ({ data }) => listener(data));
  }
}
