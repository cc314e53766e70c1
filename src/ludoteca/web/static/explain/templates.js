/** Claims in words: the templates are Python's and come with the game; see `explain/templates.py`. */

/** @import {Description, ExplainWords} from "../wasm/description.js" */
/** @import {Explanation} from "./explanation.js" */
import { t } from "../words/language.js";

/** @typedef {{name: string}[]} Players */
/** @typedef {{words: string, term: string, player: 0 | 1}} Term */

/** A claim in words. @param {Description} about @param {Players} players @param {Claim} claim */
export function sentence(about, players, claim) {
  const { claims, more } = about.module.explain.templates;
  const places = Object.fromEntries(Object.entries(claim).map(([name, value]) => [name, told(about, players, claim, name, value)]));
  return t(claims[claim.kind], places).replace(`${more}.`, more);
}

/**
 * An argument in words; numbers stay numbers.
 * @param {Description} about
 * @param {Players} players
 * @param {Claim} claim
 * @param {string} name
 * @param {any} value
 */
function told(about, players, claim, name, value) {
  const { templates } = about.module.explain;
  if (name === "player") return t(players[value].name);
  if (name === "piece") return t(templates.pieces[value][Number(claim.count !== 1)]);
  if (name === "colour") return t(value);
  if (name === "cell") return t(templates.cells[value][Number(claim.count !== 1)]);
  if (name === "cells") return value.join(", ");
  if (name === "line") return lineWords(about, value);
  if (name === "terms")
    return listed(
      about,
      value.map((/** @type {Term} */ term) => termWords(about, term, players)),
    );
  return value;
}

/** Several phrases in a row: "stones, pairs and threats". @param {Description} about @param {string[]} words */
function listed(about, words) {
  if (words.length < 2) return words.join("");
  return t(about.module.explain.templates.listed, { others: words.slice(0, -1).join(", "), last: words[words.length - 1] });
}

/** The first moves of a line. @param {Description} about @param {string[]} moves */
export function lineWords(about, moves) {
  const { longest_line, more, pass } = about.module.explain.templates;
  if (moves.length === 1 && moves[0] === "pass") return t(pass);
  return moves.slice(0, longest_line).join(", ") + (moves.length > longest_line ? more : "");
}

/**
 * What a move does for a term: `{player}` is the one who makes it, `{opponent}` the other.
 * @param {Description} about
 * @param {Term} term
 * @param {Players} players
 */
function termWords(about, { words, term, player }, players) {
  if (!words) return t(about.module.explain.templates.default_term, { term: t(term) });
  return t(words, { player: t(players[player].name), opponent: t(players[1 - player].name) });
}

/** @typedef {{kind: string, [argument: string]: any}} Claim a kind, and what fills the places of its template */

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

/** The few claims to tell somebody who is playing; then the numbers. @param {ExplainWords} words @param {Claim[]} claims */
function toldOf({ explanation: { implied, most_told, numbers } }, claims) {
  const needless = new Set(claims.flatMap(({ kind }) => implied[kind] ?? []));
  const wanted = claims.filter(({ kind }) => !needless.has(kind));
  const isNumber = (/** @type {Claim} */ { kind }) => numbers.includes(kind);
  return [...wanted.filter((claim) => !isNumber(claim)).slice(0, most_told), ...wanted.filter(isNumber)];
}

/** How play is likely to continue after the first move of a line; "" where nothing follows. @type {(about: Description, toMove: string, line: string[]) => string} */
export function expectedWords(about, toMove, line) {
  const { expect, following } = about.module.explain.hints;
  return line.length > 1 ? t(expect, { player: t(toMove), line: line.slice(1, 1 + following).join(", ") }) : "";
}
