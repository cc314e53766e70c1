/** Long texts kept in this browser: the newest ones, so that they never fill it. */

const INDEX = "kept";
const MOST_KEPT = 60;
const MOST_CHARACTERS = 60_000;

/** The text kept under a key, or null. @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function keepText(key, text) {
  if (text.length > MOST_CHARACTERS) return;
  try {
    const keys = [key, ...index().filter((other) => other !== key)];
    for (const old of keys.splice(MOST_KEPT)) localStorage.removeItem(old);
    localStorage.setItem(INDEX, JSON.stringify(keys));
    localStorage.setItem(key, text);
  } catch {
    // storage is full or switched off: it lasts as long as the page
  }
}

/** The keys, newest first. @returns {string[]} */
function index() {
  try {
    const keys = JSON.parse(kept(INDEX) ?? "[]");
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  } catch {
    return []; // not ours
  }
}
