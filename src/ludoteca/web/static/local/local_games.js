/** The games of this browser: started, opened, imported and exported without a server. */

/** @import {GameLibrary} from "../wasm/game_library.js" */
/** @import {Explainer} from "../explain/explainer.js" */
/** @import {LocalEngine} from "../wasm/local_engine.js" */
/** @import {KeptGame} from "./game_store.js" */
/** @import {NewGame} from "./new_game.js" */
/** @import {TableWords} from "../words/game_words.js" */
import { Refusal, Unable } from "../api.js";
import { sentence, t } from "../words/language.js";
import { GameError, LudotecaError } from "../wasm/errors.js";
import { gamesIn, readRecords } from "./record_reader.js";
import { viewOf } from "../wasm/view.js";
import { ClockBeat } from "./clock.js";
import { GameStore, isBegun, isWhole } from "./game_store.js";
import { matchOf } from "./match.js";
import { gameOf, recordText } from "./kept_records.js";
import { LocalRoom } from "./local_room.js";
import { firstGame } from "./new_game.js";
import { RANDOM, seatName } from "../words/game_words.js";

const MOST_RECORDS = 50;
const LONGEST_UNBEGUN_MS = 24 * 3600 * 1000; // a game in which nobody has moved is kept so long

/**
 * What goes wrong, as a sentence fit to show.
 * @template T
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function refusing(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LudotecaError) throw new Refusal(sentence(error.message));
    throw error;
  }
}

/** A game that is kept and cannot be played through again. */
export class DamagedGame extends Refusal {
  /** @param {string} id */
  constructor(id) {
    super(t("This game is damaged and cannot be opened."));
    this.damaged = id;
  }
}

/**
 * Whatever keeps a game from being played through again means that it is damaged.
 * @template T
 * @param {string} id
 * @param {() => T} work
 */
function reopening(id, work) {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    throw new DamagedGame(id);
  }
}

export class LocalGames {
  /**
   * @param {GameLibrary} library
   * @param {() => LocalEngine} newEngine
   * @param {() => Promise<Explainer>} explainer who gives hints
   * @param {{words: TableWords}} data of the page
   * @param {GameStore} [store]
   */
  constructor(library, newEngine, explainer, { words }, store = new GameStore()) {
    this.library = library;
    this.newEngine = newEngine;
    this.explainer = explainer;
    this.words = words;
    this.store = store;
  }

  /** Begin a game; its id. @param {NewGame} wanted @returns {Promise<string>} */
  begin(wanted) {
    return refusing(async () => {
      const record = wanted.continues ? await this.recordToContinue(wanted) : null;
      const game = firstGame(wanted, await this.library.game(wanted.game), this.words, record);
      if (typeof Worker !== "function" && game.seats.some(({ bot }) => bot && bot !== RANDOM)) throw new Unable("worker");
      await this.store.save(game);
      await this.tidy();
      return game.id;
    });
  }

  /** The record that a new game continues. @param {NewGame} wanted */
  async recordToContinue({ game, continues = "" }) {
    const { kept, match } = await this.matchOf(continues);
    if (kept.kind !== "record" || kept.game !== game) throw new Refusal(t(this.words.no_such_record));
    return { match, tags: kept.tags };
  }

  /** Forget games that nobody has begun to play. */
  async tidy() {
    const before = Date.now() - LONGEST_UNBEGUN_MS;
    for (const kept of (await this.store.all()).games) if (!isBegun(kept) && kept.changed < before) await this.store.remove(kept.id);
  }

  /** A game as it is kept; a Refusal where there is none. @param {string} id @returns {Promise<KeptGame>} */
  async load(id) {
    const kept = await this.store.load(id);
    if (!kept) throw new Refusal(t(this.words.no_such_game));
    if (!isWhole(kept)) throw new DamagedGame(id);
    return kept;
  }

  /** @param {IDBValidKey} id */
  remove(id) {
    new ClockBeat(String(id)).forget();
    return this.store.remove(id);
  }

  /** @param {string} id @returns {Promise<LocalRoom>} */
  async room(id) {
    const kept = await this.load(id);
    const module = await this.library.game(kept.game);
    return reopening(id, () => new LocalRoom(kept, { store: this.store, engine: this.newEngine(), explainer: this.explainer, module, words: this.words }));
  }

  /** @param {string} id */
  async matchOf(id) {
    const kept = await this.load(id);
    const module = await this.library.game(kept.game);
    return { kept, match: await reopening(id, () => matchOf(kept, module, this.words)) };
  }

  /** What the analysis board shows of a game, as the server's page has it. @param {string} id */
  async analysisOf(id) {
    const { kept, match } = await this.matchOf(id);
    return {
      view: viewOf(match.position, match.outcome),
      game_id: id,
      you: kept.you,
      names: kept.seats.map((seat) => seatName(seat, this.words)),
      start: kept.start,
      moves: match.plies.map(({ text }) => text),
      movers: match.movers,
      written: match.written,
    };
  }

  /** A game as a record. @param {string} id @param {"text" | "json"} [format] */
  async recordOf(id, format = "text") {
    const { kept, match } = await this.matchOf(id);
    return recordText(kept, match, format);
  }

  /** Keep records as games to look at; their ids. @param {string} text @returns {Promise<string[]>} */
  importRecords(text) {
    return refusing(async () => {
      /** @type {Map<string, import("../wasm/game_module.js").GameModule>} */ const modules = new Map();
      for (const name of gamesIn(text)) {
        const module = await this.library.game(name).catch(() => null); // the reader says that there is no such game
        if (module) modules.set(name, module);
      }
      const records = readRecords(text, modules);
      if (!records.length) throw new GameError("BadRecord", t("there is no record in this text"));
      if (records.length > MOST_RECORDS)
        throw new GameError("BadRecord", t("at most {most} records can be read at once; this has {count}", { most: MOST_RECORDS, count: records.length }));
      const games = records.map((record) => gameOf(record, this.words));
      await this.store.save(...games);
      return games.map(({ id }) => id);
    });
  }
}
