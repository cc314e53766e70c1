/**
 * A lesson: one step at a time on the real board. The page knows no rules: what each move is worth, what to say and what the other
 * side answers stands in the page's data, and positions are asked for.
 */

import { describe } from "../backend.js";
import { showCellsMeant } from "../board/cell_details.js";
import { byId, el, isStill, pageData } from "../dom.js";
import { isDone, reached, remember } from "./progress.js";
import { Hand } from "../input/board_input.js";
import { listenForTyping } from "../table/table_tools.js";
import { translatable, say, t } from "../words/language.js";

/** @typedef {{verdict: "right" | "wrong" | "on", words: string, said?: import("../words/language.js").Sentence, moves?: string[], reply?: string[], answers?: Answer[]}} Answer `words` in English, `said` where they have places; without moves: of all that no other answer names */
/** @typedef {{title: string, task: string, start: {options?: Record<string, string>, position?: string, moves?: string[]}, solution: string[], written?: string[], ends: boolean, answers: Answer[]}} Step */
/** @typedef {{game: string, title: string, steps: Step[]}} Lesson */

/** @type {Record<string, string>} */ const VERDICTS = translatable({ right: "Right.", wrong: "Not yet." });
const PAUSE_MS = 700; // between a move and what follows it, so that each is seen

/** What an answer says, in the page's language. @param {Answer} answer */
function wordsOf({ words, said }) {
  return said ? say(said) : t(words);
}

