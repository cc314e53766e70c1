/** Cells and games in words, for screen readers, titles and messages. */

/** @import {Look, View, Outcome, Player} from "./types.js" */

const CALLED = new Map([["counter", "disc"]]); // where people say something else

/** What people call a kind of piece. @param {string} kind */
export function pieceInWords(kind) {
  return CALLED.get(kind) ?? kind;
}

/**
 * What stands on a cell: "a black stack of 4, 2 green inside".
 * @param {Look | undefined} look
 */
export function lookInWords(look) {
  if (!look?.pieces.length) return look?.marks.length ? `empty, ${look.marks.join(", ")}` : "empty";
  const top = look.pieces[0];
  const thing =
    look.height > 1
      ? `${top.colour} stack of ${look.height}`
      : ["wall", "joker", "bonus"].includes(top.kind)
        ? top.kind
        : `${top.colour} ${pieceInWords(top.kind)}`;
  const inside = look.inside.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what} inside`);
  const marks = look.marks.map((mark) => `marked ${mark}`);
  return [thing, ...inside, ...marks].join(", ");
}

/**
 * A cell with what can be done there.
 * @param {string} name
 * @param {Look | undefined} look
 * @param {{selected?: boolean, target?: boolean, capture?: boolean, last?: boolean, decided?: boolean, threatens?: boolean, pending?: boolean}} [state]
 */
export function cellInWords(name, look, state = {}) {
  const words = [`${name}: ${lookInWords(look)}`];
  if (state.selected) words.push("chosen");
  else if (state.capture) words.push("can be taken");
  else if (state.target) words.push("can be chosen");
  if (state.pending) words.push("your move is on its way");
  if (state.last) words.push("last move");
  if (state.threatens) words.push("threatens to win");
  if (state.decided) words.push("decided the game");
  return words.join(", ");
}

/**
 * Who won and why.
 * @param {Outcome} outcome
 * @param {Player[]} players
 */
export function outcomeInWords(outcome, players) {
  const who = outcome.winner === null ? "Draw" : `${players[outcome.winner].name} wins`;
  return `${who}: ${outcome.reason}.`;
}

/**
 * Whose turn it is, for the line above the board.
 * @param {View} view
 * @param {0 | 1 | "both" | null | undefined} you
 */
export function turnInWords(view, you) {
  if (view.outcome) return outcomeInWords(view.outcome, view.players);
  if (view.mover === null) return "";
  const name = view.players[view.mover].name;
  const todo = view.facts.find((fact) => fact.role === "task");
  const task = todo ? `: ${todo.value}` : "";
  if (you === view.mover) return `Your turn, ${name}${task}`;
  return `${name} to move${task}`;
}

/**
 * A number of games, halves as such: 2½.
 * @param {number} games
 */
export function halvesInWords(games) {
  const whole = Math.floor(games);
  return games === whole ? String(whole) : `${whole || ""}½`;
}

/**
 * Milliseconds as a clock shows them.
 * @param {number} ms
 */
export function clockInWords(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.ceil(left / 1000);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const hours = Math.floor(seconds / 3600);
  const rest = `${String(Math.floor((seconds % 3600) / 60)).padStart(hours ? 2 : 1, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}
