/** Where things are on a board: outlines of cells, the frame around them, neighbours for arrow keys and directions. */

/** @import {BoardShape, Cell} from "../types.js" */

export const UNIT = 100; // the distance of two cells in the drawing
const HEX_RADIUS = UNIT / Math.sqrt(3);
export const EDGE = 14; // wood around the cells
const LABELS = 34; // the least room for the names of rows and columns
const BELOW_PITS = 24; // room for the number of seeds
export const PIT = 43; // the radius of a pit
export const STORE = 65; // how far the middle of a store's round ends is from its own
const EDGE_REACH = 22; // to either side of an edge, for a finger

/** @param {Cell} cell */
export function centre(cell) {
  return { x: cell.x * UNIT, y: cell.y * UNIT };
}

/** The outline of a cell, for the attribute `points`. @param {Cell} cell @param {number} [inset] */
export function outline(cell, inset = 0) {
  const { x, y } = centre(cell);
  return CORNERS[cell.form](inset)
    .map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`)
    .join(" ");
}

/** The corners of a cell around its centre, by its form. @type {Record<Cell["form"], (inset: number) => number[][]>} */
const CORNERS = {
  square: (inset) => squareCorners(UNIT / 2 - inset),
  hex: (inset) => hexCorners(HEX_RADIUS - inset),
  points: (inset) => roundCorners(UNIT / 2 - inset, 0),
  crossing: (inset) => roundCorners(UNIT / 2 - inset, 0),
  star: (inset) => roundCorners(UNIT / 2 - inset, 0),
  across: (inset) => edgeCorners(inset),
  down: (inset) => edgeCorners(inset).map(([dx, dy]) => [dy, dx]),
  box: (inset) => squareCorners(UNIT / 2 - EDGE_REACH - inset / 2),
  pit: (inset) => roundCorners(inset ? PIT + 3 : PIT, 0), // marks are around the rim and do not cover the seeds
  store: (inset) => roundCorners(inset ? PIT + 3 : PIT, STORE),
};

/** Whether a cell is where two lines of a grid cross. @param {string} form */
export function isCrossing(form) {
  return form === "crossing" || form === "star";
}

/** A circle, or two halves of one with straight sides between them. @param {number} radius @param {number} apart from its middle */
function roundCorners(radius, apart) {
  return Array.from({ length: 32 }, (_, corner) => {
    const angle = (Math.PI / 16) * (corner + 0.5);
    return [Math.cos(angle) * radius, Math.sin(angle) * radius + (Math.sin(angle) > 0 ? apart : -apart)];
  });
}

/** An edge across the page, from dot to dot. @param {number} inset */
function edgeCorners(inset) {
  const [half, reach] = [EDGE_REACH - 2 * inset, UNIT / 2 - inset];
  return [
    [-reach, 0],
    [half - reach, -half],
    [reach - half, -half],
    [reach, 0],
    [reach - half, half],
    [half - reach, half],
  ];
}

/** @param {number} half */
function squareCorners(half) {
  return [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
}

/** @param {number} radius */
function hexCorners(radius) {
  return [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });
}

/** @param {number} number */
export function round(number) {
  return Math.round(number * 100) / 100;
}

/** Whether hexes stand in rows and columns, so that these can be named. @param {BoardShape} board */
export function isRhombus({ shape, cells, rows, columns }) {
  return shape === "hex" && cells.length === rows * columns;
}

/** How large the names of rows and columns are: on a large board, which is drawn smaller, larger. @param {BoardShape} board */
export function labelSize(board) {
  const size = Math.max(15, (board.shape === "edges" ? 1.5 : 2.6) * board.columns);
  return round(board.shape === "edges" ? Math.min(24, size) : size);
}

/** The box of the whole drawing, and that of the wood within it. @param {BoardShape} board @param {boolean} labelled */
export function frame(board, labelled) {
  const side = board.shape === "edges" ? UNIT / 3 : UNIT / 2; // beyond the outermost centres
  const reach = board.shape === "hex" ? HEX_RADIUS : side;
  const xs = board.cells.map((cell) => cell.x * UNIT);
  const ys = board.cells.map((cell) => cell.y * UNIT);
  const wood = {
    x: Math.min(...xs) - side - EDGE,
    y: Math.min(...ys) - reach - EDGE,
    width: Math.max(...xs) - Math.min(...xs) + 2 * (side + EDGE),
    height: Math.max(...ys) - Math.min(...ys) + 2 * reach + 2 * EDGE + (board.shape === "pits" ? BELOW_PITS : 0),
  };
  const room = labelled ? Math.max(LABELS, 1.4 * labelSize(board)) : 4;
  const box = { x: wood.x - room, y: wood.y - room, width: wood.width + room + 8, height: wood.height + room + 8 };
  if (labelled && isRhombus(board)) {
    const [left, above] = [2.6 * labelSize(board), 1.6 * labelSize(board)];
    Object.assign(box, { x: wood.x - left, y: wood.y - above, width: wood.width + left + 8, height: wood.height + above + 8 });
  }
  const aside = 2.7 * labelSize(board); // on other hexes whole names stand at both ends of a row
  if (labelled && board.shape === "hex" && !isRhombus(board))
    Object.assign(box, { x: wood.x - aside, y: wood.y - 10, width: wood.width + 2 * aside, height: wood.height + 20 });
  return { wood, box };
}

/** The outline of a hexagonal board as a whole: the cells' corners that lie outermost. @param {BoardShape} board */
export function hull(board) {
  const points = board.cells.flatMap((cell) => {
    const { x, y } = centre(cell);
    return hexCorners(HEX_RADIUS + EDGE).map(([dx, dy]) => /** @type {[number, number]} */ ([x + dx, y + dy]));
  });
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (/** @type {[number, number][]} */ sorted) => {
    /** @type {[number, number][]} */
    const kept = [];
    for (const point of sorted) {
      while (kept.length > 1 && cross(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(points), ...half([...points].reverse())].map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
}

/** @param {[number, number]} o @param {[number, number]} a @param {[number, number]} b */
function cross(o, a, b) {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/** The step that a direction's name stands for, if it is one. @param {BoardShape} board @param {string} name */
export function step(board, name) {
  return board.steps[name] ?? null;
}

/** The cell nearest to a place, if one is there. @param {BoardShape} board @param {number} x in distances of cells @param {number} y */
export function cellAt(board, x, y) {
  return board.cells.find((cell) => Math.hypot(cell.x - x, cell.y - y) < 0.2) ?? null;
}

/** Where an arrow key leads. @param {BoardShape} board @param {string} name @param {string} key @returns {string} */
export function beside(board, name, key) {
  const here = board.cells.find((cell) => cell.name === name) ?? board.cells[0];
  const row = board.cells.filter((cell) => cell.row === here.row);
  if (key === "Home") return row[0].name;
  if (key === "End") return row[row.length - 1].name;
  const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (!down) {
    const next = row[row.indexOf(here) + (key === "ArrowRight" ? 1 : -1)];
    return next ? next.name : name;
  }
  const others = board.cells.filter((cell) => cell.row === here.row + down);
  if (!others.length) return name;
  // between two hexes: now the one to the right, now the one to the left, so that one key goes straight on
  const lean = here.row % 2 ? 0.01 : -0.01;
  return others.reduce((best, cell) => (Math.abs(cell.x - here.x - lean) < Math.abs(best.x - here.x - lean) ? cell : best)).name;
}
