/** What a move would do, according to the rules (on the server or in a module). */

/** @import {View, Look} from "../types.js" */
/** @import {Picking} from "./picking.js" */
import { describe } from "../backend.js";
import { t } from "../words/language.js";

/** @typedef {{cell: string, look: Look, takes: boolean}} Effect */

export class Previews {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** @type {Map<string, Promise<Effect[]>>} */ this.asked = new Map();
    /** @type {Map<string, Effect[]>} */ this.known = new Map();
  }

  /**
   * The cells as a move would leave them.
   * @param {string} move
   * @returns {Promise<Effect[]>}
   */
  of(move) {
    const found = this.asked.get(move);
    if (found) return found;
    const { game, options, position, mover } = this.view;
    const asked = describe({ game: game.name, options, position, moves: [move] }).then((after) => {
      const effects = (after.last?.changed ?? []).map((change) => {
        const [before, now] = [change.before.pieces[0], change.after.pieces[0]];
        const takes = !!before && !!now && before.owner !== null && before.owner !== mover && now.owner === mover;
        return { cell: change.cell, look: change.after, takes };
      });
      this.known.set(move, effects);
      return effects;
    });
    this.asked.set(move, asked);
    return asked;
  }

  /**
   * What a move takes, in words.
   * @param {string} move
   */
  async words(move) {
    const taken = (await this.of(move)).filter((effect) => effect.takes).map((effect) => effect.cell);
    return taken.length ? t("takes {cells}", { cells: taken.join(", ") }) : "";
  }

  /**
   * The choice by name that alone lands on a cell, among those already asked for.
   * @param {string} cell
   * @param {Picking} picking
   */
  choiceAt(cell, picking) {
    const at = picking.picked.length;
    if (at < 2) return null;
    const fitting = picking.candidates.filter(
      (move) => move.picks[at] && !move.picks[at].cell && this.known.get(move.text)?.some((effect) => effect.cell === cell && effect.look.pieces.length),
    );
    return fitting.length === 1 ? fitting[0].picks[at].name : null;
  }
}
