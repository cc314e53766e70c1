/** Why nobody can move here now, for someone who touched the board anyway. */

import { turnInWords } from "./game_words.js";
import { translatable, t } from "./language.js";

export const EARLIER = translatable("This is an earlier position. Go to the last move to continue playing.");

/**
 * That somebody is still to come.
 * @param {0 | 1 | "both" | null} you
 */
export function waitingInWords(you) {
  return you === null ? t("Waiting for a second player.") : t("Waiting for your opponent.");
}

/**
 * Empty where there is nothing to say: the move was made and is on its way.
 * @param {any} state the snapshot as it stands
 * @param {number | null} past the earlier ply looked at, if one is
 */
export function whyNoMove({ view, you, state, kind }, past) {
  if (past !== null) return t(EARLIER);
  if (kind === "record") return t("This is a record. You can continue from any of its moves on the analysis board.");
  const waiting = view.outcome ? t("The game is over.") : state === "open" ? waitingInWords(you) : `${turnInWords(view, null)}.`;
  if (you === null) return t("You are watching. {waiting}", { waiting });
  if (view.outcome || state !== "going") return waiting;
  return you === "both" || you === view.mover ? "" : t("It is not your turn: {waiting}", { waiting });
}
