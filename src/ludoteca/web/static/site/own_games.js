/** The games of this browser: the unfinished ones on the shelf's page, all of them on a page of their own. */

/** @import {Listing} from "../local/local_games.js" */
import { homePage } from "../addresses.js";
import { localGames } from "../backend.js";
import { el, withElements } from "../dom.js";
import { isUnfinished } from "../local/local_games.js";
import { drawInSight, listedPosition } from "../thumbnail.js";
import { gameList } from "./game_list.js";
import { later, t } from "../language.js";

const MOST_ON_SHELF = 4;
const PARTS = /** @type {[string, (item: Listing) => boolean][]} */ ([
  [later("To go on with"), isUnfinished],
  [later("Finished"), (item) => item.state === "over" && item.kind !== "record"],
  [later("Records you opened"), (item) => item.kind === "record"],
]);

/**
 * @param {HTMLElement} section
 * @param {Listing[]} items
 */
function showUnfinished(section, items) {
  const unfinished = items.filter(isUnfinished).slice(0, MOST_ON_SHELF);
  section.querySelector("ul")?.remove();
  section.hidden = !unfinished.length;
  if (unfinished.length) section.append(gameList(unfinished));
}

/**
 * @param {HTMLElement} holder
 * @param {Listing[]} items
 */
function showAll(holder, items) {
  const parts = PARTS.map(([title, belongs]) => ({ title, own: items.filter(belongs) })).filter(({ own }) => own.length);
  const none = el(
    "p",
    { class: "muted" },
    ...withElements(later("You have not played here yet. {link}; it will be listed here, in this browser."), {
      link: el("a", { href: homePage() }, t("Take a game off the shelf")),
    }),
  );
  holder.replaceChildren(...(parts.length ? parts.flatMap(({ title, own }) => [el("h2", {}, t(title)), gameList(own, remove)]) : [none]));
}

/** Delete a game once it was asked whether to. @param {Listing} item */
async function remove(item) {
  const dialog = /** @type {HTMLDialogElement} */ (
    el(
      "dialog",
      { "aria-labelledby": "delete-title" },
      el(
        "form",
        { method: "dialog" },
        el("h2", { id: "delete-title" }, t("Delete this game?")),
        el("p", {}, t("It is kept in this browser only and cannot be brought back.")),
        el("div", { class: "row" }, el("button", { value: "yes", class: "danger" }, t("Delete")), el("button", { value: "no", autofocus: true }, t("Keep it"))),
      ),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((settle) => dialog.addEventListener("close", settle, { once: true }));
  dialog.remove();
  if (dialog.returnValue !== "yes") return;
  await (await localGames()).remove(item.id);
  await show();
}

async function show() {
  const items = await (await localGames()).list();
  const [shelf, whole] = [document.getElementById("unfinished"), document.getElementById("own-games")];
  if (shelf) showUnfinished(shelf, items);
  if (whole) showAll(whole, items);
  drawInSight(".game-list .thumbnail", listedPosition);
  document.body.dataset.listed = "yes";
}

await show();
(await localGames()).onchange(() => void show());
addEventListener("pageshow", (event) => event.persisted && void show()); // back from a game
