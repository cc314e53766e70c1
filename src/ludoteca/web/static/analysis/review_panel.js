/** The result of a review, beside the board: how accurately both sides played, and the few moves that mattered. */

/** @import {Arrow} from "../board/marks.js" */
/** @import {Point, WordedReview} from "../explain/explainer.js" */
/** @import {View} from "../types.js" */
import { arrowOf } from "../board/marks.js";
import { el, icon, svg } from "../dom.js";
import { swatch } from "../table/seats.js";
import { t } from "../words/language.js";

/**
 * @typedef {object} Wishes what can be asked for
 * @property {(point: Point) => void} onpoint to see a move that mattered
 * @property {(point: Point, isBetter: boolean) => void} online to see a line: after the better move, or after the one played
 * @property {(change: "previous" | "next" | "close") => void} onstep
 * @property {(learn: WordedReview["learn"]) => void} onlearn
 */

export class ReviewPanel {
  /** @param {HTMLElement} holder @param {Wishes} wishes */
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

/** Scroll the card, never the page, so that a row of it can be seen whole. @param {Element | null} card @param {Element | null} row */
function keepInSight(card, row) {
  if (!card || !row) return;
  const [outer, inner] = [card.getBoundingClientRect(), row.getBoundingClientRect()];
  card.scrollTop += Math.min(Math.max(0, inner.bottom + 8 - outer.bottom), Math.max(0, inner.top - outer.top));
}

const ARROW = 14; // how wide the first arrow of a line is

export class ShownLine {
  /** @param {string[]} moves @param {View[]} views where it begins, and the position after each move @param {number} rank of its first arrow */
  constructor(moves, views, rank) {
    this.moves = moves;
    this.views = views;
    this.rank = rank;
    this.at = 0;
  }

  get view() {
    return this.views[this.at];
  }

  /** Go through it; whether there was somewhere to go. @param {string} change */
  step(change) {
    const last = this.moves.length;
    const at = { first: 0, previous: this.at - 1, next: this.at + 1, last }[change] ?? this.at;
    const before = this.at;
    this.at = Math.min(Math.max(at, 0), last);
    return this.at !== before;
  }

  /** @returns {Arrow[]} */
  get arrows() {
    return moveArrow(this.view, this.moves[this.at], this.at ? 0 : this.rank);
  }
}

/**
 * The arrow of one of a position's moves; nothing where it has no such move.
 * @param {View} view
 * @param {string | undefined} text
 * @param {number} rank
 * @returns {Arrow[]}
 */
export function moveArrow(view, text, rank) {
  const move = view.moves.find((other) => other.text === text);
  return move ? arrowOf(view.board, move.picks, ARROW, rank) : [];
}

const [WIDTH, HEIGHT] = [400, 110];

/** A line without length, whose round ends stay round however the picture is stretched. @type {(x: number, y: number) => string} */
const dot = (x, y) => `M ${x.toFixed(1)} ${y.toFixed(1)} h 0`;

/**
 * @param {HTMLElement} holder
 * @param {(number | null)[]} chances by ply, the start first; null where not yet known
 * @param {number} shown the ply on the board, -1 where it lies beside the game
 * @param {(ply: number) => void} onply
 * @param {number[]} turning
 */
export function showGraph(holder, chances, shown, onply, turning) {
  const x = (/** @type {number} */ ply) => (chances.length < 2 ? 0 : (ply / (chances.length - 1)) * WIDTH);
  const y = (/** @type {number} */ chance) => HEIGHT - chance * HEIGHT;
  const known = chances.map((chance, ply) => ({ chance, ply })).filter(({ chance }) => chance !== null);
  const points = known.map(({ chance, ply }) => `${x(ply).toFixed(1)},${y(Number(chance)).toFixed(1)}`);
  const last = known.at(-1)?.ply ?? 0;
  const at = chances[shown];
  const picture = svg(
    "svg",
    {
      class: "graph",
      viewBox: `-6 -6 ${WIDTH + 12} ${HEIGHT + 12}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("Winning chances over the game"),
    },
    svg("rect", { class: "graph-back", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
    points.length > 1 && svg("polygon", { class: "graph-area", points: `0,${HEIGHT} ${points.join(" ")} ${x(last).toFixed(1)},${HEIGHT}` }),
    svg("line", { class: "graph-even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    points.length > 1 && svg("polyline", { class: "graph-line", points: points.join(" ") }),
    shown >= 0 && svg("line", { class: "graph-now", x1: x(shown), x2: x(shown), y1: 0, y2: HEIGHT }),
    ...turning.filter((ply) => chances[ply] !== null).map((ply) => svg("path", { class: "graph-turn", d: dot(x(ply), y(Number(chances[ply]))) })),
    at !== null && at !== undefined && svg("path", { class: "graph-dot", d: dot(x(shown), y(at)) }),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    const share = (clientX - box.left) / box.width;
    onply(Math.round(Math.min(Math.max(share, 0), 1) * (chances.length - 1)));
  });
  holder.replaceChildren(picture);
}
