/** What a newcomer sees until the first move, in place of the move list: the goal, and which pieces are whose. */

import { byId, el, withElements } from "../dom.js";
import { swatch } from "./seats.js";
import { translatable, t } from "../words/language.js";

/**
 * Who plays which side, with the name in bold.
 * @param {boolean} isYou
 * @param {string} name
 * @param {{side: string}} places
 * @param {boolean} begins
 */
function whoPlays(isYou, name, places, begins) {
  if (isYou)
    return withElements(begins ? translatable("{you} play {side} and move first") : translatable("{you} play {side}"), {
      ...places,
      you: el("strong", {}, t("You")),
    });
  return withElements(begins ? translatable("{name} plays {side} and moves first") : translatable("{name} plays {side}"), {
    ...places,
    name: el("strong", {}, name),
  });
}

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
      return el(
        "li",
        {},
        swatch(view, number),
        el("span", {}, ...whoPlays(you === number, seats[number].name, { side: view.players[number].name }, view.mover === number)),
      );
    }),
  );
}
