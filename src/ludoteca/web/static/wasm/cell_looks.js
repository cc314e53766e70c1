/** The contents of each cell, from the fields of a state. */

/** @import {Look, Piece} from "../types.js" */
/** @import {GameModule, State} from "./game_module.js" */
/** @import {StateFields} from "./state_fields.js" */
/** @import {Board} from "./variant.js" */

/**
 * The looks of all cells of a board, by name in its order.
 * @param {GameModule} module
 * @param {StateFields} fields
 * @param {State} state
 * @param {Board} board
 * @returns {Map<string, Look>}
 */
export function looksOf(module, fields, state, board) {
  const marks = marksOf(module, fields, state);
  const { pieces } = module.about.module;
  const isSwapped = fields.colourOf(state, 0);
  /** @type {Map<number, Look>} */ const seen = new Map();
  /** @type {(cell: number, piece: Piece, height: number, inside: [string, number][]) => void} */
  const put = (cell, piece, height, inside) => void seen.set(cell, { pieces: [piece], height, inside, marks: marks.get(cell) ?? [] });
  for (const scenery of fields.scenery) {
    for (const cell of fields.cellsOf(scenery)) seen.set(cell, { pieces: [pieces[scenery.name][0][0]], height: 1, inside: [], marks: [] });
  }
  for (const field of fields.amounts) {
    fields.numbers(state, field.name).forEach((amount, number) => {
      const cell = fields.cellOf(field, number);
      if (cell !== undefined) put(cell, pieces[field.name][0][0], amount, []);
    });
  }
  for (const field of fields.pieces) {
    const own = pieces[field.name][isSwapped];
    const heights = field.heights ? fields.numbers(state, field.heights) : null;
    const inside = field.inside ? fields.numbers(state, field.inside[1]) : null;
    if (heights && field.nobody) {
      heights.forEach((height, number) => {
        const cell = fields.cellOf(field, number);
        if (height && cell !== undefined) put(cell, field.nobody, height, []);
      });
    }
    fields.sets(state, field.name).forEach((numbers, seat) => {
      for (const number of numbers) {
        const height = heights ? heights[number] : 1;
        put(/** @type {number} */ (fields.cellOf(field, number)), own[seat], height, inside && height > 1 ? [[field.inside[0], inside[number]]] : []);
      }
    });
  }
  for (const [cell, words] of marks) if (!seen.has(cell)) seen.set(cell, { pieces: [], height: 0, inside: [], marks: words });
  return new Map(board.cells.map((cell) => [board.name(cell), seen.get(cell) ?? { pieces: [], height: 0, inside: [], marks: [] }]));
}

/**
 * The words that mark cells.
 * @param {GameModule} module
 * @param {StateFields} fields
 * @param {State} state
 * @returns {Map<number, string[]>}
 */
function marksOf(module, fields, state) {
  /** @type {Map<number, string[]>} */ const found = new Map();
  /** @type {(cell: number, words: string[]) => void} */
  const add = (cell, words) => void found.set(cell, [...(found.get(cell) ?? []), ...words]);
  for (const field of fields.marks) {
    for (const number of fields.sets(state, field.name)[0]) add(/** @type {number} */ (fields.cellOf(field, number)), [field.mark]);
  }
  module.cellMarks(state).forEach((bits, cell) => {
    if (bits)
      add(
        cell,
        module.about.marks.filter((_, index) => (bits >> index) & 1),
      );
  });
  return found;
}
