/** What the table says first: whose turn it is or how the game ended, how the series stands, and the page's title. */

import { byId, el } from "./dom.js";
import { waitingInWords } from "./why_inactive.js";
import { showOutcome } from "./turn_banner.js";
import { turnInWords } from "./words.js";

/**
 * @param {any} state the snapshot as it stands
 * @param {{past: number | null, isMine: boolean, sending: string, back: () => void}} seen `past`: the earlier ply looked at, if one is; `sending`: what a move on its way is doing
 */
export function showHeadline(state, { past, isMine, sending, back }) {
  const { view, you, series, seats } = state;
  const holder = byId("turn");
  if (past !== null)
    holder.replaceChildren(`Move ${past} of ${state.moves_played.length}. `, el("button", { class: "quiet small", onclick: back }, "Back to the game"));
  else if (sending) holder.textContent = sending;
  else if (state.state === "open") holder.textContent = waitingInWords(you);
  else if (state.kind === "record" && !view.outcome) holder.textContent = `The record ends here: ${turnInWords(view, null)}.`;
  else if (view.outcome) showOutcome(holder, turnInWords(view, you) + (series?.outcome ? ` Series: ${series.outcome.reason}.` : ""));
  else holder.textContent = turnInWords(view, you);
  holder.classList.toggle("yours", isMine && !sending);
  const names = seats.map((/** @type {any} */ seat) => seat.name);
  document.title = `${isMine ? "● " : ""}${view.game.title} · ${names.join(" – ")}`;
  const heading = `${view.game.title}: ${names.join(" against ")}`;
  if (byId("heading").textContent !== heading) byId("heading").textContent = heading;
  const line = byId("series");
  line.hidden = !series;
  if (series) line.textContent = `Game ${series.round} of ${series.games}: ${series.text}`;
}
