/** Explanations in words, in the shape in which the server sends them. */

/** @import {Description, ExplainWords} from "../wasm/description.js" */
/** @import {Claim} from "./claims.js" */
/** @import {Explanation} from "./explanation.js" */
/** @import {Players} from "./templates.js" */
import { sentence } from "./templates.js";

/** @typedef {{move: string, text: string, claims: (Claim & {sentence: string})[]}} WordedExplanation */

/**
 * The move, every claim with its sentence, and the few words.
 * @param {Description} about
 * @param {Players} players
 * @param {Explanation} explanation
 * @param {boolean} [isHarm] whether only what speaks against the move is told
 * @returns {WordedExplanation}
 */
export function worded(about, players, { move, claims }, isHarm = false) {
  const { explain } = about.module;
  const told = toldOf(explain, claims).filter(({ kind }) => !isHarm || explain.explanation.harm.includes(kind));
  const say = (/** @type {Claim} */ claim) => sentence(about, players, claim);
  return { move, text: told.map(say).join(" "), claims: claims.map((claim) => ({ ...claim, sentence: say(claim) })) };
}

/**
 * The few claims to tell somebody who is playing; then the numbers.
 * @param {ExplainWords} words
 * @param {Claim[]} claims
 */
function toldOf({ explanation: { implied, most_told, numbers } }, claims) {
  const needless = new Set(claims.flatMap(({ kind }) => implied[kind] ?? []));
  const wanted = claims.filter(({ kind }) => !needless.has(kind));
  const isNumber = (/** @type {Claim} */ { kind }) => numbers.includes(kind);
  return [...wanted.filter((claim) => !isNumber(claim)).slice(0, most_told), ...wanted.filter(isNumber)];
}
