/** Input on the board: click and click, drag, and the keyboard. All of them end in "this cell was picked". */

/** @import {Board} from "../board/board.js" */
/** @import {View} from "../types.js" */
import { svg } from "../dom.js";
import { beside, outline } from "../board/geometry.js";
import { showCellName, showFan } from "../board/cell_details.js";

const DRAG_FROM = 7; // pixels; less is a click
const STEPS = ["ArrowLeft", "ArrowRight", "Home", "End"]; // they go through the game, too
const ARROWS = new Set(["ArrowUp", "ArrowDown", ...STEPS]);

export class Gestures {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{cell: string, x: number, y: number, dragged: SVGElement | null} | null} */
    this.press = null;
    this.isPointed = false; // whether the cell in focus was clicked, not reached by keys: nobody sees that it has the focus
    const root = /** @type {SVGElement} */ (board.svg);
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.drop());
    root.addEventListener("pointerover", (event) => this.aim(event));
    root.addEventListener("pointerleave", () => this.aim(null));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.focus(event));
    root.addEventListener("focusout", () => this.focus(null));
    root.addEventListener("contextmenu", (event) => {
      if (this.press?.dragged) event.preventDefault();
    });
  }

  /**
   * The cell an event happened on.
   * @param {Event | Element | null} where
   * @returns {string | null}
   */
  cellOf(where) {
    const node = where instanceof Event ? where.target : where;
    const cell = node instanceof Element ? node.closest("[data-cell]") : null;
    return cell instanceof SVGElement && this.board.svg?.contains(cell) ? (cell.dataset.cell ?? null) : null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.isPointed = true;
    const cell = this.cellOf(event);
    if (cell === null || event.button > 0) return;
    this.press = { cell, x: event.clientX, y: event.clientY, dragged: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const press = this.press;
    if (!press) return;
    if (!press.dragged) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_FROM || !this.board.settings.canlift?.(press.cell)) return;
      this.lift(press);
      this.board.svg?.setPointerCapture(event.pointerId);
    }
    const place = this.toBoard(event);
    press.dragged?.setAttribute("transform", `translate(${place.x} ${place.y})`);
    event.preventDefault();
  }

  /** @param {{cell: string, dragged: SVGElement | null}} press */
  lift(press) {
    this.board.settings.onpick?.(press.cell);
    const piece = this.board.pieceNodes.get(press.cell);
    if (!piece) return;
    press.dragged = /** @type {SVGElement} */ (piece.cloneNode(true));
    press.dragged.classList.add("dragged");
    piece.classList.add("dimmed");
    this.board.layer("moving").append(press.dragged);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const press = this.press;
    if (!press) return;
    const cell = this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    const wasDragged = !!press.dragged;
    this.drop();
    if (wasDragged) {
      if (cell !== null && cell !== press.cell) this.board.settings.onpick?.(cell);
    } else if (cell === press.cell) {
      this.board.setFocus(cell);
      this.board.settings.onpick?.(cell);
    }
  }

  drop() {
    if (!this.press) return;
    this.press.dragged?.remove();
    this.board.pieceNodes.get(this.press.cell)?.classList.remove("dimmed");
    this.press = null;
  }

  /** @param {PointerEvent} event */
  toBoard(event) {
    const root = /** @type {SVGSVGElement} */ (this.board.svg);
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM()?.inverse());
  }

  /** @param {PointerEvent | null} event */
  aim(event) {
    const cell = event && this.cellOf(event);
    showFan(this.board, cell);
    if (!event || event.pointerType === "mouse") showCellName(this.board, cell);
    this.board.settings.onaim?.(cell);
  }

  /** @param {FocusEvent | null} event */
  focus(event) {
    const cell = event && this.cellOf(event);
    const place = cell === null ? undefined : this.board.places.get(cell ?? "");
    const rings = place
      ? [svg("polygon", { class: "focus-gap", points: outline(place, 3) }), svg("polygon", { class: "focus-ring", points: outline(place, 3) })]
      : [];
    this.board.layer("focus").replaceChildren(...rings);
    const isKeyboard = event?.target instanceof Element && event.target.matches(":focus-visible");
    this.board.layer("focus").classList.toggle("shown", !!isKeyboard);
    if (!event) showCellName(this.board, null);
    if (!isKeyboard) return;
    this.isPointed = false;
    showFan(this.board, cell);
    showCellName(this.board, cell);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const cell = this.cellOf(event);
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.isPointed && this.board.settings.steps && STEPS.includes(event.key)) return;
    if (ARROWS.has(event.key)) this.board.setFocus(beside(/** @type {View} */ (this.board.view).board, cell, event.key), true);
    else if (event.key === "Enter" || event.key === " ") this.board.settings.onpick?.(cell);
    else if (event.key === "Escape") this.board.settings.onescape?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
