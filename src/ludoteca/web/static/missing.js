/** A page that has nothing to show: why, and the way home, as the server's error page says it. */

import { homePage } from "./addresses.js";
import { byId, el } from "./dom.js";

/** @param {string} reason a sentence */
export function showMissing(reason) {
  document.body.className = "";
  document.title = "Nothing lies here · Ludoteca";
  byId("main").replaceChildren(
    el(
      "div",
      { class: "narrow" },
      el("h1", {}, "Nothing lies here"),
      el("p", {}, reason),
      el("p", { class: "row" }, el("a", { class: "button", href: homePage() }, "To the games")),
    ),
  );
}
