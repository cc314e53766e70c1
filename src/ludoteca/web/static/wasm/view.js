/** The view of a position: the same JSON that the server sends. */

/** @import {Last, Look, Pick, View} from "../types.js" */
/** @import {Ended, Position} from "./position.js" */
import { factsOf } from "./facts.js";
import { t } from "../words/language.js";

/** A step of a move with its label in the page's language; names, as moves are written, stay. @type {(pick: Pick) => Pick} */
const shownPick = ({ name, cell, label }) => ({ name, cell, label: label === name ? name : t(label) });

/** @type {(one: Look, other: Look) => boolean} */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The names of the cells that look different after a ply.
 * @param {Position} before
 * @param {Position} after
 */
function changedBetween(before, after) {
  return [...after.looks].filter(([name, look]) => !isSame(look, /** @type {Look} */ (before.looks.get(name)))).map(([name]) => name);
}

/**
 * The move that led here, and the cells it changed.
 * @param {Position} position
 * @returns {Last | null}
 */
function lastOf(position) {
  const { previous: before, lastMove: move } = position;
  if (!before || !move) return null;
  return {
    text: move.text,
    by: before.mover,
    cells: move.picks.filter(({ cell }) => cell).map(({ name }) => name),
    changed: changedBetween(before, position).map((cell) => ({
      cell,
      before: /** @type {Look} */ (before.looks.get(cell)),
      after: /** @type {Look} */ (position.looks.get(cell)),
    })),
  };
}

/**
 * The cells that show a ply: those picked, and those it changed where a choice by name says how it went on.
 * @param {Position} position
 * @returns {string[]}
 */
function cellsOf(position) {
  const { previous: before, lastMove: move } = position;
  if (!before || !move) return [];
  const goesOn = move.picks.some((pick, place) => pick.cell && move.picks[place + 1]?.cell === false);
  return [...move.picks.filter(({ cell }) => cell).map(({ name }) => name), ...(goesOn ? changedBetween(before, position) : [])];
}

/**
 * The cells of the last turn.
 * @param {Position} position
 */
function markedIn(position) {
  /** @type {string[]} */ let marked = [];
  const by = position.previous?.mover;
  for (const after of position.line()) {
    if (!after.previous || after.previous.mover !== by) break;
    marked = [...cellsOf(after), ...marked];
  }
  return [...new Set(marked)];
}

/**
 * All that can be seen of a position.
 * @param {Position} position
 * @param {Ended | null} [outcome] an ending that the board does not show, such as a resignation
 * @returns {View}
 */
export function viewOf(position, outcome = null) {
  const { variant, state } = position;
  const { about, module, fields } = variant;
  const ending = outcome ?? position.outcome;
  return {
    game: { name: about.name, title: t(about.title), accent: about.accent, surface: about.surface, goal: t(about.goal) },
    options: { ...(variant.rules && { rules: variant.rules.name }), ...variant.options },
    board: variant.drawing,
    cells: Object.fromEntries([...position.looks].filter(([, { pieces, marks }]) => pieces.length || marks.length)),
    facts: factsOf(module, fields, state, position.names).filter((fact) => !position.outcome || fact.role !== "task"),
    players: position.players.map((player) => ({ ...player, name: t(player.name), piece: about.module.players_piece })),
    mover: ending ? null : position.mover,
    score: position.score,
    outcome: ending && { winner: ending.winner, reason: ending.reason, ...(ending.aborted ? { aborted: true } : {}) },
    settled: ending || !position.settled ? null : { winner: position.settled.winner, reason: position.settled.reason },
    moves: ending ? [] : position.moves().map(({ text, picks }) => ({ text, picks: picks.map(shownPick) })),
    position: String(position),
    ply: position.ply,
    decided: position.decided,
    threats: position.threats,
    last: lastOf(position),
    marked: markedIn(position),
  };
}
