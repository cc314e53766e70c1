/** The analysis board: play for both sides, with the engine running, and keep every variation. */

/** @import {Node} from "./variation_tree.js" */
/** @import {View, Move} from "../types.js" */
/** @import {EngineLine} from "./engine.js" */
/** @import {Point, WordedReview} from "../explain/explainer.js" */
import { analysisPage, editorPage, newPage } from "../addresses.js";
import { byId, el, isStill } from "../dom.js";
import { showMissing } from "../pages/missing.js";
import { analysisStart, addressIn, treeOf } from "./page_start.js";
import { describe, describeLine, newEngine } from "../backend.js";
import { firstChance, scoreInWords } from "./engine.js";
import { Hand } from "../input/board_input.js";
import { MISTAKE, arrowOf } from "../board/marks.js";
import { colourClass } from "../board/pieces.js";
import { listenForArrows } from "../table/move_list.js";
import { showGraph, ReviewPanel, ShownLine, moveArrow } from "./review_panel.js";
import { Exercises } from "../learn/exercises.js";
import { keepReview, keptReview, Reviews } from "./review_requests.js";
import { Sharing, positionQuery } from "../table/share.js";
import { showTableFacts, SeatPanel } from "../table/seats.js";
import { keepCurrentInSight, showTree } from "./variation_list.js";
import { listenAtTable } from "../table/table_tools.js";
import { showPrompt } from "../table/headline.js";
import { NO_MOVE } from "../translated/web/table/words.js";
import { outcomeInWords, turnInWords } from "../words/game_words.js";
import { moveInWords } from "../words/move_words.js";
import { translatable, numberInWords, t } from "../words/language.js";

const THINK_MS = 12_000;
const PAUSE_MS = 250;
const MOST_SHOWN = 8; // moves of a line
const READYING = translatable("Getting ready …");

class Desk {
  /** @param {import("./page_start.js").AnalysisStart} data */
  constructor(data) {
    const { view } = data;
    this.about = { game: view.game.name, options: view.options, position: data.start };
    this.gameId = data.game_id;
    this.you = data.you ?? null;
    this.players = (data.names ?? []).map((name) => ({ kind: "human", name })); // of the game, where one was played
    this.tree = treeOf(data);
    const showLine = (/** @type {string} */ state) => {
      byId("connection").hidden = state !== "lost";
    };
    this.engine = newEngine(showLine);
    this.reviews = new Reviews(showLine);
    /** @type {ShownLine | null} of a review, on the board instead of the game */ this.line = null;
    /** @type {Point | null} the move that mattered that was looked at last */ this.point = null;
    /** @type {Exercises | null} */ this.exercises = null;
    this.panel = new ReviewPanel(byId("reviewed"), {
      onpoint: (point) => this.lookAt(point),
      online: (point, isBetter) => this.showLine(point, isBetter),
      onstep: (change) => (change === "close" ? this.endLine() : this.step(change)),
      onlearn: (learn) => this.learn(learn),
    });
    this.isThinking = false;
    /** @type {(number | null)[]} */ this.chances = [];
    /** @type {Node[]} */ this.weighed = []; // the positions that the chances are of
    /** @type {Map<Node, {sign: string, words: string}>} */ this.notes = new Map();
    /** @type {number[]} */ this.turning = [];
    this.hand = new Hand({
      board: byId("board"),
      choices: byId("choices"),
      typed: /** @type {HTMLFormElement} */ (byId("typed")),
      onmove: (text) => this.play(text),
      onattempt: (text) => this.play(text),
      onidle: (cell) => this.line && this.playOn().then(() => this.hand.pickCell(cell)),
      onmiss: (text) => this.why(text),
      say: (words) => this.showMessage(words),
      onprompt: showPrompt,
    });
    this.seats = [new SeatPanel(byId("seat-top")), new SeatPanel(byId("seat-bottom"))];
    this.sharing = new Sharing(byId("share"), () => ({
      view: this.view,
      id: null,
      ply: this.tree.path().length,
      board: this.hand.board,
      start: this.about.position,
      moves: this.tree.path(),
      links: data.links,
    }));
    this.wire();
    const isWanted = new URLSearchParams(location.search).has("review"); // before the address says where one is
    void this.go(this.tree.current, false).then(() => {
      this.showMessage(data.trouble ?? "");
      const review = keptReview(this.tree);
      if (review) this.showReview(review);
      else if (isWanted) void this.review();
    });
  }

