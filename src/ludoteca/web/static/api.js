/** The parts of the server's HTTP API that pages use. */

/** @import {View} from "./types.js" */

import { sentence, t } from "./words/language.js";

/** @typedef {{game: string, options?: Record<string, string>, position?: string, moves?: string[], seed?: number}} PositionRequest */

const LONGEST_WAIT_MS = 10_000; // a line that is dead never answers
const PICTURE_WAIT_MS = 120_000; // nobody waits for a picture, and a server that is new compiles the rules first

/** An answer that says why not, in a sentence fit to show. */
export class Refusal extends Error {
  /** @param {string} reason @param {string} [option] the name of the option that is to blame */
  constructor(reason, option = "") {
    super(reason);
    this.option = option;
  }
}

/** This browser lacks something that is needed. */
export class Unable extends Refusal {
  /** @param {"webassembly" | "worker"} lacking the page says it in a sentence */
  constructor(lacking) {
    super(globalThis.document?.querySelector(`[data-lacking=${lacking}]`)?.textContent ?? "");
  }
}

/** Why something did not work, in a sentence; what nobody foresaw is for the console. @param {unknown} error */
export function reasonOf(error) {
  if (error instanceof Refusal) return sentence(error.message);
  console.error(error);
  return t("Something went wrong. Reload the page to try again.");
}

/**
 * @param {string} path
 * @param {unknown} [body] sent as JSON; without it the request only reads
 * @param {number} [longest] to wait, in milliseconds
 * @returns {Promise<any>}
 */
export async function call(path, body, longest = LONGEST_WAIT_MS) {
  const request = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(`/api/v1${path}`, { ...request, signal: AbortSignal.timeout(longest) });
  } catch {
    throw new Refusal(t("The server cannot be reached."));
  }
  const answer = await response.json().catch(() => ({ error: t("The server's answer cannot be read.") }));
  if (!response.ok || answer.error) throw new Refusal(answer.error ?? t("That did not work."));
  return answer;
}

/** The view of a position. @param {PositionRequest} wanted @returns {Promise<View>} */
export function describe(wanted) {
  return call("/positions", wanted);
}

/** The view of a position that is only a picture on the page. @param {PositionRequest} wanted @returns {Promise<View>} */
export function describePicture(wanted) {
  return call("/positions", wanted, PICTURE_WAIT_MS);
}

/** The views along a line: its start, and the position after each move. @param {PositionRequest} wanted @returns {Promise<View[]>} */
export function describeLine(wanted) {
  return call("/lines", wanted);
}

/**
 * The map to play on, from a board that it is drawn on; a refusal where the rules do not allow it.
 * @param {string} game
 * @param {string} board
 * @returns {Promise<string>}
 */
export function checkMap(game, board) {
  return call("/maps", { game, board }).then(({ map }) => map);
}
