/** The tree of variations as text: the main line, and the others in brackets of their own. */

/** @import {Node, Tree} from "./tree.js" */
import { el } from "./dom.js";

/**
 * @param {HTMLElement} holder
 * @param {Tree} tree
 * @param {(node: Node) => void} onnode
 * @param {Map<Node, {sign: string, words: string}>} notes
 */
export function showTree(holder, tree, onnode, notes) {
  const line = (/** @type {Node} */ from, /** @type {number} */ depth) => {
    const flow = el("div", { class: depth ? "variation" : "main-line" });
    /** @type {Node | undefined} */
    let node = from;
    let ply = tree.path(from).length;
    while (node) {
      flow.append(moveButton(node, ply));
      const siblings = /** @type {Node[]} */ (node === from && depth ? [] : (node.parent?.children.slice(1) ?? []).filter((other) => other !== node));
      for (const other of siblings) flow.append(line(other, depth + 1));
      node = node.children[0];
      ply += 1;
    }
    return flow;
  };
  const moveButton = (/** @type {Node} */ node, /** @type {number} */ ply) => {
    const note = notes.get(node);
    return el("button", { class: "ply", "aria-current": node === tree.current ? "step" : null, title: note?.words, onclick: () => onnode(node) },
      el("span", { class: "number" }, String(ply)), el("span", { class: "text" }, node.move, note ? el("b", { class: "sign" }, ` ${note.sign}`) : ""));
  };
  const focused = holder.contains(document.activeElement);
  const first = tree.root.children[0];
  holder.replaceChildren(first ? line(first, 0) : el("p", { class: "muted small empty" }, "Play moves on the board for either side. What you try is kept here."));
  if (focused) /** @type {HTMLElement | null} */ (holder.querySelector("[aria-current]"))?.focus({ preventScroll: true });
  keepCurrentInSight(holder);
}

/** Scroll the list, never the page, to the move that is shown. @param {HTMLElement} holder */
export function keepCurrentInSight(holder) {
  const current = holder.querySelector("[aria-current]");
  if (!current) return;
  const [outer, inner] = [holder.getBoundingClientRect(), current.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) holder.scrollTop += inner.top - outer.top - outer.height / 3;
}
