/** Explains moves and reviews games that Python has explained and reviewed, and says where the words differ; see compare_wasm.py. */

import { createInterface } from "node:readline";
import { explain, hintOf } from "../src/ludoteca/web/static/explain/explanation.js";
import { Reviewer, wordedReview } from "../src/ludoteca/web/static/explain/reviews.js";
import { worded } from "../src/ludoteca/web/static/explain/templates.js";
import { Analyst } from "../src/ludoteca/web/static/wasm/analysis.js";
import { Position } from "../src/ludoteca/web/static/wasm/position.js";
import { inWholeMoves, lineOf } from "../src/ludoteca/web/static/wasm/report.js";
import { Variant } from "../src/ludoteca/web/static/wasm/variant.js";
import { bytesOf, difference, moduleIn } from "./compare_wasm_answers.mjs";

const [folder, game] = process.argv.slice(2);
const module = moduleIn(folder, game);
const { about } = module;
let analyst = null;

/** The report that Python gives, over positions of this module. */
function reportOf(position, { lines, ...rest }) {
  const named = ({ codes, value, points, is_exact }) => lineOf(inWholeMoves(position, position.lineOf(codes)), value, { points, isExact: is_exact });
  return { position, ...rest, lines: lines.map(named) };
}

function answer(position, { kind, move, report, nodes, word }) {
  if (kind === "review") {
    analyst ??= new Analyst(module, { megabytes: 32 });
    analyst.seed = BigInt(word);
    const reviewing = new Reviewer(analyst, position, { nodes }).review();
    let step = reviewing.next();
    while (!step.done) step = reviewing.next();
    return wordedReview(step.value);
  }
  const found = report && reportOf(position, report);
  if (kind === "hint") return hintOf(found).reason;
  return worded(about, position.players, explain(position, move, found));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { options, states, codes, tasks } = JSON.parse(line);
  const variant = new Variant(module, options);
  let position = null;
  for (const [ply, state] of states.entries()) position = new Position(variant, bytesOf(state), position, ply ? codes[ply - 1] : null);
  const differences = tasks.flatMap(({ expected, ...task }) => {
    const where = `${JSON.stringify(options)} ${position} ${task.kind} ${task.move ?? ""}`;
    return difference(JSON.parse(JSON.stringify(answer(position, task))), expected, where);
  });
  console.log(JSON.stringify({ explanations: tasks.length, differences }));
}
