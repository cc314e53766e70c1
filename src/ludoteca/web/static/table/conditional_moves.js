/** Conditional moves: what one will answer, entered on the board while the opponent is to move, and listed near it. */

/** @import {View} from "../types.js" */

import { el } from "../dom.js";
import { t } from "../words/language.js";
import { moveInWords } from "../words/move_words.js";

/** @typedef {{[move: string]: MoveTree}} MoveTree */
/** @typedef {{text: string, written?: string, isMine: boolean}} PlannedMove */

/** A tree with one more line; another answer to the same moves takes the place of the one before. @param {MoveTree} tree @param {PlannedMove[]} line @returns {MoveTree} */
export function withLine(tree, [first, ...rest]) {
  if (!first) return tree;
  const others = first.isMine ? {} : tree;
  return { ...others, [first.text]: withLine(tree[first.text] ?? {}, rest) };
}

/** The lines of a tree, each with all its moves. @param {MoveTree} tree @returns {string[][]} */
export function linesOf(tree) {
  return Object.entries(tree).flatMap(([text, more]) => {
    const lines = linesOf(more);
    return lines.length ? lines.map((line) => [text, ...line]) : [[text]];
  });
}

/** A tree without one of its lines, down to where another branches off. @param {MoveTree} tree @param {string[]} line @returns {MoveTree} */
export function withoutLine(tree, [text, ...rest]) {
  const { [text]: more, ...others } = tree;
  const left = more && rest.length ? withoutLine(more, rest) : {};
  return Object.keys(left).length ? { ...tree, [text]: left } : others;
}

export class ConditionalMoves {
  /**
   * @param {(wanted: import("../api.js").PositionRequest) => Promise<View>} describe
   * @param {{send: (message: Record<string, unknown>) => void, onchange: () => void, ontrouble: (words: string) => void}} ways
   */
  constructor(describe, ways) {
    this.describe = describe;
    this.ways = ways;
    /** @type {PlannedMove[]} */ this.line = [];
    this.ply = 0; // from which it was begun
    /** @type {View[]} the positions of the line that is entered, from the current one; empty while none is */ this.views = [];
  }

  /** The position to show instead of the game's. @returns {View | null} */
  get view() {
    return this.views.at(-1) ?? null;
  }

  /** What was being entered ends when the game goes on. @param {any} state the snapshot as it stands */
  settle(state) {
    if (!state.can.conditional_moves || state.moves_played.length !== this.ply) this.views = [];
  }

  /** Begin a line. @param {any} state */
  begin(state) {
    this.line = [];
    this.ply = state.moves_played.length;
    this.views = [state.view];
    this.ways.onchange();
  }

  cancel() {
    this.views = [];
    this.ways.onchange();
  }

  /** A move is made on the board, for whichever side is to move. @param {string} text @param {any} state */
  async play(text, { start, moves_played, view: { game, options }, you }) {
    const { view } = this;
    if (!view) return;
    const line = [...this.line, { text, isMine: view.mover === you }];
    try {
      const moves = [...moves_played, ...line.map((move) => move.text)];
      const after = await this.describe({ game: game.name, options, position: start, moves });
      if (this.view !== view) return; // the game has gone on, or a step was taken back
      Object.assign(line[line.length - 1], { text: after.last?.text ?? text, written: after.last?.written });
      this.line = line;
      this.views.push(after);
      this.ways.onchange();
    } catch (error) {
      this.ways.ontrouble(String(/** @type {Error} */ (error).message));
    }
  }

  stepBack() {
    this.line.pop();
    this.views.pop();
    this.ways.onchange();
  }

  /** Keep the line up to one's own last move. @param {any} state */
  save(state) {
    const count = this.line.findLastIndex((move) => move.isMine) + 1;
    const tree = withLine(state.conditional_moves ?? {}, this.line.slice(0, count));
    this.cancel();
    if (count) this.send(state, tree);
  }

  /** @param {any} state @param {MoveTree} moves */
  send({ moves_played }, moves) {
    this.ways.send({ type: "conditional_moves", ply: moves_played.length, moves });
  }

  /** The line that is entered, and those that are planned. @param {HTMLElement} holder @param {any} state */
  show(holder, state) {
    if (this.view) return holder.append(this.entered(state, this.view));
    const lines = linesOf(state.conditional_moves ?? {});
    for (const [place, line] of lines.entries()) holder.append(this.planned(state, line, state.conditional_written?.[place]));
  }

  /** @param {any} state @param {View} view */
  entered(state, view) {
    const isMine = view.mover === state.you;
    const next = isMine ? t("Choose your answer.") : t("Choose a move that your opponent may play, then your answer.");
    const words = view.mover === null ? t("The game would be over.") : next;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick, isOn = true) =>
      el("button", { "data-action": name, class: name === "plan_done" ? "primary" : "", disabled: !isOn, onclick }, label);
    return el(
      "div",
      { class: "row", id: "planning" },
      el("span", { role: "status" }, `${inOneLine(this.line)} ${words}`.trim()),
      button(
        "plan_done",
        t("Done"),
        () => this.save(state),
        this.line.some((move) => move.isMine),
      ),
      button("plan_back", t("Step back"), () => this.stepBack(), this.line.length > 0),
      button("plan_cancel", t("Cancel"), () => this.cancel()),
    );
  }

  /** @param {any} state @param {string[]} line @param {string[]} [written] the same as people see it */
  planned(state, line, written) {
    const words = t("Planned: {line}", { line: inOneLine(line.map((text, place) => ({ text, written: written?.[place] }))) });
    const remove = () => this.send(state, withoutLine(state.conditional_moves, line));
    return el(
      "div",
      { class: "row planned" },
      el("span", {}, words),
      el("button", { onclick: remove }, t("Remove"), el("span", { class: "unseen" }, ` ${words}`)),
    );
  }
}

/** @param {{text: string, written?: string}[]} line */
function inOneLine(line) {
  return line.map(moveInWords).join(" → ");
}
