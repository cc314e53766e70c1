/** A diagram that plays its moves: once when it becomes visible, and again at a button. With reduced motion, it is stepped through. */

/** @import {View} from "../types.js" */
/** @import {Board} from "./board.js" */
import { el, isStill } from "../dom.js";
import { t } from "../words/language.js";

const PAUSE_MS = 900; // before each move, so that the position is seen

export class MovingDiagram {
  /**
   * @param {HTMLElement} figure
   * @param {Board} board it shows the last of the views
   * @param {View[]} views the position before the moves, and after each
   * @param {(view: View) => string} inWords
   */
  constructor(figure, board, views, inWords) {
    this.figure = figure;
    this.board = board;
    this.views = views;
    this.inWords = inWords;
    this.at = views.length - 1;
    this.round = 0; // counts plays, so that one that was overtaken ends quietly
    this.button = el("button", { class: "small diagram-play", onclick: () => this.press() });
    figure.querySelector("figcaption")?.before(this.button);
    this.name();
    if (!isStill()) this.playInSight();
  }

  get isAtEnd() {
    return this.at === this.views.length - 1;
  }

  /** What the button does next. */
  name() {
    const still = this.isAtEnd ? t("Show the board before") : this.views.length > 2 ? t("Next move") : t("Play the move");
    this.button.textContent = isStill() ? still : t("Show it again");
    this.figure.dataset.ply = String(this.at);
  }

  press() {
    if (!isStill()) return void this.play();
    this.show(this.isAtEnd ? 0 : this.at + 1);
  }

  /** @param {number} at */
  show(at) {
    this.at = at;
    const view = this.views[at];
    const shown = this.board.show(view, { animate: at > 0 });
    this.board.svg?.setAttribute("aria-label", this.inWords(view));
    this.name();
    return shown;
  }

  /** From the first position to the last, move by move. */
  async play() {
    this.round += 1;
    const { round } = this;
    void this.show(0);
    while (!this.isAtEnd) {
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      if (round !== this.round) return;
      await this.show(this.at + 1);
    }
  }

  playInSight() {
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        void this.play();
      },
      { threshold: 0.6 },
    );
    watch.observe(this.figure);
  }
}
