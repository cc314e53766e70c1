/** Reads records that Python has read, writes them again and says where the texts differ; see compare_wasm.py. */

import { createInterface } from "node:readline";
import { GameError } from "../src/ludoteca/web/static/wasm/errors.js";
import { gamesInJson, isJson, readJsonRecords } from "../src/ludoteca/web/static/wasm/record_json.js";
import { gamesIn, readRecords, writeRecord } from "../src/ludoteca/web/static/wasm/records.js";
import { difference, moduleIn } from "./compare_wasm_answers.mjs";

const [folder, game] = process.argv.slice(2);
const module = moduleIn(folder, game);

function rewritten(text) {
  try {
    const [names, read] = isJson(text) ? [gamesInJson(text), readJsonRecords] : [gamesIn(text), readRecords];
    const modules = new Map(names.map((name) => [name, module]));
    return read(text, (name) => modules.get(name)).map(writeRecord);
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    return error.message;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { texts } = JSON.parse(line);
  const differences = texts.flatMap(([text, expected]) => difference(rewritten(text), expected, JSON.stringify(text)));
  console.log(JSON.stringify({ records: texts.length, differences }));
}
