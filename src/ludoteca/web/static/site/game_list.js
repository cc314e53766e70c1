/** A list of games like the server's (`parts.html`), from the games stored in this browser. */

/** @import {Listing} from "../local/local_games.js" */
/** @import {TableWords} from "../local/seat_names.js" */
import { gamePage } from "../addresses.js";
import { el, icon, pageData } from "../dom.js";
import { seatName } from "../local/seat_names.js";
import { ago, isYourTurn, standingWords } from "./game_list_words.js";
import { t } from "../words/language.js";

/** @typedef {{games: {name: string, title: string, accent: string}[], words: TableWords}} Known */

/**
 * @param {Listing[]} items
 * @param {(item: Listing) => void} [onremove] to delete a game
 */
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
