/** What is under the pieces during a whole game: the wood, the names around it, and which cells are shown at all. */

/** @import {View, Cell, BoardShape} from "../types.js" */
import { svg } from "../dom.js";
import { centre, EDGE, frame, hull, isCrossing, isRhombus, labelSize, outline, PIT, round, STORE, UNIT } from "./geometry.js";
import { colourClass } from "./pieces.js";

const HOLE = 43; // the radius of a hole in an upright board
const RIM = 6; // around its front
const GRAINED = new Set(["wood", "walnut"]);

/** The cells around the others. @param {BoardShape} board */
export function frameCells(board) {
  const rows = board.cells.map((cell) => cell.row);
  const columns = board.cells.map((cell) => cell.column);
  const [top, bottom, left, right] = [Math.min(...rows), Math.max(...rows), Math.min(...columns), Math.max(...columns)];
  const isFrame = (/** @type {Cell} */ cell) => cell.row === top || cell.row === bottom || cell.column === left || cell.column === right;
  return board.shape === "square" ? board.cells.filter(isFrame) : [];
}

/** The board without a ring of scenery around it that plays no part. @param {View} view @returns {BoardShape} */
export function withoutFrame(view) {
  const { board, cells, moves, facts } = view;
  const ring = frameCells(board);
  const isIdle = ring.length > 0 && ring.every((cell) => cells[cell.name]?.scenery);
  const isPicked = moves.some((move) => move.picks.some((pick) => ring.some((cell) => cell.name === pick.name)));
  if (!isIdle || isPicked || facts.some((fact) => fact.role === "task")) return board;
  return { ...board, cells: board.cells.filter((cell) => !ring.includes(cell)), rows: board.rows - 2, columns: board.columns - 2 };
}

/** The board itself, with the grain of its wood where it is wooden. @param {BoardShape} board @param {string} [surface] */
export function woodOf(board, surface = "wood") {
  const { wood } = frame(board, false);
  const shape =
    board.shape === "hex"
      ? svg("polygon", { class: "wood", points: hull(board) })
      : svg("rect", { class: "wood", x: wood.x, y: wood.y, width: wood.width, height: wood.height, rx: 14 });
  const grain = board.shape !== "hex" && GRAINED.has(surface) ? grainOf(wood) : null;
  return svg("g", { class: "base", "aria-hidden": "true" }, shape, grain);
}

/** Whether a board stands upright, so that pieces fall into it. @param {string} surface */
export const isUpright = (surface) => surface === "frame";

/** The front of an upright board: its pieces are behind it and are seen through its holes. @param {BoardShape} board */
export function panelOf(board) {
  const { wood } = frame(board, false);
  const [width, height] = [wood.width - 2 * RIM, wood.height - 2 * RIM];
  const holes = board.cells.map(
    (cell) => `M${centre(cell).x - HOLE} ${centre(cell).y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0`,
  );
  return svg("path", { class: "panel", "aria-hidden": "true", d: `M${wood.x + RIM} ${wood.y + RIM}h${width}v${height}h${-width}z${holes.join("")}` });
}

/** The lines between points, the points themselves, and the edges along which lines can be drawn. @param {BoardShape} board */
export function linesOf(board) {
  const at = (/** @type {number[]} */ [x, y]) => `${round(x * UNIT)} ${round(y * UNIT)}`;
  const edges = board.cells.flatMap(({ x, y, form }) => {
    if (form !== "across" && form !== "down") return [];
    const [dx, dy] = form === "across" ? [0.5, 0] : [0, 0.5];
    return [`M${at([x - dx, y - dy])}L${at([x + dx, y + dy])}`];
  });
  const points = board.cells.filter(({ form }) => form === "points" || form === "star");
  const isGrid = board.cells.some(({ form }) => isCrossing(form));
  return svg(
    "g",
    { class: "board-lines", "aria-hidden": "true" },
    svg("path", { class: isGrid ? "board-line fine" : "board-line", d: board.lines.map(([from, to]) => `M${at(from)}L${at(to)}`).join("") }),
    svg("path", { class: "board-edge", d: edges.join("") }),
    ...points.map((cell) => svg("circle", { class: "board-dot", cx: centre(cell).x, cy: centre(cell).y, r: isGrid ? 8 : 9 })),
  );
}

/** The dots that edges join. @param {BoardShape} board */
export function dotsOf(board) {
  return board.dots.map(([x, y]) => svg("circle", { class: "board-dot", cx: round(x * UNIT), cy: round(y * UNIT), r: 9 }));
}

