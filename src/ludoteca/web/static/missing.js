/** A page that has nothing to show: why, and the way home, as the server's error page says it. */

import { homePage } from "./addresses.js";
import { byId, el } from "./dom.js";
import { t } from "./language.js";

/** @param {string} reason a sentence */
export function showMissing(reason) {
  document.body.className = "";
  const words = t("Nothing lies here");
  document.title = `${words} · Ludoteca`;
  byId("main").replaceChildren(
    el(
      "div",
      { class: "narrow" },
      el("h1", {}, words),
      el("p", {}, reason),
      el("p", { class: "row" }, el("a", { class: "button", href: homePage() }, t("To the games"))),
    ),
  );
}
