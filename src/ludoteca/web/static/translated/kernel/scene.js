// @ts-nocheck: translated from kernel/scene.py by tools/translate_scripts.py, so change that file instead.
import * as py from "../../wasm/python.js";

export class Pick {
  /** @param {string} name @param {boolean} [isCell] @param {string} [label] @param {(string)[]} [also] */
  constructor(name, isCell = true, label = "", also = /** @type {any} */ ([])) {
    this.name = name;
    this.isCell = isCell;
    this.label = label;
    this.also = also;
  }

  asKey() {
    return [this.name, this.isCell, this.label, this.also];
  }

  isMeantBy(name) {
    const self = this;
    return py.either(py.equal(name, self.name), () => py.has(self.also, name));
  }

  toString() {
    const self = this;
    return py.either(self.label, () => self.name);
  }
}
