/** The diagrams in the article of a rule page, wherever it is shown; those with moves play them. */

/** @import {Board} from "./board.js" */
/** @import {View} from "../types.js" */
import { describePicture as describe } from "../backend.js";
import { drawSmall } from "./thumbnail.js";
import { el, isStill } from "../dom.js";
import { cellInWords } from "../words/cell_words.js";
import { t } from "../words/language.js";

/** What a picture shows, for those who do not see it. @param {View} view */
function inWords(view) {
  const words = Object.entries(view.cells)
    .filter(([, look]) => !look.scenery)
    .map(([name, look]) => cellInWords(name, look));
  return `${view.game.title}: ${words.join("; ")}`;
}

/** @param {HTMLElement} article */
export function drawDiagrams(article) {
  const game = article.dataset.game ?? "";
  for (const picture of /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll("[data-diagram]"))) {
    const { moves = [], ...start } = JSON.parse(picture.dataset.diagram ?? "{}");
    const asked = [...moves.keys(), moves.length].map((count) => describe({ game, ...start, moves: moves.slice(0, count) }));
    Promise.all(asked).then(
      (views) => {
        const last = views[views.length - 1];
        const board = drawSmall(picture, last, { labelled: true }); // captions name cells
        board.svg?.setAttribute("aria-label", inWords(last));
        if (moves.length) new MovingDiagram(/** @type {HTMLElement} */ (picture.closest("figure")), board, views, inWords);
      },
      () => picture.closest("figure")?.remove(),
    );
  }
  for (const figure of article.querySelectorAll("figure.diagram:not(.diagrams figure)")) {
    if (figure.previousElementSibling?.classList.contains("diagrams")) figure.previousElementSibling.append(figure);
    else {
      const holder = document.createElement("div");
      holder.className = "diagrams";
      figure.before(holder);
      holder.append(figure);
    }
  }
}

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

const page = document.getElementById("rules");
if (page) drawDiagrams(page); // elsewhere the rules are drawn when they are opened