  wire() {
    for (const button of document.querySelectorAll("[data-go]"))
      button.addEventListener("click", () => this.step(/** @type {HTMLElement} */ (button).dataset.go ?? ""));
    listenForArrows((change) => this.step(change));
    const isFree = () => !document.querySelector("dialog[open]");
    document.addEventListener("keydown", (event) => event.key === "Escape" && isFree() && this.endLine(), { capture: true }); // before the board takes it
    listenAtTable(this.hand, [{ keys: ["e"], words: t("turn the engine on or off"), run: () => this.toggleEngine() }]);
    addEventListener("resize", () => this.view && this.drawReport(this.tree.current.report));
    new ResizeObserver(() => keepCurrentInSight(byId("moves"))).observe(byId("moves"));
    byId("engine").addEventListener("click", () => this.toggleEngine());
    byId("lines").addEventListener("change", () => this.isThinking && this.think());
    byId("review").addEventListener("click", () => this.review());
    byId("remove").addEventListener("click", () => {
      this.tree.remove(this.tree.current);
      void this.go(this.tree.current, false);
    });
    byId("promote").addEventListener("click", () => {
      this.tree.promote(this.tree.current);
      this.draw(false);
    });
  }

  /** @returns {View} */
  get view() {
    return /** @type {View} */ (this.tree.current.view);
  }

  /** @param {string} text */
  async play(text) {
    await this.playOn();
    const from = this.tree.current;
    try {
      if (this.exercises?.isAsking) return await this.exercises.answer(text);
      const view = await describe({ ...this.about, moves: [...this.tree.path(from), text] });
      const node = this.tree.add(view.last?.text ?? text, from);
      node.view = view;
      node.by = view.last?.by;
      node.written = view.last?.written;
      this.tree.save();
      await this.go(node, true);
    } catch (error) {
      this.showMessage(/** @type {Error} */ (error).message);
      this.draw(false);
    }
  }

  /** Say why a text is no move here; nothing is played. @param {string} text */
  async why(text) {
    const from = this.tree.current;
    const reason = await describe({ ...this.about, moves: [...this.tree.path(from), text] }).then(
      () => t(NO_MOVE),
      (error) => error.message,
    );
    if (this.tree.current === from) this.showMessage(reason);
  }

  /** @param {Node} node @param {boolean} animate @returns {Promise<void>} */
  async go(node, animate) {
    this.tree.current = node;
    this.leaveLine();
    if (!node.view || !this.tree.isKnown(node)) {
      const wanted = { ...this.about, moves: this.tree.path(node) };
      try {
        if (this.tree.isKnown(node)) node.view = await describe(wanted);
        else this.tree.learn(node, await describeLine(wanted));
      } catch (error) {
        this.tree.remove(node); // kept by another version of the rules
        this.showMessage(/** @type {Error} */ (error).message);
        return this.go(this.tree.current, false);
      }
      if (this.tree.current !== node) return;
    }
    this.showMessage("");
    this.draw(animate);
    if (this.isThinking) this.think();
  }

  /** Go to a move of the list, away from whatever else was shown. @param {Node} node */
  visit(node) {
    this.exercises?.end();
    void this.go(node, false);
  }

  /** @param {string} change */
  step(change) {
    if (this.line) return this.line.step(change) && this.drawLine(change === "next");
    if (this.exercises) return;
    const { current, root } = this.tree;
    let to = { first: root, previous: current.parent, next: current.children[0] }[change] ?? current;
    if (change === "last") for (to = current; to.children[0]; ) to = to.children[0];
    if (to !== current) void this.go(to, change === "next");
  }

