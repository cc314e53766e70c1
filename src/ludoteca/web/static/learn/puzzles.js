/** Puzzles: find the one move; then the line that proves or refutes it is played out. */

/** @import {View} from "../types.js" */
import { analysisPage } from "../addresses.js";
import { byId, el, isStill, pageData } from "../dom.js";
import { describe, describeLine, newEngine } from "../backend.js";
import { Hand } from "../input/board_input.js";
import { keepProgress, keptProgress } from "./progress.js";
import { positionQuery } from "../table/share.js";
import { numberOfDay, Progress } from "../translated/puzzles/progress.js";
import { HARDEST } from "../translated/puzzles/puzzle.js";
import { NO_MOVE } from "../translated/web/table/words.js";
import { turnInWords } from "../words/game_words.js";
import { press, listenAtTable } from "../table/table_tools.js";
import { showPrompt } from "../table/headline.js";
import { moveInWords } from "../words/move_words.js";
import { numberInWords, t } from "../words/language.js";

/** @typedef {{position: string, options?: Record<string, string>, solution: string[], kind: string, grade: number, refutations?: Record<string, string[]>}} Puzzle */

const THINK_MS = 800; // for what follows a wrong move that came without a refutation
const REFUTATION_LENGTH = 4; // moves
const DAY_MS = 86_400_000;
const PAUSE_MS = 650; // between two moves of a line that is played out

class PuzzlePage {
  constructor() {
    const { game, puzzles, kinds } = pageData();
    /** @type {string} */ this.game = game;
    /** @type {Puzzle[]} */ this.puzzles = puzzles;
    /** @type {Record<string, {task: string, right: string, wrong: string}>} */ this.kinds = kinds;
    /** @type {Progress} */ this.progress = Object.assign(new Progress(), keptProgress(game));
    this.engine = newEngine((state) => (byId("connection").hidden = state !== "lost"));
    this.number = 0;
    this.isAnswered = false; // only the first answer to a puzzle counts
    this.showing = 0; // counts what is shown, so that a line that was overtaken ends quietly
    /** @type {View | null} */ this.start = null;
    /** @type {View[]} */ this.line = [];
    this.hand = new Hand({
      board: byId("board"),
      choices: byId("choices"),
      typed: /** @type {HTMLFormElement} */ (byId("typed")),
      onmove: (text) => this.answer(text),
      onattempt: (text) => this.answer(text),
      onmiss: (text) => this.why(text),
      say: (words) => this.showMessage(words),
      onprompt: showPrompt,
      onidle: () => document.body.dataset.puzzle === "wrong" && this.again(),
    });
    listenAtTable(this.hand, [{ keys: ["n"], words: t("the next puzzle"), run: () => press("#next") }]);
    byId("next").addEventListener("click", () => this.open(this.fitting()));
    byId("again").addEventListener("click", () => this.again());
    byId("solution").addEventListener("click", () => this.giveUp());
    byId("today").addEventListener("click", () => this.open(this.today()));
    addEventListener("hashchange", () => this.asked() !== this.number && this.open(this.asked()));
    void this.open(this.asked());
  }

  /** The puzzle that the address asks for, else one that fits the player. */
  asked() {
    const wanted = location.hash.slice(1);
    if (wanted === "today") return this.today();
    return this.puzzles[Number(wanted) - 1] ? Number(wanted) : this.fitting();
  }

  fitting() {
    return this.progress.nextNumber(this.puzzles.map((puzzle) => puzzle.grade));
  }

  today() {
    return numberOfDay(Math.floor(Date.now() / DAY_MS), this.puzzles.length);
  }

  get puzzle() {
    return this.puzzles[this.number - 1];
  }

  get about() {
    return { game: this.game, options: this.puzzle.options ?? {}, position: this.puzzle.position };
  }

  /** @param {number} number */
  async open(number) {
    this.number = number;
    this.isAnswered = false;
    document.body.dataset.puzzle = "opening";
    const showing = ++this.showing;
    history.replaceState(null, "", `#${number}`);
    try {
      const view = await describe({ ...this.about, moves: [] });
      if (showing !== this.showing) return;
      this.start = view;
      byId("analyse").setAttribute("href", analysisPage(this.game, positionQuery(view)));
      this.again();
    } catch (error) {
      this.showMessage(/** @type {Error} */ (error).message);
    }
  }

  /** The puzzle as it was, for the first try or another. */
  again() {
    if (!this.start) return;
    this.showing += 1;
    this.line = [];
    document.body.dataset.puzzle = "asked";
    this.showMessage("");
    this.hand.board.sitAt(this.start, this.start.mover);
    void this.hand.show(this.start, { animate: false, active: true });
    this.draw(this.start);
  }

  /** @param {View} shown */
  draw(shown) {
    const state = document.body.dataset.puzzle;
    const places = { number: this.number };
    byId("which").textContent = this.number === this.today() ? t("puzzle {number}, the puzzle of the day", places) : t("puzzle {number}", places);
    byId("task").textContent = t(this.kinds[this.puzzle.kind].task);
    const { grade } = this.puzzle;
    const pips = el("span", { class: "pips", "aria-hidden": "true" });
    for (let pip = 1; pip < HARDEST; pip++) pips.append(el("span", { class: pip <= grade ? "on" : "" }));
    byId("grade").replaceChildren(pips, grade === HARDEST ? t("no level solves it") : t("difficulty {grade} of 10 (level {grade} solves it)", { grade }));
    byId("turn").textContent = turnInWords(shown, state === "asked" ? shown.mover : null);
    byId("again").hidden = state !== "wrong";
    byId("solution").hidden = state === "right";
    byId("next").classList.toggle("primary", state === "right");
    byId("again").classList.toggle("primary", state === "wrong");
    if (state === "asked") byId("verdict").textContent = "";
    drawFacts(byId("facts"), shown);
    this.drawLine(shown);
    this.drawStanding();
  }

