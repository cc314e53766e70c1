/** A visitor's progress with the puzzles and lessons of each game, on the pages that list them. */

import { keptProgress } from "./puzzle_progress.js";
import { t } from "./language.js";

for (const words of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-solved]"))) {
  const { solved, tried, bestStreak } = keptProgress(words.dataset.solved ?? "");
  words.textContent = tried ? t("{solved} of {tried} solved, best streak {streak}", { solved, tried, streak: bestStreak }) : t("Not tried yet");
}
