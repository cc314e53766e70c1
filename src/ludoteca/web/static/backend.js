/**
 * Who answers the page: the games' modules in this browser where there are any, else the server. On the static site there is no
 * server, and games are kept in this browser.
 */

/** @import {View} from "./types.js" */
/** @import {PositionRequest} from "./api.js" */
/** @import {Report} from "./analysis/engine.js" */
/** @import {LineState} from "./table/socket.js" */
/** @import {FollowedGame, GameLibrary} from "./wasm/game_library.js" */
/** @import {LocalGames} from "./local/local_games.js" */
/** @import {Explainer} from "./explain/explainer.js" */
import * as server from "./api.js";
import { analysisOfGame, gamePage, isStatic, modulesFolder } from "./addresses.js";
import { pageData } from "./dom.js";
import { Engine } from "./analysis/engine.js";
import { sentence, t } from "./words/language.js";
import { Line } from "./table/socket.js";

/**
 * @typedef {object} Table what a game page starts from
 * @property {{snapshot: any, view: View, ply: number | null, links: Record<string, string | null>}} data
 * @property {(ply: number) => Promise<View>} view the view of a ply
 * @property {(handlers: {onmessage: (message: any) => void, onstate: (state: LineState) => void, seq: () => number | null}) => {send: (message: Record<string, unknown>) => boolean, readonly isOpen: boolean}} connect
 */
/** @typedef {{game: string, options: Record<string, string>, position: string, moves: string[], lines: number, ms: number}} Question */
/** @typedef {{ask: (request: Question, told: (report: Report) => void) => Promise<Report>, stop: () => void}} AnyEngine */

const folder = isStatic || typeof WebAssembly === "object" ? modulesFolder() : ""; // who has no server is told that it is lacking

/** Whether positions are worked out in this browser. */
export const hasModules = !!folder;

/** @type {Promise<GameLibrary> | null} */ let library = null;

/** The games of this browser. @returns {Promise<GameLibrary>} */
export function localLibrary() {
  library ??= import("./wasm/game_library.js").then(({ GameLibrary: Library }) => new Library(folder));
  return library;
}

/**
 * A game of the server whose views are worked out here; null where they cannot be.
 * @param {PositionRequest} wanted its options, and where it began
 * @returns {Promise<FollowedGame | null>}
 */
export async function followGame(wanted) {
  if (!hasModules || isStatic) return null;
  return localLibrary()
    .then((games) => games.follow(wanted))
    .catch(() => null); // the server sends them
}

/**
 * Ask the modules. Where they cannot answer, because a file is missing or an option has a value that they do not know, the server
 * is asked, if there is one; what the rules refuse is refused.
 * @template T
 * @param {(games: GameLibrary) => Promise<T>} local
 * @param {() => Promise<T>} remote
 * @returns {Promise<T>}
 */
async function ask(local, remote) {
  if (!hasModules) return remote();
  try {
    return await local(await localLibrary());
  } catch (error) {
    const { kind, message, option } = /** @type {Error & {kind?: string, option?: string}} */ (error);
    if (!isStatic && (kind === undefined || kind === "BadOption")) return remote();
    if (kind === undefined) throw error;
    throw new server.Refusal(sentence(message), option);
  }
}

/** The view of a position. @param {PositionRequest} wanted @returns {Promise<View>} */
export function describe(wanted) {
  return ask(
    (games) => games.describe({ seed: 0, ...wanted }),
    () => server.describe(wanted),
  );
}

/**
 * The view of a position that is only a picture on the page: no module is loaded for it where a server can tell.
 * @param {PositionRequest} wanted
 * @returns {Promise<View>}
 */
export function describePicture(wanted) {
  return isStatic ? describe(wanted) : server.describePicture(wanted);
}

/** The views along a line: its start, and the position after each move. @param {PositionRequest} wanted @returns {Promise<View[]>} */
export function describeLine(wanted) {
  return ask(
    (games) => games.describeLine({ seed: 0, ...wanted }),
    () => server.describeLine(wanted),
  );
}

/**
 * The map to play on, from a board that it is drawn on; a refusal where the rules do not allow it.
 * @param {string} game
 * @param {string} board
 * @returns {Promise<string>}
 */
export function checkMap(game, board) {
  if (isStatic) return Promise.reject(new server.Refusal(t("Maps can only be checked by a server. Play from this position instead.")));
  return server.checkMap(game, board);
}

/** An engine, in this browser if it can be. @param {(state: LineState) => void} onstate how the line to it is @returns {AnyEngine} */
export function newEngine(onstate) {
  return hasModules ? new BrowserEngine(onstate) : new Engine(onstate);
}

