/** The moves of a game, to click through. */

/** @import {View} from "../types.js" */
import { el } from "../dom.js";
import { moveInWords } from "../words/move_words.js";
import { turnList } from "../words/turns.js";
import { t } from "../words/language.js";

export class MoveList {
  /**
   * @param {HTMLElement} holder
   * @param {(ply: number) => void} onply
   */
  constructor(holder, onply) {
    this.holder = holder;
    this.onply = onply;
    /** @type {string} */ this.drawn = "";
    new ResizeObserver(() => this.keepInSight()).observe(holder); // what stands around it comes later, and takes room
  }

  /** The move shown stays in sight. */
  keepInSight() {
    const shown = /** @type {HTMLElement | null} */ (this.holder.querySelector("[data-ply][aria-current]"));
    if (shown) keepInSight(this.holder, shown);
  }

  /**
   * @param {{moves_played: string[], written_played?: string[], movers_played: (0 | 1)[], view: View}} game
   * @param {number} ply the one shown; 0 is the start
   */
  show({ moves_played, written_played = moves_played, movers_played, view }, ply) {
    const key = JSON.stringify([written_played, movers_played, view.players]);
    if (key !== this.drawn) {
      this.drawn = key;
      const moves = moves_played.map((text, index) => ({ text, written: written_played[index] }));
      const plies = moves.map((move, index) => ({ side: movers_played[index], button: this.button(move, index + 1) }));
      this.holder.replaceChildren(plies.length ? turnList(plies, view) : el("p", { class: "muted small empty" }, t("No moves yet.")));
    }
    for (const button of this.holder.querySelectorAll("[data-ply]")) {
      const isShown = Number(/** @type {HTMLElement} */ (button).dataset.ply) === ply;
      if (isShown) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (isShown) keepInSight(this.holder, /** @type {HTMLElement} */ (button));
    }
    if (!ply) this.holder.scrollTop = 0;
  }

  /**
   * @param {{text: string, written: string}} move
   * @param {number} ply
   */
  button(move, ply) {
    return el(
      "button",
      { class: "ply", "data-ply": ply, onclick: () => this.onply(ply) },
      el("span", { class: "number" }, String(ply)),
      el("span", { class: "text" }, moveInWords(move)),
    );
  }
}

/**
 * Scroll a list of moves, never the page, until one of them is neither outside it nor under its header.
 * @param {HTMLElement} list
 * @param {Element} item
 */
export function keepInSight(list, item) {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  const top = outer.top + (list.querySelector(".turn-heads")?.getBoundingClientRect().height ?? 0);
  if (inner.top < top) list.scrollTop -= top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/**
 * Arrow keys go through a game wherever nothing else wants them; a board takes those it uses.
 * @param {(change: "first" | "previous" | "next" | "last") => void} go
 */
export function listenForArrows(go) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    const change = /** @type {const} */ ({ ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" })[event.key];
    if (!change) return;
    event.preventDefault();
    go(change);
  });
}
