/** Explains moves and reviews games that Python has explained and reviewed, and says where the words differ; see compare_wasm.py. */

import { createInterface } from "node:readline";
import { analystOf } from "../src/ludoteca/web/static/explain/explain_inputs.js";
import { explain } from "../src/ludoteca/web/static/translated/explain/explanation.js";
import { Hint } from "../src/ludoteca/web/static/translated/explain/hints.js";
import { reviewJson } from "../src/ludoteca/web/static/translated/explain/review_text.js";
import { Reviewer } from "../src/ludoteca/web/static/translated/explain/reviews.js";
import { Line, Report, lineOf } from "../src/ludoteca/web/static/translated/search/report.js";
import { Position } from "../src/ludoteca/web/static/wasm/position.js";
import { plain } from "../src/ludoteca/web/static/wasm/python.js";
import { Variant } from "../src/ludoteca/web/static/wasm/variant.js";
import { bytesOf, difference, moduleIn } from "./compare_wasm_answers.mjs";

const [folder, game] = process.argv.slice(2);
const module = moduleIn(folder, game);

/** The report that Python gives, over positions of this module. */
function reportOf(position, { lines, depth, method }) {
  const named = ({ codes, value, points, is_exact }) => new Line(lineOf(position, codes), value, 0, points, is_exact);
  return new Report(position, lines.map(named), depth, 0, 0, method);
}

function answer(position, { kind, move, report, nodes, word }) {
  if (kind === "review") {
    analystOf(module, { megabytes: 32 }).seed = BigInt(word);
    const steps = new Reviewer(position, [null, null], nodes, null, null).steps();
    let step = steps.next();
    while (!step.done) step = steps.next();
    return plain(reviewJson(step.value));
  }
  const found = report && reportOf(position, report);
  if (kind === "hint") return new Hint(found, explain(position, found.best, found)).reason;
  return plain(explain(position, move, found).toJson());
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
