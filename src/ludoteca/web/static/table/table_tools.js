/** What every page with a large board has besides the game: keys, typed moves, the rules beside the board, flipping the board. */

import { byId, el, withElements } from "../dom.js";
import { listenForRules } from "../pages/rules_panel.js";
import { setting } from "../pages/settings.js";
import { t, translatable } from "../words/language.js";

/** @param {{flip: () => void, cancel: () => void}} hand @param {Shortcut[]} [more] keys of this page alone */
export function listenAtTable(hand, more = []) {
  const typing = listenForTyping();
  listenForRules();
  for (const button of document.querySelectorAll("[data-flip]")) button.addEventListener("click", () => hand.flip());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) hand.cancel();
  });
  listenForShortcuts([
    { keys: ["/", "t"], words: t("type a move"), run: typing.open },
    { keys: ["f"], words: t("flip the board"), run: () => hand.flip() },
    { keys: ["r"], words: t("the rules"), run: () => press("a[data-rules]") },
    ...(document.querySelector("[data-share]") ? [{ keys: ["s"], words: t("share and export"), run: () => press("[data-share]") }] : []),
    ...more,
  ]);
}

/** Show the field and write in it; again, or Escape, puts it away. */
export function listenForTyping() {
  const form = byId("typed");
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-type]")]);
  /** @type {Element | null} */ let before = null;
  const put = (/** @type {boolean} */ isOpen) => {
    form.classList.toggle("open", isOpen);
    for (const button of buttons) button.setAttribute("aria-expanded", String(isOpen));
  };
  const open = () => {
    before = document.activeElement;
    put(true);
    field.focus();
  };
  const close = () => {
    const hadFocus = form.contains(document.activeElement);
    put(false);
    if (hadFocus && before instanceof HTMLElement) before.focus();
    else if (hadFocus && before instanceof SVGElement) before.focus();
  };
  for (const button of buttons) button.addEventListener("click", () => (form.classList.contains("open") ? close() : open()));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  put(false);
  return { open, close };
}

/** Whether there is anything to type now. @param {boolean} isOffered */
export function offerTyping(isOffered) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#typed, [data-type]"))) part.hidden = !isOffered;
}

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
