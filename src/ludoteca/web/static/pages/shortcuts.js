/** Keys that work anywhere on the page, and the list of them that `?` shows. A setting turns the single keys off. */

import { byId, el, withElements } from "../dom.js";
import { setting } from "./settings.js";
import { translatable, t } from "../words/language.js";

/** @typedef {{keys: string[], words: string, run: () => void}} Shortcut */

/** What boards and lists do with keys by themselves. */
const ON_BOARD = /** @type {[string, string][]} */ (
  translatable([
    ["Tab", "move to the board, then past it"],
    ["Arrows", "move between cells on the board; elsewhere ← and → step through the game"],
    ["Enter", "choose the cell"],
    ["Escape", "undo your choice, or close what is open"],
    ["Home, End", "the first and the last move"],
  ])
);

/** @param {Shortcut[]} shortcuts */
export function listenForShortcuts(shortcuts) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("shortcuts"));
  const all = [...shortcuts, { keys: ["?"], words: t("this list"), run: () => dialog.showModal() }];
  const row = (/** @type {string[]} */ keys, /** @type {string} */ words) => {
    const [others, last] = keys.map((key) => el("kbd", {}, key));
    return el("div", {}, el("dt", {}, ...(last ? withElements(translatable("{others} or {last}"), { others, last }) : [others])), el("dd", {}, words));
  };
  byId("shortcut-list").replaceChildren(...all.map(({ keys, words }) => row(keys, words)), ...ON_BOARD.map(([key, words]) => row([t(key)], t(words))));
  for (const button of document.querySelectorAll("[data-shortcuts]")) button.addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || setting("keys") === "off") return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog[open]")) return;
    const found = all.find(({ keys }) => keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}

/** Do what a button on the page does, where it is there and can be pressed. @param {string} selector */
export function press(selector) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  if (button && !button.hidden) button.click();
}
