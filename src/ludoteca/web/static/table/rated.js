/** Whether the game is rated, and what it changed once it is over. */

import { call } from "../api.js";
import { byId } from "../dom.js";
import { t } from "../words/language.js";

/** The game whose changes have been asked for: once is enough. */
let asked = "";

/** @param {any} state the snapshot as it stands */
export function showRated(state) {
  const line = byId("rated");
  line.hidden = !state.rated;
  if (!state.rated || asked === state.game_id) return;
  line.textContent = t("Rated game");
  if (!state.view.outcome) return;
  asked = state.game_id;
  call(`/games/${state.game_id}/ratings`).then(
    (/** @type {{seat: number, before: number, after: number}[]} */ changes) => {
      line.textContent = changes.length
        ? changes.map(({ seat, before, after }) => t("{name}: {before} → {after}", { name: state.seats[seat].name, before, after })).join(" · ")
        : t("This game did not count for ratings.");
    },
    () => undefined,
  );
}
