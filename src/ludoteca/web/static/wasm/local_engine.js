/** The engine in this browser: it has the same interface as the server's, and answers from a worker. */

/** @import {Report} from "../analysis/engine.js" */
/** @import {Loaded} from "./game_library.js" */
import { Unable } from "../api.js";
import { loadGame } from "./game_library.js";
import { t } from "../words/language.js";

/** @typedef {{game: string, options?: Record<string, string>, position?: string, moves?: string[]}} Asked */

/** What was asked has ended without an answer, because it was stopped or something else was asked. */
export class Stopped extends Error {}

export class LocalEngine {
  /** @param {string | URL} folder of the modules; its address ends with a slash */
  constructor(folder) {
    this.folder = String(folder);
    this.count = 0;
    /** @type {Map<string, Promise<Loaded>>} */ this.games = new Map();
    this.held = ""; // the game that the worker has
    /** @type {Worker | null} */ this.worker = null;
    /** @type {{id: string, told: (answer: any) => void, settle: (answer: any) => void, fail: (error: Error) => void} | null} */
    this.waiting = null;
    this.isBusy = false;
  }

  /**
   * Think about a position; a new question ends the one before.
   * @param {Asked & {lines?: number, ms?: number, nodes?: number}} request
   * @param {(report: Report) => void} told
   * @returns {Promise<Report>}
   */
  ask(request, told) {
    return this.post("analyse", request, told);
  }

  /**
   * The move of a level, 1 to 10, as text, and whether it would rather resign.
   * @param {Asked & {level: number, ms?: number, word?: bigint}} request the state of the generator by which it chooses, where it shall choose the same again
   * @returns {Promise<{move: string, resigns: boolean}>}
   */
  choose(request) {
    return this.post("choose", request, () => {});
  }

  /** End what was asked, at once: nothing more is heard of it. */
  stop() {
    this.waiting?.fail(new Stopped());
    this.waiting = null;
    if (this.isBusy) {
      this.worker?.terminate(); // a search that runs hears nothing
      this.worker = null;
      this.held = "";
      this.isBusy = false;
    }
  }

  /** @param {string} name @returns {Promise<Loaded>} */
  game(name) {
    let loaded = this.games.get(name);
    if (!loaded) {
      loaded = loadGame(this.folder, name);
      loaded.catch(() => this.games.delete(name)); // so that it can be tried again
      this.games.set(name, loaded);
    }
    return loaded;
  }

  /** @type {(kind: string, request: Asked, told: (answer: any) => void) => Promise<any>} */
  async post(kind, request, told) {
    this.stop();
    const id = `q${++this.count}`;
    const answer = new Promise((settle, fail) => {
      this.waiting = { id, told, settle, fail };
    });
    answer.catch(() => {}); // it may fail before anybody waits for it
    const loaded = await this.game(request.game);
    if (this.waiting?.id === id) {
      this.worker ??= this.hired();
      this.isBusy = true;
      const game = this.held === request.game ? undefined : loaded;
      this.held = request.game;
      this.worker.postMessage({ id, kind, game, request });
    }
    return answer;
  }

  newWorker() {
    return new Worker(new URL("./engine_worker.js", import.meta.url), { type: "module" });
  }

  hired() {
    if (typeof Worker !== "function") throw new Unable("worker");
    const worker = this.newWorker();
    worker.addEventListener("message", ({ data }) => this.hear(data));
    worker.addEventListener("error", (event) => {
      this.waiting?.fail(new Error(event.message || t("the engine cannot be loaded")));
      this.stop();
    });
    return worker;
  }

  /** @param {any} answer */
  hear(answer) {
    const asked = this.waiting;
    if (!asked || asked.id !== answer.id) return;
    if (answer.error === undefined && !answer.done) {
      asked.told(answer);
      return;
    }
    this.waiting = null;
    this.isBusy = false;
    if (answer.error !== undefined)
      asked.fail(Object.assign(new Error(t(answer.error)), { kind: answer.kind })); // a worker knows no language
    else {
      asked.told(answer);
      asked.settle(answer);
    }
  }
}

/** @param {(question: any) => void | Promise<void>} answer */
export function answerQuestions(answer) {
  addEventListener("message", async ({ data }) => {
    try {
      await answer(data);
    } catch (error) {
      const { message, kind } = /** @type {Error & {kind?: string}} */ (error);
      postMessage({ id: data.id, error: message, kind });
    }
  });
}
