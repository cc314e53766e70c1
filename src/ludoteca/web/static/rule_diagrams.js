/** The diagrams in the article of a rule page, wherever it is shown. */

import { describePicture as describe } from "./backend.js";
import { drawSmall } from "./thumbnail.js";
import { cellInWords } from "./words.js";

/** @param {HTMLElement} article */
export function drawDiagrams(article) {
  const game = article.dataset.game ?? "";
  for (const picture of /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll("[data-diagram]"))) {
    describe({ game, ...JSON.parse(picture.dataset.diagram ?? "{}") }).then(
      (view) => {
        const board = drawSmall(picture, view, { labelled: true }); // captions name cells
        const words = Object.entries(view.cells)
          .filter(([, look]) => look.pieces[0]?.kind !== "wall")
          .map(([name, look]) => cellInWords(name, look));
        board.svg?.setAttribute("aria-label", `${view.game.title}: ${words.join("; ")}`);
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
