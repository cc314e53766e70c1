/** The view of a position: the same JSON that the server sends. */

/** @import {Last, Look, View, Fact} from "../types.js" */
/** @import {Move} from "../translated/play/position_interface.js" */
/** @import {FactDescription, Source} from "./description.js" */
/** @import {GameModule, State} from "./game_module.js" */
/** @import {Ended, Position} from "./position.js" */
/** @import {StateFields} from "./state_fields.js" */
/** @import {Names} from "../words/language.js" */
import { UNLIMITED } from "../translated/kernel/facts.js";
import { t, filled, say } from "../words/language.js";

/** A step of a move with its label in the page's language; names, as moves are written, stay. @param {import("../translated/kernel/scene.js").Pick} pick */
export const shownPick = ({ name, isCell, label, also }) => ({ name, cell: isCell, label: label ? t(label) : name, ...(also.length && { also }) });

/** @param {Position} position @param {Move} move */
const shownMove = (position, move) => {
  const { text, picks, more } = move;
  return { text, picks: picks.map(shownPick), ...position.beside(move), ...(more.length && { chain: /** @type {const} */ (true) }) };
};

/** @type {(one: Look, other: Look) => boolean} */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The names of the cells that look different after a ply. @param {Position} before @param {Position} after */
function changedBetween(before, after) {
  return [...after.looks].filter(([name, look]) => !isSame(look, /** @type {Look} */ (before.looks.get(name)))).map(([name]) => name);
}

/** The move that led here, and the cells it changed. @param {Position} position @returns {Last | null} */
function lastOf(position) {
  const { previous: before, lastMove: move } = position;
  if (!before || !move) return null;
  const [path] = before.figures("path", move.code);
  return {
    text: move.text,
    ...before.beside(move),
    by: before.mover,
    cells: move.picks.filter(({ isCell }) => isCell).map(({ name }) => name),
    changed: changedBetween(before, position).map((cell) => ({
      cell,
      before: /** @type {Look} */ (before.looks.get(cell)),
      after: /** @type {Look} */ (position.looks.get(cell)),
    })),
    ...(path && { path }),
  };
}

/** The cells that show a ply: those picked, and those it changed where a choice by name says how it went on. @param {Position} position @returns {string[]} */
function cellsOf(position) {
  const { previous: before, lastMove: move } = position;
  if (!before || !move) return [];
  const goesOn = move.picks.some((pick, place) => pick.isCell && move.picks[place + 1]?.isCell === false);
  return [...move.picks.filter(({ isCell }) => isCell).map(({ name }) => name), ...(goesOn ? changedBetween(before, position) : [])];
}

/** The cells of the last turn. @param {Position} position */
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
  const { variant } = position;
  const { about, module, fields } = variant;
  const ending = outcome ?? position.outcome;
  return {
    game: { name: about.name, title: t(about.title), accent: about.accent, surface: about.surface, goal: t(about.goal) },
    options: { ...(variant.rules && { rules: variant.rules.name }), ...variant.options },
    board: variant.drawing,
    cells: Object.fromEntries([...position.looks].filter(([, { pieces, marks }]) => pieces.length || marks.length)),
    facts: factsOf(module, fields, position.shown, position.names).filter((fact) => !position.outcome || fact.role !== "task"),
    players: position.players.map((player) => ({ ...player, piece: about.module.players_piece })),
    mover: ending ? null : position.mover,
    score: position.score,
    outcome: ending && { winner: ending.winner, reason: ending.reason, ...(ending.aborted ? { aborted: true } : {}) },
    settled: ending || !position.settled ? null : { winner: position.settled.winner, reason: position.settled.reason },
    moves: ending ? [] : position.wholeMoves().map((move) => shownMove(position, move)),
    position: String(position),
    ply: position.ply,
    decided: position.decided,
    threats: position.threats,
    last: lastOf(position),
    marked: markedIn(position),
  };
}

/**
 * Every fact that is shown now: once, or once for each player.
 * @param {GameModule} module
 * @param {StateFields} fields
 * @param {State} state
 * @param {Names} names
 * @returns {Fact[]}
 */
export function factsOf(module, fields, state, names) {
  const teller = { module, fields, state, names };
  return module.about.facts.flatMap((fact) => {
    if (!isShown(teller, fact)) return [];
    const { name, role } = fact;
    if (!isPerPlayer(teller, fact)) return [{ name: t(name), value: textOf(teller, fact, null), player: ownerOf(teller, fact), role }];
    return [0, 1].map((seat) => ({ name: t(name), value: textOf(teller, fact, seat), player: /** @type {0 | 1} */ (seat), role }));
  });
}

/** @typedef {{module: GameModule, fields: StateFields, state: State, names: Names}} Teller */

/** @type {(teller: Teller, fact: FactDescription) => boolean} */
function isShown({ module, fields, state }, { when }) {
  if (!when) return true;
  if (!Array.isArray(when)) return "function" in when && module.tell(when.function, state) !== 0;
  return when.some((condition) => fields.holds(state, condition));
}

/** @type {(teller: Teller, fact: FactDescription) => boolean} */
function isPerPlayer({ module, fields }, { value }) {
  if ("function" in value) return module.call[`tell_${value.function}`].length === 3; // a state, a player, and where to tell it
  const declared = fields.get(value.field);
  return declared.type === "Counts" || (declared.type === "Cells" && Boolean(declared.per_player));
}

/** The player it belongs to now; nobody has what a word of several fields says is not there. @type {(teller: Teller, fact: FactDescription) => 0 | 1 | null} */
function ownerOf({ module, fields, state }, { whose }) {
  if (!whose) return null;
  if ("function" in whose) {
    const owner = /** @type {number} */ (module.tell(whose.function, state));
    return owner >= 0 ? /** @type {0 | 1} */ (owner) : null;
  }
  const together = fields.list.filter(({ type, template }) => type === "Together" && template.includes(`{${whose.field}}`));
  return together.every(({ given }) => fields.number(state, given)) ? /** @type {0 | 1} */ (fields.number(state, whose.field)) : null;
}

/** @type {(teller: Teller, fact: FactDescription, seat: number | null) => string} */
function textOf({ module, fields, state, names }, { value, out_of, words, in_halves }, seat) {
  const declared = "field" in value ? fields.get(value.field) : null;
  let number;
  if ("function" in value) {
    const told = seat === null ? module.tell(value.function, state) : module.tell(value.function, state, seat);
    if (Array.isArray(told)) return say(filled(module.about.words[told[0]] ?? "", told.slice(1), names));
    number = told;
  } else if (declared?.type === "Cells") {
    number = fields.owned(state, value.field)[seat ?? 0];
  } else {
    number = fields.numbers(state, value.field)[seat ?? 0];
  }
  if (out_of !== null) number = limitOf(fields, state, out_of) - number;
  if (words[number] !== undefined) return t(words[number]);
  if (declared?.type === "Phase") return t(/** @type {string[]} */ (Object.values(declared.names))[number]);
  return declared?.unlimited === number ? t(UNLIMITED) : String(in_halves ? number / 2 : number);
}

/** @type {(fields: StateFields, state: State, out_of: number | Source) => number} */
function limitOf(fields, state, out_of) {
  if (typeof out_of === "number") return out_of;
  if ("function" in out_of) throw new Error("a limit is a number or a field");
  return fields.numbers(state, out_of.field)[out_of.place ?? 0];
}
