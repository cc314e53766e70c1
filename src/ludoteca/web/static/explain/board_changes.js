/** What a move does on the board: claims from the contents of the cells before and after it, and from the score. */

/** @import {Move, Piece} from "../types.js" */
/** @import {Position} from "../wasm/position.js" */
/** @import {Claim} from "./templates.js" */

const STACK = "stack";

/**
 * Captures, pieces turned over, pieces that are gone, points, and figures that have come.
 * @param {Position} before
 * @param {Position} after
 * @param {Move} played
 * @returns {Claim[]}
 */
export function boardChanges(before, after, played) {
  const chosen = new Set(played.picks.filter(({ cell }) => cell).map(({ name }) => name));
  const [was, now] = [topsOf(before), topsOf(after)];
  return [...pieceClaims(before, was, now), ...pointClaims(before, after), ...figureClaims(before, after, was, now, chosen)];
}

/** The piece to be seen on each cell that has one. @param {Position} position @returns {Map<string, Piece>} */
function topsOf(position) {
  return new Map([...position.looks].flatMap(([name, { pieces }]) => (pieces.length ? [[name, pieces[0]]] : [])));
}

/**
 * What became of the pieces, by owner. A cell of the other side that is the mover's now was captured where the mover's pieces have
 * moved, and turned over where they have not. Stacks may join, so that one's own can become fewer without a loss.
 * @param {Position} before
 * @param {Map<string, Piece>} was
 * @param {Map<string, Piece>} now
 */
function pieceClaims(before, was, now) {
  const player = before.mover;
  const other = 1 - player;
  const hasStacks = before.variant.fields.list.some(({ type, heights }) => type === "Cells" && heights);
  const ownNow = new Set(owned(now, player).map(([cell]) => cell));
  const ownBefore = owned(was, player);
  const theirs = owned(was, other);
  const taken = theirs.filter(([cell]) => ownNow.has(cell));
  const fewer = theirs.length - owned(now, other).length;
  const ownFewer = ownBefore.length - ownNow.size;
  const ofPlayers = (/** @type {string} */ kind, /** @type {[string, Piece][]} */ pieces, /** @type {number} */ count, /** @type {number} */ whose) => ({
    kind,
    count,
    piece: hasStacks ? STACK : pieces[0][1].kind,
    player: whose,
  });
  /** @type {Claim[]} */ const claims = [];
  if (taken.length) claims.push(ofPlayers(ownBefore.some(([cell]) => !ownNow.has(cell)) ? "captures" : "flips", taken, taken.length, other));
  if (fewer > taken.length) {
    const gone = theirs.filter(([cell]) => now.get(cell)?.owner !== other);
    claims.push(ofPlayers("removes", gone.length ? gone : theirs, fewer - taken.length, other));
  }
  if (ownFewer > 0 && !hasStacks) claims.push(ofPlayers("gives_up", ownBefore, ownFewer, player));
  return [...claims, ...takenFromNobody(was, ownNow)];
}

/** @type {(tops: Map<string, Piece>, player: number) => [string, Piece][]} */
const owned = (tops, player) => [...tops].filter(([, { owner }]) => owner === player);

/** @param {Map<string, Piece>} was @param {Set<string>} ownNow @returns {Claim[]} */
function takenFromNobody(was, ownNow) {
  /** @type {Map<string, Claim>} */ const found = new Map();
  for (const [cell, { owner, colour, kind }] of was) {
    if (owner !== null || !ownNow.has(cell)) continue;
    const key = JSON.stringify([colour, kind]);
    found.set(key, { kind: "takes", count: (found.get(key)?.count ?? 0) + 1, colour, piece: kind });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, claim]) => claim);
}

/** The points that the mover has gained and no reply takes away again: some are there only for a moment. @param {Position} before @param {Position} after @returns {Claim[]} */
function pointClaims(before, after) {
  const player = before.mover;
  const [old, score] = [before.score, after.score];
  if (!old || !score || score[player] <= old[player]) return [];
  const replies = after.mover === player ? [] : after.codes;
  const kept = Math.min(score[player], ...replies.map((code) => after.after(code).score?.[player] ?? score[player]));
  return kept > old[player] ? [{ kind: "gains_points", player, points: kept - old[player], score: kept }] : [];
}

/**
 * The largest figure of the mover's that the move has made: one that decides the game, or could decide it next; or else the other
 * side's. A figure that decides may have stood there long before, where the game ends with a full board.
 * @param {Position} before
 * @param {Position} after
 * @param {Map<string, Piece>} was
 * @param {Map<string, Piece>} now
 * @param {Set<string>} chosen the cells that the move names
 * @returns {Claim[]}
 */
function figureClaims(before, after, was, now, chosen) {
  const player = before.mover;
  const isOver = after.outcome !== null;
  const known = new Set(before.threats.map(nameOf));
  const largestOf = (/** @type {number} */ side) => {
    const isOwn = (/** @type {Map<string, Piece>} */ tops, /** @type {string[]} */ figure) => figure.every((cell) => tops.get(cell)?.owner === side);
    const made = (isOver ? after.decided : after.threats)
      .map((figure) => [...new Set(figure)])
      .filter((figure) => figure.length > 1 && isOwn(now, figure) && !isOwn(was, figure) && !known.has(nameOf(figure)));
    return made.length ? made.reduce((best, figure) => (figure.length > best.length ? figure : best)) : null;
  };
  const cells = largestOf(player);
  if (cells) {
    const hasPushed = owned(was, player).some(([cell]) => now.get(cell)?.owner !== player && !chosen.has(cell));
    const isPushed = hasPushed && cells.some((cell) => was.get(cell)?.owner !== player && !chosen.has(cell));
    return [{ kind: `${isOver ? "completes" : "sets_up"}${isPushed ? "_by_push" : ""}`, cells }];
  }
  const theirs = isOver ? largestOf(1 - player) : null;
  return theirs ? [{ kind: "completes_theirs", cells: theirs, player: 1 - player }] : [];
}

/** @param {string[]} figure */
const nameOf = (figure) => [...new Set(figure)].sort().join(" ");
