/** A tree of variations, stored in this browser. */

/** @import {View} from "../types.js" */
import { keepText, kept } from "../stored_texts.js";

/**
 * @typedef {object} Node
 * @property {string} move the one that leads here; empty at the root
 * @property {string} [written] the same as people see it, where that is known and not its text
 * @property {Node | null} parent
 * @property {Node[]} children the first is the main line
 * @property {0 | 1 | null} [by] who made the move; null or missing where it is not known yet
 * @property {View} [view]
 * @property {any} [report] the engine's last word
 * @property {boolean} [isPlayed] a move of the game itself: it stays, and stays the main line
 */

/** @param {string} move @param {Node | null} parent @returns {Node} */
function newNode(move, parent) {
  return { move, parent, children: [] };
}

export class Tree {
  /** @param {string} key under which it is kept */
  constructor(key) {
    this.key = `tree:${key}`;
    this.root = newNode("", null);
    this.current = this.root;
  }

  /** The moves that lead to a node. @param {Node} [node] */
  path(node = this.current) {
    const moves = [];
    for (let at = /** @type {Node | null} */ (node); at?.parent; at = at.parent) moves.unshift(at.move);
    return moves;
  }

  /** Whether it is known who made each move that leads to a node. @param {Node} node */
  isKnown(node) {
    for (let at = /** @type {Node | null} */ (node); at?.parent; at = at.parent) if (at.by !== 0 && at.by !== 1) return false;
    return true;
  }

  /** Learn the positions on the way to a node. @param {Node} node @param {View[]} views the start, and the position after each move */
  learn(node, views) {
    for (let at = /** @type {Node | null} */ (node), ply = views.length - 1; at; at = at.parent, ply -= 1) {
      at.view = views[ply];
      at.by = views[ply].last?.by;
      at.written = views[ply].last?.written;
    }
  }

  /** The main line, from the root on. */
  mainLine() {
    const line = [];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** Go on with a move from a node; a move that is there already is not added again. @param {string} move @param {Node} [from] */
  add(move, from = this.current) {
    const known = from.children.find((child) => child.move === move);
    if (known) return known;
    const node = newNode(move, from);
    from.children.push(node);
    return node;
  }

  /** @param {string[]} moves @param {(0 | 1)[]} movers who made each @param {string[]} [written] as people see them */
  addLine(moves, movers, written = []) {
    let node = this.root;
    for (const [index, move] of moves.entries()) {
      node = this.add(move, node);
      node.by = movers[index];
      node.written = written[index];
    }
    return node;
  }

  /** The game that was played: its moves come before all that was tried. @param {string[]} moves @param {(0 | 1)[]} movers @param {string[]} [written] */
  addPlayed(moves, movers, written) {
    const end = this.addLine(moves, movers, written);
    for (let at = end; at.parent; at = at.parent) at.isPlayed = true;
    return end;
  }

  /** Take a move and all that follows it away. @param {Node} node */
  remove(node) {
    if (!node.parent || node.isPlayed) return;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    this.current = node.parent;
    this.save();
  }

  /** Make the line to a node the main line, or the first beside the game that was played. @param {Node} node */
  promote(node) {
    for (let at = node; at.parent && !at.isPlayed; at = at.parent) {
      const others = at.parent.children.filter((child) => child !== at);
      at.parent.children = [...others.filter((child) => child.isPlayed), at, ...others.filter((child) => !child.isPlayed)];
    }
    this.save();
  }

  save() {
    /** @type {(node: Node) => unknown[]} */
    const pack = (node) => node.children.map((child) => [child.move, pack(child), child.by ?? null, child.written]);
    keepText(this.key, JSON.stringify(pack(this.root)));
  }

  /** Bring back what was kept; anything unreadable is left. */
  load() {
    const unpack = (/** @type {unknown} */ packed, /** @type {Node} */ parent) => {
      if (!Array.isArray(packed)) return;
      for (const entry of packed) {
        if (!Array.isArray(entry) || typeof entry[0] !== "string") continue;
        const node = this.add(entry[0], parent);
        node.by ??= [0, 1].includes(entry[2]) ? entry[2] : null;
        if (typeof entry[3] === "string") node.written ??= entry[3];
        unpack(entry[1], node);
      }
    };
    try {
      unpack(JSON.parse(kept(this.key) ?? "[]"), this.root);
    } catch {
      // not ours
    }
  }
}

/** A short name for a long text, for keys. @param {string} text */
export function shortName(text) {
  let hash = 5381;
  for (const letter of text) hash = (hash * 33 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(36);
}
