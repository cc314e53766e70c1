/** The diagrams in the article of a rule page, wherever it is shown; those with moves play them. */

/** @import {View} from "../types.js" */
import { describePicture as describe } from "../backend.js";
import { MovingDiagram } from "./moving_diagram.js";
import { drawSmall } from "./thumbnail.js";
import { cellInWords } from "../words/cell_words.js";

/** What a picture shows, for those who do not see it. @param {View} view */
function inWords(view) {
  const words = Object.entries(view.cells)
    .filter(([, look]) => look.pieces[0]?.kind !== "wall")
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