/** An engine that chooses moves of the levels, where there are modules. */
export async function newLocalEngine() {
  const { LocalEngine } = await import("./wasm/local_engine.js");
  return new LocalEngine(folder);
}

// --- explanations

/** @typedef {Omit<Question, "lines" | "ms">} PlayedLine a game up to a position: where it began, and its moves */

/** @type {Promise<Explainer> | null} */ let explainer = null;

/** Who explains moves in this browser, where there are modules; loaded when it is first asked for. @returns {Promise<Explainer>} */
export function localExplainer() {
  explainer ??= import("./explain/explainer.js").then((module) => new module.Explainer(folder));
  return explainer;
}

/** A hint of this browser's own; null where another was asked for meanwhile. @param {PlayedLine} wanted */
export async function localHint(wanted) {
  const { Stopped } = await import("./wasm/local_engine.js");
  try {
    return await (await localExplainer()).hint(wanted);
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

/** Have a review of this browser's own end early, with what it has. */
export function finishLocalReview() {
  void explainer?.then((found) => found.finish());
}

// --- the engine

/** The engine in this browser; where it cannot work, the server's, if there is one. */
class BrowserEngine {
  /** @param {(state: LineState) => void} onstate */
  constructor(onstate) {
    this.onstate = onstate;
    this.local = import("./wasm/local_engine.js").then((module) => ({ engine: new module.LocalEngine(folder), Stopped: module.Stopped }));
    /** @type {Engine | null} */ this.remote = null;
    this.count = 0;
  }

  /**
   * Think about a position; a new question ends the one before, and nothing more is heard of that.
   * @param {Question} request
   * @param {(report: Report) => void} told
   * @returns {Promise<Report>}
   */
  async ask(request, told) {
    const number = ++this.count;
    const { engine, Stopped } = await this.local;
    if (number !== this.count) return new Promise(() => {});
    if (this.remote) return this.remote.ask(request, told);
    try {
      return await engine.ask(request, told);
    } catch (error) {
      if (error instanceof Stopped || number !== this.count) return new Promise(() => {}); // as the server's: nobody waits for it
      const { message, kind } = /** @type {Error & {kind?: string}} */ (error);
      if (isStatic || kind === "NothingToSearch") throw new server.Refusal(kind === undefined ? server.reasonOf(error) : sentence(message));
      this.remote = new Engine(this.onstate);
      return this.remote.ask(request, told);
    }
  }

  stop() {
    this.count += 1;
    this.remote?.stop();
    void this.local.then(({ engine }) => engine.stop());
  }
}

// --- games

/** @type {Promise<LocalGames> | null} */ let games = null;

/** The games kept in this browser, on the static site. @returns {Promise<LocalGames>} */
export function localGames() {
  games ??= Promise.all([localLibrary(), import("./local/local_games.js"), import("./wasm/local_engine.js")]).then(
    ([found, { LocalGames: Games }, { LocalEngine }]) => new Games(found, () => new LocalEngine(folder), localExplainer, pageData()),
  );
  return games;
}

/** The game of this page; a Refusal where there is none. @returns {Promise<Table>} */
export function openTable() {
  return isStatic ? keptTable() : Promise.resolve(servedTable());
}

/** @returns {Table} */
function servedTable() {
  const data = pageData();
  const id = data.snapshot.game_id;
  return {
    data,
    view: (ply) => server.call(`/games/${id}/view/${ply}`),
    connect: (handlers) => new Line(`/ws/game/${id}`, handlers),
  };
}

/** @returns {Promise<Table>} */
async function keptTable() {
  const query = new URLSearchParams(location.search);
  const id = query.get("id") ?? "";
  const kept = await localGames();
  const room = await kept.room(id);
  const snapshot = room.snapshot();
  const count = snapshot.moves_played.length;
  const ply = /^\d+$/.test(query.get("ply") ?? "") ? Math.min(Number(query.get("ply")), count) : null;
  const file = (/** @type {"text" | "json"} */ format) => URL.createObjectURL(new Blob([room.record(format)], { type: "application/octet-stream" }));
  const { name } = snapshot.view.game;
  const links = {
    watch: gamePage(name, id),
    invite: null,
    resume: null,
    get record() {
      return file("text");
    },
    get json() {
      return file("json");
    },
    svg: null,
    analysis: analysisOfGame(name, id),
  };
  return {
    data: { snapshot, view: room.view(ply ?? count), ply, links },
    view: (wanted) => Promise.resolve(room.view(wanted)),
    connect: (handlers) => room.connect(handlers),
  };
}