  /** @param {boolean} animate */
  draw(animate) {
    void this.hand.show(this.view, { animate, active: true });
    this.drawAround(this.view);
    showTree(byId("moves"), this.tree, this.view, (node) => this.visit(node), this.notes);
    this.drawReport(this.tree.current.report);
    this.drawGraph();
    byId("review").hidden = !this.isReviewing && !!this.reviewed && this.reviewed === this.tree.mainLine().at(-1); // it has been
    const isFixed = !this.tree.current.parent || !!this.tree.current.isPlayed;
    for (const id of ["remove", "promote"]) byId(id).toggleAttribute("disabled", isFixed);
    byId("play-here").setAttribute("href", newPage(this.view.game.name, positionQuery(this.view)));
    byId("edit-here").setAttribute("href", editorPage(this.view.game.name, positionQuery(this.view)));
    document.body.dataset.ply = String(this.tree.path().length);
    history.replaceState(
      null,
      "",
      this.gameId
        ? addressIn(this.about.game, this.gameId, this.tree)
        : analysisPage(this.about.game, positionQuery(this.view, { start: this.about.position, moves: this.tree.path() })),
    );
  }

  /** Whose turn it is, and what each side has. @param {View} view */
  drawAround(view) {
    byId("turn").textContent = turnInWords(view, null);
    showTableFacts(byId("facts"), view);
    this.seats[0].show(view, 1, this.players[1] ?? null, { you: this.you === 1, alone: true });
    this.seats[1].show(view, 0, this.players[0] ?? null, { you: this.you === 0, alone: true });
    for (const panel of this.seats) panel.tick(null, 0, 0);
  }

  // --- the engine

  toggleEngine() {
    if (this.exercises) return; // it would tell the answer
    this.isThinking = !this.isThinking;
    byId("engine").setAttribute("aria-pressed", String(this.isThinking));
    if (this.isThinking) this.think();
    else {
      this.engine.stop();
      this.drawReport(this.tree.current.report);
      document.body.dataset.engine = "off";
    }
  }

  think() {
    const node = this.tree.current;
    clearTimeout(this.pause);
    if (!node.report && !this.view.outcome) byId("speed").textContent = t(READYING);
    if (this.view.outcome) return this.drawReport(null);
    if (performance.now() - (this.asked ?? 0) < PAUSE_MS) {
      this.pause = setTimeout(() => this.isThinking && this.think(), PAUSE_MS); // someone goes through the game quickly
      return;
    }
    this.asked = performance.now();
    document.body.dataset.engine = "thinking";
    const lines = Number(/** @type {HTMLSelectElement} */ (byId("lines")).value);
    const told = (/** @type {any} */ report) => {
      node.report = report;
      if (this.tree.current === node) this.drawReport(report);
    };
    this.engine.ask({ ...this.about, moves: this.tree.path(node), lines, ms: THINK_MS }, told).then(
      () => (document.body.dataset.engine = "done"),
      (error) => this.showMessage(error.message),
    );
  }

  /** @param {any} report */
  drawReport(report) {
    const { players, outcome, mover } = this.view;
    const weighed = this.chances[this.weighed.indexOf(this.tree.current)] ?? null;
    const chance = outcome ? (outcome.winner === null ? 0.5 : 1 - outcome.winner) : report ? firstChance(report) : weighed;
    const bar = byId("evaluation");
    bar.style.setProperty("--chance", String(chance ?? 0.5));
    bar.className = `evaluation ${colourClass({ ...players[1], owner: 1 })} ${chance === null ? "unknown" : ""}`;
    /** @type {HTMLElement} */ (bar.firstElementChild).className = colourClass({ ...players[0], owner: 0 });
    const known = { player: players[0].name, percent: Math.round((chance ?? 0) * 100) };
    const result = outcome && outcomeInWords(outcome, players);
    bar.setAttribute("aria-label", result ?? (chance === null ? t("Not reviewed yet") : t("{player} has {percent}%", known)));
    byId("chance").textContent = outcome || chance === null ? "" : t("{player} {percent}%", known);
    byId("best").replaceChildren(...(report?.lines ?? []).map((/** @type {EngineLine} */ line) => this.lineRow(line)));
    for (const row of byId("best").children) keepWhole(row);
    byId("speed").textContent = report ? speedInWords(report, players[/** @type {0 | 1} */ (report.mover)].name) : "";
    const arrows =
      this.isThinking && report && mover !== null
        ? report.lines.flatMap((/** @type {any} */ line, /** @type {number} */ rank) => this.arrowOf(line, rank))
        : this.pointArrows();
    this.hand.board.arrows(arrows);
  }

