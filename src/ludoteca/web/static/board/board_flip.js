/** A board seen from the other side of the table: everything rotated by 180 degrees, names and rules unchanged. */

/** @import {View, BoardShape} from "../types.js" */

/** @type {WeakMap<BoardShape, BoardShape>} */
const turned = new WeakMap();

/**
 * @param {View} view
 * @returns {View}
 */
export function turnedRound(view) {
  const known = turned.get(view.board) ?? turnBoard(view.board);
  turned.set(view.board, known);
  return { ...view, board: known };
}

/**
 * @param {BoardShape} board
 * @returns {BoardShape}
 */
function turnBoard(board) {
  const around = (/** @type {number[]} */ values) => Math.min(...values) + Math.max(...values);
  const [x, y] = [around(board.cells.map((cell) => cell.x)), around(board.cells.map((cell) => cell.y))];
  const [row, column] = [around(board.cells.map((cell) => cell.row)), around(board.cells.map((cell) => cell.column))];
  return {
    ...board,
    cells: board.cells.map((cell) => ({ ...cell, x: x - cell.x, y: y - cell.y, row: row - cell.row, column: column - cell.column })).reverse(), // still by rows from the top, each from the left
    steps: Object.fromEntries(Object.entries(board.steps).map(([name, [dx, dy]]) => [name, [-dx, -dy]])),
    lines: board.lines.map((line) => line.map(([px, py]) => [x - px, y - py])),
    dots: board.dots.map(([px, py]) => [x - px, y - py]),
    goals: board.goals.map((goal) => ({ ...goal, lines: goal.lines.map((line) => line.map(([px, py]) => [x - px, y - py])) })),
  };
}
