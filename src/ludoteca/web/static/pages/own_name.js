/** The visitor's name: the server knows it, or on the static site this browser alone. */

import { isStatic } from "../addresses.js";
import { call } from "../api.js";
import { keep, kept } from "../stored_texts.js";
import { translatable, t } from "../words/language.js";

const KEY = "own name";
const LONGEST = 40;
export const NAMELESS = translatable("Guest");

/** Whether somebody has not said a name, in whatever language that is shown. @param {string} name */
export function isNameless(name) {
  return name === NAMELESS || name === t(NAMELESS);
}

/** @returns {Promise<string>} */
export async function ownName() {
  return isStatic ? kept(KEY) || NAMELESS : (await call("/me")).name;
}

/** Go by another name from now on. @param {string} wanted @returns {Promise<string>} the name as it is shown */
export async function keepName(wanted) {
  if (!isStatic) return (await call("/me", { name: wanted })).name;
  const name = wanted.replace(/\s+/g, " ").trim().slice(0, LONGEST) || NAMELESS;
  keep(KEY, name);
  return name;
}
