/** The new-game form without a server: filled in from the address, validated here, and the game started here. */

/** @import {Fields} from "./form_check.js" */
import { gamePage } from "../addresses.js";
import { reasonOf } from "../api.js";
import { localGames } from "../backend.js";
import { byId, el } from "../dom.js";
import { isNameless, ownName } from "../pages/own_name.js";
import { FormCheck, requestOf } from "./form_check.js";
import { t } from "../words/language.js";

const LONGEST_LISTED = 24; // a longer value is called by what it is

/**
 * Let the form show what the address asks for, and begin its game.
 * @param {HTMLFormElement} form
 */
export async function answerHere(form) {
  const check = new FormCheck();
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  if (Object.keys(asked).length) show(form, check, await check.checked(asked));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  const name = await ownName();
  if (!field.value && !isNameless(name)) field.value = name;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const checked = await check.checked(fields);
    if (Object.keys(checked.troubles).length) return show(form, check, checked);
    try {
      const id = await (await localGames()).begin(requestOf(check.game, { ...checked.values, name: fields.name?.trim() || (await ownName()) }));
      location.assign(gamePage(check.game, id));
    } catch (error) {
      form.before(el("p", { class: "notice", role: "alert" }, reasonOf(error)));
    }
  });
}

/**
 * Put values into the form, and what is wrong with some beside them.
 * @param {HTMLFormElement} form
 * @param {FormCheck} check
 * @param {{values: Fields, troubles: Fields}} checked
 */
function show(form, { about }, { values, troubles }) {
  for (const said of document.querySelectorAll("#troubles, .notice, form#new .trouble")) said.remove();
  for (const [name, value] of Object.entries(values)) fill(form, name, value);
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const [name, reason] of Object.entries(troubles)) blame(form, name, reason);
  const names = Object.keys(troubles);
  if (!names.length) return;
  const links = names.map((name) =>
    el("li", {}, el("a", { href: `#trouble-${name}`, "data-trouble": name }, about.labels[name] ? t(about.labels[name]) : name)),
  );
  form.before(el("div", { class: "notice", role: "alert", id: "troubles" }, t("Some choices are not possible:"), " ", el("ul", {}, ...links)));
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function fill(form, name, value) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value))
    field.prepend(el("option", { value }, value.length > LONGEST_LISTED ? t("your own") : value));
  if (field instanceof RadioNodeList || field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value;
  if (name === "position" && value && field instanceof Element) field.closest("details")?.setAttribute("open", "");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} reason
 */
function blame(form, name, reason) {
  const words = el("p", { class: "trouble", id: `trouble-${name}` }, reason);
  const field = document.getElementById(`field-${name}`);
  if (field) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", `explain-${name} trouble-${name}`);
    field.closest("details")?.setAttribute("open", "");
    field.parentElement?.append(words);
  } else if (name === "rules") form.querySelector("details.part .fields")?.before(words);
  else byId("new").querySelector("fieldset")?.append(words);
}
