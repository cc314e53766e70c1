/** Pictures for the shelf and for lists of games; the level that was chosen last is chosen again. */

import { pageData } from "./dom.js";
import { drawInSight, drawSmall, listedPosition } from "./thumbnail.js";

const { showcases = {} } = pageData(); // the shelf's pictures, where they came with the page

const LAST_LEVEL = "level"; // played last, at any game

for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-level]"))) {
  const last = recall();
  if (last && [...select.options].some((option) => option.value === last)) select.value = last;
  select.addEventListener("change", () => remember(select.value));
}

function recall() {
  try {
    return localStorage.getItem(LAST_LEVEL);
  } catch {
    return null; // storage is switched off
  }
}

/** @param {string} level */
function remember(level) {
  try {
    localStorage.setItem(LAST_LEVEL, level);
  } catch {
    // the choice lasts as long as the page
  }
}

drawInSight(".thumbnail", (holder) => {
  const game = holder.dataset.game ?? "";
  if (holder.dataset.showcase === undefined) return listedPosition(holder);
  if (!showcases[game]) return { game, ...JSON.parse(holder.dataset.showcase) };
  drawSmall(holder, showcases[game]);
  return null;
});
