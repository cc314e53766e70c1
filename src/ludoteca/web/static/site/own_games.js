/** The games of this browser: the unfinished ones on the home page, those of a game on its page, all of them on a separate page. */

/** @import {Damaged, Listing} from "../local/game_store.js" */
import { homePage } from "../addresses.js";
import { reasonOf } from "../api.js";
import { byId, el, pageData, withElements } from "../dom.js";
import { saveFile } from "../board/export.js";
import { GameStore, isUnfinished } from "../local/game_store.js";
import { gameList } from "./game_list.js";
import { translatable, t } from "../words/language.js";

const MOST_ON_SHELF = 4;
const store = new GameStore(); // lists need nothing else: boards and rules come when there is something to draw
const PARTS = /** @type {[string, (item: Listing) => boolean][]} */ ([
  [translatable("In progress"), isUnfinished],
  [translatable("Finished"), (item) => item.state === "over" && item.kind !== "record"],
  [translatable("Records you opened"), (item) => item.kind === "record"],
]);

/** Some games in a section, which is not there without any. @param {HTMLElement} section @param {Listing[]} items */
function showSome(section, items) {
  section.querySelector("ul")?.remove();
  section.hidden = !items.length;
  if (items.length) section.append(gameList(items.slice(0, MOST_ON_SHELF)));
}

/** @param {HTMLElement} holder @param {Listing[]} items @param {Damaged[]} damaged */
function showAll(holder, items, damaged) {
  const parts = PARTS.map(([title, belongs]) => ({ title, own: items.filter(belongs) })).filter(({ own }) => own.length);
  const lists = parts.flatMap(({ title, own }) => [el("h2", {}, t(title)), gameList(own, ({ id }) => remove(id))]);
  if (damaged.length) lists.push(el("h2", {}, t("Cannot be opened")), damagedList(damaged));
  const none = el(
    "p",
    { class: "muted" },
    ...withElements(translatable("There are no games to show yet. {link}; it will be listed here, in this browser."), {
      link: el("a", { href: homePage() }, t("Choose a game")),
    }),
  );
  holder.replaceChildren(...(lists.length ? lists : [none]));
}

/** Games that are kept and cannot be opened: what is there of them can be saved before it is deleted. @param {Damaged[]} damaged */
function damagedList(damaged) {
  const { games } = pageData();
  const row = (/** @type {Damaged} */ { id, game }) => {
    const known = games.find((/** @type {{name: string}} */ { name }) => name === game);
    const title = known ? t(known.title) : game || t("Unknown game");
    const reason = known || !game ? t("This game is damaged.") : t("This site does not have the game {game}.", { game });
    return el(
      "li",
      { class: "damaged" },
      el("span", { class: "game-words" }, el("strong", {}, title), el("span", { class: "small muted" }, reason)),
      el("button", { onclick: () => save(id) }, t("Save its data")),
      el("button", { class: "danger", onclick: () => remove(id) }, t("Delete")),
    );
  };
  return el("ul", { class: "game-list" }, ...damaged.map(row));
}

/** Save what is kept of a game. @param {IDBValidKey} id */
async function save(id) {
  try {
    saveFile(`ludoteca-${String(id)}.json`, await store.rawData(id), "application/json");
  } catch (error) {
    tellWhy(error);
  }
}

/** Delete a game once it was asked whether to. @param {IDBValidKey} id */
async function remove(id) {
  const dialog = /** @type {HTMLDialogElement} */ (
    el(
      "dialog",
      { "aria-labelledby": "delete-title" },
      el(
        "form",
        { method: "dialog" },
        el("h2", { id: "delete-title" }, t("Delete this game?")),
        el("p", {}, t("It is kept only in this browser and cannot be restored.")),
        el("div", { class: "row" }, el("button", { value: "yes", class: "danger" }, t("Delete")), el("button", { value: "no", autofocus: true }, t("Keep it"))),
      ),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((settle) => dialog.addEventListener("close", settle, { once: true }));
  dialog.remove();
  if (dialog.returnValue !== "yes") return;
  const { localGames } = await import("../backend.js");
  await (await localGames()).remove(id);
  await show();
}

/** The lists as they are now, or why there are none. */
async function show() {
  try {
    await showLists();
  } catch (error) {
    tellWhy(error);
  }
}

/** @param {unknown} error */
function tellWhy(error) {
  byId("main").prepend(el("p", { class: "notice", role: "alert" }, reasonOf(error)));
}

async function showLists() {
  const { items, damaged } = await store.list();
  const known = new Set(pageData().games.map((/** @type {{name: string}} */ { name }) => name));
  const failed = new URLSearchParams(location.search).get("damaged"); // it was found out when somebody opened it
  const isGood = (/** @type {Listing} */ { id, game }) => known.has(game) && id !== failed;
  const good = items.filter(isGood);
  const [shelf, whole, some] = ["unfinished", "own-games", "own-records"].map((id) => document.getElementById(id));
  if (shelf) showSome(shelf, good.filter(isUnfinished));
  if (some) {
    const own = good.filter(({ game }) => game === some.dataset.game);
    showSome(some, own);
  }
  if (whole) showAll(whole, good, [...damaged, ...items.filter((item) => !isGood(item))]);
  document.querySelector("[data-lacking=storage]")?.toggleAttribute("hidden", await store.isLasting());
  document.body.dataset.listed = "yes";
  if (good.length) {
    const { drawInSight, listedPosition } = await import("../board/thumbnail.js");
    drawInSight(".game-list .thumbnail", listedPosition);
  }
}

await show();
store.onchange(() => void show());
addEventListener("pageshow", (event) => event.persisted && void show()); // back from a game
