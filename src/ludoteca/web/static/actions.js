/** The actions of a game, as one row that stays as it is while the game goes on. What follows the end stands in end_card.js. */

import { byId, el, icon } from "./dom.js";
import { translatable, t } from "./language.js";

const FREE_PLIES = 2; // as long as fewer were played, a game is aborted rather than resigned
const PACES = translatable({ 50: "As fast as they can", 400: "Brisk", 800: "Steady", 2000: "Slow", step: "Step by step" });

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
    const isYoung = state.moves_played.length < FREE_PLIES;
    const key = JSON.stringify([state.can, state.pace, state.state, state.kind, state.you, isYoung]);
    if (key === this.drawn) return;
    this.drawn = key;
    const { can, kind } = state;
    const isPlaying = state.you !== null && state.state === "going"; // then what cannot be done now keeps its place
    const focused =
      document.activeElement instanceof HTMLElement && this.holder.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    const alone = kind === "bot" || kind === "device";
    const offered = kind === "device" ? t("Agree on a draw") : t("Offer a draw");
    /** @type {Record<string, [string, () => void]>} */
    const ways = { abort: [t("Abort"), () => this.askAbort()], resign: [t("Resign"), () => this.askResign(can)] };
    const [end, [words, ask]] = !can.resign || (can.abort && isYoung) ? ["abort", ways.abort] : ["resign", ways.resign];
    /** @type {(Node | false)[]} */
    const parts = [
      (can.undo || (isPlaying && alone && !state.series)) && this.button("undo", t("Undo"), "undo", can.undo),
      isPlaying && kind === "friend" && this.button("ask_takeback", t("Take back"), "undo", can.takeback),
      isPlaying && alone && this.button("hint", t("Hint"), "hint", can.hint),
      isPlaying && kind !== "bot" && this.button("offer_draw", offered, "draw", can.offer_draw),
      (can.resign || can.abort) && el("button", { "data-action": end, class: "danger", onclick: ask }, icon("flag"), el("span", {}, words)),
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
   * @param {boolean} [isActive]
   */
  button(type, words, picture, isActive = true) {
    return el("button", { "data-action": type, disabled: !isActive, onclick: () => this.send({ type }) }, icon(picture), el("span", {}, words));
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

  /** @param {any} can */
  askResign(can) {
    const other = /** @type {HTMLButtonElement} */ (byId("resign-not"));
    const type = can.abort ? "abort" : "offer_abort";
    other.hidden = !can[type];
    other.value = type;
    other.textContent = can.abort ? t("End it without a result") : t("Ask to end it without a result");
    this.confirm("resign");
  }

  askAbort() {
    this.confirm("abort");
  }

  /** Do what is answered, if anything. @param {string} name of the dialog */
  confirm(name) {
    const dialog = /** @type {HTMLDialogElement} */ (byId(name));
    dialog.returnValue = ""; // what was answered the last time
    dialog.showModal();
    dialog.addEventListener("close", () => dialog.returnValue && this.send({ type: dialog.returnValue }), { once: true });
  }
}