  /** @param {View} shown */
  drawLine(shown) {
    byId("line").replaceChildren(
      ...this.line.slice(1).map((view) => {
        const go = () => {
          this.showing += 1;
          this.show(view, false);
        };
        return el("li", {}, el("button", { "aria-current": view === shown && "true", onclick: go }, view.last ? moveInWords(view.last) : ""));
      }),
    );
  }

  drawStanding() {
    const { rating, streak, bestStreak, solved, tried } = this.progress;
    const facts = [
      [t("Rating"), numberInWords(rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 })],
      [t("Streak"), streak],
      [t("Best streak"), bestStreak],
      [t("Solved"), `${solved}/${tried}`],
    ];
    byId("standing").replaceChildren(...facts.map(([name, value]) => el("div", {}, el("dt", {}, String(name)), el("dd", {}, String(value)))));
  }

  /** @param {string} text */
  async answer(text) {
    if (document.body.dataset.puzzle === "wrong") this.again(); // typed while the refutation is shown
    if (document.body.dataset.puzzle !== "asked" || !this.start) return;
    document.body.dataset.puzzle = "judging";
    const showing = ++this.showing;
    try {
      const [answer] = this.puzzle.solution;
      const after = await describe({ ...this.about, moves: [text] });
      const move = after.last?.text ?? text;
      const isRight = move === answer || (await describe({ ...this.about, moves: [answer] })).position === after.position;
      if (showing !== this.showing) return;
      this.count(isRight);
      this.tell(after.last ?? { text }, isRight);
      await this.playOut([move, ...(await this.whatFollows(move, after, isRight))], showing);
    } catch (error) {
      if (showing !== this.showing) return;
      document.body.dataset.puzzle = "asked";
      this.again();
      this.showMessage(/** @type {Error} */ (error).message);
    }
  }

  /** See the solution; a puzzle that was not answered is not solved. */
  async giveUp() {
    const showing = ++this.showing;
    const [answer] = this.puzzle.solution;
    this.count(false);
    this.tell(this.start?.moves.find((move) => move.text === answer) ?? { text: answer }, true);
    await this.playOut(this.puzzle.solution, showing);
  }

  /** @param {boolean} isRight */
  count(isRight) {
    if (this.isAnswered) return;
    this.isAnswered = true;
    this.progress = this.progress.after(this.number, this.puzzle.grade, this.puzzles.length, isRight);
    keepProgress(this.game, this.progress);
  }

  /** @param {{text: string, written?: string}} move @param {boolean} isRight */
  tell(move, isRight) {
    const { right, wrong } = this.kinds[this.puzzle.kind];
    document.body.dataset.puzzle = isRight ? "right" : "wrong";
    byId("verdict").className = isRight ? "hint" : "refusal";
    byId("verdict").textContent = t(isRight ? right : wrong, { move: moveInWords(move) });
    this.showMessage("");
  }

  /**
   * The line after a move: the solution, a refutation that came with the puzzle, or one that the engine finds.
   * @param {string} move
   * @param {View} after
   * @param {boolean} isRight
   * @returns {Promise<string[]>}
   */
  async whatFollows(move, after, isRight) {
    const { solution, refutations = {} } = this.puzzle;
    if (isRight) return move === solution[0] ? solution.slice(1) : [];
    if (refutations[move] || after.outcome) return refutations[move] ?? [];
    const report = await this.engine.ask({ ...this.about, moves: [move], lines: 1, ms: THINK_MS }, () => {});
    return report.lines[0].moves.slice(0, REFUTATION_LENGTH);
  }

  /** @param {string[]} moves @param {number} showing */
  async playOut(moves, showing) {
    const line = await describeLine({ ...this.about, moves });
    if (showing !== this.showing) return;
    this.line = line;
    for (const view of line.slice(1)) {
      await this.show(view, true);
      if (!isStill()) await new Promise((done) => setTimeout(done, PAUSE_MS));
      if (showing !== this.showing) return;
    }
    document.body.dataset.line = String(this.number);
  }

  /** A position of the line. @param {View} view @param {boolean} animate */
  show(view, animate) {
    const shown = this.hand.show(view, { animate, active: false });
    this.draw(view);
    return shown;
  }

  /** Say why a text is no move here; nothing is played. @param {string} text */
  async why(text) {
    const showing = this.showing;
    const reason = await describe({ ...this.about, moves: [text] }).then(
      () => t(NO_MOVE),
      (error) => error.message,
    );
    if (showing === this.showing) this.showMessage(reason);
  }

  /** Show a sentence near the board; an empty one removes it. @param {string} words */
  showMessage(words) {
    byId("refusal").textContent = words;
    byId("refusal").className = words ? "refusal" : "";
  }
}

/** What both players have and what they share, a line each: "Supply: Red 3, Black 4". @param {HTMLElement} holder @param {View} view */
function drawFacts(holder, view) {
  const facts = view.facts.filter((fact) => fact.role !== "task");
  const rows = [...new Set(facts.map((fact) => fact.name))].map((name) => {
    const own = facts.filter((fact) => fact.name === name && fact.value !== "");
    const values = own.map((fact) => (fact.player === null ? fact.value : `${view.players[fact.player].name} ${fact.value}`));
    return el("div", {}, el("dt", {}, name), el("dd", {}, values.join(", ")));
  });
  holder.replaceChildren(...rows);
  holder.hidden = !rows.length;
}

new PuzzlePage();
