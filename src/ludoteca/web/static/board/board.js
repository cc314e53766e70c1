/** The board: one component for every game. It knows shapes and names, never rules: it is given what can be picked. */

/** @import {Marks, Arrow} from "./marks.js" */
/** @import {View, Look, Cell, BoardShape} from "../types.js" */
import { animateChange } from "./animation.js";
import { dotsOf, goalsOf, hollowsOf, isUpright, labels, linesOf, panelOf, withoutFrame, woodOf } from "./board_background.js";
import { centre, frame, outline } from "./geometry.js";
import { drawArrows, drawDecided, drawEffects, drawJoins, drawLast, drawTargets, drawThreats } from "./marks.js";
import { drawLook } from "./pieces.js";
import { svg } from "../dom.js";
import { Gestures } from "../input/gestures.js";
import { animateSowing } from "./sowing.js";
import { setting } from "../pages/settings.js";
import { cellInWords } from "../words/cell_words.js";
import { t } from "../words/language.js";

const LAYERS = [
  ...["last", "lines", "pieces", "above", "sowing", "moving", "dots", "threats", "decided"],
  ...["targets", "ghosts", "arrows", "focus", "meant", "fan", "names"],
]; // from below
/** @type {Look} */ export const NOTHING = { pieces: [], height: 0, inside: [], marks: [] };