  /** @param {EngineLine} line */
  lineRow(line) {
    const { brief, whole } = scoreInWords(line);
    const worth = el("b", { title: whole }, el("span", { "aria-hidden": "true" }, brief), el("span", { class: "unseen" }, whole));
    const moves = line.moves
      .slice(0, MOST_SHOWN)
      .map((move, index) =>
        el(
          "button",
          { class: "line-move", onclick: () => this.playLine(line.moves.slice(0, index + 1)) },
          moveInWords({ text: move, written: line.written?.[index] }),
        ),
      );
    return el("li", {}, worth, " ", ...moves);
  }

  /** @param {any} line @param {number} rank */
  arrowOf(line, rank) {
    const move = /** @type {Move | undefined} */ (this.view.moves.find((other) => other.text === line.moves[0]));
    return move ? arrowOf(this.view.board, move.picks, (rank ? 6 : 11) + 5 * line.score, rank) : [];
  }

  /** @param {string[]} moves */
  async playLine(moves) {
    for (const move of moves) await this.play(move);
  }

  // --- the whole game

  async review() {
    const button = byId("review");
    if (this.isReviewing) return this.reviews.stop();
    if (this.isThinking) this.toggleEngine();
    const line = this.tree.mainLine();
    const end = line.at(-1);
    if (!end) return this.showMessage(t("There are no moves to review yet."));
    this.isReviewing = true;
    button.textContent = t("Stop");
    byId("progress").textContent = t(READYING);
    document.body.dataset.review = "running";
    try {
      const review = await this.reviews.review({ ...this.about, moves: this.tree.path(end) }, (progress) => this.showProgress(progress, line));
      if (review?.moves.length) {
        if (review.is_complete) {
          this.tree.save(); // the moves that it is about
          keepReview(this.tree, review);
        }
        this.showReview(review);
      }
      document.body.dataset.review = review?.is_complete ? "done" : "stopped";
    } catch (error) {
      this.showMessage(/** @type {Error} */ (error).message);
    }
    this.isReviewing = false;
    button.textContent = t("Review the game");
    byId("progress").textContent = "";
    this.draw(false);
  }

  /** @param {import("./review_requests.js").ReviewProgress} progress @param {Node[]} line */
  showProgress({ what, done, of, chances }, line) {
    const words = what === "moves" ? t("Reviewed {done} of {count} moves …", { done, count: of }) : t("Taking a closer look at the turning points …");
    byId("progress").textContent = words;
    if (!chances) return;
    this.weighed = [this.tree.root, ...line];
    this.chances = this.weighed.map((_, ply) => chances[ply] ?? null);
    this.drawGraph();
  }

  /** @param {WordedReview} review */
  showReview(review) {
    const line = this.tree.mainLine();
    this.weighed = [this.tree.root, ...line];
    this.chances = this.weighed.map((_, ply) => review.chances[ply] ?? null); // the last ones are not known where it was stopped
    this.notes = new Map(review.points.map((point) => [line[point.ply - 1], { sign: "?", words: point.words }]));
    this.turning = review.points.map((point) => point.ply);
    this.reviewed = review.is_complete ? line.at(-1) : undefined;
    this.panel.show(review, this.view, { you: this.you, names: this.players.map(({ name }) => name) });
    this.draw(false);
  }

  /** Show a move that mattered: the position before it, what was played and what was better. @param {Point} point */
  async lookAt(point) {
    const node = this.tree.mainLine()[point.ply - 1];
    this.point = point;
    await this.go(/** @type {Node} */ (node.parent), false);
    this.panel.choose(point);
  }

  /** The arrows of the move that mattered, where its position is on the board. */
  pointArrows() {
    const { point, view } = this;
    if (!point || this.exercises || this.tree.mainLine()[point.ply - 1]?.parent !== this.tree.current) return [];
    return [...moveArrow(view, point.better.move, 0), ...moveArrow(view, point.move, MISTAKE)];
  }

