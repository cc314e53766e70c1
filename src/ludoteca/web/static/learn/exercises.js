/** Learn from your mistakes: the positions in which a better move was missed, one after the other, to find it now. */

/** @import {Exercise} from "../explain/explainer.js" */
/** @import {View} from "../types.js" */
import { el } from "../dom.js";
import { moveInWords } from "../words/move_words.js";
import { t } from "../words/language.js";

/**
 * @typedef {object} Table where they are set
 * @property {(ply: number) => Promise<View>} begin show the position before a ply
 * @property {(move: string) => Promise<View>} after show the position after a move there; an error says why there is none
 * @property {() => void} back show the position again
 * @property {() => void} end
 */

export class Exercises {
  /** @param {HTMLElement} holder @param {Exercise[]} exercises @param {Table} table */
  constructor(holder, exercises, table) {
    this.holder = holder;
    this.exercises = exercises;
    this.table = table;
    this.number = 0;
    this.found = 0;
    this.wasHelped = false;
    /** @type {"asked" | "wrong" | "right" | "over"} */ this.state = "asked";
    this.words = "";
    /** @type {View | null} */ this.view = null;
  }

  get exercise() {
    return this.exercises[this.number];
  }

  /** Whether a move on the board is an answer. */
  get isAsking() {
    return this.state === "asked" || this.state === "wrong";
  }

  /** Set the next one, or the first. @param {number} number */
  async set(number) {
    this.number = number;
    this.wasHelped = false;
    this.become("asked", "");
    this.view = await this.table.begin(this.exercise.ply);
    this.draw();
  }

  /** @param {string} text */
  async answer(text) {
    const { accepted, played } = this.exercise;
    const { last } = await this.table.after(text);
    if (!last) return;
    if (accepted.includes(last.text)) {
      if (!this.wasHelped) this.found += 1;
      return this.become("right", this.praise(last));
    }
    this.wasHelped = true;
    const move = moveInWords(last);
    this.become("wrong", last.text === played ? t("{move} was played. There is a better move.", { move }) : t("{move} isn't it. Try another move.", { move }));
    this.table.back();
  }

  async giveUp() {
    const [best] = this.exercise.accepted;
    this.wasHelped = true;
    await this.table.after(best);
    const { explanation } = this.exercise;
    this.become("right", t("The better move is {move}. {words}", { move: moveInWords({ ...explanation, text: best }), words: explanation.text }));
  }

  /** Why the move is right. @param {import("../types.js").Last} last */
  praise(last) {
    const { explanation } = this.exercise;
    const move = moveInWords(last);
    if (last.text === explanation.move) return t("{move} is right. {words}", { move, words: explanation.text });
    return t("{move} is right, as is {best}.", { move, best: moveInWords({ ...explanation, text: explanation.move }) });
  }

  next() {
    if (this.number + 1 < this.exercises.length) return void this.set(this.number + 1);
    const { length: count } = this.exercises;
    this.become("over", t("You found {found} of {count} on the first try.", { found: this.found, count }));
  }

  /** @param {Exercises["state"]} state @param {string} words */
  become(state, words) {
    this.state = state;
    this.words = words;
    this.draw();
  }

  draw() {
    const { exercise, number, exercises, state, words, view } = this;
    document.body.dataset.learn = state;
    const player = view?.players[exercise.mover].name ?? "";
    const isLast = number + 1 === exercises.length;
    const question = t("{player} played {move} here. Find a better move on the board.", { player, move: moveInWords({ ...exercise, text: exercise.played }) });
    this.holder.replaceChildren(
      el("h2", { class: "small muted" }, t("Mistake {number} of {count}", { number: number + 1, count: exercises.length })),
      this.isAsking && view ? el("p", {}, question) : "",
      el("p", { id: "verdict", role: "status", class: words ? (state === "wrong" ? "refusal" : "hint") : "" }, words),
      el(
        "div",
        { class: "row" },
        this.isAsking ? el("button", { "data-learn": "answer", onclick: () => this.giveUp() }, t("Show the answer")) : "",
        state === "right" ? el("button", { class: "primary", "data-learn": "next", onclick: () => this.next() }, isLast ? t("Finish") : t("Next mistake")) : "",
        el("button", { class: "quiet", "data-learn": "end", onclick: () => this.end() }, t("Back to the review")),
      ),
    );
    if (state === "right") /** @type {HTMLElement | null} */ (this.holder.querySelector("[data-learn=next]"))?.focus({ preventScroll: true });
  }

  end() {
    delete document.body.dataset.learn;
    this.holder.replaceChildren();
    this.table.end();
  }
}
