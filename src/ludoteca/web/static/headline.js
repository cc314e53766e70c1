/** The headline of the table: whose turn it is or how the game ended, the state of the series, and the page's title. */

import { inLabels } from "./cell_labels.js";
import { byId, el } from "./dom.js";
import { waitingInWords } from "./why_inactive.js";
import { showOutcome } from "./turn_banner.js";
import { outcomeParts, turnInWords } from "./game_words.js";
import { t } from "./language.js";

/**
 * @param {any} state the snapshot as it stands
 * @param {{past: number | null, isMine: boolean, sending: string, back: () => void}} seen `past`: the earlier ply looked at, if one is; `sending`: what a move on its way is doing
 */
export function showHeadline(state, { past, isMine, sending, back }) {
  const { view, you, series, seats } = state;
  const holder = byId("turn");
  if (past !== null)
    holder.replaceChildren(
      t("Move {ply} of {count}.", { ply: past, count: state.moves_played.length }),
      " ",
      el("button", { class: "quiet small", onclick: back }, t("Back to the game")),
    );
  else if (sending) holder.textContent = sending;
  else if (state.state === "open") holder.textContent = waitingInWords(you);
  else if (state.kind === "record" && !view.outcome) holder.textContent = t("The record ends here: {turn}.", { turn: turnInWords(view, null) });
  else if (view.outcome) {
    const [who, why] = outcomeParts(view.outcome, view.players, you, state.how);
    showOutcome(holder, who, inLabels(whyInWords(why, series?.outcome)));
  } else holder.textContent = turnInWords(view, you);
  holder.classList.toggle("yours", isMine && !sending);
  const names = seats.map((/** @type {any} */ seat) => seat.name);
  document.title = `${isMine ? "● " : ""}${view.game.title} · ${names.join(" – ")}`;
  const heading = t("{game}: {first} against {second}", { game: view.game.title, first: names[0], second: names[1] });
  if (byId("heading").textContent !== heading) byId("heading").textContent = heading;
  const line = byId("series");
  line.hidden = !series;
  if (series) line.textContent = t("Game {round} of {games}: {score}", { round: series.round, games: series.games, score: series.text });
}

/**
 * Why the game ended so, and with it the series.
 * @param {string} reason
 * @param {import("./types.js").Outcome | null | undefined} ofSeries
 */
function whyInWords(reason, ofSeries) {
  return ofSeries ? t("{reason}. Series: {series}.", { reason, series: ofSeries.reason }) : `${reason}.`;
}
