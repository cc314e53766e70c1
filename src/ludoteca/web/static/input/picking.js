/** Choosing a move step by step: each pick narrows the legal moves down until one is left. */

/** @import {Look, Move, Pick, View} from "../types.js" */

import { t } from "../words/language.js";

const MOST_LISTED = 6; // choices named in a sentence

/** Whether a cell has a piece that is not there to be taken. @param {Look | undefined} look */
export const isTaken = (look) => !!look?.pieces.some(({ prize }) => !prize);

/** Whether someone who picks this name means a pick: pieces that fall come to rest below. @param {Pick | undefined} pick @param {string} name */
export const isMeantBy = (pick, name) => !!pick && (pick.name === name || !!pick.also?.includes(name));

export class Picking {
  /** @param {View | null} view */
  constructor(view) {
    /** @type {Move[]} */ this.moves = view?.moves ?? [];
    this.cells = view?.cells ?? {};
    this.mover = view?.mover ?? null;
    /** @type {Record<string, readonly number[]>} */ this.ways = view?.board.steps ?? {}; // directions by name
    /** @type {string[]} */ this.picked = [];
  }

  /** The moves that begin with what was picked. */
  get candidates() {
    return this.moves.filter((move) => this.picked.every((name, step) => move.picks[step]?.name === name));
  }

  /** What can be picked next. @returns {Pick[]} */
  get choices() {
    /** @type {Map<string, Pick>} */
    const found = new Map();
    for (const move of this.candidates) {
      const pick = move.picks[this.picked.length];
      if (pick && !found.has(pick.name)) found.set(pick.name, pick);
    }
    return [...found.values()];
  }

  /**
   * Whether a choice by name that moves begin with is followed by a cell.
   * @param {string} name
   */
  leadsToCells(name) {
    return this.moves.some((move) => move.picks[0].name === name && !move.picks[0].cell && move.picks[1]?.cell);
  }

  /** Once such a choice is made, all that a move can begin with by name: it is easily changed. @returns {Pick[]} */
  get tools() {
    if (this.picked.length !== 1 || !this.leadsToCells(this.picked[0])) return [];
    /** @type {Map<string, Pick>} */
    const first = new Map(this.moves.map((move) => [move.picks[0].name, move.picks[0]]));
    return [...first.values()].filter((choice) => !choice.cell);
  }

  /** The move that is complete, if one is. */
  get complete() {
    return this.candidates.find((move) => move.picks.length === this.picked.length && this.picked.length > 0) ?? null;
  }

  /**
   * The only chain that goes on from what was picked and ends on a cell.
   * @param {string} name
   */
  chainTo(name) {
    const found = this.picked.length ? this.candidates.filter((move) => move.chain && move.picks.at(-1)?.name === name) : [];
    return found.length === 1 ? found[0] : null;
  }

  /** The cells where chains end. @returns {Pick[]} */
  get ends() {
    const last = this.candidates.filter((move) => move.chain).map((move) => move.picks[move.picks.length - 1]);
    return last.filter((pick) => this.chainTo(pick.name));
  }

  /** Cells with how to mark them. @returns {Map<string, string>} */
  get targets() {
    const marks = new Map();
    const isPlaced = this.tools.length > 0; // what is in the hand may go onto a cell that is taken
    for (const pick of [...this.choices.filter((choice) => choice.cell), ...this.ends]) {
      marks.set(pick.name, isPlaced ? "place" : !isTaken(this.cells[pick.name]) ? "target" : this.picked.some((name) => this.cells[name]) ? "capture" : "lift");
    }
    return marks;
  }

  /**
   * Pick; whether that was possible. Another first pick begins anew.
   * @param {string} name
   */
  pick(name) {
    const meant = this.meant(name);
    if (meant) {
      this.picked.push(meant.name);
      return true;
    }
    const chain = this.chainTo(name);
    if (chain) {
      this.picked = chain.picks.map((pick) => pick.name);
      return true;
    }
    if (this.picked.length && this.moves.some((move) => move.picks[0].name === name)) {
      this.picked = [name];
      return true;
    }
    return false;
  }

  /** What can be picked next and is meant by a name. @param {string} name */
  meant(name) {
    return this.choices.find((choice) => isMeantBy(choice, name));
  }

  /** Take the last pick back. */
  back() {
    this.picked.pop();
  }

  clear() {
    this.picked = [];
  }

  /**
   * What someone meant who picked a cell that cannot be picked, as text for the server to say why not.
   * @param {string} name
   */
  attempt(name) {
    return [...this.picked, name].join(" ");
  }

  /**
   * What to say where a cell was picked but only choices by name go on: as text the two could name another move.
   * @param {string} name
   */
  missed(name) {
    const { choices, picked } = this;
    if (!picked.length || !choices.length || choices.some((choice) => choice.cell)) return "";
    const places = { name, first: picked[0], offered: choices.map((choice) => choice.label || choice.name).join(", ") };
    if (choices.every((choice) => this.ways[choice.name])) return t("{first} cannot go towards {name}. Its directions are: {offered}.", places);
    return choices.length > MOST_LISTED
      ? t("{name} cannot be chosen now. First choose one of the buttons for {first}.", places)
      : t("{name} cannot be chosen now. First choose for {first}: {offered}.", places);
  }
}
