/** A visitor's progress where lessons and puzzles are offered: links to lessons, unobtrusive once done, and puzzles solved. */

import { isDone, reached, keptProgress } from "./progress.js";
import { t } from "../words/language.js";

for (const offer of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))) {
  const game = offer.dataset.lesson ?? "";
  const step = reached(game);
  if (isDone(game)) offer.classList.add("done");
  else if (step) offer.classList.add("begun");
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (offer.querySelectorAll("[data-when]")))
    words.hidden = words.dataset.when !== (isDone(game) ? "done" : step ? "begun" : "new");
}

for (const words of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-solved]"))) {
  const { solved, tried, bestStreak } = keptProgress(words.dataset.solved ?? "");
  words.textContent = tried ? t("{solved} of {tried} solved, best streak {streak}", { solved, tried, streak: bestStreak }) : t("Not tried yet");
}
