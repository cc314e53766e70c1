/** The tree of variations as text: the main line turn by turn, and the others under the move they replace. */

/** @import {Node, Tree} from "./variation_tree.js" */
/** @import {View} from "../types.js" */
import { el } from "../dom.js";
import { asidesOf, turnList, turnOf, turnsOf } from "../words/turns.js";
import { keepInSight } from "../table/move_list.js";
import { moveInWords } from "../words/move_words.js";
import { t } from "../words/language.js";

/**
 * @param {HTMLElement} holder
 * @param {Tree} tree
 * @param {View} view for the players' names and pieces
 * @param {(node: Node) => void} onnode
 * @param {Map<Node, {sign: string, words: string}>} notes
 */
export function showTree(holder, tree, view, onnode, notes) {
  /** @returns {import("../words/turns.js").ListedPly[]} */
  const line = (/** @type {Node} */ from) => {
    const plies = [];
    for (let node = /** @type {Node | undefined} */ (from), ply = tree.path(from).length; node; node = node.children[0], ply += 1) {
      const others = node === from && node !== tree.root.children[0] ? [] : (node.parent?.children.slice(1) ?? []); // a variation's own are told above it
      plies.push({ side: node.by ?? null, button: moveButton(node, ply), asides: others.map(variation) });
    }
    return plies;
  };
  const variation = (/** @type {Node} */ from) => {
    const turns = turnsOf(line(from));
    return el("div", { class: "variation" }, ...turns.flatMap((turn) => [turnOf(turn, view, true), ...asidesOf(turn)]));
  };
  const moveButton = (/** @type {Node} */ node, /** @type {number} */ ply) => {
    const note = notes.get(node);
    return el(
      "button",
      { class: "ply", "aria-current": node === tree.current ? "step" : null, title: note?.words, onclick: () => onnode(node) },
      el("span", { class: "number" }, String(ply)),
      el("span", { class: "text" }, moveInWords({ text: node.move, written: node.written }), note ? el("b", { class: "sign" }, ` ${note.sign}`) : ""),
    );
  };
  const focused = holder.contains(document.activeElement);
  const first = tree.root.children[0];
  holder.replaceChildren(
    first
      ? turnList(line(first), view)
      : el("p", { class: "muted small empty" }, t("Play moves on the board for either side, or drop a game record here. What you try is kept.")),
  );
  if (focused) /** @type {HTMLElement | null} */ (holder.querySelector("[aria-current]"))?.focus({ preventScroll: true });
  keepCurrentInSight(holder);
}

/** Scroll the list, never the page, to the move that is shown. @param {HTMLElement} holder */
export function keepCurrentInSight(holder) {
  const current = holder.querySelector("[aria-current]");
  if (current) keepInSight(holder, current);
}
