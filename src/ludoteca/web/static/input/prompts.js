/** What can be done now, in a sentence that follows each step of a move. It is derived from the legal moves alone, so every game has it. */

/** @import {Move, Pick, View} from "../types.js" */
/** @import {Picking} from "./picking.js" */
import { step } from "../board/geometry.js";
import { t } from "../words/language.js";
import { isAnyEmpty } from "../board/marks.js";
import { moveInWords } from "../words/move_words.js";
import { isTaken } from "./picking.js";
import { A_PIECE, PICK_A_PIECE, THE_PIECE } from "../words/cell_words.js";

const MOST_NAMED = 2; // choices named in a sentence; they stand there as buttons anyway

/**
 * @param {View} view
 * @param {Picking} picking
 * @param {Move | null} [waiting] a move that is complete and waits to be confirmed
 */
export function promptInWords(view, picking, waiting = null) {
  if (waiting) return t("Play {move}, or choose something else.", { move: moveInWords(waiting) });
  const { choices, picked } = picking;
  if (!choices.length) return "";
  return picked.length ? nextStep(view, picking) : firstStep(view, choices);
}

/**
 * @param {View} view
 * @param {Pick[]} choices
 */
function firstStep(view, choices) {
  const named = choices.filter((choice) => !choice.cell);
  const places = choices.filter((choice) => choice.cell).map((choice) => choice.name);
  if (!places.length) return namedInWords(named);
  const first = placesInWords(view, places);
  return named.length ? t("{first} {otherwise}", { first, otherwise: orNamedInWords(named) }) : first;
}

/**
 * What to do with the cells that a move can begin with.
 * @param {View} view
 * @param {string[]} places
 */
function placesInWords(view, places) {
  const { cells, mover, board } = view;
  const forms = new Set(board.cells.filter((cell) => places.includes(cell.name)).map((cell) => cell.form));
  if (forms.has("pit")) return t("Choose one of the marked houses.");
  if (forms.has("across") || forms.has("down")) return isAnyEmpty(view, places) ? t("Draw a line along any free edge.") : t("Draw a line along a marked edge.");
  if (places.every((name) => cells[name]?.pieces[0]?.owner === mover)) {
    if (places.length === 1) return t("Only {piece} can move.", { piece: pieceOn(view, places[0]) });
    return t(PICK_A_PIECE[thingOf(view, places)] ?? PICK_A_PIECE.piece);
  }
  const isPoint = forms.has("crossing") || forms.has("star") || forms.has("points");
  if (places.some((name) => isTaken(cells[name]))) return isPoint ? t("Choose a marked point.") : t("Choose one of the marked cells.");
  const isAny = isAnyEmpty(view, places);
  const [cell] = places;
  if (view.facts.some((fact) => fact.role === "task")) {
    // it says what is put there
    if (places.length === 1) return t("Choose {cell}, the only possible cell.", { cell });
    if (isPoint) return isAny ? t("Choose any free point.") : t("Choose a marked point.");
    return isAny ? t("Choose any empty cell.") : t("Choose a marked cell.");
  }
  const piece = t(A_PIECE[thingOf(view, [])] ?? A_PIECE.piece);
  if (isPoint) return placeOnPoint(piece, cell, places.length, isAny);
  if (places.length === 1) return t("Place {piece} on {cell}, the only possible cell.", { piece, cell });
  return isAny ? t("Place {piece} on any empty cell.", { piece }) : t("Place {piece} on a marked cell.", { piece });
}

/** @param {string} piece @param {string} cell @param {number} count @param {boolean} isAny */
function placeOnPoint(piece, cell, count, isAny) {
  if (count === 1) return t("Place {piece} on {cell}, the only possible point.", { piece, cell });
  return isAny ? t("Place {piece} on any free point.", { piece }) : t("Place {piece} on a marked point.", { piece });
}

/**
 * @param {View} view
 * @param {Picking} picking
 */
function nextStep(view, { choices, picked, tools }) {
  const { cells, board } = view;
  const named = choices.filter((choice) => !choice.cell);
  const places = choices.filter((choice) => choice.cell).map((choice) => choice.name);
  const origin = picked.findLast((name) => cells[name]?.pieces.length);
  if (tools.length) return t("Choose a marked cell, or something else.");
  if (!places.length) {
    const isWay = named.every((choice) => step(board, choice.name)); // "n" alone may be a knight
    if (!origin) return isWay ? t("Choose a direction.") : t("Choose one of the buttons.");
    if (isWay) return t("Choose a direction for {cell}.", { cell: origin });
    const isDivision = named.every((choice) => /^\d+(\+\d+)+$/.test(choice.name));
    return isDivision ? t("Choose how to divide the stack on {cell}.", { cell: origin }) : t("Choose one of the buttons for {cell}.", { cell: origin });
  }
  const taken = places.filter((name) => isTaken(cells[name]));
  const isTaking = taken.length === places.length;
  if (!origin) {
    if (isTaking) return t("Choose what it takes.");
    return taken.length ? t("Choose where it goes; a ring marks what it takes.") : t("Choose where it goes.");
  }
  const piece = pieceOn(view, origin);
  if (isTaking) return t("Choose what {piece} takes.", { piece });
  return taken.length ? t("Choose where {piece} goes; a ring marks what it takes.", { piece }) : t("Choose where {piece} goes.", { piece });
}

/** Such as "the knight on b1". @param {View} view @param {string} cell */
function pieceOn(view, cell) {
  return t(THE_PIECE[thingOf(view, [cell])] ?? THE_PIECE.piece, { cell });
}

/** The only choices there are. @param {Pick[]} named */
function namedInWords(named) {
  const choices = labelsOf(named);
  if (named.length > MOST_NAMED) return t("Choose one of the buttons.");
  return named.length === 1 ? t("The only move is: {choices}.", { choices }) : t("Choose: {choices}.", { choices });
}

/** The choices besides cells. @param {Pick[]} named */
function orNamedInWords(named) {
  return named.length > MOST_NAMED ? t("Or choose one of the buttons.") : t("Or choose: {choices}.", { choices: labelsOf(named) });
}

/** @param {Pick[]} named */
function labelsOf(named) {
  return named.map((choice) => choice.label || choice.name).join(", ");
}

/**
 * The kind of the pieces on cells, such as "knight": "piece" if there are several, "stack" if some are piled up; of no
 * cells the kind that the mover has.
 * @param {View} view
 * @param {string[]} names cells
 */
function thingOf({ cells, mover, players, board }, names) {
  if (board.stacks && names.some((name) => cells[name].height > 1)) return "stack";
  const kinds = new Set(names.map((name) => cells[name].pieces[0].kind));
  if (kinds.size > 1) return "piece";
  return [...kinds][0] ?? players[mover ?? 0].piece;
}
