/** The actions of a game, as one row that does not change during the game. What follows the end is in cards.js. */

import { byId, el, icon } from "../dom.js";
import { FREE_PLIES } from "../translated/web/table/stored_game.js";
import { translatable, t } from "../words/language.js";

const PACES = translatable({ 50: "As fast as they can", 400: "Brisk", 800: "Steady", 2000: "Slow", step: "Step by step" });

export class Actions {
  /** @param {HTMLElement} holder @param {(message: Record<string, unknown>) => void} send */
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
    const ways = { abort: [t("Abort"), () => this.askAbort()], resign: [t("Resign"), () => this.askResign(state)] };
    const [end, [words, ask]] = !can.resign || (can.abort && isYoung) ? ["abort", ways.abort] : ["resign", ways.resign];
    /** @type {(Node | false)[]} */
    const parts = [
      (can.undo || (isPlaying && alone && !state.series)) && this.button("undo", t("Undo"), "undo", can.undo),
      isPlaying && kind === "friend" && this.button("ask_takeback", t("Take back"), "undo", can.takeback),
      isPlaying && can.conditional_moves && this.button("plan", t("Plan"), "step"),
      isPlaying && alone && this.button("hint", t("Hint"), "hint", can.hint),
      isPlaying && kind !== "bot" && this.button("offer_draw", offered, "draw", can.offer_draw),
      (can.resign || can.abort) && el("button", { "data-action": end, class: "danger", onclick: ask }, icon("flag"), el("span", {}, words)),
      can.pace && this.pace(state.pace),
      can.pace && state.pace === "step" && !state.view.outcome && this.button("step", t("One move"), "step"),
    ];
    this.holder.replaceChildren(.../** @type {Node[]} */ (parts.filter(Boolean)));
    if (focused) /** @type {HTMLElement | null} */ (this.holder.querySelector(`[data-action="${focused}"]`))?.focus();
  }

  /** @param {string} type @param {string} words @param {string} picture @param {boolean} [isActive] */
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

  /** Whoever plays both sides is asked which of them resigns. @param {any} state */
  askResign({ can, you, view }) {
    const isBoth = you === "both";
    const side = (/** @type {string} */ value, /** @type {string} */ words) => el("button", { value, class: "danger" }, words);
    const sides = view.players.map((/** @type {{name: string}} */ { name }, /** @type {number} */ seat) =>
      side(`resign ${seat}`, t("{player} resigns", { player: name })),
    );
    byId("resign-title").textContent = isBoth ? t("Who resigns?") : t("Resign this game?");
    byId("resign-words").textContent = isBoth ? t("The other side wins immediately.") : t("Your opponent wins immediately.");
    byId("resign-sides").replaceChildren(...(isBoth ? sides : [side("resign", t("Resign"))]));
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
    const answered = () => {
      const [type, seat] = dialog.returnValue.split(" ");
      if (type) this.send(seat ? { type, seat: Number(seat) } : { type });
    };
    dialog.addEventListener("close", answered, { once: true });
  }
}
