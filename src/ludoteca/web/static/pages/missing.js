/** A page that has nothing to show: why, and a link home, like the server's error page. */

import { homePage, ownGamesPage } from "../addresses.js";
import { Unable, reasonOf } from "../api.js";
import { byId, el } from "../dom.js";
import { t } from "../words/language.js";

/** @param {Error & {damaged?: string}} error why; of a damaged game, with its id */
export function showMissing(error) {
  document.body.className = "";
  if (error instanceof Unable) document.querySelector(".lacking")?.remove(); // this page says it
  const isThere = error.damaged !== undefined || error instanceof Unable;
  const words = isThere ? t("That did not work") : t("Page not found");
  const saving = error.damaged !== undefined && el("a", { class: "button primary", href: ownGamesPage({ damaged: error.damaged }) }, t("Save its data"));
  document.title = `${words} · Ludoteca`;
  byId("main").replaceChildren(
    el(
      "div",
      { class: "narrow" },
      el("h1", {}, words),
      el("p", {}, reasonOf(error)),
      el("p", { class: "row" }, saving, el("a", { class: "button", href: homePage() }, t("Back to the games"))),
    ),
  );
}
