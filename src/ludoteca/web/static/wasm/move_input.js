/** From what a person types or picks to a legal move, or to the reason why there is none. */

/** @import {Pick} from "../translated/kernel/scene.js" */
/** @import {Position} from "./position.js" */
import { Move } from "../translated/play/position_interface.js";
import { GameError, quoted } from "./errors.js";
import { worded, t } from "../words/language.js";

/** The legal moves whose path begins with these picks. @param {Position} position @param {string[]} names */
function matching(position, names) {
  return position.wholeMoves().filter(({ picks }) => names.every((name, place) => picks[place]?.isMeantBy(name)));
}

/**
 * The only chain that begins with these picks except the last, where it ends.
 * @param {Position} position
 * @param {string[]} names
 */
function endingAt(position, names) {
  const first = names.slice(0, -1);
  const fitting = first.length ? matching(position, first).filter(({ more, picks }) => more.length && picks.at(-1)?.name === names.at(-1)) : [];
  return fitting.length === 1 ? fitting[0] : null;
}

/**
 * The first picks of a move as text.
 * @param {Position} position
 * @param {string[]} names
 */
function beginning(position, names) {
  const { kinds } = position.variant;
  return names.length > 1 && matching(position, names).some(({ more }) => more.length) ? names.join(kinds.link) : kinds.text(names);
}

/** What can be picked next, in the order of the moves, each once. @param {Position} position @param {string[]} [names] @returns {Pick[]} */
export function nextPicks(position, names = []) {
  /** @type {Map<string, Pick>} */ const found = new Map();
  for (const { picks } of matching(position, names)) {
    const pick = picks[names.length];
    if (pick) found.set(`${pick.name} ${pick.isCell} ${pick.label}`, found.get(`${pick.name} ${pick.isCell} ${pick.label}`) ?? pick);
  }
  return [...found.values()];
}

/**
 * The legal move that a text names, or the beginning of a chain; a GameError says why there is none, or which there are.
 * @param {Position} position
 * @param {string} text
 * @returns {Move}
 */
export function findMove(position, text) {
  const exact = position.moves().find((move) => move.text === text);
  if (exact) return exact;
  mustGoOn(position);
  const names = readPicks(position, text);
  const begun = matching(position, names).find(({ picks, more }) => picks.length > names.length && names.length > 1 && more.length);
  if (!begun) return chooseMove(position, names);
  const { code, picks, more } = begun;
  return new Move(code, picks.slice(0, names.length), names.join(position.variant.kinds.link), more.slice(0, names.length - 2));
}

/** @param {Position} position */
function mustGoOn({ outcome, variant }) {
  if (outcome) throw new GameError("GameOver", worded(variant.about.module.sentences.IS_OVER, outcome.reason));
}

/** The names of the picks that a text spells out, legal or not. @param {Position} position @param {string} text @returns {string[]} */
export function readPicks(position, text) {
  const { sentences, limits } = position.variant.about.module;
  const words = text.trim().split(/\s+/).join(" ").toLowerCase();
  if (words.length <= limits.move_text) {
    const exact = position.wholeMoves().find((move) => move.text.toLowerCase() === words);
    if (exact) return exact.picks.map(({ name }) => name);
    const chain = position.variant.kinds.readChain(words);
    if (chain.length) return chain;
    const readings = position.variant.kinds.read(words);
    if (readings.length)
      return likeliest(
        position,
        readings.map(({ names }) => names),
      );
  }
  const given = quoted(words.length <= limits.move_text ? words : `${words.slice(0, limits.move_text)}…`);
  const [example] = position.moves();
  const sentence = example ? sentences.NOT_A_MOVE_SUCH_AS : sentences.NOT_A_MOVE;
  throw new GameError("UnreadableMove", worded(sentence, given, t(position.variant.about.title), example?.text ?? ""));
}

/**
 * Of several ways to read a text, the one that goes furthest along a legal move; the first of equals.
 * @param {Position} position
 * @param {string[][]} readings
 */
function likeliest(position, readings) {
  const reaches = readings.map((names) =>
    Math.max(
      0,
      ...position.moves().map(({ picks }) => {
        const place = names.findIndex((name, index) => picks[index]?.name !== name);
        return place < 0 ? names.length : place;
      }),
    ),
  );
  return readings[reaches.indexOf(Math.max(...reaches))];
}

