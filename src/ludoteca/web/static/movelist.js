/** The moves of a game, to click through. */

import { el } from "./dom.js";

export class MoveList {
  /**
   * @param {HTMLElement} holder
   * @param {(ply: number) => void} onply
   */
  constructor(holder, onply) {
    this.holder = holder;
    this.onply = onply;
    /** @type {string} */ this.drawn = "";
  }

  /**
   * @param {string[]} moves
   * @param {number} ply the one shown; 0 is the start
   * @param {Map<number, {sign: string, words: string}>} [notes] by ply
   */
  show(moves, ply, notes = new Map()) {
    const key = JSON.stringify([moves, [...notes]]);
    if (key !== this.drawn) {
      this.drawn = key;
      const items = moves.map((text, index) => {
        const note = notes.get(index + 1);
        return el("li", {}, el("button", { class: `ply ${note ? "noted" : ""}`, "data-ply": index + 1, title: note?.words, onclick: () => this.onply(index + 1) },
          el("span", { class: "number" }, String(index + 1)), el("span", { class: "text" }, text, note ? el("b", { class: "sign" }, ` ${note.sign}`) : "")));
      });
      this.holder.replaceChildren(items.length ? el("ol", { class: "plies", "aria-label": "Moves" }, ...items) : el("p", { class: "muted small empty" }, "No move yet."));
    }
    for (const button of this.holder.querySelectorAll("[data-ply]")) {
      const isShown = Number(/** @type {HTMLElement} */ (button).dataset.ply) === ply;
      if (isShown) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (isShown) keepInSight(this.holder, /** @type {HTMLElement} */ (button));
    }
    if (!ply) this.holder.scrollTop = 0;
  }
}

/**
 * Scroll a list, never the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function keepInSight(list, item) {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/**
 * Arrow keys go through a game wherever nothing else wants them.
 * @param {(change: "first" | "previous" | "next" | "last") => void} go
 */
export function listenForArrows(go) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, [role=grid], dialog")) return;
    const change = /** @type {const} */ ({ ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" })[event.key];
    if (!change) return;
    event.preventDefault();
    go(change);
  });
}
