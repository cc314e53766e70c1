/** Diagrams on a rule page, after the section on how to play. */

import { describe } from "./api.js";
import { byId, el } from "./dom.js";
import { DIAGRAMS } from "./diagrams.js";
import { drawSmall } from "./thumbnail.js";
import { cellInWords } from "./words.js";

const article = byId("rules");
const game = article.dataset.game ?? "";
const diagrams = DIAGRAMS[game] ?? [{ caption: "The start.", position: "" }];
const holder = el("div", { class: "diagrams" });
for (const { caption, ...wanted } of diagrams) {
  const picture = el("span", { class: "thumbnail" });
  const figure = el("figure", {}, picture, el("figcaption", {}, caption));
  holder.append(figure);
  describe({ game, ...wanted }).then((view) => {
    const board = drawSmall(picture, view, { labelled: true }); // captions name cells
    const words = Object.entries(view.cells).filter(([, look]) => look.pieces[0]?.kind !== "wall").map(([name, look]) => cellInWords(name, look));
    board.svg?.setAttribute("aria-label", `${view.game.title}: ${words.join("; ")}`);
  }, () => figure.remove());
}
const sections = [...article.querySelectorAll("h2")];
const second = sections[1];
if (second) second.before(holder);
else article.append(holder);
