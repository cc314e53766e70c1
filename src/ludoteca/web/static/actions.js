/** The actions of a game, as one row: only those that can be taken now. What follows the end stands in end_card.js. */

import { byId, el, icon } from "./dom.js";
import { later, t } from "./language.js";

const PACES = later({ 50: "As fast as they can", 400: "Brisk", 800: "Steady", 2000: "Slow", step: "Step by step" });

export class Actions {
  /**
   * @param {HTMLElement} holder
   * @param {(message: Record<string, unknown>) => void} send
   */
  constructor(holder, send) {
    this.holder = holder;
    this.send = send;
    this.drawn = "";
  }

  /** @param {any} state the snapshot as it stands */
  show(state) {
    const key = JSON.stringify([state.can, state.pace, state.state, state.kind]);
    if (key === this.drawn) return;
    this.drawn = key;
    const { can } = state;
    const focused =
      document.activeElement instanceof HTMLElement && this.holder.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    /** @type {(Node | false)[]} */
    const parts = [
      can.undo && this.button("undo", t("Undo"), "undo"),
      can.takeback && this.button("ask_takeback", t("Take back"), "undo"),
      can.hint && this.button("hint", t("Hint"), "hint"),
      can.offer_draw && this.button("offer_draw", state.kind === "device" ? t("Agree on a draw") : t("Offer draw"), "draw"),
      can.resign && el("button", { "data-action": "resign", class: "danger", onclick: () => this.askResign() }, icon("flag"), el("span", {}, t("Resign"))),
      can.pace && this.pace(state.pace),
      can.pace && state.pace === "step" && !state.view.outcome && this.button("step", t("One move"), "step"),
    ];
    this.holder.replaceChildren(.../** @type {Node[]} */ (parts.filter(Boolean)));
    if (focused) /** @type {HTMLElement | null} */ (this.holder.querySelector(`[data-action="${focused}"]`))?.focus();
  }

  /**
   * @param {string} type
   * @param {string} words
   * @param {string} picture
   * @param {boolean} [isPrimary]
   */
  button(type, words, picture, isPrimary = false) {
    return el("button", { "data-action": type, class: isPrimary ? "primary" : "", onclick: () => this.send({ type }) }, icon(picture), el("span", {}, words));
  }

  /** @param {number | string} pace */
  pace(pace) {
    const select = el(
      "select",
      {
        "data-action": "pace",
        onchange: (/** @type {Event} */ event) => {
          const { value } = /** @type {HTMLSelectElement} */ (event.target);
          this.send({ type: "pace", delay: value === "step" ? value : Number(value) });
        },
      },
      ...Object.entries(PACES).map(([value, words]) => el("option", { value, selected: value === String(pace) }, t(words))),
    );
    return el("label", { class: "pace" }, el("span", { class: "small muted" }, t("Pace")), select);
  }

  askResign() {
    const dialog = /** @type {HTMLDialogElement} */ (byId("resign"));
    dialog.showModal();
    dialog.addEventListener("close", () => dialog.returnValue === "yes" && this.send({ type: "resign" }), { once: true });
  }
}
