/** The board: one component for every game. It knows shapes and names, never rules: what can be picked is told to it. */

/** @import {View, Look, Cell, BoardShape} from "./types.js" */
import { svg } from "./dom.js";
import { centre, frame, hull, outline, UNIT } from "./geometry.js";
import { drawLook, colourClass } from "./pieces.js";
import { cellInWords } from "./words.js";
import { Gestures } from "./gestures.js";
import { animateChange } from "./animation.js";

/** @typedef {{targets?: Map<string, string>, selected?: string[], hints?: string[]}} Marks */
/** @typedef {{from: string, to: string | null, width: number, rank: number}} Arrow */

const NOTHING = { pieces: [], height: 0, inside: [], marks: [] };

/**
 * The board without a ring of walls around it that plays no part: Reversi is Mapello without its frame.
 * @param {View} view
 * @returns {BoardShape}
 */
function withoutFrame(view) {
  const { board, cells, moves, facts } = view;
  const rows = board.cells.map((cell) => cell.row);
  const columns = board.cells.map((cell) => cell.column);
  const [top, bottom, left, right] = [Math.min(...rows), Math.max(...rows), Math.min(...columns), Math.max(...columns)];
  const isFrame = (/** @type {Cell} */ cell) => cell.row === top || cell.row === bottom || cell.column === left || cell.column === right;
  const ring = board.shape === "square" ? board.cells.filter(isFrame) : [];
  const isIdle = ring.length > 0 && ring.every((cell) => cells[cell.name]?.pieces[0]?.kind === "wall");
  const isPicked = moves.some((move) => move.picks.some((pick) => ring.some((cell) => cell.name === pick.name)));
  if (!isIdle || isPicked || facts.some((fact) => fact.name === "Phase")) return board;
  return { ...board, cells: board.cells.filter((cell) => !isFrame(cell)), rows: board.rows - 2, columns: board.columns - 2 };
}

export class Board {
  /**
   * @param {HTMLElement} holder
   * @param {{labelled?: boolean, onpick?: (cell: string) => void, canlift?: (cell: string) => boolean, onescape?: () => void, onaim?: (cell: string | null) => void}} [settings]
   */
  constructor(holder, settings = {}) {
    this.holder = holder;
    this.settings = { labelled: true, ...settings };
    /** @type {View | null} */ this.view = null;
    /** @type {Marks} */ this.marks = {};
    /** @type {Map<string, SVGElement>} */ this.cellNodes = new Map();
    /** @type {Map<string, SVGElement>} */ this.pieceNodes = new Map();
    /** @type {Map<string, Cell>} */ this.places = new Map();
    /** @type {Map<string, SVGElement>} */ this.layers = new Map();
    /** @type {Set<string>} */ this.lastCells = new Set();
    this.focused = "";
    this.drawing = 0; // counts drawings, so that an animation that was overtaken ends quietly
  }

  /**
   * Show a position; where it follows from the one shown, in motion.
   * @param {View} view
   * @param {{animate?: boolean}} [how]
   */
  show(view, how = {}) {
    const before = this.view;
    const isNew = !before || this.svg === undefined || JSON.stringify(before.board) !== JSON.stringify(view.board);
    if (isNew) this.build(view);
    this.view = view;
    this.drawing += 1;
    this.layer("moving").replaceChildren();
    this.layer("ghosts").replaceChildren();
    this.drawPieces();
    this.drawLast();
    this.mark({});
    this.holder.dataset.mover = view.mover === null ? "" : String(view.mover);
    if (!isNew && how.animate && view.last && before.position !== view.position) return animateChange(this, view.last);
    return Promise.resolve();
  }

