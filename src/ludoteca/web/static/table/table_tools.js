/** What every page with a large board has besides the game: keys, typed moves, the rules beside the board, flipping the board. */

import { listenForRules } from "../pages/rules_panel.js";
import { listenForShortcuts, press } from "../pages/shortcuts.js";
import { listenForTyping } from "../input/typed_moves.js";
import { t } from "../words/language.js";

/**
 * @param {{flip: () => void, cancel: () => void}} hand
 * @param {import("../pages/shortcuts.js").Shortcut[]} [more] keys of this page alone
 */
export function listenAtTable(hand, more = []) {
  const typing = listenForTyping();
  listenForRules();
  for (const button of document.querySelectorAll("[data-flip]")) button.addEventListener("click", () => hand.flip());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) hand.cancel();
  });
  listenForShortcuts([
    { keys: ["/", "t"], words: t("type a move"), run: typing.open },
    { keys: ["f"], words: t("flip the board"), run: () => hand.flip() },
    { keys: ["r"], words: t("the rules"), run: () => press("a[data-rules]") },
    ...(document.querySelector("[data-share]") ? [{ keys: ["s"], words: t("share and export"), run: () => press("[data-share]") }] : []),
    ...more,
  ]);
}
