/**
 * What pieces are called, in whole phrases by kind: a language may need another form of a word for each of them. People call
 * some kinds otherwise than the rules do: a counter is a disc.
 */

import { translatable } from "./language.js";

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
