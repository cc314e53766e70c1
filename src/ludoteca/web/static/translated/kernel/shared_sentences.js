// @ts-nocheck: translated from kernel/shared_sentences.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { words } from "../../wasm/cell_sentences.js";
import { makeText } from "../../words/texts.js";

export const IS_TAKEN = words("{0:cell} is taken");

export const IS_EMPTY = words("{0:cell} is empty");

export const IS_NOT_YOURS = words("{0:cell} is not yours");

export const PIECE_CANNOT_MOVE = words("the piece at {0:cell} cannot move");

export const CANNOT_PLAY_AT = words("you cannot play at {0:cell}");

export const NOT_ON_BOARD = "{0} is not on the board";

export const NOT_A_WAY = "{0} is not a direction; the directions are {1}";

export const NOT_A_MOVE = "{0} is not a move in {1}";

export const NOT_A_MOVE_SUCH_AS = "{0} is not a move in {1}; a move looks like {2}";

export const NOT_NOW = "{0} is not possible now; possible: {1}";

export const NOT_FROM_THERE = "from {0} you cannot choose {1}; possible: {2}";

export const ENDS_THERE = "the move ends on {0}";

export const NO_CELL_NOW = "{0} cannot be chosen now; possible: {1}";

export const INCOMPLETE = "{0} is not a complete move; it continues with {1}";

export const CAN_MEAN = "{0} can mean {1}";

export const COMES_BACK = "that would repeat an earlier position, which these rules forbid";

export const IS_OVER = "the game is over: {0}";

export function refused(template, ...values) {
  return makeText(template, new py.Dict((function* (all) { for (const [number, value] of all) yield [py.str(number), value]; })(py.enumerate(values))));
}
