/** A list of games like the server's (`parts.html`), from the games stored in this browser. */

/** @import {Listing} from "../local/game_store.js" */
/** @import {TableWords} from "../words/game_words.js" */
import { gamePage } from "../addresses.js";
import { el, icon, pageData } from "../dom.js";
import { isYourTurn } from "../local/game_store.js";
import { seatName } from "../words/game_words.js";
import { t } from "../words/language.js";

/** @typedef {{games: {name: string, title: string, accent: string}[], words: TableWords}} Known */

/** @param {Listing[]} items @param {(item: Listing) => void} [onremove] to delete a game */
export function gameList(items, onremove) {
  /** @type {Known} */ const { games, words } = pageData();
  const named = (/** @type {{kind: string, name: string}} */ seat) => seatName(seat, words);
  const row = (/** @type {Listing} */ item) => {
    const known = games.find(({ name }) => name === item.game);
    const title = known ? t(known.title) : item.game;
    const players = item.seats.map(named).join(" – ");
    return el(
      "li",
      { class: `game-${known?.accent ?? "moss"}` },
      el(
        "a",
        { href: gamePage(item.game, item.id) },
        el("span", {
          class: "thumbnail",
          "aria-hidden": "true",
          "data-game": item.game,
          "data-position": item.position,
          "data-options": JSON.stringify(item.options),
        }),
        el(
          "span",
          { class: "game-words" },
          el("strong", { class: "accent" }, title),
          el("span", {}, players),
          el("span", { class: `small ${isYourTurn(item) ? "yours" : "muted"}` }, standingWords(item, named, words)),
          el("span", { class: "small muted" }, item.side ? t("as {side}", { side: item.side }) : "", item.side ? " · " : "", ago(item.changed, words)),
        ),
      ),
      onremove &&
        el(
          "button",
          { class: "quiet remove", onclick: () => onremove(item) },
          icon("trash"),
          el("span", { class: "unseen" }, t("Delete {game}, {players}", { game: title, players })),
        ),
    );
  };
  return el("ul", { class: "game-list" }, ...items.map(row));
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LONG_MS = 30 * DAY_MS; // after this the date says more
const AGO = /** @type {[number, string][]} */ ([
  [DAY_MS, "list_days"],
  [60 * MINUTE_MS, "list_hours"],
  [MINUTE_MS, "list_minutes"],
]);

/** @typedef {(seat: {kind: string, name: string}) => string} Naming */

/** How a listed game stands. @param {Listing} item @param {Naming} named @param {TableWords} words */
export function standingWords(item, named, words) {
  const { state, kind, plies, you, mover, seats } = item;
  if (state === "over") return outcomeWords(item, named, words);
  if (kind === "record") return t(words.list_record, { count: plies });
  const now = plies ? "move" : "start";
  const number = plies + 1;
  if ((you !== 0 && you !== 1) || mover === null) return t(words[`list_${now}`], { number });
  if (isYourTurn(item)) return t(words[`list_yours_${now}`], { number });
  return t(words[`list_theirs_${now}`], { player: named(seats[mover]), number });
}

/** How a listed game ended; for a player, whether they won. @type {(item: Listing, named: Naming, words: TableWords) => string} */
function outcomeWords({ winner, you, reason, seats }, named, words) {
  if (winner === null) return t(words.list_draw, { reason });
  if (you !== 0 && you !== 1) return t(words.list_wins, { player: named(seats[winner]), reason });
  return t(winner === you ? words.list_won : words.list_lost, { reason });
}

/** How long ago something was, as people say it; after a month, the date. @param {number} then @param {TableWords} words */
export function ago(then, words) {
  const gone = Math.max(0, Date.now() - then);
  const date = new Date(then);
  if (gone >= LONG_MS) return t(words.list_date, { day: date.getUTCDate(), month: date.getUTCMonth(), year: date.getUTCFullYear() });
  const [unit, name] = AGO.find(([each]) => gone >= each) ?? [1, "list_now"];
  return t(words[name], { count: Math.floor(gone / unit) });
}
