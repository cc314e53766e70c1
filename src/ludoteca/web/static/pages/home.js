/** Pictures for the home page and for lists of games; the last chosen level is chosen again, and the game of the day's puzzle. */

import { pageData } from "../dom.js";
import { keep, kept } from "../stored_texts.js";
import { drawInSight, drawSmall, listedPosition } from "../board/thumbnail.js";

const { showcases = {} } = pageData(); // the shelf's pictures, where they came with the page

const LAST_LEVEL = "level"; // played last, at any game
const DAY_MS = 86_400_000;

for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-level]"))) {
  const last = kept(LAST_LEVEL);
  if (last && [...select.options].some((option) => option.value === last)) select.value = last;
  select.addEventListener("change", () => keep(LAST_LEVEL, select.value));
}

const days = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-today]"));
const today = Math.floor(Date.now() / DAY_MS) % days.length;
for (const [index, link] of days.entries()) link.hidden = index !== today;

drawInSight(".thumbnail", (holder) => {
  const game = holder.dataset.game ?? "";
  if (holder.dataset.showcase === undefined) return listedPosition(holder);
  if (!showcases[game]) return { game, ...JSON.parse(holder.dataset.showcase) };
  drawSmall(holder, showcases[game]);
  return null;
});
