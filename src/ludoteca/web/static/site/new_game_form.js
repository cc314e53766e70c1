/** The new-game form without a server: filled in from the address, validated here, and the game started here. */

/** @import {Refusal} from "../api.js" */
/** @import {NewGame} from "../local/new_game.js" */
import { gamePage } from "../addresses.js";
import { reasonOf } from "../api.js";
import { localGames, describe } from "../backend.js";
import { byId, el, pageData } from "../dom.js";
import { TimeControl } from "../translated/play/match/clock.js";
import { isNameless, ownName } from "../pages/own_name.js";
import { shown } from "../wasm/errors.js";
import { botInWords } from "../words/game_words.js";
import { t, capital, sentence } from "../words/language.js";

const LONGEST_LISTED = 24; // a longer value is called by what it is

/** Let the form show what the address asks for, and begin its game. @param {HTMLFormElement} form */
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

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function fill(form, name, value) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value))
    field.prepend(el("option", { value }, value.length > LONGEST_LISTED ? t("your own") : value));
  if (field instanceof RadioNodeList || field instanceof HTMLSelectElement || field instanceof HTMLInputElement) field.value = value;
  if (name === "position" && value && field instanceof Element) field.closest("details")?.setAttribute("open", "");
}

/** @param {HTMLFormElement} form @param {string} name @param {string} reason */
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

/**
 * @typedef {Record<string, string>} Fields
 * @typedef {{name: string, title: string, default: string, choices: string[] | null}} Option
 *
 * @typedef {object} FormDescription
 * @property {Record<string, string[]>} choices the values of each field that only knows a few, the usual one first
 * @property {Record<string, string>} bots by name, as people read them
 * @property {Fields} usual_bots
 * @property {Fields} needed_for
 * @property {Fields} usual_words
 * @property {Fields} labels
 * @property {Option[]} options
 * @property {{name: string, values: Fields, bots: string[]}[]} rules
 * @property {string} none_such
 * @property {string} chosen_instead
 * @property {string} over_already
 */

const RULES = "rules"; // where a reason stands that no single option is to blame for

/** The options of the game among the fields. @param {Fields} fields @returns {Fields} */
export function chosenOptions(fields) {
  const named = Object.entries(fields).filter(([name]) => name.startsWith("set."));
  return Object.fromEntries(named.map(([name, value]) => [name.slice(4), value]));
}

export class FormCheck {
  constructor() {
    const { game, form } = pageData();
    /** @type {string} */ this.game = game;
    /** @type {FormDescription} */ this.about = form;
  }

