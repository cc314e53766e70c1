/** The result of a review, beside the board: how accurately both sides played, and the few moves that mattered. */

/** @import {Point, WordedReview} from "../explain/review_text.js" */
/** @import {ShownLine} from "./shown_line.js" */
/** @import {View} from "../types.js" */
import { el, icon } from "../dom.js";
import { t } from "../words/language.js";
import { swatch } from "../table/seats.js";

/**
 * @typedef {object} Wishes what can be asked for
 * @property {(point: Point) => void} onpoint to see a move that mattered
 * @property {(point: Point, isBetter: boolean) => void} online to see a line: after the better move, or after the one played
 * @property {(change: "previous" | "next" | "close") => void} onstep
 * @property {(learn: WordedReview["learn"]) => void} onlearn
 */

export class ReviewPanel {
  /**
   * @param {HTMLElement} holder
   * @param {Wishes} wishes
   */
  constructor(holder, wishes) {
    this.holder = holder;
    this.wishes = wishes;
    /** @type {WordedReview | null} */ this.review = null;
    /** @type {Point | null} */ this.chosen = null;
    /** @type {ShownLine | null} */ this.line = null;
  }

  /**
   * @param {WordedReview} review
   * @param {View} view for the players
   * @param {{you: 0 | 1 | "both" | null, names: string[]}} who `you`: whose mistakes are learnt from, those of both where it is not one of them; `names`: of the players, where they are known
   */
  show(review, view, { you, names }) {
    this.review = review;
    this.view = view;
    this.names = view.players.map((player, side) => names[side] || player.name);
    this.learn = review.learn.filter(({ mover, accepted }) => accepted.length && (you === 0 || you === 1 ? mover === you : true));
    this.learnWords = you === 0 || you === 1 ? t("Learn from your mistakes") : t("Learn from these mistakes");
    this.draw();
  }

  /** @param {Point | null} point */
  choose(point) {
    this.chosen = point;
    this.line = null;
    this.draw();
    keepInSight(this.holder.parentElement, this.holder.querySelector(".chosen"));
  }

  /** A line is shown on the board, or none any more. @param {ShownLine | null} line */
  showLine(line) {
    this.line = line;
    this.draw();
  }

  draw() {
    const { review, holder, learn = [] } = this;
    holder.hidden = !review;
    if (!review) return;
    const focused = document.activeElement instanceof HTMLElement && holder.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const isOpen = !!holder.querySelector("details[open]");
    const hasTurned = !!review.points.length || !review.is_complete;
    const [, ...told] = review.summary.slice(hasTurned ? 0 : 1);
    const phases = told.slice(0, review.phases.length);
    holder.replaceChildren(
      this.accuracies(review),
      ...(phases.length
        ? [el("details", { open: isOpen }, el("summary", { class: "small" }, t("By phase")), ...phases.map((row) => el("p", { class: "small muted" }, row)))]
        : []),
      el(
        "ol",
        { id: "turning", "aria-label": t("The moves that mattered") },
        ...review.points.map((point) => this.pointRow(point)),
        !hasTurned && el("li", { class: "muted small" }, review.summary[0]),
      ),
      ...told.slice(review.phases.length).map((row) => el("p", { class: "muted small" }, row)), // where it was stopped
      learn.length ? el("button", { class: "primary", id: "learn", "data-key": "learn", onclick: () => this.wishes.onlearn(learn) }, this.learnWords) : "",
    );
    if (focused) /** @type {HTMLElement | null} */ (holder.querySelector(`[data-key="${focused}"]`))?.focus({ preventScroll: true });
  }

  /** @param {WordedReview} review */
  accuracies({ accuracy }) {
    const view = /** @type {View} */ (this.view);
    const one = (/** @type {number | null} */ share, /** @type {number} */ seat) =>
      el(
        "div",
        { class: "one-accuracy" },
        swatch(view, /** @type {0 | 1} */ (seat)),
        el("span", { class: "small" }, this.names?.[seat] ?? ""),
        el("b", {}, share === null ? "–" : t("{percent}%", { percent: Math.round(share) })),
      );
    return el(
      "div",
      { class: "accuracies", role: "group", "aria-label": t("Accuracy") },
      el("span", { class: "small muted" }, t("Accuracy")),
      ...accuracy.map(one),
    );
  }

  /** @param {Point} point */
  pointRow(point) {
    const isChosen = point === this.chosen;
    const button = el(
      "button",
      { class: "quiet", "data-key": `point ${point.ply}`, "aria-expanded": String(isChosen), onclick: () => this.wishes.onpoint(point) },
      point.words,
    );
    if (!isChosen) return el("li", {}, button);
    return el(
      "li",
      { class: "chosen" },
      button,
      ...point.rows.map((row) => el("p", { class: "small" }, row)),
      this.line ? this.steps(this.line) : this.lines(point),
    );
  }

  /** What there is to see of a move that mattered. @param {Point} point */
  lines(point) {
    const see = (/** @type {boolean} */ isBetter, /** @type {string} */ words) =>
      el("button", { "data-key": isBetter ? "better" : "refutation", onclick: () => this.wishes.online(point, isBetter) }, words);
    return el(
      "div",
      { class: "row" },
      point.refutation.length ? see(false, t("Show the continuation")) : "",
      point.better_line.length ? see(true, t("Show the better line")) : "",
    );
  }

  /** Where one is in the line that is shown. @param {ShownLine} line */
  steps(line) {
    const { at, moves } = line;
    const words = at < moves.length ? t("Next: {move}", { move: moves[at] }) : t("The end of the line");
    const button = (/** @type {"previous" | "next"} */ change, /** @type {string} */ label, /** @type {boolean} */ isOff) =>
      el(
        "button",
        { "data-key": change, title: label, disabled: isOff, onclick: () => this.wishes.onstep(change) },
        icon(change),
        el("span", { class: "unseen" }, label),
      );
    return el(
      "div",
      { class: "row line-steps" },
      button("previous", t("Back one move"), at === 0),
      button("next", t("Forward one move"), at === moves.length),
      el("span", { class: "small", role: "status" }, words),
      el("button", { class: "quiet", "data-key": "close", onclick: () => this.wishes.onstep("close") }, t("Close")),
    );
  }
}

/**
 * Scroll the card, never the page, so that a row of it can be seen whole.
 * @param {Element | null} card
 * @param {Element | null} row
 */
function keepInSight(card, row) {
  if (!card || !row) return;
  const [outer, inner] = [card.getBoundingClientRect(), row.getBoundingClientRect()];
  card.scrollTop += Math.min(Math.max(0, inner.bottom + 8 - outer.bottom), Math.max(0, inner.top - outer.top));
}
