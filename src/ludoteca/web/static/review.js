/** Going over a whole game: every position weighed briefly, the turning points named with what was better. */

/** @import {Engine} from "./engine.js" */
/** @import {Node, Tree} from "./tree.js" */
import { firstChance } from "./engine.js";

const EACH_MS = 200;
const TURN = 0.2; // a loss of chances that decides games
const SLIP = 0.12;

/** @typedef {{ply: number, node: Node, sign: string, words: string, loss: number}} TurningPoint */

/**
 * Weigh every position of the main line.
 * @param {Engine} engine
 * @param {Tree} tree
 * @param {{game: string, options: Record<string, string>, position: string}} about
 * @param {{outcome: {winner: 0 | 1 | null} | null, told: (chances: (number | null)[]) => void, isWanted: () => boolean}} how
 */
export async function weighGame(engine, tree, about, how) {
  const line = [tree.root, ...tree.mainLine()];
  /** @type {(number | null)[]} */
  const chances = line.map(() => null);
  /** @type {any[]} */
  const reports = [];
  for (const [ply, node] of line.entries()) {
    if (!how.isWanted()) return null;
    try {
      const report = await engine.ask({ ...about, moves: tree.path(node), lines: 1, ms: EACH_MS }, () => undefined);
      reports[ply] = report;
      chances[ply] = firstChance(report);
    } catch {
      // the game is over here
      chances[ply] = how.outcome ? (how.outcome.winner === null ? 0.5 : 1 - how.outcome.winner) : null;
    }
    how.told(chances);
  }
  return { chances, points: turningPoints(line, chances, reports) };
}

/**
 * @param {Node[]} line
 * @param {(number | null)[]} chances
 * @param {any[]} reports
 * @returns {TurningPoint[]}
 */
export function turningPoints(line, chances, reports) {
  const found = [];
  for (let ply = 1; ply < line.length; ply++) {
    const [before, after, report] = [chances[ply - 1], chances[ply], reports[ply - 1]];
    if (before === null || after === null || !report) continue;
    const loss = report.mover === 0 ? before - after : after - before;
    const better = report.lines[0]?.moves[0];
    if (loss < SLIP || !better || better === line[ply].move) continue;
    const [had, left] = [Math.round(100 * report.score), Math.round(100 * (report.score - loss))];
    found.push({ ply, node: line[ply], loss, sign: loss >= TURN ? "?" : "?!", words: `Move ${ply}, ${line[ply].move}: ${better} was better (${had} % became ${Math.max(0, left)} %).` });
  }
  return found;
}
