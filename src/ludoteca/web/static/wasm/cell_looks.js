/** The contents of each cell, from the fields of a state: how it looks, and how position text writes it. */

/** @import {Look, Piece} from "../types.js" */
/** @import {GameModule, State} from "./game_module.js" */
/** @import {StateFields} from "./state_fields.js" */
/** @import {Board} from "./variant.js" */

/**
 * The looks of all cells of a board, by name and in its order; and the text of those that have a piece, by number.
 * @param {GameModule} module
 * @param {StateFields} fields
 * @param {State} state
 * @param {Board} board
 * @returns {{looks: Map<string, Look>, tokens: Map<number, string>}}
 */
export function contentsOf(module, fields, state, board) {
  const marks = marksOf(module, fields, state);
  const { pieces } = module.about.module;
  const isSwapped = fields.colourOf(state, 0);
  /** @type {Map<number, Look>} */ const seen = new Map();
  /** @type {Map<number, string>} */ const tokens = new Map();
  /** @type {(cell: number | undefined, piece: Piece, height: number, inside: [string, number][], token: string) => void} */
  const put = (cell, piece, height, inside, token) => {
    if (cell === undefined) return;
    seen.set(cell, { pieces: [piece], height, inside, marks: marks.get(cell) ?? [] });
    tokens.set(cell, token);
  };
  for (const scenery of fields.scenery) {
    const [[piece]] = pieces[scenery.name];
    for (const cell of fields.cellsOf(scenery)) put(cell, piece, 1, [], piece.letter);
  }
  for (const field of fields.amounts) {
    fields.numbers(state, field.name).forEach((amount, number) => {
      put(fields.cellOf(field, number), pieces[field.name][0][0], amount, [], String(amount));
    });
  }
  for (const field of fields.pieces) {
    const heights = field.heights ? fields.numbers(state, field.heights) : null;
    const inside = field.inside ? fields.numbers(state, field.inside[1]) : null;
    const { nobody } = field;
    for (const [number, height] of nobody && heights ? heights.entries() : []) {
      if (height) put(fields.cellOf(field, number), nobody, height, [], nobody.letter);
    }
    fields.sets(state, field.name).forEach((numbers, seat) => {
      const piece = pieces[field.name][isSwapped][seat];
      for (const number of numbers) {
        const height = heights?.[number] ?? 1;
        const contents = inside && height > 1 ? [/** @type {[string, number]} */ ([field.inside[0], inside[number]])] : [];
        const isPlain = !heights || (height === 1 && fields.get(field.heights).omit_one);
        put(fields.cellOf(field, number), piece, height, contents, piece.letter + (isPlain ? "" : inside ? `${height}:${inside[number]}` : height));
      }
    });
  }
  for (const [cell, words] of marks) if (!seen.has(cell)) seen.set(cell, { pieces: [], height: 0, inside: [], marks: words });
  const looks = new Map(board.cells.map((cell) => [board.name(cell), seen.get(cell) ?? { pieces: [], height: 0, inside: [], marks: [] }]));
  return { looks, tokens };
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
  for (const [cell, bits] of module.cellMarks(state).entries()) {
    const own = module.about.marks.filter((_, index) => (bits >> index) & 1);
    if (own.length) add(cell, own);
  }
  return found;
}
