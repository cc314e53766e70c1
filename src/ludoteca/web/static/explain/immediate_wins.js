/**
 * Wins that are one turn away, by the rules alone: what a move threatens, what it stops, what it allows. A turn is what one player
 * plays until the other is to move, be it one move or several.
 */

/** @import {ExplainWords} from "../wasm/description.js" */
/** @import {Move, Position} from "../wasm/position.js" */
/** @import {Claim} from "./templates.js" */

import { chained } from "../wasm/position.js";

/** @typedef {Move[]} Turn */

/** The question would take too long. */
class TooMany extends Error {}

/** Plays moves, and counts them. */
class Plays {
  /** @param {ExplainWords["immediate_wins"]} bounds */
  constructor(bounds) {
    this.bounds = bounds;
    this.left = bounds.most_played;
  }

  /** The position after one of its legal moves. @param {Position} position @param {number} code */
  after(position, code) {
    this.left -= 1;
    if (this.left < 0) throw new TooMany();
    return position.after(code);
  }

  /**
   * Every turn of the mover as positions, the first after its first move; the last is how it ends.
   * @param {Position} position
   * @param {Position[]} so_far
   * @returns {Generator<Position[]>}
   */
  *turns(position, so_far = []) {
    if (so_far.length === this.bounds.longest_turn) throw new TooMany();
    for (const code of position.codes) {
      const after = this.after(position, code);
      const turn = [...so_far, after];
      if (!after.outcome && after.mover === position.mover) yield* this.turns(after, turn);
      else yield turn;
    }
  }

  /** The turns that win at once for whoever plays them. @param {Position} position @returns {Generator<Turn>} */
  *winningTurns(position) {
    for (const turn of this.turns(position)) if (isWon(turn[turn.length - 1], position.mover)) yield turn.map((after) => /** @type {Move} */ (after.lastMove));
  }

  /** The first of them, if there is one. @param {Position} position @returns {Turn | null} */
  winningTurn(position) {
    const { value, done } = this.winningTurns(position).next();
    return done ? null : value;
  }

  /** Whether this turn can be played here and wins at once. @param {Position} position @param {Turn} turn */
  wins(position, turn) {
    const player = position.mover;
    let here = position;
    for (const { code, text } of turn) {
      if (here.outcome || here.mover !== player || !here.codes.includes(code) || here.named(code).text !== text) return false;
      here = this.after(here, code);
    }
    return isWon(here, player);
  }

  /** A turn that wins at once in more than half of the positions, the one that does so in most of them. @param {Position[]} positions @returns {Turn | null} */
  usualWin(positions) {
    const { looked_into } = this.bounds;
    /** @type {Map<string, {turn: Turn, wins: number}>} */ const candidates = new Map();
    const step = Math.max(1, Math.floor(positions.length / looked_into));
    for (const position of positions.filter((_, place) => place % step === 0).slice(0, looked_into)) {
      if (position.outcome) continue;
      for (const turn of this.winningTurns(position)) candidates.set(JSON.stringify(textsOf(turn)), { turn, wins: 0 });
    }
    for (const position of positions) {
      if (!position.outcome) for (const candidate of candidates.values()) candidate.wins += Number(this.wins(position, candidate.turn));
    }
    /** @type {{turn: Turn | null, wins: number}} */ let best = { turn: null, wins: 0 };
    for (const candidate of candidates.values()) if (candidate.wins > best.wins) best = candidate;
    return 2 * best.wins <= positions.length ? null : best.turn;
  }
}

/** @param {Turn} turn */
const textsOf = (turn) => turn.map(({ text }) => text);

/** A turn as people read it. @type {(position: Position, turn: Turn) => string[]} */
const wordsOf = ({ variant }, turn) => textsOf(chained(turn, variant.kinds));

/** Whether nothing is played: such a win is not worth announcing. @param {Turn} turn */
const isPass = (turn) => turn.every(({ text }) => text === "pass");

/** @type {(position: Position) => ExplainWords["immediate_wins"]} */
const boundsOf = ({ variant }) => variant.about.module.explain.immediate_wins;

/**
 * What is found before it takes too long; then nothing.
 * @template T
 * @param {() => T} find
 * @returns {T | null}
 */
function inTime(find) {
  try {
    return find();
  } catch (error) {
    if (error instanceof TooMany) return null;
    throw error;
  }
}

/** Whether the game is over and this player has won it. @param {Position} position @param {number} player */
export function isWon({ outcome }, player) {
  return outcome !== null && outcome.winner === player;
}

/** A turn with which the player wins next, whatever the other side does in most cases. @param {Position} after @param {number} player @returns {Claim[]} */
export function threat(after, player) {
  const turn = inTime(() => {
    const plays = new Plays(boundsOf(after));
    const replies = [...plays.turns(after)].map((reply) => reply[reply.length - 1]);
    if (replies.some((reply) => isWon(reply, 1 - player))) return null; // who can win at once has nothing to fear
    return plays.usualWin(replies);
  });
  return turn && !isPass(turn) ? [{ kind: "threatens", player, line: wordsOf(after, turn) }] : [];
}

/**
 * Whether the other side could win next, but for this move: by one turn after most others, or after all.
 * @param {Position} position
 * @param {Position} after
 * @returns {Claim[]}
 */
export function defence(position, after) {
  const player = position.mover;
  const plays = new Plays(boundsOf(position));
  const others = inTime(() => {
    if (plays.winningTurn(after)) return null;
    return [...plays.turns(position)].filter(([first]) => first.code !== after.code).map((turn) => turn[turn.length - 1]);
  });
  /** @type {Claim[]} */ const claims = [];
  if (!others?.length) return claims;
  inTime(() => {
    const stopped = plays.usualWin(others);
    if (!stopped) return;
    if (!isPass(stopped)) claims.push({ kind: "blocks", player: 1 - player, line: wordsOf(after, stopped) });
    if (others.every((other) => loses(plays, other, player, stopped))) claims.push({ kind: "only_move_not_losing", player });
  });
  return claims;
}

/**
 * Whether a player has lost, or the other wins with the next turn.
 * @param {Plays} plays
 * @param {Position} position
 * @param {number} player
 * @param {Turn} likely
 */
function loses(plays, position, player, likely) {
  if (position.outcome) return isWon(position, 1 - player);
  return plays.wins(position, likely) || plays.winningTurn(position) !== null;
}

/** The turn with which the other side wins at once. @param {Position} after @param {number} player @returns {Claim[]} */
export function allowed(after, player) {
  const turn = inTime(() => new Plays(boundsOf(after)).winningTurn(after));
  return turn ? [{ kind: "lets_win", player: 1 - player, line: wordsOf(after, turn) }] : [];
}
