/** Playing on a board: picks by mouse, touch, keyboard or typing, until a move is complete. */

/** @import {Move, View, Pick} from "../types.js" */
/** @import {Effect} from "./previews.js" */
import { fromLabels, inLabels, useLabels } from "../words/cell_words.js";
import { Board, NOTHING } from "../board/board.js";
import { Picking, isMeantBy, isTaken } from "./picking.js";
import { el, svg } from "../dom.js";
import { cellAt, centre, step } from "../board/geometry.js";
import { Previews } from "./previews.js";
import { drawLook } from "../board/pieces.js";
import { promptInWords } from "./prompts.js";
import { capital, t } from "../words/language.js";
import { confirms } from "../pages/settings.js";
import { moveInWords } from "../words/move_words.js";

/**
 * @typedef {object} HandSettings
 * @property {HTMLElement} board
 * @property {HTMLElement} choices where choices by name are offered
 * @property {HTMLFormElement | null} [typed] a form with one text field
 * @property {(move: string) => void} onmove
 * @property {(text: string) => void} onattempt what was typed is not written like any legal move, and may be one all the same
 * @property {(text: string) => void} onmiss a cell that fits no legal move was picked: to be explained, never to be played
 * @property {(words: string) => void} say a sentence near the board
 * @property {(words: string) => void} [onprompt] what can be done now, at every step; empty where nothing can
 * @property {(cell: string) => void} [onidle] a cell was picked while no move can be made
 */

