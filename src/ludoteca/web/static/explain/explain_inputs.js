/** What explanations are given here, where Python has its own: searches, and the terms of evaluations. */

/** @import {Position} from "../wasm/position.js" */
/** @import {GameModule} from "../wasm/game_module.js" */
import { Analyst } from "../wasm/analysis.js";
import { AccuracyScale } from "../translated/explain/accuracy.js";

/** @type {WeakMap<GameModule, Analyst>} */ const analysts = new WeakMap();

/** Who searches in a game, made once. @param {GameModule} module @param {{megabytes?: number}} [wishes] */
export function analystOf(module, wishes) {
  const found = analysts.get(module) ?? new Analyst(module, wishes);
  analysts.set(module, found);
  return found;
}

/** @param {Position} position @param {Parameters<Analyst["analyse"]>[1]} limits */
export const analyse = (position, limits) => analystOf(position.variant.module).analyse(position, limits);

/** @typedef {Position["variant"]["game"]} Game */

/** The scale of accuracy of a game. @param {Game} game */
export const scaleOf = ({ about }) => new AccuracyScale(about.module.explain.accuracy.strong, about.module.explain.accuracy.random);

/** Whether the evaluation is a sum of named terms. @param {Game} game */
export const hasTerms = ({ about }) => about.module.explain.weights !== null;

/** What each term of the evaluation contributes for a player. @param {Position} position @param {number} player */
export function contributions(position, player) {
  const { module } = position.variant;
  const { weights } = module.about.module.explain;
  const own = /** @type {number[]} */ (module.call.stage ? weights?.[module.stage(position.state)] : weights);
  const side = position.mover === player ? 1 : -1;
  return module.terms(position.state).map((term, place) => side * (term * own[place]));
}
