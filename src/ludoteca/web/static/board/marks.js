/** Marks on the board: the last move, what can be picked, arrows, threats, and what decided a game. */

/** @import {View, Cell, BoardShape, Pick} from "../types.js" */
import { readChange } from "./animation.js";
import { svg } from "../dom.js";
import { cellAt, centre, isCrossing, outline, step } from "./geometry.js";
import { colourClass } from "./pieces.js";

/** @typedef {{targets?: Map<string, string>, selected?: string[], hints?: string[], pending?: string[]}} Marks */
/** @typedef {{from: string, to: string | null, width: number, rank: number}} Arrow */
/** @typedef {Map<string, Cell>} Places */

export const MISTAKE = 9; // the rank of a move that was a mistake: it has a colour of its own
const RING = 45; // around a piece
const THREAT = 44;
const FEW_CELLS = 8;
const NEARLY_ALL = 0.8;

/** The last move: around a cell; where lines cross, on the stone there; along an edge, on the line. @param {View} view @param {Places} places */
export function drawLast(view, places) {
  const marked = view.marked.flatMap((name) => {
    const place = view.decided.flat().includes(name) ? undefined : places.get(name); // rings say more there
    return place ? [place] : [];
  });
  const isAbove = (/** @type {Cell} */ { form }) => isCrossing(form) || form === "across" || form === "down";
  return {
    below: marked.filter((place) => !isAbove(place)).map((place) => svg("polygon", { class: "last-mark", points: outline(place, 4) })),
    above: marked.filter(isAbove).map((place) => {
      const { x, y } = centre(place);
      if (isCrossing(place.form)) return svg("circle", { class: "last-mark", cx: x, cy: y, r: 14 });
      return svg("path", { class: "last-mark line", d: place.form === "across" ? `M${x - 43} ${y}h86` : `M${x} ${y - 43}v86` });
    }),
  };
}

/**
 * What the last move did besides: where pieces were pushed, turned over, captured or landed, and where some left the board.
 * @param {View} view
 * @param {Places} places
 */
export function drawEffects({ last, marked, decided }, places) {
  if (!last) return [];
  const { moves, pushes, flips, falls, captures } = readChange(places, last);
  const at = (/** @type {string} */ name) => centre(/** @type {Cell} */ (places.get(name)));
  const changed = [...pushes.map(({ to }) => to), ...flips.map(({ cell }) => cell), ...captures];
  const trails = pushes.map(({ from, to }) => svg("path", { class: "trail-mark", d: `M${at(from).x} ${at(from).y}L${at(to).x} ${at(to).y}` }));
  const outlines = (/** @type {string} */ kind, /** @type {string[]} */ names) =>
    names
      .filter((name) => !marked.includes(name) && !decided.flat().includes(name))
      .map((name) => svg("polygon", { class: kind, points: outline(/** @type {Cell} */ (places.get(name)), 5) }));
  const crosses = falls.map(({ cell }) => svg("path", { class: "gone-mark", d: `M${at(cell).x - 15} ${at(cell).y - 15}l30 30m0 -30l-30 30` }));
  const landed = (last.path?.slice(1) ?? moves.map(({ to }) => to)).filter((name) => !captures.includes(name));
  return [...trails, ...outlines("last-mark", landed), ...outlines("changed-mark", changed), ...crosses];
}

/** Whether these are nearly all the empty cells, and so many that none needs a dot. @param {{cells: View["cells"], board: BoardShape}} view @param {string[]} names */
export function isAnyEmpty({ cells, board }, names) {
  const forms = new Set(board.cells.filter((cell) => names.includes(cell.name)).map((cell) => cell.form)); // of edges, not of boxes
  const empties = board.cells.filter((cell) => forms.has(cell.form) && !cells[cell.name]?.pieces.length).length;
  return empties > FEW_CELLS && names.length >= NEARLY_ALL * empties && !names.some((name) => cells[name]?.pieces.length);
}

/** What can be picked and what has been. @param {View} view @param {Places} places @param {Marks} marks */
export function drawTargets({ cells, board }, places, { targets = new Map(), selected = [], hints = [], pending = [] }) {
  const isEverywhere = !selected.length && isAnyEmpty({ cells, board }, [...targets.keys()]);
  return [...places.values()].flatMap((cell) => {
    const { x, y } = centre(cell);
    const kind = targets.get(cell.name);
    const drawn = [];
    if (selected.includes(cell.name)) drawn.push(svg("polygon", { class: "selected-mark", points: outline(cell, 5) }));
    if (pending.includes(cell.name)) drawn.push(svg("polygon", { class: "pending-mark", points: outline(cell, 4) }));
    if (hints.includes(cell.name)) drawn.push(svg("polygon", { class: "hint-mark", points: outline(cell, 5) }));
    if (kind === "lift" && !selected.length) drawn.push(drawMovable(board, cell));
    if (kind === "capture") drawn.push(svg("circle", { class: "ring-mark", cx: x, cy: y, r: 45 }));
    if (kind === "target" && cells[cell.name]) drawn.push(svg("circle", { class: "ring-mark", cx: x, cy: y, r: 39 }));
    else if (kind === "place" || (kind === "target" && !isEverywhere)) drawn.push(svg("circle", { class: "dot-mark", cx: x, cy: y, r: 12 }));
    return drawn;
  });
}