/** What makes pits hollow: the upper rim throws a shadow into them, the lower one catches the light; and whose they are. @param {BoardShape} board */
export function hollowsOf(board) {
  const group = svg("g", { class: "hollows", "aria-hidden": "true" });
  const far = board.far ?? 1;
  for (const cell of board.cells.filter(({ form }) => form === "pit" || form === "store")) {
    const { x, y } = centre(cell);
    const apart = cell.form === "store" ? STORE : 0;
    const rim = (/** @type {number} */ side, /** @type {number} */ depth) => {
      const [ahead, back] = side < 0 ? [1, 0] : [0, 1];
      return `M${x - PIT} ${y + side * apart}a${PIT} ${PIT} 0 0 ${ahead} ${2 * PIT} 0a${PIT} ${PIT - depth} 0 0 ${back} ${-2 * PIT} 0`;
    };
    group.append(svg("path", { class: "hollow-shade", d: rim(-1, 16) }), svg("path", { class: "hollow-light", d: rim(1, 7) }));
    group.append(svg("polygon", { class: `rim ${colourClass({ colour: "", owner: cell.row ? 1 - far : far })}`, points: outline(cell) }));
  }
  return group;
}

/** Lines of grain from left to right, always the same ones. @param {{x: number, y: number, width: number, height: number}} wood */
function grainOf({ x, y, width, height }) {
  const lines = [];
  for (let down = 16, line = 0; down < height - 12; down += 13 + ((line * 7) % 5) * 6, line++) {
    const bend = ((line * 11) % 7) - 3;
    lines.push(`M${x + 6} ${round(y + down)}c${round(width * 0.3)} ${bend * 3} ${round(width * 0.6)} ${-bend * 4} ${round(width - 12)} ${bend}`);
  }
  return svg("path", { class: "grain", d: lines.join("") });
}

/** The sides of the board that belong to a player, in that player's colour. @param {BoardShape} board */
export function goalsOf(board) {
  const group = svg("g", { class: "goals", "aria-hidden": "true" });
  for (const { player, colour, side, lines } of board.goals) {
    for (const line of lines) {
      const points = line.map(([x, y]) => `${round(x * UNIT)},${round(y * UNIT)}`).join(" ");
      const kind = player === null ? `c-${colour}` : colourClass({ colour, owner: player });
      group.append(svg("polyline", { class: `goal-edge ${kind}`, points }), svg("polyline", { class: `goal ${kind}`, "data-side": side, points }));
    }
  }
  return group;
}

/** Numbers in the corners of the cells. @param {BoardShape} board */
function numbersOf(board) {
  const numbers = board.cells.map((cell) => svg("text", { x: centre(cell).x - 0.36 * UNIT, y: centre(cell).y - 0.33 * UNIT }, cell.name));
  return svg("g", { class: "numbers", "aria-hidden": "true" }, ...numbers);
}

/** The names of rows and columns. @param {BoardShape} board */
export function labels(board) {
  if (board.numbered) return numbersOf(board);
  const group = svg("g", { class: "labels", "aria-hidden": "true" });
  const size = labelSize(board);
  group.style.setProperty("--label", `${size}px`);
  const say = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => group.append(svg("text", { x, y: y + 0.3 * size }, text));
  const { wood } = frame(board, true);
  const label = (/** @type {Cell} */ cell) => board.labels?.[cell.name] ?? cell.name;
  const letters = (/** @type {Cell} */ cell) => label(cell).replace(/\d+$/, "");
  const digits = (/** @type {Cell} */ cell) => label(cell).replace(/^\D+/, "");
  const isLettered = board.cells.length > 1 && letters(board.cells[0]) === letters(board.cells[1]); // rows have letters, columns numbers
  const named = board.cells.filter((cell) => cell.form !== "store");
  for (const row of new Set(named.map((cell) => cell.row))) {
    const cells = named.filter((cell) => cell.row === row);
    const [first, last] = [cells[0], cells[cells.length - 1]];
    if (isRhombus(board)) {
      const left = cells.reduce((found, cell) => (cell.x < found.x ? cell : found));
      say(centre(left).x - UNIT / 2 - EDGE - 1.9 * size, centre(left).y, digits(left));
    } else if (board.shape === "hex") {
      say(centre(first).x - UNIT / 2 - EDGE - 2 * size, centre(first).y, label(first));
      say(centre(last).x + UNIT / 2 + EDGE + 2 * size, centre(last).y, label(last));
    } else say(wood.x - 0.8 * size, centre(first).y, (isLettered ? letters : digits)(first));
  }
  if (isRhombus(board)) {
    const top = Math.min(...named.map((cell) => cell.y));
    for (const cell of named.filter((other) => other.y === top)) say(centre(cell).x, wood.y - 0.8 * size, letters(cell));
  } else if (board.shape !== "hex") {
    const columns = new Map(named.map((cell) => [cell.column, cell]));
    for (const cell of columns.values()) say(centre(cell).x, wood.y - 0.7 * size, (isLettered ? digits : letters)(cell));
  }
  return group;
}
