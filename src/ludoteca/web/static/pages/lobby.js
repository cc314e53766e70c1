/**
 * Challenges: the list on the home page as it changes, and on every page word of one's own being accepted, and of other
 * games that wait or have gone on.
 */

import { gamePage } from "../addresses.js";
import { el, icon } from "../dom.js";
import { LAST_LEVEL, keep, kept } from "../stored_texts.js";
import { Line } from "../table/socket.js";
import { t } from "../words/language.js";
import { isNotified } from "./push.js";
import { showTitle } from "./settings.js";
import { knock } from "./sound.js";

const WAITING = "waiting"; // "yes" as long as a challenge of this visitor may still be accepted
const PLAYING = "playing"; // "yes" as long as this visitor plays against people
const PAUSE_MS = 400; // several changes are fetched at once

const list = document.getElementById("challenges"); // on the home page
/** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
const { title } = document;

/** Fetch the list; whoever was about to press a button still is. */
async function refresh() {
  timer = undefined;
  if (!list) return;
  const answer = await fetch("/lobby").catch(() => null);
  if (!answer?.ok) return; // the next change brings it
  const focused = list.contains(document.activeElement) ? document.activeElement?.id : "";
  const text = await answer.text();
  list.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  if (focused) document.getElementById(focused)?.focus();
  offerLevel(list);
  noteWaiting(list.querySelector(".mine") !== null);
}

/** Whoever waits may play the level they chose last meanwhile. @param {HTMLElement} holder */
function offerLevel(holder) {
  const level = kept(LAST_LEVEL);
  const number = /^level(\d+)$/.exec(level ?? "")?.[1];
  for (const button of number ? /** @type {NodeListOf<HTMLButtonElement>} */ (holder.querySelectorAll("[data-meanwhile]")) : []) {
    button.value = `level${number}`;
    const words = button.querySelector("span");
    if (words) words.textContent = t("Play level {number} while you wait", { number: Number(number) });
  }
}

/** @param {boolean} isWaiting */
function noteWaiting(isWaiting) {
  keep(WAITING, isWaiting ? "yes" : "");
}

/** Someone has accepted: whoever waits on the home page goes to the game, others are told. @param {{game: string, name: string}} message */
function goOrTell({ game, name }) {
  const address = gamePage("", game);
  if (location.href.startsWith(address) || document.querySelector(`[data-accepted="${game}"]`)) return;
  knock(600, 0.5);
  if (list) return location.assign(address);
  tell(t("{name} has accepted your challenge.", { name }), address, t("Go to the game"), { "data-accepted": game });
}

/** Someone challenges whoever looks at this page. @param {{title: string, body: string, page: string}} message */
function remind({ title, body, page }) {
  const address = new URL(page, location.href);
  if (location.pathname === address.pathname) return; // one sees it here
  document.querySelector(`[data-notice="${page}"]`)?.remove();
  knock(600, 0.5);
  tell(`${title}. ${body}`, page, t("Open"), { "data-notice": page });
}

/**
 * In which games it is this visitor's turn, and which has just gone on.
 * @param {{games: string[], going: number, new: string | null}} message
 */
function showTurns({ games, going, new: played }) {
  keep(PLAYING, going ? "yes" : "");
  const here = (/** @type {string} */ game) => location.pathname === `/game/${game}`;
  const count = games.filter((game) => !here(game)).length;
  for (const holder of document.querySelectorAll(".turn-count")) holder.textContent = count ? String(count) : "";
  if (!played || here(played)) return;
  document.documentElement.dataset.turns = "";
  showTitle(document.title.replace(/^● /, ""), true);
  knock(600, 0.5);
  void refreshGames();
  document.querySelector("[data-turns].new-version")?.remove();
  const isMine = games.includes(played);
  const words = isMine ? t("It's your turn in {count} {count:game|games}.", { count }) : t("One of your games is over.");
  const address = isMine ? `/next?after=${games.find(here) ?? ""}` : gamePage("", played);
  if (list) return; // the games are listed here
  tell(words, address, isMine ? t("Next game") : t("Open"), { "data-turns": "" });
}

/** Fetch the list of one's own games, where the page has one. */
async function refreshGames() {
  const own = document.getElementById("own-list");
  const answer = own && (await fetch(location.pathname).catch(() => null));
  if (!own || !answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  own.replaceChildren(...(page.getElementById("own-list")?.childNodes ?? []));
  dispatchEvent(new Event("listed"));
}

/** @param {string} words @param {string} address @param {string} link @param {Record<string, string>} marks */
function tell(words, address, link, marks) {
  showTitle(title, true);
  document.body.append(
    el(
      "div",
      { class: "new-version", role: "alert", ...marks },
      el("span", {}, words),
      el("a", { class: "button primary", href: address }, icon("play"), link),
    ),
  );
}

/** @type {Record<string, (message: any) => void>} */
const hears = {
  changed: () => (timer ??= setTimeout(refresh, PAUSE_MS)),
  waiting: ({ count }) => {
    noteWaiting(count > 0);
    if (list) hears.changed({});
  },
  accepted: goOrTell,
  notice: remind,
  turns: showTurns,
};

if (list) offerLevel(list);
if (list || kept(WAITING) || kept(PLAYING) || document.documentElement.dataset.account || isNotified())
  new Line("/ws/lobby", { onmessage: (message) => hears[message.type]?.(message) });
