/** Going over a whole game: every position weighed briefly, then what looks like a turning point once more and longer. */

/** @import {AnyEngine} from "./backend.js" */
/** @import {Report} from "./engine.js" */
/** @import {Node, Tree} from "./variation_tree.js" */
import { firstChance } from "./engine.js";
import { keepText, kept } from "./stored_texts.js";

const EACH_MS = 200;
const AGAIN_MS = 1000;
const MOST_AGAIN = 16; // positions that are looked at once more
const MOST_NAMED = 5;
const [TURN, NOISY_TURN] = [0.2, 0.3]; // a loss of chances that counts where it makes the other side the better one
const [LARGE, NOISY_LARGE] = [0.35, 0.5]; // one that counts whoever is ahead

/** @typedef {{ply: number, node: Node, words: string, loss: number}} TurningPoint */
/** @typedef {{game: string, options: Record<string, string>, position: string}} About */
/** @typedef {{outcome: {winner: 0 | 1 | null} | null, told: (chances: (number | null)[], words: string) => void, isWanted: () => boolean}} How */

export class Review {
  /**
   * @param {AnyEngine} engine
   * @param {Tree} tree
   * @param {About} about
   * @param {How} how
   */
  constructor(engine, tree, about, how) {
    this.ask = (/** @type {Node} */ node, /** @type {number} */ ms) => engine.ask({ ...about, moves: tree.path(node), lines: 1, ms }, () => undefined);
    this.how = how;
    this.line = [tree.root, ...tree.mainLine()];
    /** @type {(number | null)[]} the first player's, by ply */ this.chances = this.line.map(() => null);
    /** @type {(Report | null)[]} */ this.reports = this.line.map(() => null);
  }

  /** Weigh the main line; its turning points, or null when it was stopped. @returns {Promise<TurningPoint[] | null>} */
  async run() {
    for (const ply of this.line.keys()) {
      if (!this.how.isWanted()) return null;
      await this.weigh(ply, EACH_MS);
      this.how.told(this.chances, `Reviewed ${ply} of ${this.line.length - 1} moves …`);
    }
    const seen = new Set(); // the plies looked at longer: what one look finds may throw doubt on the move beside it
    for (let ply = this.doubtful(seen); ply !== null && seen.size < MOST_AGAIN; ply = this.doubtful(seen)) {
      if (!this.how.isWanted()) return null;
      this.how.told(this.chances, `Looking again before move ${ply + 1} …`);
      seen.add(ply);
      await this.weigh(ply, AGAIN_MS);
    }
    this.how.told(this.chances, "");
    const confirmed = this.turns().filter(({ ply }) => seen.has(ply) && seen.has(ply - 1));
    return confirmed
      .sort((a, b) => b.loss - a.loss)
      .slice(0, MOST_NAMED)
      .sort((a, b) => a.ply - b.ply);
  }

  /**
   * @param {number} ply
   * @param {number} ms
   */
  async weigh(ply, ms) {
    if (this.reports[ply]?.proven) return;
    try {
      const report = await this.ask(this.line[ply], ms);
      this.reports[ply] = report;
      this.chances[ply] = firstChance(report);
    } catch {
      // the game is over here
      const { outcome } = this.how;
      this.chances[ply] = outcome ? (outcome.winner === null ? 0.5 : 1 - outcome.winner) : null;
    }
  }

  /** The next position to look at longer, that of the largest loss first. @param {Set<number>} seen @returns {number | null} */
  doubtful(seen) {
    const open = this.turns()
      .sort((a, b) => b.loss - a.loss)
      .flatMap(({ ply }) => [ply - 1, ply])
      .filter((ply) => !seen.has(ply));
    return open[0] ?? null;
  }

  /** The moves that turned the game as it is weighed now. @returns {TurningPoint[]} */
  turns() {
    return this.line.flatMap((node, ply) => {
      const [after, report] = [this.chances[ply], ply ? this.reports[ply - 1] : null];
      const better = report?.lines[0]?.moves[0];
      if (after === null || !report || !better || better === node.move) return [];
      const [had, left] = [report.score, report.mover === 0 ? after : 1 - after];
      if (!isTurn(had, left, report.proven || (this.reports[ply]?.proven ?? true))) return [];
      return [
        {
          ply,
          node,
          loss: had - left,
          words: `Move ${ply}, ${node.move}: ${better} was better (${Math.round(100 * had)} % became ${Math.round(100 * left)} %).`,
        },
      ];
    });
  }
}

/**
 * Whether a loss of chances matters: it gives a certain win away, it changes who is ahead, or it is large. Where neither
 * chance is proven, a search that ends on the one's move and then on the other's may differ a good deal by itself.
 * @param {number} had the mover's chance before
 * @param {number} left and after
 * @param {boolean} isProven whether one of them is certain
 */
export function isTurn(had, left, isProven) {
  const loss = had - left;
  const changesLeader = had >= 0.5 && left < 0.5;
  return (had === 1 && loss >= TURN) || (changesLeader && loss >= (isProven ? TURN : NOISY_TURN)) || loss >= (isProven ? LARGE : NOISY_LARGE);
}

/** @typedef {{chances: (number | null)[], points: TurningPoint[]}} Weighed */

/** The key of what was found about a tree's main line. @param {Tree} tree */
function reviewKey(tree) {
  return `review:${tree.key}`;
}

/**
 * Keep what was found about the main line.
 * @param {Tree} tree
 * @param {Weighed} weighed
 */
export function keepReview(tree, { chances, points }) {
  const moves = tree.mainLine().map((node) => node.move);
  keepText(reviewKey(tree), JSON.stringify({ moves, chances, points: points.map(({ ply, words, loss }) => ({ ply, words, loss })) }));
}

/**
 * What was found about the main line as it is now; null where nothing was, or the line is another.
 * @param {Tree} tree
 * @returns {Weighed | null}
 */
export function keptReview(tree) {
  const line = tree.mainLine();
  try {
    const { moves, chances, points } = JSON.parse(kept(reviewKey(tree)) ?? "{}");
    if (JSON.stringify(moves) !== JSON.stringify(line.map((node) => node.move)) || chances.length !== line.length + 1) return null;
    return { chances, points: points.map((/** @type {Omit<TurningPoint, "node">} */ point) => ({ ...point, node: line[point.ply - 1] })) };
  } catch {
    return null; // not ours
  }
}
