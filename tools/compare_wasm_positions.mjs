/** Plays games that Python has played and says where a module, or the scripts around it, say otherwise; see compare_wasm.py. */

import { createInterface } from "node:readline";
import { LudotecaError } from "../src/ludoteca/web/static/wasm/errors.js";
import { choose, findMove, nextPicks } from "../src/ludoteca/web/static/translated/play/move_input.js";
import { Variant } from "../src/ludoteca/web/static/wasm/variant.js";
import { viewOf } from "../src/ludoteca/web/static/wasm/view.js";
import { difference, moduleIn } from "./compare_wasm_answers.mjs";

const [folder, game] = process.argv.slice(2);
const module = moduleIn(folder, game);

const hex = (bytes) => Buffer.from(bytes).toString("hex");

function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LudotecaError)) throw error;
    return [error.kind, error.message];
  }
}

function said(position, wanted) {
  const { variant, state } = position;
  return {
    state: hex(state),
    codes: position.codes,
    after: Object.fromEntries(Object.keys(wanted.after).map((code) => [code, hex(position.after(Number(code)).state)])),
    ending: module.ending(state),
    value: module.evaluate(state),
    margin: module.ask("margin", module.put(state)),
    key: String(position.repetitionKey),
    view: JSON.parse(JSON.stringify(viewOf(position))),
    picks: nextPicks(position).map(({ name, isCell, label }) => [name, isCell, label || name]),
    typed: wanted.typed.map(([text]) => [text, attempt(() => findMove(position, text).text)]),
    picked: wanted.picked.map(([names]) => [names, attempt(() => choose(position, names).text)]),
    read: wanted.read.map(([text]) => [text, attempt(() => hex(variant.position(text).state))]),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { options, word, steps } = JSON.parse(line);
  const variant = new Variant(module, options);
  const differences = [];
  let position = variant.start(BigInt(word));
  for (const { code, ...wanted } of steps) {
    if (code !== undefined) position = position.after(code);
    differences.push(...difference(said(position, wanted), wanted, `${JSON.stringify(options)} ${position}`));
  }
  console.log(JSON.stringify({ positions: steps.length, differences }));
}
