// @ts-nocheck: translated from play/position_interface.py by tools/translate_scripts.py, so change that file instead.

export class Outcome {
  /** @param {number | null} winner @param {string} reason @param {boolean} [isCutOff] @param {boolean} [isAborted] */
  constructor(winner, reason, isCutOff = false, isAborted = false) {
    this.winner = winner;
    this.reason = reason;
    this.isCutOff = isCutOff;
    this.isAborted = isAborted;
  }
}

export class Move {
  /** @param {number} code @param {(import("../kernel/scene.js").Pick)[]} picks @param {string} text @param {(number)[]} [more] */
  constructor(code, picks, text, more = /** @type {any} */ ([])) {
    this.code = code;
    this.picks = picks;
    this.text = text;
    this.more = more;
  }

  asKey() {
    return [this.code, this.picks, this.text, this.more];
  }

  toString() {
    const self = this;
    return self.text;
  }
}
