/** Pieces and cells in words, for screen readers and messages. */

/** @import {Look} from "../types.js" */
import { inLabels } from "./cell_labels.js";
import { translatable, t } from "./language.js";
import { COLOURED, INSIDE, PIECES, colourNumber } from "./piece_words.js";

/** A piece with its colour: "black disc". @param {{kind: string, colour: string}} piece */
export function pieceInWords({ kind, colour }) {
  if (kind in PIECES) return t(PIECES[kind]);
  return coloured(kind, colour);
}

/**
 * @param {string} kind
 * @param {string} colour
 * @param {Record<string, number>} [more] places
 */
function coloured(kind, colour, more = {}) {
  const number = colourNumber(colour);
  if (number >= 0 && kind in COLOURED) return t(COLOURED[kind], { colour: number, ...more });
  return kind === "stack" ? t("{colour} stack of {height}", { colour: t(colour), ...more }) : t("{colour} {piece}", { colour: t(colour), piece: t(kind) });
}

/**
 * What stands on a cell: "black stack of 4, 2 green inside".
 * @param {Look | undefined} look
 */
export function lookInWords(look) {
  const marks = (look?.marks ?? []).map((mark) => t(mark));
  if (!look?.pieces.length) return [t("empty"), ...marks].join(", ");
  const [top] = look.pieces;
  if (top.kind === "seeds") return [t("{count} {count:seed|seeds}", { count: look.height }), ...marks].join(", ");
  const thing = look.height > 1 ? coloured("stack", top.colour, { height: look.height }) : pieceInWords(top);
  const inside = look.inside.filter(([, count]) => count > 0).map(([colour, count]) => insideInWords(colour, count));
  return [thing, ...inside, ...marks.map((mark) => t("marked {mark}", { mark }))].join(", ");
}

/**
 * What is known to lie in a stack.
 * @param {string} colour
 * @param {number} count
 */
function insideInWords(colour, count) {
  const number = colourNumber(colour);
  return number < 0 ? t("{count} {colour} inside", { count, colour: t(colour) }) : t(INSIDE, { count, colour: number });
}

const STATES = translatable({
  selected: "chosen",
  capture: "can be taken",
  target: "can be chosen",
  pending: "your move is on its way",
  last: "last move",
  threatens: "threatens to win",
  decided: "decided the game",
});

/**
 * A cell with what can be done there.
 * @param {string} name
 * @param {Look | undefined} look
 * @param {{selected?: boolean, target?: boolean, capture?: boolean, last?: boolean, decided?: boolean, threatens?: boolean, pending?: boolean}} [state]
 */
export function cellInWords(name, look, state = {}) {
  const words = [`${inLabels(name)}: ${lookInWords(look)}`];
  if (state.selected) words.push(t(STATES.selected));
  else if (state.capture) words.push(t(STATES.capture));
  else if (state.target) words.push(t(STATES.target));
  for (const each of /** @type {const} */ (["pending", "last", "threatens", "decided"])) if (state[each]) words.push(t(STATES[each]));
  return words.join(", ");
}
