/** The new-game form: a picture of the chosen start, and what each level does. With a server the form works without this, too. */

/** @import {View} from "../types.js" */
import { isStatic } from "../addresses.js";
import { describe } from "../backend.js";
import { byId } from "../dom.js";
import { drawSmall } from "../board/thumbnail.js";
import { LAST_LEVEL, keep } from "../stored_texts.js";
import { t } from "../words/language.js";

const form = /** @type {HTMLFormElement} */ (byId("new"));
const game = form.dataset.game ?? "";
const rules = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("set.rules"));
let asked = 0;

/** Draw the start that the form describes, or say what is wrong with it. */
async function preview() {
  const number = ++asked;
  const fields = new FormData(form);
  /** @type {Record<string, string>} */
  const options = {};
  for (const [name, value] of fields) if (name.startsWith("set.") && String(value).trim()) options[name.slice(4)] = String(value);
  try {
    const view = await describe({ game, options, position: String(fields.get("position") ?? "").trim() });
    if (number !== asked) return;
    drawSmall(byId("preview"), view);
    nameSides(view);
    byId("preview-words").textContent = "";
  } catch (error) {
    if (number === asked) byId("preview-words").textContent = newWords(/** @type {import("../api.js").Refusal} */ (error));
  }
}

/** The sides by their names, and who begins. @param {View} view */
function nameSides({ players, mover }) {
  const field = /** @type {HTMLSelectElement} */ (byId("field-side"));
  const isContinued = !!new FormData(form).get("continues");
  for (const [side, value] of ["first", "second"].entries()) {
    const option = field.querySelector(`[value=${value}]`);
    const { name } = players[side];
    const words = isContinued ? t("{player}, to move", { player: name }) : t("{player}, who moves first", { player: name });
    if (option) option.textContent = mover === side ? words : name;
  }
}

/** What was said of a field is no longer true once it is changed. @param {Event} event */
function forgive({ target }) {
  const name = target instanceof Element ? (target.getAttribute("name") ?? "") : "";
  document.getElementById(`trouble-${name}`)?.remove();
  form.querySelector(`[name="${name}"]`)?.removeAttribute("aria-invalid");
  document.querySelector(`[data-trouble="${name}"]`)?.parentElement?.remove();
  if (!document.querySelector("[data-trouble]")) document.getElementById("troubles")?.remove();
}

/**
 * A reason as the form calls its fields; empty where it stands at the field already.
 * @param {import("../api.js").Refusal} refusal its reason may begin with the name that links use for an option, if it comes from a server
 */
function newWords({ message: reason, option }) {
  const name = option || reason.split(" ", 1)[0];
  const field = form.elements.namedItem(`set.${name}`);
  const label = field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.labels?.[0]?.textContent?.trim() : "";
  const words = label ? reason.replace(new RegExp(name, "i"), label) : reason;
  return [...form.querySelectorAll(".trouble")].some((said) => said.textContent?.trim() === words) ? "" : words;
}

/** Every option as the chosen rules have it, and their bots before the others. @param {HTMLSelectElement} rules */
function followRules(rules) {
  const { values = "{}", bots = "" } = rules.selectedOptions[0]?.dataset ?? {};
  for (const [name, value] of Object.entries(JSON.parse(values))) {
    const field = form.elements.namedItem(`set.${name}`);
    if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value;
  }
  offerBots(bots.split(" ").filter(Boolean), true);
}

const GROUPS = new Map(
  [...form.querySelectorAll("select")].filter((select) => select.querySelector("optgroup")).map((select) => [select, [...select.children]]),
);
const USUAL = new Map([...GROUPS.keys()].map((select) => [select, select.value]));

/** The group with these bots first, and one of them chosen; the usual order without any. @param {string[]} bots @param {boolean} isChosen */
function offerBots(bots, isChosen) {
  for (const [at, [select, groups]] of [...GROUPS].entries()) {
    const before = select.value; // what is moved would be chosen no longer
    const known = bots.filter((bot) => select.querySelector(`option[value="${bot}"]`)); // not every page has every bot
    const holds = (/** @type {Element} */ group) => known.some((bot) => group.querySelector(`option[value="${bot}"]`));
    select.append(...groups.filter(holds), ...groups.filter((group) => !holds(group)));
    select.value = isChosen ? (known[at === 2 && known.length > 1 ? 1 : 0] ?? USUAL.get(select) ?? before) : before;
  }
}

function explain() {
  for (const holder of document.querySelectorAll("[data-explains]")) {
    const select = /** @type {HTMLSelectElement} */ (byId(/** @type {HTMLElement} */ (holder).dataset.explains ?? ""));
    holder.textContent = select.selectedOptions[0]?.dataset.explain ?? "";
  }
}

/** On a small screen what is as usual stays folded up, so that the way to begin is not far; all but the clock. */
function fold() {
  if (!matchMedia("(max-width: 52rem)").matches) return;
  for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (form.querySelectorAll("details.part"))) {
    part.open = !!part.querySelector(".trouble, #field-clock") || [...part.querySelectorAll("input, select")].some(isChosen);
  }
}

/** Whether a link asked for the value of a field. @param {Element} field */
function isChosen(field) {
  return new URLSearchParams(location.search).has(field.getAttribute("name") ?? "");
}

let released = Promise.resolve();

// A press on a button ends the typing in a field: what then changes must not move the button away before it is let go.
addEventListener("pointerdown", () => {
  released = new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(resolve), { once: true });
  });
});

form.addEventListener("submit", () => {
  const fields = new FormData(form);
  const bot = String(fields.get("bot") ?? "");
  if (fields.get("opponent") === "bot" && bot.startsWith("level")) keep(LAST_LEVEL, bot);
});
form.addEventListener("change", async (event) => {
  await released;
  forgive(event);
  if (rules && event.target === rules) followRules(rules);
  explain();
  void preview();
});
if (isStatic) await (await import("../site/new_game_form.js")).answerHere(form); // nobody else does
if (rules) offerBots((rules.selectedOptions[0]?.dataset.bots ?? "").split(" ").filter(Boolean), false);
fold();
explain();
void preview();
