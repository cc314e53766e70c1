/** Which named terms of the game's evaluation a move improves more than other moves do. */

/** @import {Position} from "../wasm/position.js" */
/** @import {Claim} from "./templates.js" */
import { rounded } from "./accuracy.js";

const DIGITS = 2;

/**
 * The terms that count most for the move, each compared with its average after the other moves. All of them end a turn, or none
 * does, so that what a term is worth to whoever is to move plays no part.
 * @param {Position} position
 * @param {Position} after
 * @returns {Claim[]}
 */
export function termChanges(position, after) {
  const { about } = position.variant;
  const { weights, most_others, most_terms, least_change } = about.module.explain.term_changes;
  if (!weights || after.outcome) return [];
  const player = position.mover;
  const codes = position.codes.filter((code) => code !== after.code);
  const step = 1 + Math.floor(codes.length / most_others);
  const others = codes
    .filter((_, place) => place % step === 0)
    .map((code) => position.after(code))
    .filter((other) => !other.outcome && other.mover === after.mover);
  if (!others.length) return [];
  const total = others.map((other) => contributions(other, player)).reduce((so_far, each) => so_far.map((sum, place) => sum + each[place]));
  const changes = contributions(after, player).map((worth, place) => worth - total[place] / others.length);
  /** @type {Map<string, {words: string, term: string, change: number}>} */ const byWords = new Map();
  for (const [place, name] of about.terms.entries()) {
    const words = about.term_words[name]?.[after.mover === player ? 0 : 1]; // the first where the same player is to move again
    if (words === "") continue; // not worth mentioning
    const known = byWords.get(words ?? name) ?? { words: words ?? "", term: words === undefined ? name : "", change: 0 };
    byWords.set(words ?? name, { ...known, change: known.change + changes[place] });
  }
  const best = [...byWords.values()].sort((a, b) => b.change - a.change).slice(0, most_terms);
  const terms = best.filter(({ change }) => change >= least_change).map((each) => ({ ...each, player, change: rounded(each.change, DIGITS) }));
  return terms.length ? [{ kind: "terms", terms }] : [];
}

/**
 * What each term of the evaluation says for a player.
 * @param {Position} position
 * @param {number} player
 */
function contributions(position, player) {
  const { module } = position.variant;
  const { weights } = module.about.module.explain.term_changes;
  const own = /** @type {number[]} */ (module.call.stage ? weights?.[module.stage(position.state)] : weights);
  const side = position.mover === player ? 1 : -1;
  return module.terms(position.state).map((term, place) => side * (term * own[place]));
}
