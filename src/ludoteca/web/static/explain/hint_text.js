/** Why a move is the best one, in words. */

/** @import {Description} from "../wasm/description.js" */
/** @import {Explanation} from "./explanation.js" */
/** @import {Players} from "./templates.js" */
import { t } from "../language.js";
import { worded } from "./explanation_text.js";

/**
 * Why, and how play is likely to continue.
 * @param {Description} about
 * @param {Players} players
 * @param {Explanation & {line: string[], toMove: string}} hint
 */
export function hintReason(about, players, hint) {
  const { expect, following } = about.module.explain.hints;
  const line = hint.line.slice(1, 1 + following).join(", ");
  const expected = line ? t(expect, { player: t(hint.toMove), line }) : "";
  return [worded(about, players, hint).text, expected].filter(Boolean).join(" ");
}
