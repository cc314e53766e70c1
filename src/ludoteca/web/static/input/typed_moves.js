/** Typed moves: hidden until a key or the small button asks for them. */

import { byId } from "../dom.js";

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