export class Board {
  /**
   * @param {HTMLElement} holder
   * @param {{labelled?: boolean, framed?: boolean, steps?: boolean, onpick?: (cell: string) => void, canlift?: (cell: string) => boolean, onescape?: () => void, onaim?: (cell: string | null) => void}} [settings] `framed`: a frame is shown whatever stands in it; `steps`: after a click, left and right go through the game
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
    /** @type {Set<string>} */ this.decidedCells = new Set();
    addEventListener("setting", () => this.view && this.drawMeaning(this.view));
    this.isFlipped = false;
    this.focused = "";
    this.drawing = 0; // counts drawings, so that an animation that was overtaken ends quietly
  }

  /** Show a position; where it follows from the one shown, in motion. @param {View} view @param {{animate?: boolean}} [how] */
  show(view, how = {}) {
    this.original = view;
    return this.draw(this.isFlipped ? turnedRound(view) : view, how);
  }

  /** Look at the board from where a player sits, at the next drawing. @param {View} view @param {View["mover"] | "both"} player */
  sitAt(view, player) {
    this.isFlipped = player !== null && view.board.far === player;
  }

  /** Look at the board from the other side. */
  flip() {
    this.isFlipped = !this.isFlipped;
    if (!this.original) return;
    const focused = this.focused;
    const hadFocus = this.holder.contains(document.activeElement);
    void this.show(this.original);
    this.setFocus(focused, hadFocus);
  }

  /** @param {View} view @param {{animate?: boolean}} how */
  draw(view, how) {
    const before = this.view;
    const isNew = !before || this.svg === undefined || JSON.stringify(before.board) !== JSON.stringify(view.board);
    if (isNew) this.build(view);
    this.view = view;
    this.drawing += 1;
    this.layer("sowing").replaceChildren();
    this.layer("moving").replaceChildren();
    this.layer("ghosts").replaceChildren();
    this.lastCells = new Set(view.marked);
    this.decidedCells = new Set(view.decided.flat());
    this.drawPieces();
    const last = drawLast(view, this.places);
    this.layer("last").replaceChildren(...last.below, ...drawEffects(view, this.places));
    this.layer("above").replaceChildren(...last.above);
    this.layer("lines").replaceChildren(...drawJoins(view, this.places));
    this.layer("threats").replaceChildren();
    this.layer("decided").replaceChildren();
    this.mark({});
    this.holder.dataset.mover = view.mover === null ? "" : String(view.mover);
    const moved = !isNew && how.animate && before.position !== view.position ? view.last : null;
    const animate = moved?.path ? animateSowing(this, moved, moved.path) : moved && animateChange(this, moved);
    return Promise.resolve(animate).then(() => this.view === view && this.drawMeaning(view));
  }

  get isStacking() {
    return this.view?.board.stacks ?? false;
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGElement} */ (this.layers.get(name));
  }

  /** The parts that stay for a whole game. @param {View} view */
  build(view) {
    const { game } = view;
    const board = this.settings.framed ? view.board : withoutFrame(view);
    const { box, wood } = frame(board, this.settings.labelled);
    this.places = new Map(board.cells.map((cell) => [cell.name, cell]));
    const grid = svg("g", { class: "cells" });
    this.cellNodes.clear();
    for (const row of new Set(board.cells.map((cell) => cell.row))) {
      const group = svg("g", this.settings.onpick ? { role: "row" } : {});
      for (const cell of board.cells.filter((other) => other.row === row)) {
        const odd = (cell.row + cell.column) % 2 && board.shape === "square" ? "odd " : ""; // as on a chequered board
        const node = svg("g", { class: `${odd}cell ${cell.form}`, "data-cell": cell.name }, svg("polygon", { class: "ground", points: outline(cell) }));
        if (this.settings.onpick) {
          node.setAttribute("role", "gridcell");
          node.setAttribute("tabindex", "-1");
        }
        this.cellNodes.set(cell.name, node);
        group.append(node);
      }
      grid.append(group);
    }
    this.layers = new Map(LAYERS.map((name) => [name, svg("g", { class: `layer ${name}`, "aria-hidden": "true" })]));
    const root = svg("svg", {
      class: `board-svg ${board.shape}`,
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      role: this.settings.onpick ? "grid" : "img",
      "aria-label": t("{game} board", { game: game.title }),
      preserveAspectRatio: "xMidYMid meet",
      ...(this.settings.onpick ? { tabindex: "-1" } : {}), // the tab key stops at a cell, never at the board around it
    });
    this.layer("dots").append(...dotsOf(board));
    root.append(woodOf(board, game.surface), linesOf(board), grid, hollowsOf(board), goalsOf(board), ...this.layers.values());
    if (isUpright(game.surface)) this.layer("moving").after(panelOf(board), this.layer("last"));
    if (this.settings.labelled) root.append(labels(board));
    this.holder.classList.add("board", `game-${game.accent}`, `surface-${game.surface}`);
    this.holder.dataset.shape = board.shape;
    this.holder.replaceChildren(root);
    const { style } = /** @type {HTMLElement} */ (this.holder.closest(".table") ?? this.holder);
    style.setProperty("--ratio", String(box.width / box.height));
    style.setProperty("--wood-top", `${(100 * (wood.y - box.y)) / box.height}%`); // of its height: where the names of columns stand
    style.setProperty("--wood-bottom", `${(100 * (box.y + box.height - wood.y - wood.height)) / box.height}%`);
    this.svg = root;
    if (this.settings.onpick) this.gestures = new Gestures(this);
    this.focused = board.cells[Math.floor(board.cells.length / 2)].name;
  }

  drawPieces() {
    const { cells, board } = /** @type {View} */ (this.view);
    this.pieceNodes.clear();
    const drawn = board.cells
      .filter((cell) => cells[cell.name] && this.places.has(cell.name))
      .map((cell) => {
        const node = this.drawAt(cell.name, cells[cell.name]);
        this.pieceNodes.set(cell.name, node);
        return node;
      });
    this.layer("pieces").replaceChildren(...drawn);
  }

  /** A look in its place. @param {string} name @param {Look} look */
  drawAt(name, look) {
    const place = /** @type {Cell} */ (this.places.get(name));
    const { x, y } = centre(place);
    return svg("g", { transform: `translate(${x} ${y})` }, drawLook(look, name, this.isStacking, place.form, this.view));
  }

  /** What the pieces mean, once they have come to rest: threats, and what decided the game. @param {View} view */
  drawMeaning(view) {
    this.layer("threats").replaceChildren(...(this.settings.onpick && setting("threats") === "on" ? drawThreats(view, this.places) : []));
    this.layer("decided").replaceChildren(...drawDecided(view, this.places));
  }

  /** Show what can be picked and what has been. @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    const view = /** @type {View} */ (this.view);
    const { cells } = view;
    const { targets = new Map(), selected = [], pending = [] } = marks;
    const isWary = !view.outcome && setting("threats") === "on";
    for (const [name, node] of this.settings.onpick ? this.cellNodes : []) {
      const kind = targets.get(name);
      const state = {
        selected: selected.includes(name),
        target: !!kind,
        capture: kind === "capture",
        last: this.lastCells.has(name),
        decided: this.decidedCells.has(name),
        threatens: isWary && view.threats.some((figure) => figure.includes(name)),
        pending: pending.includes(name),
      };
      node.setAttribute("aria-label", cellInWords(name, cells[name], state));
      node.setAttribute("aria-selected", String(state.selected));
      node.setAttribute(
        "class",
        [node.classList.contains("odd") && "odd", "cell", this.places.get(name)?.form, kind && "can", kind === "lift" && "lift", state.selected && "selected"]
          .filter(Boolean)
          .join(" "),
      );
    }
    this.layer("targets").replaceChildren(...drawTargets(view, this.places, marks));
    this.setFocus(this.focused);
  }

  /** Show how cells would look, half transparent; a number or a ring where it matters. @param {{cell: string, look: Look, takes: boolean}[]} changes */
  ghost(changes) {
    const drawn = changes.flatMap(({ cell, look, takes }) => {
      const place = this.places.get(cell);
      if (!place) return [];
      const parts = [svg("g", { class: "ghost" }, this.drawAt(cell, look.pieces.length ? look : NOTHING))];
      if (!look.pieces.length) parts[0] = svg("polygon", { class: "leaves", points: outline(place, 10) });
      if (takes) parts.push(svg("circle", { class: "ring-mark", cx: centre(place).x, cy: centre(place).y, r: 46 }));
      return parts;
    });
    const hidden = new Set(changes.map(({ cell }) => cell));
    for (const [name, node] of this.pieceNodes) node.classList.toggle("dimmed", hidden.has(name));
    this.layer("ghosts").replaceChildren(...drawn);
  }

  /** Arrows of the engine: the best widest. @param {Arrow[]} arrows */
  arrows(arrows) {
    this.layer("arrows").replaceChildren(...drawArrows(arrows, this.places));
  }

  /** The one cell that the tab key reaches. @param {string} name @param {boolean} [grab] whether to take the keyboard's focus along */
  setFocus(name, grab = false) {
    if (!this.settings.onpick || !this.cellNodes.has(name)) return;
    this.cellNodes.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    const node = /** @type {SVGElement} */ (this.cellNodes.get(name));
    node.setAttribute("tabindex", "0");
    if (grab) node.focus();
  }
}

/** @type {WeakMap<BoardShape, BoardShape>} */
const turned = new WeakMap();

/** @param {View} view @returns {View} */
export function turnedRound(view) {
  const known = turned.get(view.board) ?? turnBoard(view.board);
  turned.set(view.board, known);
  return { ...view, board: known };
}

/** @param {BoardShape} board @returns {BoardShape} */
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
    far: board.far === undefined ? undefined : /** @type {0 | 1} */ (1 - board.far),
    goals: board.goals.map((goal) => ({ ...goal, lines: goal.lines.map((line) => line.map(([px, py]) => [x - px, y - py])) })),
  };
}
