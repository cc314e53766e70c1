/** What travels with an account: settings, and progress with puzzles and lessons. Whoever signs out leaves nothing of it here. */

import { call } from "../api.js";
import { forget, keep, kept } from "../stored_texts.js";
import { keep as adopt } from "./settings.js";

const SYNCED = "synced"; // the account these texts belong to, when they were last alike, and what they were then
const OFTEN_MS = 60_000;
const NAMES = ["theme", "sound", "mark", "confirm", "threats", "keys", "chat", "level", "favourites", "played"];
const PREFIXES = ["puzzles-", "lesson:"];

const account = document.documentElement.dataset.account ?? "";

/** @returns {{account: string, at: number, values: Record<string, string>}} */
function synced() {
  try {
    const found = JSON.parse(kept(SYNCED) ?? "null");
    if (typeof found?.account === "string" && typeof found.values === "object") return found;
  } catch {
    // not ours
  }
  return { account: "", at: 0, values: {} };
}

/** What is kept here of what travels. */
function here() {
  /** @type {Record<string, string>} */
  const found = {};
  for (const key of keysHere()) found[key] = kept(key) ?? "";
  return found;
}

function keysHere() {
  try {
    return Object.keys(localStorage).filter((key) => NAMES.includes(key) || PREFIXES.some((prefix) => key.startsWith(prefix)));
  } catch {
    return []; // storage is switched off
  }
}

/** Send what has changed, and keep what the account has. @param {boolean} isLeaving */
async function travel(isLeaving) {
  const last = synced();
  const isNew = last.account !== account;
  const values = here();
  const changed = Object.fromEntries(Object.entries(values).filter(([key, value]) => isNew || last.values[key] !== value));
  if (!isNew && !Object.keys(changed).length && (isLeaving || Date.now() - last.at < OFTEN_MS)) return;
  if (isLeaving) {
    const body = JSON.stringify({ values: changed, new: isNew });
    void fetch("/api/v1/me/kept", { method: "POST", keepalive: true, headers: { "content-type": "application/json" }, body });
    return;
  }
  const answer = await call("/me/kept", { values: changed, new: isNew });
  for (const [key, value] of Object.entries(answer.values)) adopt(/** @type {import("./settings.js").Setting} */ (key), value);
  keep(SYNCED, JSON.stringify({ account, at: Date.now(), values: here() }));
  const isOther = Object.entries(answer.values).some(([key, value]) => values[key] !== value); // the page was drawn without them
  if (isNew && isOther && !document.getElementById("board")) location.reload(); // and nobody is about to move on it
}

const before = synced().account;
if (before && before !== account) for (const key of [...keysHere(), SYNCED]) forget(key);
if (account) {
  travel(false).catch(() => undefined); // the next page tries again
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void travel(true));
}