  /** A value for every field, and why some are not those that were asked for. @param {Fields} asked @returns {Promise<{values: Fields, troubles: Fields}>} */
  async checked(asked) {
    const { about } = this;
    /** @type {Fields} */ const values = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value.trim()]));
    /** @type {Fields} */ const troubles = {};
    for (const [field, known] of Object.entries(about.choices)) await this.keep(values, troubles, field, known[0], (value) => this.oneOf(known, value));
    const named = about.rules.map(({ name }) => name);
    if (named.length) await this.keep(values, troubles, "set.rules", named[0], (value) => this.oneOf(named, value));
    const rules = about.rules.find(({ name }) => name === values["set.rules"]);
    for (const [field, plain] of Object.entries(about.usual_bots)) {
      const usual = rules?.bots.find((bot) => bot in about.bots) ?? plain;
      const said = values.opponent === about.needed_for[field] ? troubles : {}; // nobody need be told of a bot that is not asked for
      await this.keep(values, said, field, usual, (value) => this.oneOf(Object.keys(about.bots), value));
    }
    await this.keep(values, troubles, "clock", "none", (value) => void TimeControl.parse(value));
    for (const option of about.options) {
      const field = `set.${option.name}`;
      const check = (/** @type {string} */ value) => this.option(option, value);
      const usual = rules?.values[option.name] ?? option.default;
      if (option.choices) await this.keep(values, troubles, field, usual, check);
      else {
        values[field] ||= usual;
        await this.attempt(troubles, field, () => check(values[field]));
      }
    }
    await this.start(values, troubles);
    return { values, troubles };
  }

  /** @param {string[]} known @param {string} value */
  oneOf(known, value) {
    if (!known.includes(value)) throw new Error(t(this.about.none_such, { value: shown(value) }));
  }

  /** Whether an option can have a value, whatever the others have. @param {Option} option @param {string} value */
  async option(option, value) {
    if (value === option.default || option.choices?.includes(value)) return;
    await describe({ game: this.game, options: { [option.name]: value } });
  }

  /**
   * Note what is wrong with the start that the fields describe at the field that is to blame.
   * @param {Fields} values
   * @param {Fields} troubles
   * @returns {Promise<void>}
   */
  async start(values, troubles) {
    const options = Object.fromEntries(Object.entries(chosenOptions(values)).filter(([name, value]) => value && !(`set.${name}` in troubles)));
    const position = values.position ?? "";
    const { reason, option, view } = await this.tried({ options, position });
    if (view?.outcome) troubles.position = sentence(t(this.about.over_already, { reason: view.outcome.reason }));
    if (!reason) return;
    const blamed = this.about.options.find(({ name }) => name === option);
    if (blamed) {
      troubles[`set.${blamed.name}`] = inWords(blamed, reason);
      await this.start(values, troubles);
    } else if (position && !(await this.tried({ options, position: "" })).reason) troubles.position = reason;
    else troubles[RULES] = reason;
  }

  /** @param {{options: Fields, position: string}} wanted */
  async tried(wanted) {
    return describe({ game: this.game, ...wanted }).then(
      (view) => ({ view, reason: "", option: "" }),
      (/** @type {Refusal} */ error) => ({ view: null, reason: sentence(error.message), option: error.option }),
    );
  }

  /**
   * The value that was asked for if it passes, else the usual one with the reason.
   * @param {Fields} values
   * @param {Fields} troubles
   * @param {string} field
   * @param {string} usual
   * @param {(value: string) => void | Promise<void>} check
   */
  async keep(values, troubles, field, usual, check) {
    const asked = values[field] ?? "";
    if (asked) await this.attempt(troubles, field, () => check(asked));
    if (!asked || field in troubles) values[field] = usual;
    if (!(field in troubles)) return;
    const { usual_words, bots, chosen_instead } = this.about;
    const usualInWords = usual_words[usual] ? t(usual_words[usual]) : bots[usual] ? botInWords(usual, bots[usual]) : capital(usual);
    troubles[field] = [troubles[field], t(chosen_instead, { usual: usualInWords })].join(" ");
  }

  /** @param {Fields} troubles @param {string} field @param {() => void | Promise<void>} check */
  async attempt(troubles, field, check) {
    const option = this.about.options.find(({ name }) => `set.${name}` === field);
    try {
      await check();
    } catch (error) {
      const { message, option: blamed } = /** @type {Refusal} */ (error);
      const reason = sentence(message);
      troubles[field] = option && blamed === option.name ? inWords(option, reason) : reason;
    }
  }
}

/** A reason that speaks of an option as the form does, not by the name that links have. @param {Option} option @param {string} reason */
function inWords({ name, title }, reason) {
  return reason.replace(new RegExp(name, "i"), t(title)); // names are letters
}

/** The game that the fields ask for. @param {string} game @param {Fields} fields @returns {NewGame} */
export function requestOf(game, fields) {
  const given = /** @type {any} */ (Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim())));
  const { position, continues, opponent, bot, side, clock, setups, name } = given;
  /** @type {NewGame} */
  const asked = { game, options: chosenOptions(given), position, continues, opponent, bot, side, clock, setups, name };
  if (given.series) asked.series = Number(given.series);
  if (given.plays_on) asked.plays_on = true;
  if (given.bot1 && given.bot2) asked.bots = [given.bot1, given.bot2];
  if (given.name1 || given.name2) asked.names = [given.name1 ?? "", given.name2 ?? ""];
  return /** @type {NewGame} */ (Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)));
}
