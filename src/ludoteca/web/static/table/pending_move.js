/** The move on its way to the server: shown at once if its outcome is known here, kept until it is answered, sent again after every disconnection. */

/** @import {Move, View} from "../types.js" */

import { moveInWords } from "../words/move_words.js";
import { t } from "../words/language.js";

const SLOW_MS = 600; // after this the page says that it waits
const AGAIN_MS = 1500; // when the server was asked for too much at once

export class PendingMove {
  /** @param {(message: Record<string, unknown>) => boolean} send @param {() => void} onslow it takes longer than usual */
  constructor(send, onslow) {
    this.send = send;
    this.onslow = onslow;
    this.text = "";
    this.ply = -1;
    this.position = ""; // that it answers: after a take-back another one may have the same ply
    /** @type {Move | null} */ this.move = null; // null when it was typed in words that only the server can read
    this.isSlow = false;
    /** @type {View | null} the position after it, as the rules in this browser have it */ this.after = null;
  }

  get isOut() {
    return this.text !== "";
  }

  /** @param {string} text @param {View} view the position that it answers @param {number} ply */
  begin(text, view, ply) {
    this.text = text;
    this.ply = ply;
    this.position = view.position;
    this.move = view.moves.find((move) => move.text === text) ?? null;
    this.isSlow = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isSlow = true;
      this.onslow();
    }, SLOW_MS);
    this.sendAgain();
  }

  /** Naming its ply makes that safe: what has been played is not played twice. */
  sendAgain() {
    if (this.isOut) this.send({ type: "move", ply: this.ply, text: this.text });
  }

  /** The server was too busy to look at it. */
  sendLater() {
    setTimeout(() => this.sendAgain(), AGAIN_MS);
  }

  /** It was answered, or answers nothing any more. */
  end() {
    clearTimeout(this.timer);
    this.text = "";
    this.move = null;
    this.after = null;
  }

  /**
   * See what it leads to, if the rules are here; whether that is of use still.
   * @param {(wanted: {game: string, options: Record<string, string>, position: string, moves: string[]}) => Promise<View>} describe
   * @param {View} before
   */
  async foresee(describe, before) {
    const { text, position, move } = this;
    if (!move) return false;
    const after = await describe({ game: before.game.name, options: before.options, position, moves: [text] }).catch(() => null); // the server decides
    if (!after || this.text !== text || this.position !== position) return false;
    const goesOn = before.last?.by === before.mover; // a turn of several moves
    this.after = { ...after, ply: this.ply + 1, marked: [...new Set([...(goesOn ? before.marked : []), ...after.marked])] };
    return true;
  }

  /**
   * End it if the game has left the position that it answers; its text if it was not played there.
   * @param {View} view the newest
   * @param {string[]} moves all that were played
   */
  settle(view, moves) {
    if (!this.isOut || (moves.length === this.ply && view.position === this.position && !view.outcome)) return "";
    const { move, text, ply } = this;
    this.end();
    return move && moves[ply] !== text ? text : ""; // what was typed may be written in another way
  }

  /** What it is doing, for the line above the board; empty while it is as quick as usual. @param {boolean} isOpen whether the line to the server is */
  words(isOpen) {
    if (!this.isOut || (isOpen && !this.isSlow)) return "";
    const move = moveInWords(this.move ?? { text: this.text });
    return isOpen ? t("Sending {move} …", { move }) : t("{move} is waiting for the connection.", { move });
  }
}
