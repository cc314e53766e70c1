/** Reads records that Python has read, writes them again and says where the texts differ; see compare_wasm.py. */

import { createInterface } from "node:readline";
import { GameError } from "../src/ludoteca/web/static/wasm/errors.js";
import { RecordReader } from "../src/ludoteca/web/static/local/record_reader.js";
import { writeRecord } from "../src/ludoteca/web/static/local/records.js";
import { difference, moduleIn } from "./compare_wasm_answers.mjs";

const [folder, game] = process.argv.slice(2);
const module = moduleIn(folder, game);

function rewritten(text, form) {
  try {
    const names = new RecordReader(form).gamesIn(text);
    return new RecordReader(form, (name) => (names.includes(name) ? module : undefined)).read(text).map(writeRecord);
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    return error.message;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { texts, form } = JSON.parse(line);
  const differences = texts.flatMap(([text, expected]) => difference(rewritten(text, form), expected, JSON.stringify(text)));
  console.log(JSON.stringify({ records: texts.length, differences }));
}
