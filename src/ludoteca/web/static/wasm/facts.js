/** The facts of a game: lines beside the board. */

/** @import {Fact} from "../types.js" */
/** @import {FactDescription, Source} from "./description.js" */
/** @import {GameModule, State} from "./game_module.js" */
/** @import {Names} from "../words/language.js" */
/** @import {StateFields} from "./state_fields.js" */
import { filled, say, t } from "../words/language.js";

/**
 * Every fact that is shown now: once, or once for each player.
 * @param {GameModule} module
 * @param {StateFields} fields
 * @param {State} state
 * @param {Names} names
 * @returns {Fact[]}
 */
export function factsOf(module, fields, state, names) {
  const teller = { module, fields, state, names };
  return module.about.facts.flatMap((fact) => {
    if (!isShown(teller, fact)) return [];
    const { name, role } = fact;
    if (!isPerPlayer(teller, fact)) return [{ name: t(name), value: textOf(teller, fact, null), player: ownerOf(teller, fact), role }];
    return [0, 1].map((seat) => ({ name: t(name), value: textOf(teller, fact, seat), player: /** @type {0 | 1} */ (seat), role }));
  });
}

/** @typedef {{module: GameModule, fields: StateFields, state: State, names: Names}} Teller */

/** @type {(teller: Teller, fact: FactDescription) => boolean} */
function isShown({ module, fields, state }, { when }) {
  if (!when) return true;
  if (!Array.isArray(when)) return "function" in when && module.tell(when.function, state) !== 0;
  return when.some((condition) => fields.holds(state, condition));
}

/** @type {(teller: Teller, fact: FactDescription) => boolean} */
function isPerPlayer({ module, fields }, { value }) {
  if ("function" in value) return module.call[`tell_${value.function}`].length === 3; // a state, a player, and where to tell it
  const declared = fields.get(value.field);
  return declared.type === "Counts" || (declared.type === "Cells" && Boolean(declared.per_player));
}

/**
 * The player it belongs to now; nobody has what a word of several fields says is not there.
 * @type {(teller: Teller, fact: FactDescription) => 0 | 1 | null}
 */
function ownerOf({ module, fields, state }, { whose }) {
  if (!whose) return null;
  if ("function" in whose) {
    const owner = /** @type {number} */ (module.tell(whose.function, state));
    return owner >= 0 ? /** @type {0 | 1} */ (owner) : null;
  }
  const together = fields.list.filter(({ type, template }) => type === "Together" && template.includes(`{${whose.field}}`));
  return together.every(({ given }) => fields.number(state, given)) ? /** @type {0 | 1} */ (fields.number(state, whose.field)) : null;
}

/** @type {(teller: Teller, fact: FactDescription, seat: number | null) => string} */
function textOf({ module, fields, state, names }, { value, out_of, words, in_halves }, seat) {
  const declared = "field" in value ? fields.get(value.field) : null;
  let number;
  if ("function" in value) {
    const told = seat === null ? module.tell(value.function, state) : module.tell(value.function, state, seat);
    if (Array.isArray(told)) return say(filled(module.about.words[told[0]] ?? "", told.slice(1), names));
    number = told;
  } else if (declared?.type === "Cells") {
    number = fields.owned(state, value.field)[seat ?? 0];
  } else {
    number = fields.numbers(state, value.field)[seat ?? 0];
  }
  if (out_of !== null) number = limitOf(fields, state, out_of) - number;
  if (words[number] !== undefined) return t(words[number]);
  if (declared?.type === "Phase") return t(/** @type {string[]} */ (Object.values(declared.names))[number]);
  return declared?.unlimited === number ? t(module.about.module.sentences.unlimited) : String(in_halves ? number / 2 : number);
}

/** @type {(fields: StateFields, state: State, out_of: number | Source) => number} */
function limitOf(fields, state, out_of) {
  if (typeof out_of === "number") return out_of;
  if ("function" in out_of) throw new Error("a limit is a number or a field");
  return fields.numbers(state, out_of.field)[out_of.place ?? 0];
}
