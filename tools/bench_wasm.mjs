/** Does what bench_wasm.py asks for and answers how many a second of the processor's time. */

import { createInterface } from "node:readline";
import { AlphaBeta } from "../src/ludoteca/web/static/wasm/alphabeta_search.js";
import { Position } from "../src/ludoteca/web/static/wasm/position.js";
import { TreeSearch } from "../src/ludoteca/web/static/wasm/tree_search.js";
import { Variant } from "../src/ludoteca/web/static/wasm/variant.js";
import { bytesOf, moduleIn } from "./compare_wasm_answers.mjs";

const [folder, game] = process.argv.slice(2);
const module = moduleIn(folder, game);
const variant = new Variant(module);
const searcher = module.about.module.method === "mcts" ? new TreeSearch(module, { megabytes: 32 }) : new AlphaBeta(module, { megabytes: 16 });
const { bytes, most_moves: most } = { bytes: module.about.state.bytes, ...module.about };
const states = module.reserve(2 * bytes);
const room = module.reserve(4 * most);
const tally = module.reserve(8 * 4);

function games(count) {
  module.bytes.set(variant.blank, states + bytes);
  module.ask("playouts", states, count, room, module.setRandom(1n), variant.longest, tally);
  return count;
}

function search(nodes, state) {
  const steps = searcher.search(new Position(variant, bytesOf(state)), { nodes });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.nodes;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, count, state } = JSON.parse(line);
  const began = process.cpuUsage();
  const done = kind === "games" ? games(count) : search(count, state);
  const { user, system } = process.cpuUsage(began);
  console.log(String(done / ((user + system) / 1e6)));
}