/**
 * The legal move that has just these picks; AmbiguousMove where they are only the beginning of one.
 * @param {Position} position
 * @param {string[]} names
 * @returns {Move}
 */
export function chooseMove(position, names) {
  const { sentences } = position.variant.about.module;
  mustGoOn(position);
  const fitting = matching(position, names);
  const chain = fitting.length ? null : endingAt(position, names);
  if (chain) return chain;
  if (!fitting.length) throw new GameError("IllegalMove", whyNot(position, names));
  const exact = fitting.find(({ picks }) => picks.length === names.length);
  if (exact) return exact;
  const continuations = nextPicks(position, names).map(({ name }) => name);
  throw new GameError("AmbiguousMove", worded(sentences.INCOMPLETE, beginning(position, names), continuations.join(", ")), continuations);
}

/** One sentence that says why no legal move begins with these picks. @param {Position} position @param {string[]} names */
export function whyNot(position, names) {
  const { about, board } = position.variant;
  const { sentences, limits } = about.module;
  const isPath = position.byTheRules().some(({ picks }) => names.every((name, place) => picks[place]?.name === name));
  if (isPath) return t(sentences.COMES_BACK);
  const away = names.find((name) => /^[a-z]\d+$/.test(name) && !board.numberOf.has(name));
  if (away !== undefined) return worded(sentences.NOT_ON_BOARD, away);
  const depth = names.findIndex((_, place) => !matching(position, names.slice(0, place + 1)).length);
  const { kinds } = position.variant;
  const asked = kinds.link && !kinds.named(names).length ? names.slice(0, depth + 1) : names; // of a chain, as far as it goes
  const reason = kinds.named(asked).length ? refusal(position, asked) : "";
  if (reason) return reason;
  const blamed = names[depth];
  if (depth === 0 && board.numberOf.has(blamed)) return whyNotThisCell(position, blamed);
  const possible = nextPicks(position, names.slice(0, depth)).map(({ name }) => name);
  if (!possible.length) return worded(sentences.ENDS_THERE, names[depth - 1]);
  const listed = possible.slice(0, limits.listed).join(", ") + (possible.length > limits.listed ? ", …" : "");
  if (depth === 0) return worded(sentences.NOT_NOW, blamed, listed);
  return worded(sentences.NOT_FROM_THERE, names[depth - 1], blamed, listed);
}

/**
 * Why no legal move begins with these picks, where the game has something to say about it.
 * @param {Position} position
 * @param {string[]} names
 * @returns {string}
 */
function refusal(position, names) {
  const { about, fields, kinds, module } = position.variant;
  const readings = kinds.named(names);
  for (const { kind, values } of readings) {
    const own = about.module.refusals[kind.place];
    const told = own ? module.tell(own.function, position.state, ...own.which, ...values) : 0;
    if (Array.isArray(told) && told[0]) return position.spoken(told);
  }
  const isForLater = readings.every(({ kind }) => kind.about.when.length && !kind.about.when.some((each) => fields.holds(position.state, each)));
  const problem = readings.map((reading) => reading.kind.problem(reading)).find((each) => each) ?? "";
  return (isForLater && fields.firstDo(position.state)) || problem;
}

/** Why no legal move begins on this cell, from what stands there and on the cells where moves do begin. @param {Position} position @param {string} name */
function whyNotThisCell(position, name) {
  const { about, board } = position.variant;
  const { sentences, sentences_of_cells: ofCells } = about.module;
  const picks = nextPicks(position);
  const tops = picks.filter(({ isCell }) => isCell).map((pick) => position.looks.get(pick.name)?.pieces[0]);
  const here = position.looks.get(name)?.pieces[0];
  if (!tops.length) return worded(sentences.NO_CELL_NOW, name, picks.map(({ name: own, label }) => (label ? t(label) : own)).join(", "));
  let sentence = ofCells.CANNOT_PLAY_AT;
  if (tops.every((top) => top && top.owner === position.mover)) {
    sentence = here ? ofCells.PIECE_CANNOT_MOVE : ofCells.IS_EMPTY;
    if (here && here.owner !== position.mover) sentence = ofCells.IS_NOT_YOURS;
  } else if (here && tops.every((top) => !top)) sentence = ofCells.IS_TAKEN;
  return position.spoken([sentence, /** @type {number} */ (board.numberOf.get(name))]);
}
