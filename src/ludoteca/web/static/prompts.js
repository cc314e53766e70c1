/** What can be done now, in a sentence that follows each step of a move. It is read off the legal moves alone, so every game has it. */

/** @import {Look, Move, Pick, View} from "./types.js" */
/** @import {Picking} from "./picking.js" */
import { step } from "./geometry.js";
import { pieceInWords } from "./words.js";

const MOST_NAMED = 2; // choices named in a sentence; they stand there as buttons anyway

/**
 * @param {View} view
 * @param {Picking} picking
 * @param {Move | null} [waiting] a move that is complete and waits to be confirmed
 */
export function promptInWords(view, picking, waiting = null) {
  if (waiting) return `Play ${waiting.text}, or choose something else.`;
  const { choices, picked } = picking;
  if (!choices.length) return "";
  return picked.length ? nextStep(view, picking) : firstStep(view, choices);
}

/**
 * @param {View} view
 * @param {Pick[]} choices
 */
function firstStep(view, choices) {
  const { cells, board } = view;
  const named = choices.filter((choice) => !choice.cell);
  const places = choices.filter((choice) => choice.cell).map((choice) => choice.name);
  const own = places.filter((name) => cells[name]?.pieces[0]?.owner === view.mover);
  const empty = places.filter((name) => !isTaken(cells[name]));
  const empties = board.cells.filter((cell) => !isTaken(cells[cell.name])).length;
  if (!places.length) return namedInWords(named, "");
  const first =
    own.length === places.length
      ? `Pick one of your marked ${plural(thingOf(view, own))}`
      : empty.length === places.length
        ? placeInWords(view, empty, empties)
        : "Choose one of the marked cells";
  return `${first}.${named.length ? ` ${namedInWords(named, "Or ")}` : ""}`;
}

/**
 * @param {View} view
 * @param {string[]} empty
 * @param {number} empties
 */
function placeInWords(view, empty, empties) {
  const hasTask = view.facts.some((fact) => fact.role === "task"); // it says what is put there
  const put = hasTask ? "Choose" : `Place a ${thingOf(view, [])} on`;
  if (empty.length === 1) return `${put} ${empty[0]}, the only cell possible`;
  if (empty.length === empties) return `${put} any empty cell`;
  return `${put} a marked cell`;
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
  if (tools.length) return `Choose a marked cell, or take something else.`;
  if (!places.length) {
    if (named.some((choice) => step(board, choice.name))) return `Choose a direction${origin ? ` for ${origin}` : ""}.`;
    return `Choose how ${origin ?? "it"} goes on.`;
  }
  const taken = places.filter((name) => isTaken(cells[name]));
  const what = origin ? `the ${thingOf(view, [origin])} on ${origin}` : "it";
  if (taken.length === places.length) return `Choose what ${what} takes.`;
  return `Choose where ${what} goes${taken.length ? "; a ring marks what it takes" : ""}.`;
}

/**
 * @param {Pick[]} named
 * @param {string} lead
 */
function namedInWords(named, lead) {
  const words = named.map((choice) => choice.label || choice.name);
  if (named.length > MOST_NAMED) return `${lead}${lead ? "choose" : "Choose"} one of the buttons.`;
  if (named.length === 1 && !lead) return `The only move is: ${words[0]}.`;
  return `${lead}${lead ? "choose" : "Choose"}: ${words.join(", ")}.`;
}

/**
 * What the mover's pieces are called: "stone", or "stack" where those that are meant are piled up.
 * @param {View} view
 * @param {string[]} names cells
 */
function thingOf({ cells, mover, players, board }, names) {
  if (names.length && board.stacks && names.some((name) => cells[name].height > 1)) return "stack";
  return pieceInWords(players[mover ?? 0].piece);
}

/** @param {string} thing */
function plural(thing) {
  return `${thing}s`;
}

/** @param {Look | undefined} look */
function isTaken(look) {
  return !!look?.pieces.some((piece) => piece.kind !== "bonus");
}
