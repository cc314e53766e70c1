// @ts-nocheck: translated from explain/hints.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";
import { joined, t, translatable } from "../../words/texts.js";

export const HINT = translatable("Try {move}. {reason}");

export const EXPECT = translatable("Likely continuation, with {player} to move: {line}.");

export const HINT_MS = 700;

export const FOLLOWING = 3;

export const LINES = 2;

export class Hint {
  /** @param {import("../search/report.js").Report} report @param {import("./explanation.js").Explanation} explanation */
  constructor(report, explanation) {
    this.report = report;
    this.explanation = explanation;
  }

  get move() {
    const self = this;
    return self.explanation.move;
  }

  get reason() {
    const self = this;
    let after, expected, follows;
    follows = py.join(", ", (function* (all) { for (const move of all) yield py.str(move); })(py.slice(self.report.pv, 1, (1 + FOLLOWING), null)));
    if (!py.truthy(follows)) {
      return self.explanation.text;
    }
    after = self.report.position.play(self.move);
    expected = t(EXPECT, { player: py.item(after.players, after.mover).name, line: follows });
    return joined(py.filter(null, [self.explanation.text, expected]), " ");
  }

  get text() {
    const self = this;
    return t(HINT, { move: py.str(self.move), reason: self.reason });
  }

  toJson() {
    const self = this;
    return new py.Dict([...self.explanation.toJson().entries(), ["reason", self.reason]]);
  }
}
