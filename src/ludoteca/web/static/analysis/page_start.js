/** The initial data of the analysis board and the editor: put into the page by the server, or derived from the address. */

/** @import {Node} from "./variation_tree.js" */
/** @import {View} from "../types.js" */
import { isStatic, analysisOfGame } from "../addresses.js";
import { Tree, shortName } from "./variation_tree.js";
import { describe, describeLine, localGames } from "../backend.js";
import { pageData } from "../dom.js";
import { LINK_STOPS } from "../translated/web/engine/reading_tasks.js";
import { t } from "../words/language.js";

/** @typedef {{view: View, start: string, moves: string[], movers?: (0 | 1)[], written?: string[], game_id: string | null, you?: 0 | 1 | "both" | null, names?: string[], trouble?: string, links: Record<string, string | null>}} AnalysisStart `names`: of those who played the game; `trouble`: why a link's moves end early; `links` leads to its record */

/** The position in the address: position=…, options, moves=a1,b2. */
function wanted() {
  const query = new URLSearchParams(location.search);
  const options = Object.fromEntries([...query].filter(([name]) => name.startsWith("set.")).map(([name, value]) => [name.slice(4), value]));
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean);
  return { game: pageData().game, options, position: query.get("position") ?? "", moves: moves.map((move) => move.replaceAll("_", " ")), seed: 0 };
}

/** @returns {Promise<AnalysisStart>} */
export async function analysisStart() {
  if (!isStatic) {
    const data = pageData();
    const record = `/api/v1/games/${data.game_id}/record`;
    return { ...data, links: data.game_id ? { record, json: `${record}?format=json` } : {} };
  }
  const id = new URLSearchParams(location.search).get("id");
  if (id !== null) return keptGame(id);
  const asked = wanted();
  const { views, trouble } = await goodLine(asked);
  return { view: views[views.length - 1], start: views[0].position, moves: asked.moves.slice(0, views.length - 1), game_id: null, links: {}, trouble };
}

/**
 * The positions up to the first move that cannot be played, and why it cannot.
 * @param {ReturnType<typeof wanted>} asked
 * @returns {Promise<{views: View[], trouble: string}>}
 */
async function goodLine(asked) {
  let trouble = "";
  for (let count = asked.moves.length; ; count -= 1) {
    try {
      return { views: await describeLine({ ...asked, moves: asked.moves.slice(0, count) }), trouble };
    } catch (error) {
      if (!count) throw error;
      trouble = t(LINK_STOPS, {
        ply: count,
        move: asked.moves[count - 1],
        reason: /** @type {Error} */ (error).message,
      });
    }
  }
}

/** @param {string} id @returns {Promise<AnalysisStart>} */
async function keptGame(id) {
  const games = await localGames();
  const file = async (/** @type {"text" | "json"} */ format) => URL.createObjectURL(new Blob([await games.recordOf(id, format)]));
  return { ...(await games.analysisOf(id)), links: { record: await file("text"), json: await file("json") } };
}

/** @returns {Promise<{view: View, layout: import("./editor.js").Layout}>} */
export async function editorStart() {
  const data = pageData();
  return isStatic ? { view: await describe(wanted()), layout: data.layout } : data;
}

/**
 * The tree of a page. A game that was played has one of its own, and so has each start of a free analysis.
 * @param {{view: any, start: string, moves: string[], movers?: (0 | 1)[], written?: string[], game_id: string | null}} data without `movers`, who made each move is asked for later
 */
export function treeOf({ view, start, moves, movers = [], written, game_id }) {
  const line = moves.map((move) => move.replaceAll("_", " "));
  if (game_id === null) {
    const tree = new Tree(`free:${view.game.name}:${shortName(JSON.stringify(view.options) + start)}`);
    tree.load(); // first, so that a variation in the address stays one
    tree.current = tree.addLine(line, movers, written);
    tree.current.view = view;
    return tree;
  }
  const tree = new Tree(`game:${game_id}`);
  const end = tree.addPlayed(line, movers, written);
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

/** The move that the address names, or the end of the game. @param {Tree} tree @param {Node} end */
function addressed(tree, end) {
  const query = new URLSearchParams(location.search);
  if (!query.has("ply")) return end;
  let node = [tree.root, ...tree.mainLine()][Number(query.get("ply"))] ?? end;
  for (const move of (query.get("then") ?? "").split(",").filter(Boolean)) node = tree.add(move.replaceAll("_", " "), node);
  return node;
}
