/** Searches positions that Python has searched and says where the answers differ; see compare_wasm.py. */

import { createInterface } from "node:readline";
import { LevelPlayer } from "../src/ludoteca/web/static/wasm/levels.js";
import { Position } from "../src/ludoteca/web/static/wasm/position.js";
import { reportJson } from "../src/ludoteca/web/static/translated/search/report.js";
import { plain } from "../src/ludoteca/web/static/wasm/python.js";
import { AlphaBeta, Solver, TreeSearch } from "../src/ludoteca/web/static/wasm/searches.js";
import { Variant } from "../src/ludoteca/web/static/wasm/variant.js";
import { bytesOf, difference, moduleIn } from "./compare_wasm_answers.mjs";

const [folder, game] = process.argv.slice(2);
const module = moduleIn(folder, game);
const isTree = module.about.module.method === "mcts";
const searcher = isTree ? new TreeSearch(module, { megabytes: 4 }) : new AlphaBeta(module, { megabytes: 1 });
const solver = new Solver(module, { megabytes: 1 });
const player = new LevelPlayer(module);

function told(report) {
  const { seconds, nps, ...rest } = plain(reportJson(report));
  return JSON.parse(JSON.stringify(rest));
}

function answer(position, { kind, lines, nodes, depth, word, level }) {
  if (kind === "level") return player.choose(position, level, BigInt(word)).move.text;
  if (kind === "solve") {
    const [report, spent] = solver.open(position, lines).attempt({ nodes });
    return { report: report && told(report), nodes: spent };
  }
  searcher.forget(isTree ? BigInt(word) : null);
  return told(searcher.search(position, { nodes, depth }, { lines }));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { options, states, tasks } = JSON.parse(line);
  const variant = new Variant(module, options);
  let position = null;
  for (const state of states) position = new Position(variant, bytesOf(state), position);
  const differences = tasks.flatMap(({ expected, ...task }) => {
    const where = `${JSON.stringify(options)} ${position} ${JSON.stringify(task)}`;
    return difference(answer(position, task), expected, where);
  });
  console.log(JSON.stringify({ searches: tasks.length, differences }));
}