class LessonPage {
  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.at = 0; // the step shown; one more than there are at the end
    /** @type {string[]} */ this.played = []; // since the step began
    /** @type {Answer[]} */ this.answers = [];
    this.visit = 0; // counts steps begun, so that an answer for an earlier one is dropped
    this.hand = new Hand({
      board: byId("board"),
      choices: byId("choices"),
      typed: /** @type {HTMLFormElement} */ (byId("typed")),
      onmove: (move) => void this.play(move),
      onattempt: (text) => void this.attempt(text),
      onmiss: (text) => void this.attempt(text),
      onidle: () => this.isToTry && void this.begin(this.at),
      onprompt: (words) => (byId("prompt").textContent = this.hand.hasBegun ? words : ""), // how a move begins is what the task says
      say: (words) => this.say(words, "refusal"),
    });
    this.verdict = "";
    listenForTyping();
    history.scrollRestoration = "manual"; // every step begins at the top
    for (const button of byId("steps").querySelectorAll("button")) button.addEventListener("click", () => void this.begin(Number(button.dataset.step)));
    addEventListener("hashchange", () => void this.begin(this.asked() ?? this.at));
    void this.begin(this.asked() ?? (isDone(lesson.game) ? 0 : Math.min(reached(lesson.game), lesson.steps.length - 1)));
  }

  /** The step that the address names: #3. */
  asked() {
    const step = Number(location.hash.slice(1));
    return Number.isInteger(step) && step >= 1 && step <= this.lesson.steps.length ? step - 1 : null;
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  /** Where the board stands: the step's start, and what was played since. */
  get wanted() {
    const { start } = this.step;
    return { game: this.lesson.game, ...start, seed: 0, moves: [...(start.moves ?? []), ...this.played] };
  }

  /** Whether the step is over and not done: it went wrong, or was only shown. */
  get isToTry() {
    return this.verdict === "wrong" || this.verdict === "shown";
  }

  /** Whether a game ends in this step, or in one before. */
  get hasSeenAnEnd() {
    return this.lesson.steps.slice(0, this.at + 1).some((step) => step.ends);
  }

  /** @param {number} step */
  async begin(step) {
    this.at = step;
    this.visit += 1;
    this.played = [];
    this.verdict = "";
    const isEnd = step >= this.lesson.steps.length;
    document.body.dataset.step = String(step);
    document.body.dataset.verdict = "";
    byId("lesson").classList.toggle("at-end", isEnd);
    for (const words of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-words]"))) words.hidden = words.dataset.words !== String(step);
    for (const button of byId("steps").querySelectorAll("button")) {
      if (button.dataset.step === String(step)) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.classList.toggle("done", isDone(this.lesson.game) || Number(button.dataset.step) < Math.max(step, reached(this.lesson.game)));
    }
    history.replaceState(null, "", isEnd ? location.pathname + location.search : `#${step + 1}`);
    if (isEnd) return;
    this.answers = this.step.answers;
    this.say("", "");
    this.offer();
    await this.show({ animate: false, active: true });
  }

  /** Ask for the position and show it; whether it is still wanted. @param {{animate: boolean, active: boolean}} how */
  async show(how) {
    const { visit } = this;
    try {
      const found = await describe(this.wanted);
      if (visit !== this.visit) return false;
      const view = this.hasSeenAnEnd ? found : { ...found, threats: [] }; // nobody has said yet how to win
      if (!this.played.length) this.hand.board.sitAt(view, view.mover);
      const shown = this.hand.show(view, how);
      showCellsMeant(this.hand.board, this.step.task);
      await shown;
      document.body.dataset.ply = String(this.played.length);
      return visit === this.visit;
    } catch (error) {
      if (visit === this.visit) this.say(/** @type {Error} */ (error).message, "refusal");
      return false;
    }
  }

  /** @param {string} move */
  async play(move) {
    const answer = this.answers.find((one) => one.moves?.includes(move)) ?? this.answers.find((one) => !one.moves);
    if (!answer) throw new Error(`no answer for ${move}`);
    const { visit } = this;
    this.played.push(move);
    const isOn = answer.verdict === "on";
    this.say("", "");
    if (!(await this.show({ animate: true, active: isOn }))) return visit === this.visit ? this.takeBack() : undefined;
    if (isOn) {
      this.answers = answer.answers ?? [];
      return this.say(wordsOf(answer), "on");
    }
    for (const reply of answer.reply ?? []) if (!(await this.follow(reply))) return;
    this.end(answer);
  }

  /** A move that could not be shown is none: the board stays as it was. */
  takeBack() {
    this.played.pop();
    void this.hand.show(this.hand.view, { active: true });
  }

  /** A move that nobody here makes: the other side's, or one that is shown. @param {string} move */
  async follow(move) {
    const { visit } = this;
    if (!isStill()) await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (visit !== this.visit) return false;
    this.played.push(move);
    return this.show({ animate: true, active: false });
  }

  /** The turn is over. @param {Answer} answer */
  end(answer) {
    if (answer.verdict === "right") remember(this.lesson.game, this.at + 1, this.lesson.steps.length);
    this.conclude(answer.verdict, wordsOf(answer));
  }

  /** @param {Answer["verdict"] | "shown"} verdict @param {string} words */
  conclude(verdict, words) {
    this.verdict = verdict;
    document.body.dataset.verdict = verdict;
    this.say(words, verdict);
    this.offer();
    // On a small screen it may lie below; the page is laid out anew first.
    requestAnimationFrame(() => byId("go").scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" }));
  }

  /** A move that is not legal: the rules say why. @param {string} text */
  async attempt(text) {
    if (this.verdict) return this.say(this.isToTry ? t("Try again first.") : t("This step is done."), "refusal");
    const { visit } = this;
    const wanted = this.wanted;
    try {
      const view = await describe({ ...wanted, moves: [...wanted.moves, text] });
      if (visit === this.visit && view.last) void this.play(view.last.text); // it is one, written otherwise
    } catch (error) {
      if (visit === this.visit) this.say(/** @type {Error} */ (error).message, "refusal");
    }
  }

  /** Play a turn that is right, slowly. It is the learner's no more than any other that is watched. */
  async showHow() {
    const begun = this.begin(this.at);
    const { visit } = this;
    await begun; // else the position that it begins with might be shown after the move
    if (visit !== this.visit) return;
    byId("go").replaceChildren();
    let { answers } = this.step;
    for (const move of this.step.solution) {
      const answer = answers.find((one) => one.moves?.includes(move)) ?? answers.find((one) => !one.moves);
      if (!(await this.follow(move)) || !answer) return;
      answers = answer.answers ?? [];
      if (answer.verdict !== "right") continue;
      for (const reply of answer.reply ?? []) if (!(await this.follow(reply))) return;
      const way = t("One way is {moves}.", { moves: (this.step.written ?? this.step.solution).join(", ") });
      if (visit === this.visit) this.conclude("shown", `${way} ${wordsOf(answer)}`);
    }
  }

  /** What can be done besides moving. */
  offer() {
    const isLast = this.at === this.lesson.steps.length - 1;
    const go = byId("go");
    const hadFocus = go.contains(document.activeElement);
    const next = el("button", { class: "primary", onclick: () => void this.begin(this.at + 1) }, isLast ? t("Finish") : t("Next"));
    const again = el("button", { class: this.isToTry ? "primary" : "", onclick: () => void this.begin(this.at) }, t("Try again"));
    const tryIt = el("button", { class: "primary", onclick: () => void this.begin(this.at) }, t("Try it yourself"));
    const how = el("button", { class: "quiet", onclick: () => void this.showHow() }, t("Show me"));
    const skip = el("button", { class: "quiet", onclick: () => void this.begin(this.at + 1) }, t("Skip"));
    if (this.verdict === "right") go.replaceChildren(next, again);
    else if (this.verdict === "shown") go.replaceChildren(tryIt, skip);
    else if (this.verdict === "wrong") go.replaceChildren(again, how);
    else go.replaceChildren(how, skip);
    const isKeyboard = hadFocus || !!document.activeElement?.matches("#board [data-cell]:focus-visible, #typed-move");
    if (this.verdict && isKeyboard) /** @type {HTMLElement} */ (go.firstElementChild).focus();
  }

  /** @param {string} words @param {string} kind */
  say(words, kind) {
    const said = byId("said");
    said.textContent = words;
    said.className = `lesson-said ${kind}`;
    if (kind in VERDICTS) said.dataset.begins = t(VERDICTS[kind]);
    else delete said.dataset.begins;
  }
}

new LessonPage(pageData());