  get isStacking() {
    return this.view?.board.shape === "hex";
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGElement} */ (this.layers.get(name));
  }

  /**
   * The parts that stay for a whole game.
   * @param {View} view
   */
  build(view) {
    const { game } = view;
    const board = withoutFrame(view);
    const { wood, box } = frame(board, this.settings.labelled);
    this.places = new Map(board.cells.map((cell) => [cell.name, cell]));
    const base = svg("g", { class: "base", "aria-hidden": "true" });
    if (board.shape === "hex") base.append(svg("polygon", { class: "wood", points: hull(board) }));
    else base.append(svg("rect", { class: "wood", x: wood.x, y: wood.y, width: wood.width, height: wood.height, rx: 14 }));
    const grid = svg("g", { class: "cells" });
    this.cellNodes.clear();
    for (const row of new Set(board.cells.map((cell) => cell.row))) {
      const group = svg("g", this.settings.onpick ? { role: "row" } : {});
      for (const cell of board.cells.filter((other) => other.row === row)) {
        const node = svg("g", { class: "cell", "data-cell": cell.name }, svg("polygon", { class: "ground", points: outline(board, cell) }));
        if (this.settings.onpick) {
          node.setAttribute("role", "gridcell");
          node.setAttribute("tabindex", "-1");
        }
        this.cellNodes.set(cell.name, node);
        group.append(node);
      }
      grid.append(group);
    }
    this.layers = new Map(["last", "lines", "pieces", "moving", "targets", "ghosts", "arrows", "focus", "fan"].map((name) => [name, svg("g", { class: `layer ${name}`, "aria-hidden": "true" })]));
    const root = svg("svg", {
      class: `board-svg ${board.shape}`, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      role: this.settings.onpick ? "grid" : "img", "aria-label": `${game.title} board`, preserveAspectRatio: "xMidYMid meet",
    });
    root.append(base, grid, ...this.layers.values());
    if (this.settings.labelled) root.append(this.labels(board));
    this.holder.classList.add("board", `game-${game.accent}`);
    this.holder.dataset.shape = board.shape;
    this.holder.replaceChildren(root);
    (this.holder.parentElement ?? this.holder).style.setProperty("--ratio", String(box.width / box.height));
    this.svg = root;
    if (this.settings.onpick) this.gestures = new Gestures(this);
    this.focused = board.cells[Math.floor(board.cells.length / 2)].name;
  }

  /** The names of rows and columns. @param {BoardShape} board */
  labels(board) {
    const group = svg("g", { class: "labels", "aria-hidden": "true", "font-size": Math.max(15, Math.min(24, 2.6 * board.columns)) });
    const say = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => group.append(svg("text", { x, y: y + 7 }, text));
    const { wood } = frame(board, true);
    for (const row of new Set(board.cells.map((cell) => cell.row))) {
      const cells = board.cells.filter((cell) => cell.row === row);
      const [first, last] = [cells[0], cells[cells.length - 1]];
      if (board.shape === "hex") {
        say(centre(first).x - UNIT / 2 - 54, centre(first).y, first.name);
        say(centre(last).x + UNIT / 2 + 54, centre(last).y, last.name);
      } else say(wood.x - 17, centre(first).y, first.name.replace(/^\D+/, ""));
    }
    if (board.shape === "square") {
      for (const cell of board.cells.filter((other) => other.row === board.cells[0].row)) say(centre(cell).x, wood.y - 17, cell.name.replace(/\d+$/, ""));
    }
    return group;
  }

  drawPieces() {
    const { cells, board } = /** @type {View} */ (this.view);
    this.pieceNodes.clear();
    const drawn = board.cells.filter((cell) => cells[cell.name] && this.places.has(cell.name)).map((cell) => {
      const node = this.drawAt(cell.name, cells[cell.name]);
      this.pieceNodes.set(cell.name, node);
      return node;
    });
    this.layer("pieces").replaceChildren(...drawn);
    this.drawLines();
  }

  /**
   * A look in its place.
   * @param {string} name
   * @param {Look} look
   */
  drawAt(name, look) {
    const place = /** @type {Cell} */ (this.places.get(name));
    const { x, y } = centre(place);
    return svg("g", { transform: `translate(${x} ${y})` }, drawLook(look, name, this.isStacking));
  }

  /** Four corners that carry the same mark are joined, so that the square they make can be seen. */
  drawLines() {
    const { cells } = /** @type {View} */ (this.view);
    /** @type {Map<string, string[]>} */
    const marked = new Map();
    for (const [name, look] of Object.entries(cells)) {
      if (!look.pieces.length) continue;
      for (const mark of look.marks) marked.set(`${mark} ${colourClass(look.pieces[0])}`, [...(marked.get(`${mark} ${colourClass(look.pieces[0])}`) ?? []), name]);
    }
    const lines = [];
    for (const [key, names] of marked) {
      const [mark, colour] = key.split(" ");
      if (names.length !== 4 || !["record", "best"].includes(mark)) continue;
      const places = names.map((name) => centre(/** @type {Cell} */ (this.places.get(name))));
      const [left, right] = [Math.min(...places.map((p) => p.x)), Math.max(...places.map((p) => p.x))];
      const [top, bottom] = [Math.min(...places.map((p) => p.y)), Math.max(...places.map((p) => p.y))];
      lines.push(svg("rect", { class: `join ${mark} ${colour}`, x: left, y: top, width: right - left, height: bottom - top }));
    }
    this.layer("lines").replaceChildren(...lines);
  }

  drawLast() {
    const { last, board } = /** @type {View} */ (this.view);
    const cells = last ? [...new Set([...last.cells, ...(last.cells.length < 2 && board.shape === "hex" ? last.changed.map((change) => change.cell) : [])])] : [];
    this.lastCells = new Set(cells);
    this.layer("last").replaceChildren(...cells.filter((name) => this.places.has(name)).map((name) => svg("polygon", { class: "last-mark", points: outline(board, /** @type {Cell} */ (this.places.get(name)), 4) })));
  }

  /**
   * Show what can be picked and what has been.
   * @param {Marks} marks
   */
  mark(marks) {
    this.marks = marks;
    const { cells, board } = /** @type {View} */ (this.view);
    const { targets = new Map(), selected = [], hints = [] } = marks;
    const empties = board.cells.filter((cell) => !cells[cell.name]?.pieces.length).length;
    const isEverywhere = !selected.length && targets.size >= empties && empties > 0 && ![...targets.keys()].some((name) => cells[name]?.pieces.length);
    const drawn = [];
    for (const cell of this.places.values()) {
      const [node, name] = [/** @type {SVGElement} */ (this.cellNodes.get(cell.name)), cell.name];
      const kind = targets.get(name);
      const state = { selected: selected.includes(name), target: !!kind, capture: kind === "capture", last: this.lastCells.has(name) };
      if (this.settings.onpick) {
        node.setAttribute("aria-label", cellInWords(name, cells[name], state));
        node.setAttribute("aria-selected", String(state.selected));
        node.setAttribute("class", ["cell", kind && "can", kind === "lift" && "lift", state.selected && "selected"].filter(Boolean).join(" "));
      }
      const { x, y } = centre(cell);
      if (state.selected) drawn.push(svg("polygon", { class: "selected-mark", points: outline(board, cell, 5) }));
      if (hints.includes(name)) drawn.push(svg("polygon", { class: "hint-mark", points: outline(board, cell, 5) }));
      if (kind === "capture") drawn.push(svg("circle", { class: "ring-mark", cx: x, cy: y, r: 45 }));
      if (kind === "target" && cells[name]) drawn.push(svg("circle", { class: "ring-mark", cx: x, cy: y, r: 39 }));
      else if (kind === "target" && !isEverywhere) drawn.push(svg("circle", { class: "dot-mark", cx: x, cy: y, r: 12 }));
    }
    this.layer("targets").replaceChildren(...drawn);
    this.setFocus(this.focused);
  }

  /**
   * Show how cells would look, half transparent; a number or a ring where it matters.
   * @param {{cell: string, look: Look, takes: boolean}[]} changes
   */
  ghost(changes) {
    const { board } = /** @type {View} */ (this.view);
    const drawn = changes.flatMap(({ cell, look, takes }) => {
      const place = this.places.get(cell);
      if (!place) return [];
      const parts = [svg("g", { class: "ghost" }, this.drawAt(cell, look.pieces.length ? look : NOTHING))];
      if (!look.pieces.length) parts[0] = svg("polygon", { class: "leaves", points: outline(board, place, 10) });
      if (takes) parts.push(svg("circle", { class: "ring-mark", cx: centre(place).x, cy: centre(place).y, r: 46 }));
      return parts;
    });
    const hidden = new Set(changes.map(({ cell }) => cell));
    for (const [name, node] of this.pieceNodes) node.classList.toggle("dimmed", hidden.has(name));
    this.layer("ghosts").replaceChildren(...drawn);
  }

  /**
   * Arrows of the engine: the best widest.
   * @param {Arrow[]} arrows
   */
  arrows(arrows) {
    this.layer("arrows").replaceChildren(...arrows.flatMap(({ from, to, width, rank }) => {
      const [a, b] = [this.places.get(from), to === null ? undefined : this.places.get(to)];
      if (!a) return [];
      const start = centre(a);
      if (!b) return [svg("circle", { class: `arrow-spot rank-${rank}`, cx: start.x, cy: start.y, r: 40, "stroke-width": width })];
      const end = centre(b);
      const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
      const [dx, dy] = [(end.x - start.x) / length, (end.y - start.y) / length];
      const [tip, head] = [{ x: end.x - dx * 12, y: end.y - dy * 12 }, width * 1.9];
      const neck = { x: tip.x - dx * head, y: tip.y - dy * head };
      return [
        svg("line", { class: `arrow rank-${rank}`, x1: start.x + dx * 22, y1: start.y + dy * 22, x2: neck.x, y2: neck.y, "stroke-width": width }),
        svg("polygon", { class: `arrow-head rank-${rank}`, points: `${tip.x},${tip.y} ${neck.x - dy * head * 0.75},${neck.y + dx * head * 0.75} ${neck.x + dy * head * 0.75},${neck.y - dx * head * 0.75}` }),
      ];
    }));
  }

  /**
   * The one cell that the tab key reaches.
   * @param {string} name
   * @param {boolean} [grab] whether to take the keyboard's focus along
   */
  setFocus(name, grab = false) {
    if (!this.settings.onpick || !this.cellNodes.has(name)) return;
    this.cellNodes.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    const node = /** @type {SVGElement} */ (this.cellNodes.get(name));
    node.setAttribute("tabindex", "0");
    if (grab) node.focus();
  }
}
