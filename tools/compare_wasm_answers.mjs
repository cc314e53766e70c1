/** What both comparisons share: a game's module by its name, and how two answers differ. */

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { GameModule } from "../src/ludoteca/web/static/wasm/game_module.js";

/** The module of a game that was built into a folder. */
export function moduleIn(folder, game) {
  const path = `${folder}/${basename(game, ".py")}`;
  const about = JSON.parse(readFileSync(`${path}.json`, "utf8"));
  const tables = about.module.tables ? new Uint8Array(readFileSync(`${path}.${about.module.tables}`)) : null;
  return new GameModule(about, new WebAssembly.Module(readFileSync(`${path}.wasm`)), tables);
}

export const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));

/** Where two answers differ, in sentences. */
export function difference(found, wanted, where) {
  if (found === wanted || isDeepStrictEqual(found, wanted)) return [];
  if (found && wanted && typeof found === "object" && typeof wanted === "object") {
    const keys = new Set([...Object.keys(found), ...Object.keys(wanted)]);
    return [...keys].flatMap((key) => difference(found[key], wanted[key], `${where}.${key}`));
  }
  return [`${where}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
}