  /** Show a line of the review step by step. @param {Point} point @param {boolean} isBetter */
  async showLine(point, isBetter) {
    await this.lookAt(point);
    const path = this.tree.path();
    const moves = isBetter ? point.better_line : [point.move, ...point.refutation];
    const views = (await describeLine({ ...this.about, moves: [...path, ...moves] })).slice(path.length);
    if (this.point !== point) return;
    this.line = new ShownLine(moves, views, isBetter ? 0 : MISTAKE);
    this.drawLine(false);
  }

  /** @param {boolean} animate */
  drawLine(animate) {
    const { line } = this;
    if (!line) return;
    this.showMessage("");
    void this.hand.show(line.view, { animate, active: false });
    this.hand.board.arrows(line.arrows);
    this.drawAround(line.view);
    this.panel.showLine(line);
    document.body.dataset.step = String(line.at);
  }

  leaveLine() {
    if (!this.line) return;
    this.line = null;
    delete document.body.dataset.step;
    this.panel.showLine(null);
  }

  /** Whoever plays while a line of the review is shown plays on from where it is: what was shown becomes a variation. */
  async playOn() {
    const { line } = this;
    if (!line) return;
    let node = this.tree.current;
    for (const [index, move] of line.moves.slice(0, line.at).entries()) {
      node = this.tree.add(move, node);
      node.view = line.views[index + 1];
      node.by = node.view.last?.by;
    }
    this.tree.save();
    await this.go(node, false);
  }

  /** Back from a line to the game. */
  endLine() {
    if (!this.line) return;
    this.leaveLine();
    this.draw(false);
  }

  /** @param {WordedReview["learn"]} learn */
  learn(learn) {
    const line = [this.tree.root, ...this.tree.mainLine()];
    byId("reviewed").hidden = true;
    if (this.isThinking) this.toggleEngine();
    this.leaveLine();
    this.exercises = new Exercises(byId("exercises"), learn, {
      begin: async (ply) => {
        await this.go(line[ply - 1], false);
        byId("board").scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" }); // it may lie above
        return this.view;
      },
      after: async (move) => {
        const view = await describe({ ...this.about, moves: [...this.tree.path(), move] });
        await this.hand.show(view, { animate: true, active: false });
        this.drawAround(view);
        return view;
      },
      back: () => this.draw(false),
      end: () => {
        this.exercises = null;
        byId("reviewed").hidden = false;
        this.draw(false);
      },
    });
    void this.exercises.set(0);
  }

  drawGraph() {
    const line = [this.tree.root, ...this.tree.mainLine()];
    const shown = line.indexOf(this.tree.current);
    byId("graph").hidden = !this.chances.some((chance) => chance !== null);
    if (!byId("graph").hidden) showGraph(byId("graph"), this.chances, shown, (ply) => line[ply] && this.go(line[ply], false), this.turning);
  }

  /** Show a sentence near the board; an empty one removes it. @param {string} words */
  showMessage(words) {
    byId("refusal").textContent = words;
    byId("refusal").className = words ? "refusal" : "";
  }
}

/** Leave the moves away that do not fit whole: nobody could read them, and the tab key would stop there. @param {Element} row */
function keepWhole(row) {
  const edge = row.getBoundingClientRect().right;
  const [, ...further] = row.querySelectorAll("button");
  for (const button of further.filter((other) => other.getBoundingClientRect().right > edge)) button.remove();
}

/** Whose chances are shown, and what they rest on. @param {import("./engine.js").Report} report @param {string} name */
function speedInWords({ proven, depth, nps }, name) {
  const places = { name, depth, speed: short(nps) };
  return proven
    ? t("{name}'s chances, certain. {depth} moves deep, {speed} positions per second.", places)
    : t("{name}'s chances. {depth} moves deep, {speed} positions per second.", places);
}

/** @param {number} count */
function short(count) {
  if (count >= 1e6) return t("{count} million", { count: numberInWords(count / 1e6, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });
  return count >= 1e4 ? t("{count} thousand", { count: numberInWords(Math.round(count / 1e3)) }) : numberInWords(count, { useGrouping: false });
}

analysisStart().then(
  (data) => new Desk(data),
  (error) => showMissing(error),
);
