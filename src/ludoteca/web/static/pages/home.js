/** The shelf in order; the last chosen level is chosen again, and the game of the day's puzzle. */

import { byId } from "../dom.js";
import { LAST_LEVEL, PLAYED, keep, kept, namesKept } from "../stored_texts.js";

const DAY_MS = 86_400_000;

for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-level]"))) {
  const last = kept(LAST_LEVEL);
  if (last && [...select.options].some((option) => option.value === last)) select.value = last;
  select.addEventListener("change", () => keep(LAST_LEVEL, select.value));
}

const days = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-today]"));
const today = Math.floor(Date.now() / DAY_MS) % days.length;
for (const [index, link] of days.entries()) link.hidden = index !== today;

const FAVOURITES = "favourites"; // names of games, separated by spaces
const shelf = document.getElementById("shelf");
if (shelf) arrangeShelf(shelf);

/** Favourites first; a search and filters; a word on games not played yet, once one was. @param {HTMLElement} shelf */
function arrangeShelf(shelf) {
  const filters = /** @type {HTMLFormElement} */ (byId("shelf-filters"));
  const search = /** @type {HTMLInputElement} */ (byId("shelf-search"));
  const choices = /** @type {HTMLSelectElement[]} */ ([...filters.querySelectorAll("select")]);
  const cards = /** @type {HTMLElement[]} */ ([...shelf.children]);
  const favourites = new Set(namesKept(FAVOURITES));
  const played = new Set(namesKept(PLAYED));

  const isFavourite = (/** @type {HTMLElement} */ card) => favourites.has(card.dataset.name ?? "");
  const arrange = () => shelf.append(...cards.filter(isFavourite), ...cards.filter((card) => !isFavourite(card)));
  const narrow = () => {
    const wanted = search.value.trim().toLowerCase();
    for (const card of cards) {
      const kinds = choices.map(({ name, options }) => [...options].find(({ value }) => value && value === card.dataset[name])?.text ?? "");
      const said = [card.querySelector(".shelf-words")?.textContent, card.dataset.otherNames, ...kinds].join(" ").toLowerCase();
      card.hidden = !said.includes(wanted) || choices.some((each) => each.value && card.dataset[each.name] !== each.value);
    }
    byId("shelf-empty").hidden = cards.some((card) => !card.hidden);
  };
  for (const card of cards) {
    const name = card.dataset.name ?? "";
    const star = /** @type {HTMLElement} */ (card.querySelector(".favourite"));
    star.hidden = false;
    star.ariaPressed = String(isFavourite(card));
    star.addEventListener("click", () => {
      if (!favourites.delete(name)) favourites.add(name);
      keep(FAVOURITES, [...favourites].join(" "));
      star.ariaPressed = String(isFavourite(card));
      arrange();
      star.focus({ preventScroll: true }); // a card that is moved loses it
    });
    /** @type {HTMLElement} */ (card.querySelector(".new-to-you")).hidden = !played.size || played.has(name);
  }
  arrange();
  filters.hidden = false;
  filters.addEventListener("input", narrow);
  filters.addEventListener("submit", (event) => event.preventDefault());
  byId("shelf-all").addEventListener("click", () => {
    filters.reset();
    narrow();
  });
  narrow(); // a browser that goes back fills in what was chosen
}
