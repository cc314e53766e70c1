/** The current place in an analysis: whose tree it is, and the address that leads back to a move of it. */

/** @import {Node} from "./variation_tree.js" */
import { analysisOfGame } from "../addresses.js";
import { Tree, shortName } from "./variation_tree.js";

/**
 * The tree of a page. A game that was played has one of its own, and so has each start of a free analysis.
 * @param {{view: any, start: string, moves: string[], movers?: (0 | 1)[], game_id: string | null}} data without `movers`, who made each move is asked for later
 */
export function treeOf({ view, start, moves, movers = [], game_id }) {
  const line = moves.map((move) => move.replaceAll("_", " "));
  if (game_id === null) {
    const tree = new Tree(`free:${view.game.name}:${shortName(JSON.stringify(view.options) + start)}`);
    tree.load(); // first, so that a variation in the address stays one
    tree.current = tree.addLine(line, movers);
    tree.current.view = view;
    return tree;
  }
  const tree = new Tree(`game:${game_id}`);
  const end = tree.addPlayed(line, movers);
  end.view = view;
  tree.load();
  tree.current = addressed(tree, end);
  return tree;
}

/**
 * The address of a move in the analysis of a game: the last one shared with the game, and what was tried from there.
 * @param {string} game its name
 * @param {string} id
 * @param {Tree} tree
 */
export function addressIn(game, id, tree) {
  const tried = [];
  let at = tree.current;
  for (; at.parent && !at.isPlayed; at = at.parent) tried.unshift(at.move);
  const ply = tree.path(at).length;
  const query = new URLSearchParams();
  if (tried.length || at.children[0]?.isPlayed) query.set("ply", String(ply));
  if (tried.length) query.set("then", tried.map((move) => move.replaceAll(" ", "_")).join(","));
  return analysisOfGame(game, id, query);
}

/**
 * The move that the address names, or the end of the game.
 * @param {Tree} tree
 * @param {Node} end
 */
function addressed(tree, end) {
  const query = new URLSearchParams(location.search);
  if (!query.has("ply")) return end;
  let node = [tree.root, ...tree.mainLine()][Number(query.get("ply"))] ?? end;
  for (const move of (query.get("then") ?? "").split(",").filter(Boolean)) node = tree.add(move.replaceAll("_", " "), node);
  return node;
}