export class Hand {
  /** @param {HandSettings} settings */
  constructor(settings) {
    this.settings = settings;
    this.board = new Board(settings.board, {
      onpick: (cell) => this.pickCell(cell),
      canlift: (cell) => this.canLift(cell),
      onescape: () => this.cancel(),
      onaim: (cell) => this.aim(cell),
      steps: true,
    });
    this.isActive = false;
    this.picking = new Picking(null);
    /** @type {Previews | null} */ this.previews = null;
    /** @type {Move | null} */ this.waiting = null; // complete, to be confirmed
    /** @type {Move | null} */ this.pending = null; // made, but not yet answered
    this.hasMissed = false; // whether the last pick fitted no move
    this.previewed = ""; // the choice whose effect is shown
    this.tool = ""; // the choice by name that the last move began with: it stays in the hand
    settings.typed?.addEventListener("submit", (event) => this.submitTyped(event));
    settings.choices.addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  /** @returns {View} */
  get view() {
    return /** @type {View} */ (this.board.view);
  }

  /**
   * @param {View} view
   * @param {{animate?: boolean, active: boolean, pending?: Move | null}} how `active`: whether moves can be made; `pending`: one that is on its way
   */
  show(view, how) {
    useLabels(view.board);
    this.isActive = how.active && !view.outcome;
    this.pending = how.pending ?? null;
    this.picking = new Picking(view);
    this.previews = new Previews(view);
    this.waiting = null;
    if (this.isActive && this.picking.leadsToCells(this.tool)) this.picking.pick(this.tool);
    const shown = this.board.show(view, how);
    this.refresh();
    return shown;
  }

  /** Whether a move was begun, or waits to be confirmed. */
  get hasBegun() {
    return this.picking.picked.length > 0 || !!this.waiting;
  }

  /** @param {string} cell */
  canLift(cell) {
    if (!this.isActive) return false;
    return this.picking.moves.some((move) => move.picks[0].name === cell && move.picks.length > 1);
  }

  /** @param {string} cell */
  pickCell(cell) {
    if (!this.isActive) return this.settings.onidle?.(cell);
    if (this.waiting) {
      const isSame = isMeantBy(this.waiting.picks.at(-1), cell);
      if (isSame) return this.finish(this.waiting);
      this.cancel();
    }
    const landing = this.previews?.choiceAt(cell, this.picking);
    if (landing) return this.pick(landing);
    if (this.picking.picked.at(-1) === cell) return this.cancel();
    this.pick(this.wayTo(cell) ?? cell);
  }

  /**
   * The direction in which a cell lies, while one is to be chosen; a cell that moves begin with begins anew.
   * @param {string} cell
   */
  wayTo(cell) {
    const { picked, choices, moves } = this.picking;
    const [origin, there] = [this.board.places.get(picked[0] ?? ""), this.board.places.get(cell)];
    if (picked.length !== 1 || !origin || !there || moves.some((move) => move.picks[0].name === cell)) return null;
    const ways = choices.filter((choice) => !choice.cell && isToward(step(this.view.board, choice.name), there.x - origin.x, there.y - origin.y));
    return ways[0]?.name ?? null;
  }

  /** @param {string} name */
  pick(name) {
    if (!this.picking.pick(name)) return this.miss(name);
    if (this.hasMissed) this.settings.say(""); // what was said of the pick before is no longer true
    this.hasMissed = false;
    const move = this.picking.complete;
    if (!move) return this.refresh();
    if (confirms() && this.view.moves.length > 1) {
      this.waiting = move;
      this.refresh();
    } else this.finish(move);
  }

  /** A pick that fits no legal move. @param {string} name */
  miss(name) {
    const words = this.picking.missed(name);
    this.hasMissed = true;
    if (words) return this.settings.say(words);
    const attempt = this.picking.attempt(name);
    this.picking.clear();
    this.refresh();
    this.settings.onmiss(attempt);
  }

  /** @param {Move} move */
  finish(move) {
    this.waiting = null;
    this.tool = move.picks[0].cell ? "" : move.picks[0].name;
    this.isActive = false; // until the server has answered
    this.pending = move;
    this.picking.clear();
    this.refresh();
    this.settings.onmove(move.text);
  }

  cancel() {
    this.waiting = null;
    this.picking.clear();
    this.refresh();
  }

  /** Show what can be picked now. */
  refresh() {
    const picking = this.isActive ? this.picking : new Picking(null);
    const isWaiting = !!this.waiting;
    const shadow = this.pending ? this.shadow(this.pending) : [];
    const left = shadow.filter(({ look }) => !look.pieces.length).map(({ cell }) => cell); // drawn in dashes already
    const pending = (this.pending?.picks ?? []).filter((pick) => pick.cell && !left.includes(pick.name)).map((pick) => pick.name);
    this.board.mark({ targets: isWaiting ? new Map() : picking.targets, selected: picking.picked, pending });
    this.board.ghost(shadow);
    this.drawWays(picking);
    this.drawOutcomes(picking);
    this.offer(picking);
    this.settings.onprompt?.(this.isActive ? inLabels(promptInWords(this.view, picking, this.waiting)) : "");
    if (this.waiting) void this.previews?.of(this.waiting.text).then((changes) => this.waiting && this.board.ghost(changes));
  }

  /**
   * Directions, as arrows around the cell that was picked.
   * @param {Picking} picking
   */
  drawWays(picking) {
    this.ways?.remove();
    const origin = this.board.places.get(picking.picked[0] ?? "");
    if (!origin || this.waiting) return;
    const shape = this.view.board;
    const stage = picking.picked.length === 1 ? picking.choices : [];
    this.ways = svg("g", { class: "ways" });
    for (const choice of stage.filter((other) => !other.cell)) {
      const way = step(shape, choice.name);
      const next = way && cellAt(shape, origin.x + way[0], origin.y + way[1]);
      if (!way || !next) continue;
      const [x, y] = [centre(origin).x + way[0] * 86, centre(origin).y + way[1] * 86];
      const angle = (Math.atan2(way[1], way[0]) * 180) / Math.PI;
      this.ways.append(
        svg(
          "g",
          {
            class: "way",
            transform: `translate(${x} ${y}) rotate(${angle})`,
            onclick: () => this.pick(choice.name),
            onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
            "aria-hidden": "true",
          },
          svg("circle", { class: "around", r: 50 }),
          svg("circle", { r: 24 }),
          svg("path", { d: "M-10 0H10M2 -9L11 0L2 9" }),
        ),
      );
    }
    this.board.svg?.append(this.ways);
  }

  /**
   * Where only choices by name are left and each puts another piece on the cell just picked: those pieces, beside it.
   * @param {Picking} picking
   */
  drawOutcomes(picking) {
    this.outcomes?.remove();
    const row = svg("g", { class: "outcomes", "aria-hidden": "true" });
    this.outcomes = row;
    const cell = picking.picked.at(-1) ?? "";
    const place = this.board.places.get(cell);
    const moves = picking.candidates.filter((move) => move.picks.length === picking.picked.length + 1 && !move.picks[picking.picked.length].cell);
    if (!place || this.waiting || !this.previews || moves.length < 2 || moves.length < picking.candidates.length) return;
    const previews = this.previews;
    void Promise.all(moves.map((move) => previews.of(move.text))).then(
      (all) => {
        const looks = all.flatMap((changes) => changes.filter((change) => change.cell === cell && change.look.pieces.length).map(({ look }) => look));
        if (this.outcomes !== row || new Set(looks.map((look) => look.pieces[0].kind)).size < moves.length) return;
        const { x, y } = centre(place);
        const centres = [...this.board.places.values()].map(centre);
        const [columns, rows] = [centres.map((other) => other.x), centres.map((other) => other.y)];
        const left = Math.max(Math.min(...columns), Math.min(Math.max(...columns) + 100 - moves.length * 100, x - moves.length * 50 + 50)) - 50;
        const top = y - 50 + (y * 2 < Math.min(...rows) + Math.max(...rows) ? 100 : -100); // towards the middle of the board
        row.append(svg("rect", { x: left, y: top, width: moves.length * 100, height: 100, rx: 12 }));
        for (const [index, move] of moves.entries()) {
          row.append(
            svg(
              "g",
              {
                class: "outcome",
                transform: `translate(${left + index * 100 + 50} ${top + 50})`,
                onclick: () => this.pick(move.picks[picking.picked.length].name),
              },
              svg("rect", { x: -46, y: -46, width: 92, height: 92, rx: 10 }),
              drawLook(looks[index], cell, false, "square", this.board.view),
            ),
          );
        }
        this.board.svg?.append(row);
      },
      () => undefined,
    );
  }

  /**
   * Choices by name, as buttons; with each division what it would do.
   * @param {Picking} picking
   */
  offer(picking) {
    const { choices } = this.settings;
    const focus = document.activeElement; // asked before its button goes
    const hadFocus = choices.contains(focus);
    const isKeyboard = !!focus?.matches(":focus-visible");
    choices.replaceChildren();
    if (this.waiting) {
      const move = this.waiting;
      choices.append(
        el("button", { class: "primary", onclick: () => this.finish(move) }, t("Play {move}", { move: moveInWords(move) })),
        el("button", { onclick: () => this.cancel() }, t("Cancel")),
      );
    } else {
      const tools = picking.tools;
      choices.append(...tools.map((choice) => this.toolButton(picking, choice)));
      const named = tools.length ? [] : picking.choices.filter((choice) => !choice.cell);
      choices.append(...named.map((choice) => this.choiceButton(picking, choice, named.length)));
      if (named.length && picking.picked.length) choices.append(el("button", { onclick: () => this.stepBack() }, t("Back")));
    }
    if (isKeyboard && (hadFocus || (picking.picked.length && this.board.svg?.contains(focus)))) this.focusChoices(hadFocus);
  }

  /** The keyboard goes on with the first choice; where none is left, back on the board. @param {boolean} hadFocus */
  focusChoices(hadFocus) {
    const first = this.settings.choices.querySelector("button");
    if (first) first.focus();
    else if (hadFocus) this.board.setFocus(this.board.focused, true);
  }

  /** Look at the board from the other side. */
  flip() {
    this.board.flip();
    this.refresh();
  }

  stepBack() {
    this.picking.back();
    this.refresh();
  }

  /**
   * @param {Picking} picking
   * @param {Pick} choice
   * @param {number} count
   */
  choiceButton(picking, choice, count) {
    const detail = el("span", { class: "small muted" });
    const button = el(
      "button",
      { class: `choice ${count === 1 && !picking.picked.length ? "primary" : ""}`, "data-choice": choice.name, onclick: () => this.pick(choice.name) },
      label(choice),
      detail,
    );
    const move = picking.candidates.find(
      (other) => other.picks[picking.picked.length]?.name === choice.name && other.picks.length === picking.picked.length + 1,
    );
    if (move && picking.picked.length) {
      const show = () => {
        this.previewed = move.text; // the answer for a choice that was left comes too late
        void this.previews?.of(move.text).then(
          (changes) => button.isConnected && this.previewed === move.text && this.board.ghost(changes),
          () => undefined,
        );
      };
      button.addEventListener("pointerenter", show);
      button.addEventListener("focus", show);
      const hide = () => {
        if (this.previewed === move.text) this.previewed = "";
        if (!this.pending) this.board.ghost([]);
      };
      for (const leaving of ["pointerleave", "blur"]) button.addEventListener(leaving, hide);
      void this.previews?.words(move.text).then(
        (words) => detail.replaceChildren(words ? ` ${words}` : ""),
        () => undefined,
      );
    }
    return button;
  }

  /**
   * A choice among those that a move begins with, while one of them is in the hand.
   * @param {Picking} picking
   * @param {Pick} choice
   */
  toolButton(picking, choice) {
    const isHeld = picking.picked[0] === choice.name;
    const swap = () => (isHeld ? this.cancel() : this.pick(choice.name));
    return el("button", { class: "choice", "data-choice": choice.name, "aria-pressed": String(isHeld), onclick: swap }, label(choice));
  }

  /** A shadow of what would be put down. @param {string | null} cell */
  aim(cell) {
    if (!this.isActive || this.waiting || this.picking.picked.length) return;
    const aimed = cell === null ? undefined : this.picking.meant(cell)?.name;
    const isOpen = aimed !== undefined && this.picking.targets.get(aimed) === "target" && !this.view.cells[aimed];
    this.board.ghost(isOpen && matchMedia("(hover: hover)").matches ? this.placed(aimed) : []);
  }

  /** The mover's piece on a cell. @param {string} cell @returns {Effect[]} */
  placed(cell) {
    const { cells, mover, players } = this.view;
    if (mover === null) return [];
    const own = Object.values(cells).find((look) => look.pieces[0]?.owner === mover)?.pieces[0];
    const piece = own ?? { kind: players[mover].piece, colour: players[mover].colour, owner: mover, glyph: "", letter: players[mover].letter };
    return [{ cell, look: { pieces: [piece], height: 1, inside: [], marks: [] }, takes: false }];
  }

  /** What a move on its way does, as far as its picks tell it: the rest is for the server to say. @param {Move} move @returns {Effect[]} */
  shadow(move) {
    const known = this.previews?.known.get(move.text);
    if (known || move.picks.some((pick) => !pick.cell)) return known ?? [];
    const { cells } = this.view;
    const [from, next] = move.picks.map((pick) => pick.name);
    const to = move.chain ? move.picks[move.picks.length - 1].name : next;
    const stands = isTaken(cells[from]);
    if (!to) return stands ? [] : this.placed(from);
    return stands
      ? [
          { cell: from, look: NOTHING, takes: false },
          { cell: to, look: cells[from], takes: false },
        ]
      : [];
  }

  /** @param {SubmitEvent} event */
  submitTyped(event) {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.currentTarget).querySelector("input");
    const text = fromLabels(field?.value.trim() ?? "");
    if (!field || !text) return;
    field.value = "";
    const known = this.view.moves.find((move) => move.text.toLowerCase() === text.toLowerCase());
    if (known && this.isActive) this.finish(known);
    else this.settings.onattempt(text);
  }
}

/**
 * Whether a way across the board is a number of such steps.
 * @param {readonly number[] | null} step
 * @param {number} x in distances of cells
 * @param {number} y
 */
function isToward(step, x, y) {
  if (!step) return false;
  const [dx, dy] = step;
  return x * dx + y * dy > 0 && Math.abs(x * dy - y * dx) < 0.1;
}

/** @param {Pick} choice */
function label(choice) {
  return capital(choice.label || choice.name);
}
