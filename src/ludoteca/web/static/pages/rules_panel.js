/** The rules beside the board: a panel with the article of the rule page. Without this, its link opens the page itself. */

import { el, icon } from "../dom.js";
import { drawDiagrams } from "../board/rule_diagrams.js";
import { t } from "../words/language.js";

/** Every link with `data-rules` opens the panel, and closes it again. */
export function listenForRules() {
  const table = document.querySelector(".table");
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-rules]"));
  const [first] = links;
  if (!table || !first) return;
  const body = el("div", { class: "rules-body", tabindex: "0" }, el("p", { class: "muted" }, t("Opening the rules …")));
  const closer = el(
    "button",
    { class: "quiet", title: t("Close the rules"), onclick: () => put(false) },
    icon("close"),
    el("span", { class: "unseen" }, t("Close the rules")),
  );
  const head = el(
    "div",
    { class: "rules-head" },
    el("strong", {}, t("Rules")),
    el("a", { class: "small", href: first.href, target: "_blank" }, t("Open full page")),
    closer,
  );
  const panel = el("aside", { class: "rules-panel card", id: "rules-panel", "aria-label": t("Rules"), hidden: true }, head, body);
  table.append(panel);
  let hasLoaded = false;
  /** @type {HTMLElement | null} */ let opener = null;

  const load = async () => {
    if (hasLoaded) return;
    hasLoaded = true;
    try {
      const answer = await fetch(first.href);
      if (!answer.ok) throw new Error(answer.statusText);
      const article = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("rules");
      if (!article) throw new Error("the page has no rules");
      article.removeAttribute("id");
      body.replaceChildren(document.importNode(article, true));
      drawDiagrams(/** @type {HTMLElement} */ (body.firstElementChild));
    } catch {
      hasLoaded = false;
      body.replaceChildren(el("p", {}, t("The rules could not be opened. Try again in a moment.")));
    }
  };

  /** @param {boolean} isOpen */
  const put = (isOpen) => {
    panel.hidden = !isOpen;
    for (const link of links) link.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      void load();
      closer.focus();
    } else opener?.focus();
  };

  for (const link of links) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-expanded", "false");
    link.setAttribute("aria-controls", panel.id);
    link.removeAttribute("target");
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // on a page of their own
      event.preventDefault();
      opener = link;
      put(!!panel.hidden);
    });
    link.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      link.click();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden && !event.defaultPrevented && !document.querySelector("dialog[open]")) put(false);
  });
}