/** The corners of a cell whose piece can be moved. @param {BoardShape} board @param {Cell} cell */
function drawMovable(board, cell) {
  const sides = board.shape === "hex" ? 6 : 4;
  return svg("polygon", { class: "movable-mark", points: outline(cell, 6), pathLength: sides * 10, "stroke-dasharray": "2 6 2 0" });
}

const CORNERS = /** @type {Record<string, string>} */ ({ corner: "join", "faint corner": "join faint" }); // pictures of marks: classes

/** Four marked corners of a colour are joined, so that the square they make can be seen. @param {View} view @param {Places} places */
export function drawJoins({ cells, board }, places) {
  /** @type {Map<string, string[]>} */
  const marked = new Map();
  for (const [name, look] of Object.entries(cells)) {
    if (!look.pieces.length) continue;
    for (const picture of look.marks.map((mark) => board.marks[mark]).filter((each) => each in CORNERS)) {
      const key = `${CORNERS[picture]} ${colourClass(look.pieces[0])}`;
      marked.set(key, [...(marked.get(key) ?? []), name]);
    }
  }
  return [...marked].flatMap(([key, names]) => {
    if (names.length !== 4) return [];
    const corners = names.map((name) => centre(/** @type {Cell} */ (places.get(name))));
    const [left, right] = [Math.min(...corners.map((p) => p.x)), Math.max(...corners.map((p) => p.x))];
    const [top, bottom] = [Math.min(...corners.map((p) => p.y)), Math.max(...corners.map((p) => p.y))];
    return [svg("rect", { class: key, x: left, y: top, width: right - left, height: bottom - top })];
  });
}

/** Rings around pieces that threaten to decide the game. @param {View} view @param {Places} places */
export function drawThreats({ threats, outcome }, places) {
  const names = outcome ? [] : new Set(threats.flat());
  return [...names].flatMap((name) => {
    const place = places.get(name);
    return place ? [svg("circle", { class: "threat-mark", cx: centre(place).x, cy: centre(place).y, r: THREAT })] : [];
  });
}

/** What decided the game: its pieces ringed, and a line from ring to ring. Other pieces stay to be seen under it. @param {View} view @param {Places} places */
export function drawDecided({ decided }, places) {
  return decided.flatMap((figure) => {
    const spots = figure.flatMap((name) => places.get(name) ?? []).map(centre);
    const path = spots.slice(1).map((to, index) => {
      const from = spots[index];
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const [dx, dy] = [((to.x - from.x) / length) * RING, ((to.y - from.y) / length) * RING];
      return `M${from.x + dx} ${from.y + dy}L${to.x - dx} ${to.y - dy}`;
    });
    const rings = spots.map(({ x, y }) => `M${x - RING} ${y}a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0 ${-2 * RING} 0`);
    const d = [...path, ...rings].join("");
    return [svg("path", { class: "decided-gap", d }), svg("path", { class: "decided-line", d })];
  });
}

/**
 * The arrow of a move: from its first cell to the next one, or as far as its direction and parts say.
 * @param {BoardShape} board
 * @param {Pick[]} picks
 * @param {number} width
 * @param {number} rank
 * @returns {Arrow[]}
 */
export function arrowOf(board, picks, width, rank) {
  const path = picks.filter((pick) => pick.cell).map((pick) => pick.name);
  if (path.length > 2) return path.slice(1).map((to, place) => ({ from: path[place], to, width, rank })); // a chain
  const [from, next] = path.map((name) => board.cells.find((cell) => cell.name === name));
  if (!from) return [];
  const way = picks.map((pick) => (pick.cell ? null : step(board, pick.name))).find((found) => found);
  const far = Math.max(1, ...(picks.at(-1)?.name.match(/\d+/g) ?? []).map(Number));
  const to = next ?? (way ? cellAt(board, from.x + way[0] * far, from.y + way[1] * far) : null);
  return [{ from: from.name, to: to?.name ?? null, width, rank }];
}

/** Arrows of the engine: the best widest, and above the others. @param {Arrow[]} arrows @param {Places} places */
export function drawArrows(arrows, places) {
  return arrows
    .toSorted((a, b) => b.rank - a.rank)
    .flatMap(({ from, to, width, rank }) => {
      const [a, b] = [places.get(from), to === null ? undefined : places.get(to)];
      if (!a) return [];
      const start = centre(a);
      if (!b) {
        const ring = { cx: start.x, cy: start.y, r: 40 };
        return [
          svg("circle", { class: `arrow-gap rank-${rank}`, ...ring, "stroke-width": width + 7 }),
          svg("circle", { class: `arrow-spot rank-${rank}`, ...ring, "stroke-width": width }),
        ];
      }
      const end = centre(b);
      const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
      const [dx, dy] = [(end.x - start.x) / length, (end.y - start.y) / length];
      const [head, half] = [width * 1.9, width / 2];
      const at = (/** @type {number} */ along, /** @type {number} */ aside) => `${start.x + dx * along - dy * aside},${start.y + dy * along + dx * aside}`;
      const [tail, tip] = [16, length - 8];
      const shaft = [
        at(tail, half),
        at(tip - head, half),
        at(tip - head, head * 0.75),
        at(tip, 0),
        at(tip - head, -head * 0.75),
        at(tip - head, -half),
        at(tail, -half),
      ];
      return [svg("polygon", { class: `arrow rank-${rank}`, points: shaft.join(" ") })];
    });
}
