/** What a newcomer sees until the first move, where the move list will be: the goal, and which pieces are whose. */

import { byId, el } from "./dom.js";
import { swatch } from "./seats.js";

/** @param {any} state the snapshot as it stands */
export function showWelcome(state) {
  const { view, you, seats } = state;
  const isShown = !state.moves_played.length && !view.outcome;
  byId("welcome").hidden = !isShown;
  byId("moves").classList.toggle("before", isShown);
  if (!isShown) return;
  const sides = you === 1 ? [1, 0] : [0, 1];
  byId("welcome-sides").replaceChildren(
    ...sides.map((side) => {
      const number = /** @type {0 | 1} */ (side);
      const who = you === number ? "You" : seats[number].name;
      const begins = view.mover === number ? ", who begins" : "";
      return el(
        "li",
        {},
        swatch(view, number),
        el("span", {}, el("strong", {}, who), ` ${you === number ? "play" : "plays"} ${view.players[number].name}${begins}`),
      );
    }),
  );
}
