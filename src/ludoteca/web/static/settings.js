/** What the visitor prefers: theme, sound, confirming moves, threats pointed out. Kept in this browser alone. */

const DEFAULTS = { theme: "auto", sound: "off", confirm: "touch", threats: "on" };

/** @typedef {keyof typeof DEFAULTS} Setting */

/**
 * @param {Setting} name
 * @returns {string}
 */
export function setting(name) {
  try {
    return localStorage.getItem(name) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

/**
 * @param {Setting} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // storage is switched off: the choice lasts as long as the page
  }
  if (name === "theme") {
    if (value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
  }
  dispatchEvent(new CustomEvent("setting", { detail: { name, value } }));
}

/** Whether a finished choice waits for one more tap. */
export function confirms() {
  const wish = setting("confirm");
  return wish === "on" || (wish === "touch" && matchMedia("(pointer: coarse)").matches);
}

for (const input of document.querySelectorAll("[data-setting]")) {
  if (!(input instanceof HTMLInputElement)) continue;
  const name = /** @type {Setting} */ (input.dataset.setting);
  input.checked = input.value === setting(name);
  input.addEventListener("change", () => input.checked && keep(name, input.value));
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
