/** Texts stored in this browser. Of long ones only the newest are kept, so that they never fill it. */

const INDEX = "kept";
const MOST_KEPT = 60;
const MOST_CHARACTERS = 60_000;

/** What this site's keys begin with: several static sites may share a host. */
const OWN = globalThis.document?.documentElement.dataset.keptUnder ?? "";

/** The text kept under a key, or null. @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(OWN + key);
  } catch {
    return null; // storage is switched off
  }
}

/** @param {string} key @param {string} text */
export function keep(key, text) {
  try {
    localStorage.setItem(OWN + key, text);
  } catch {
    // storage is full or switched off: it lasts as long as the page
  }
}

/** The level chosen last, at any game. */
export const LAST_LEVEL = "level";

/** The names of games played in this browser. */
export const PLAYED = "played";

/** Names that are kept together, without spaces in them. @param {string} key */
export function namesKept(key) {
  return (kept(key) ?? "").split(" ").filter(Boolean);
}

/**
 * One more name among those.
 * @param {string} key
 * @param {string} name
 */
export function keepName(key, name) {
  keep(key, [...new Set([...namesKept(key), name])].join(" "));
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(OWN + key);
  } catch {
    // storage is switched off
  }
}

/** Keep a text that may be long, and let go of the oldest of them. @param {string} key @param {string} text */
export function keepText(key, text) {
  if (text.length > MOST_CHARACTERS) return;
  const keys = [key, ...index().filter((other) => other !== key)];
  keys.splice(MOST_KEPT).forEach(forget);
  keep(INDEX, JSON.stringify(keys));
  keep(key, text);
}

/** The keys of long texts, newest first. @returns {string[]} */
function index() {
  try {
    const keys = JSON.parse(kept(INDEX) ?? "[]");
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  } catch {
    return []; // not ours
  }
}
