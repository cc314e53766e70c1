/** Reads records that Python has read, writes them again and says where the texts differ; see compare_wasm.py. */

import { createInterface } from "node:readline";
import { LudotecaError } from "../src/ludoteca/web/static/wasm/errors.js";
import { gamesIn, readRecords } from "../src/ludoteca/web/static/local/record_reader.js";
import { writeRecord } from "../src/ludoteca/web/static/translated/play/records/writer.js";
import { difference, moduleIn } from "./compare_wasm_answers.mjs";

const [folder, game] = process.argv.slice(2);
const module = moduleIn(folder, game);

function rewritten(text) {
  try {
    return readRecords(text, new Map(gamesIn(text).map((name) => [name, module]))).map(writeRecord);
  } catch (error) {
    if (!(error instanceof LudotecaError)) throw error;
    return error.message;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { texts } = JSON.parse(line);
  const differences = texts.flatMap(([text, expected]) => difference(rewritten(text), expected, JSON.stringify(text)));
  console.log(JSON.stringify({ records: texts.length, differences }));
}
