/** Pieces and cells in words, for screen readers and messages. */

/** @import {Look, BoardShape} from "../types.js" */
import { translatable, t } from "./language.js";

/** A piece with its colour: "black disc". @param {{kind: string, colour: string}} piece */
export function pieceInWords({ kind, colour }) {
  if (kind in PIECES) return t(PIECES[kind]);
  return coloured(kind, colour);
}

/** @param {string} kind @param {string} colour @param {Record<string, number>} [more] places */
function coloured(kind, colour, more = {}) {
  const number = colourNumber(colour);
  if (number >= 0 && kind in COLOURED) return t(COLOURED[kind], { colour: number, ...more });
  return kind === "stack" ? t("{colour} stack of {height}", { colour: t(colour), ...more }) : t("{colour} {piece}", { colour: t(colour), piece: t(kind) });
}

/** What stands on a cell: "black stack of 4, 2 green inside". @param {Look | undefined} look */
export function lookInWords(look) {
  const marks = (look?.marks ?? []).map((mark) => t(mark));
  if (!look?.pieces.length) return [t("empty"), ...marks].join(", ");
  const [top] = look.pieces;
  if (top.kind === "seeds") return [t("{count} {count:seed|seeds}", { count: look.height }), ...marks].join(", ");
  const thing = look.height > 1 ? coloured("stack", top.colour, { height: look.height }) : pieceInWords(top);
  const inside = look.inside.filter(([, count]) => count > 0).map(([colour, count]) => insideInWords(colour, count));
  return [thing, ...inside, ...marks.map((mark) => t("marked {mark}", { mark }))].join(", ");
}

/** What is known to lie in a stack. @param {string} colour @param {number} count */
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

const COLOURS = translatable(["black", "white", "red", "yellow", "green", "blue", "stone", "gold"]); // in the order of the lists below

/** The place of a colour in the lists; -1 for one that a game has invented. @param {string} colour */
export function colourNumber(colour) {
  return COLOURS.indexOf(colour);
}

/** Things whose colour nobody mentions. @type {Record<string, string>} */
export const PIECES = translatable({ wall: "wall", joker: "joker", bonus: "bonus", arrow: "arrow", bar: "line", seeds: "seeds" });

/** Pieces of a colour, and stacks of them. @type {Record<string, string>} */
export const COLOURED = translatable({
  disc: "{colour:[black,white,red,yellow,green,blue,stone,gold]} disc",
  stone: "{colour:[black,white,red,yellow,green,blue,stone,gold]} stone",
  counter: "{colour:[black,white,red,yellow,green,blue,stone,gold]} disc",
  man: "{colour:[black,white,red,yellow,green,blue,stone,gold]} man",
  crowned: "{colour:[black,white,red,yellow,green,blue,stone,gold]} crowned man",
  pyramid: "{colour:[black,white,red,yellow,green,blue,stone,gold]} pyramid",
  pawn: "{colour:[black,white,red,yellow,green,blue,stone,gold]} pawn",
  queen: "{colour:[black,white,red,yellow,green,blue,stone,gold]} queen",
  king: "{colour:[black,white,red,yellow,green,blue,stone,gold]} king",
  knight: "{colour:[black,white,red,yellow,green,blue,stone,gold]} knight",
  bishop: "{colour:[black,white,red,yellow,green,blue,stone,gold]} bishop",
  rook: "{colour:[black,white,red,yellow,green,blue,stone,gold]} rook",
  cube: "{colour:[black,white,red,yellow,green,blue,stone,gold]} cube",
  ring: "{colour:[black,white,red,yellow,green,blue,stone,gold]} ring",
  box: "{colour:[black,white,red,yellow,green,blue,stone,gold]} box",
  stack: "{colour:[black,white,red,yellow,green,blue,stone,gold]} stack of {height}",
});

/** What is known to lie in a stack. */
export const INSIDE = translatable("{count} {colour:[black,white,red,yellow,green,blue,stone,gold]} inside");

/** What is put down. @type {Record<string, string>} */
export const A_PIECE = translatable({
  disc: "a disc",
  stone: "a stone",
  counter: "a disc",
  man: "a man",
  pyramid: "a pyramid",
  pawn: "a pawn",
  queen: "a queen",
  king: "a king",
  knight: "a knight",
  bishop: "a bishop",
  rook: "a rook",
  cube: "a cube",
  ring: "a ring",
  arrow: "an arrow",
  wall: "a wall",
  joker: "a joker",
  bonus: "a bonus",
  piece: "a piece",
});

/** What stands on a cell, and is to move. @type {Record<string, string>} */
export const THE_PIECE = translatable({
  disc: "the disc on {cell}",
  stone: "the stone on {cell}",
  counter: "the disc on {cell}",
  man: "the man on {cell}",
  crowned: "the king on {cell}",
  pyramid: "the pyramid on {cell}",
  pawn: "the pawn on {cell}",
  queen: "the queen on {cell}",
  king: "the king on {cell}",
  knight: "the knight on {cell}",
  bishop: "the bishop on {cell}",
  rook: "the rook on {cell}",
  cube: "the cube on {cell}",
  ring: "the ring on {cell}",
  stack: "the stack on {cell}",
  arrow: "the arrow on {cell}",
  piece: "the piece on {cell}",
});

/** How a move begins with a piece of one's own. @type {Record<string, string>} */
export const PICK_A_PIECE = translatable({
  disc: "Pick one of your marked discs.",
  stone: "Pick one of your marked stones.",
  counter: "Pick one of your marked discs.",
  man: "Pick one of your marked men.",
  crowned: "Pick one of your marked kings.",
  pyramid: "Pick one of your marked pyramids.",
  pawn: "Pick one of your marked pawns.",
  queen: "Pick one of your marked queens.",
  king: "Pick one of your marked kings.",
  knight: "Pick one of your marked knights.",
  bishop: "Pick one of your marked bishops.",
  rook: "Pick one of your marked rooks.",
  cube: "Pick one of your marked cubes.",
  ring: "Pick one of your marked rings.",
  stack: "Pick one of your marked stacks.",
  arrow: "Pick one of your marked arrows.",
  piece: "Pick one of your marked pieces.",
});

/** @type {Record<string, string>} */ let labels = {};
/** @type {Map<string, string>} */ let names = new Map();

/** From now on the cells are called as this board calls them. @param {BoardShape} board */
export function useLabels(board) {
  if (board.labels === labels) return;
  labels = board.labels ?? {};
  names = new Map(Object.entries(labels).map(([name, label]) => [label.toLowerCase(), name]));
}

/** What people read of a text that names cells as the board does. @param {string} text */
export function inLabels(text) {
  return names.size ? text.replace(/(?<![A-Za-z0-9_])[a-z]+\d+(?![A-Za-z0-9_])/g, (word) => labels[word] ?? word) : text;
}

/** What people mean by a text that names cells as they read them, a space within or not. @param {string} text */
export function fromLabels(text) {
  if (!names.size) return text;
  return text.toLowerCase().replace(/(?<![a-z0-9_])([a-z]+) ?(\d+)(?![a-z0-9_])/g, (word, letters, digits) => names.get(letters + digits) ?? word);
}
