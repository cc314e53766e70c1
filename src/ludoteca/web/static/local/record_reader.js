/** Reads records from text and from JSON. */

/** @import {GameModule} from "../wasm/game_module.js" */
import { taggedRecords } from "../translated/play/records/reader.js";
import { isJson, readAllJson } from "../translated/play/records/record_json.js";
import { USUAL_LIMITS } from "../translated/play/records/tree.js";
import { loadedGames } from "./record_inputs.js";

/** @typedef {import("../translated/play/records/tree.js").RecordedGame} RecordedGame */

/** The names of the games whose records a text holds, so that they can be loaded before it is read. @param {string} text @returns {string[]} */
export function gamesIn(text) {
  /** @type {unknown[]} */ let names;
  try {
    names = isJson(text)
      ? [JSON.parse(text.replace(/^\ufeff/, ""))].flat().map((record) => record?.game)
      : [...text.matchAll(/\[\s*Game\s*"((?:[^"\\]|\\.)*)"/gi)].map(([, name]) => name.replace(/\\(.)/gs, "$1"));
  } catch {
    return []; // whoever reads it says why not
  }
  return [...new Set(names.filter((name) => typeof name === "string").map((name) => name.toLowerCase()))];
}

/** All records of a text; a RecordError says where it goes wrong. @param {string} text @param {Map<string, GameModule>} modules the games that were loaded @returns {RecordedGame[]} */
export function readRecords(text, modules) {
  for (const [name, module] of modules) loadedGames.set(name, module);
  return isJson(text) ? readAllJson(text) : [...taggedRecords(text, USUAL_LIMITS)];
}
