/**
 * The visitor's settings: theme, sound, a mark in the page's title, confirming moves, highlighting threats. Stored in this browser alone, except for the name. Another
 * language is another page of a static site, which is remembered; otherwise the server is told.
 */

import { NAMELESS, isNameless, keepName, ownName } from "./own_name.js";
import { keep as keepShort, kept } from "../stored_texts.js";
import { t } from "../words/language.js";

const DEFAULTS = { theme: "auto", sound: "off", mark: "on", chat: "on", confirm: "touch", threats: "on", keys: "on" };

/** @typedef {keyof typeof DEFAULTS} Setting */

/** @param {Setting} name @returns {string} */
export function setting(name) {
  return kept(name) ?? DEFAULTS[name];
}

/** @param {Setting} name @param {string} value */
export function keep(name, value) {
  keepShort(name, value);
  if (name === "theme") {
    if (value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
  }
  for (const input of inputs()) if (input.dataset.setting === name) input.checked = input.value === value;
  dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

/** Whether a finished choice waits for one more tap. */
export function confirms() {
  const wish = setting("confirm");
  return wish === "on" || (wish === "touch" && matchMedia("(pointer: coarse)").matches);
}

/** The choices on the page: one that is in the menu may also be on the page itself. */
function inputs() {
  return /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-setting]"));
}

/** The page's title, with a mark if something waits there and the visitor wants one. @param {string} title @param {boolean} isWaiting */
export function showTitle(title, isWaiting) {
  const isElsewhere = "turns" in document.documentElement.dataset; // another game has gone on
  document.title = (isWaiting || isElsewhere) && setting("mark") === "on" ? `● ${title}` : title;
}

for (const input of inputs()) {
  const name = /** @type {Setting} */ (input.dataset.setting);
  input.checked = input.value === setting(name);
  input.addEventListener("change", () => input.checked && keep(name, input.value));
}

/** Go by another name, here and in games to come; a page with a seat hears of it. @param {string} wanted @returns {Promise<string>} the name as it is shown */
export async function goBy(wanted) {
  const name = await keepName(wanted);
  dispatchEvent(new CustomEvent("named", { detail: name }));
  return name;
}

const naming = /** @type {HTMLFormElement | null} */ (document.getElementById("your-name"));
if (naming) {
  const field = /** @type {HTMLInputElement} */ (naming.elements.namedItem("name"));
  const said = /** @type {HTMLElement} */ (naming.querySelector("[role=status]"));
  naming.addEventListener("submit", (event) => {
    event.preventDefault();
    goBy(field.value.trim() || NAMELESS).then(
      (name) => {
        field.value = name;
        said.textContent = t("You are {name}.", { name: isNameless(name) ? t(NAMELESS) : name });
      },
      (/** @type {Error} */ error) => (said.textContent = error.message),
    );
  });
  naming.closest("details")?.addEventListener("toggle", () => {
    if (!field.value)
      ownName().then(
        (name) => (field.value ||= isNameless(name) ? "" : name),
        () => undefined,
      );
  });
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  menu?.removeAttribute("open");
  menu?.querySelector("summary")?.focus();
});

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-language]")))
  link.addEventListener("click", () => {
    keepShort("language", link.dataset.language ?? "");
    const page = new URL(link.href);
    link.href = page.origin + page.pathname + location.search + location.hash;
  });

const form = document.getElementById("language");
if (form instanceof HTMLFormElement)
  form.addEventListener("submit", () => {
    const back = form.elements.namedItem("back");
    if (back instanceof HTMLInputElement) back.value = location.pathname + location.search; // where one is now, not where the page began
  });
