/** Small boards for lists and cards: drawn from a view, once they become visible. */

/** @import {View} from "../types.js" */
import { Board } from "./board.js";
import { describePicture as describe } from "../backend.js";

/**
 * Draw a view into an element, to be looked at only.
 * @param {HTMLElement} holder
 * @param {View} view
 * @param {{labelled: boolean}} [how] whether the cells' names stand at the edges
 */
export function drawSmall(holder, view, how = { labelled: false }) {
  const board = new Board(holder, how);
  void board.show(view);
  holder.classList.add("drawn");
  return board;
}

/** The position that an element of a list of games names. @param {HTMLElement} holder */
export function listedPosition({ dataset }) {
  return { game: dataset.game ?? "", options: JSON.parse(dataset.options ?? "{}"), position: dataset.position };
}

/**
 * Draw every element of a kind when it comes into sight.
 * @param {string} selector
 * @param {(holder: HTMLElement) => {game: string, options?: Record<string, string>, position?: string} | null} ask
 */
export function drawInSight(selector, ask) {
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        watch.unobserve(target);
        const wanted = ask(target);
        if (wanted)
          describe(wanted).then(
            (view) => drawSmall(target, view),
            () => target.classList.add("missing"),
          );
      }
    },
    { rootMargin: "200px" },
  );
  for (const holder of document.querySelectorAll(selector)) watch.observe(holder);
}
