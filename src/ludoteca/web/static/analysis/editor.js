/** The editor: put any piece on any cell; the rules (on the server or in a module) say whether the position can be played. */

/** @import {View, Look, Piece} from "../types.js" */
import { analysisPage, editorPage, isStatic, newPage } from "../addresses.js";
import { editorStart } from "./page_start.js";
import { checkMap, describe } from "../backend.js";
import { Board } from "../board/board.js";
import { drawLook } from "../board/pieces.js";
import { byId, el, svg } from "../dom.js";
import { showMissing } from "../pages/missing.js";
import { positionQuery } from "../table/share.js";
import { pieceInWords } from "../words/cell_words.js";
import { capital, t, translatable } from "../words/language.js";

class Editor {
  /** @param {{view: View, layout: Layout}} start */
  constructor({ view, layout }) {
    this.view = view;
    this.layout = layout;
    this.written = new PositionText(this.view, this.layout);
    this.drawn = document.getElementById("play-on")?.dataset; // the option that a drawn board can be, such as a map
    this.board = new Board(byId("board"), { onpick: (cell) => this.put(cell), framed: !!this.drawn });
    this.letter = [...this.written.pieces.keys()][0] ?? this.view.players[0].letter;
    /** @type {string[]} */ this.history = [];
    const { stacks, amounts } = this.layout;
    byId("heights").hidden = !stacks && !amounts;
    if (amounts) {
      byId("height-label").textContent = t("Number");
      /** @type {HTMLInputElement} */ (byId("height")).min = "0";
    }
    byId("inside-field").hidden = !stacks?.inside;
    /** @type {HTMLInputElement} */ (byId("height")).max = String(stacks?.most ?? amounts?.most ?? 1);
    byId("inside-label").textContent = stacks?.inside ? capital(t("{colour} inside", { colour: t(stacks.inside) })) : "";
    byId("clear").addEventListener("click", () => this.change(() => this.written.clear()));
    byId("undo").addEventListener("click", () => this.undo());
    byId("start").addEventListener("click", () => this.load({ position: "" }));
    byId("mover").addEventListener("change", () => this.change(() => (this.written.fields[0] = /** @type {HTMLSelectElement} */ (byId("mover")).value)));
    byId("text-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.load({ position: /** @type {HTMLInputElement} */ (byId("text")).value.trim() });
    });
    document.getElementById("options")?.addEventListener("change", () => this.changeRules());
    this.draw();
  }

  /** Go on with other options of the game: with this position where they allow it, else from their start. */
  async changeRules() {
    const fields = new FormData(/** @type {HTMLFormElement} */ (byId("options")));
    const options = Object.fromEntries([...fields].map(([name, value]) => [name.replace("set.", ""), String(value).trim()]));
    const { game } = this.view;
    try {
      const start = await describe({ game: game.name, options });
      const fits = await describe({ game: game.name, options, position: this.written.text }).then(
        (view) => view.board.cells.length === start.board.cells.length,
        () => false,
      );
      location.assign(editorPage(game.name, positionQuery({ ...start, position: fits ? this.written.text : start.position })));
    } catch (error) {
      this.say(/** @type {Error} */ (error).message, false);
    }
  }

  /** @param {{position: string}} wanted */
  async load(wanted) {
    try {
      const view = await describe({ game: this.view.game.name, options: this.view.options, ...wanted });
      this.history.push(this.written.text);
      this.view = view;
      this.written = new PositionText(view, this.layout);
      this.draw();
    } catch (error) {
      this.say(/** @type {Error} */ (error).message, false);
    }
  }

  /** @param {() => void} edit */
  change(edit) {
    this.history.push(this.written.text);
    edit();
    this.draw();
  }

  undo() {
    const text = this.history.pop();
    if (text === undefined) return;
    const [board, ...fields] = text.split(" ");
    this.written.tokens = this.written.read(board);
    this.written.fields = fields;
    this.draw();
  }

  /** @param {string} cell */
  put(cell) {
    const isAlone = this.letter === this.layout.stacks?.alone;
    const height = (this.layout.stacks && !isAlone) || this.layout.amounts ? within("height") : 1;
    const inside = this.layout.stacks?.inside ? Math.min(height - 1, within("inside")) : 0;
    const token = { letter: this.letter, height, inside };
    this.change(() => {
      const there = this.written.tokens.get(cell);
      if (!this.letter || (there && this.written.write(there) === this.written.write(token))) this.written.remove(cell);
      else this.written.tokens.set(cell, token);
    });
  }

  draw() {
    const { written, view } = this;
    /** @type {View} */
    const shown = {
      ...view,
      cells: Object.fromEntries([...written.tokens].map(([name, token]) => [name, written.look(token)])),
      last: null,
      marked: [],
      outcome: null,
      decided: [],
      threats: [],
      position: written.text,
    };
    void this.board.show(shown);
    this.board.mark({ targets: new Map(written.names.map((name) => [name, "edit"])) });
    this.drawPalette();
    const mover = /** @type {HTMLSelectElement} */ (byId("mover"));
    mover.replaceChildren(...view.players.map((player) => el("option", { value: player.letter, selected: player.letter === written.fields[0] }, player.name)));
    this.drawFields();
    /** @type {HTMLInputElement} */ (byId("text")).value = written.text;
    void this.check(shown);
  }

  /** What a position has beside its board and its mover, each under its name. */
  drawFields() {
    const [, ...further] = this.written.fields;
    if (byId("further").contains(document.activeElement)) return;
    byId("further").replaceChildren(
      ...further.map((value, index) => {
        const set = (/** @type {Event} */ event) =>
          this.change(() => (this.written.fields[index + 1] = /** @type {HTMLInputElement} */ (event.target).value.trim().replaceAll(" ", "")));
        const { label, explain, choices } = this.written.field(index);
        const field = choices
          ? el(
              "select",
              { id: `further-${index}`, onchange: set },
              ...choices.map(([known, words]) => el("option", { value: known, selected: known === value }, t(words))),
            )
          : el("input", { type: "text", id: `further-${index}`, value, spellcheck: "false", onchange: set });
        return el("div", { class: "field" }, el("label", { for: `further-${index}`, title: explain && t(explain) }, t(label)), field);
      }),
    );
  }

  drawPalette() {
    const choices = [...this.written.pieces.entries()].map(([letter, piece]) =>
      this.paletteButton(letter, pieceInWords(piece), drawLook(this.written.look({ letter, height: 1, inside: 0 }), "a1", this.board.isStacking)),
    );
    choices.push(this.paletteButton("", t("empty"), svg("rect", { class: "leaves", x: -36, y: -36, width: 72, height: 72, rx: 6 })));
    byId("palette").replaceChildren(...choices);
  }

  /** @param {string} letter @param {string} words @param {SVGElement} picture */
  paletteButton(letter, words, picture) {
    return el(
      "button",
      {
        type: "button",
        "aria-pressed": String(letter === this.letter),
        onclick: () => {
          this.letter = letter;
          for (const button of byId("palette").children)
            button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.letter === letter));
        },
        "data-letter": letter,
      },
      svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, picture),
      words,
    );
  }

  /** Ask whether this can be played. @param {View} shown */
  async check(shown) {
    const text = this.written.text;
    const query = positionQuery(shown);
    history.replaceState(null, "", editorPage(shown.game.name, query));
    const [position, drawn] = await Promise.all([
      answerOf(describe({ game: shown.game.name, options: shown.options, position: text })),
      this.drawn && !isStatic ? answerOf(checkMap(shown.game.name, this.written.board)) : null,
    ]);
    if (text !== this.written.text) return;
    const view = position.answer;
    const canPlay = !drawn?.reason && !!view?.moves.some((move) => move.picks.some((pick) => pick.cell));
    const words = position.reason || drawn?.reason || (view ? inWords(view, canPlay) : "");
    this.say(!canPlay && drawn?.answer ? t("{words} The {drawn} is playable.", { words, drawn: t(this.drawn?.drawn ?? "") }) : words, canPlay);
    offer("analyse", view && analysisPage(shown.game.name, query));
    offer("play", canPlay && newPage(shown.game.name, query));
    if (this.drawn) offer("play-on", drawn?.answer && newPage(shown.game.name, { [`set.${this.drawn.option}`]: drawn.answer }));
  }

  /** @param {string} words @param {boolean} isFine */
  say(words, isFine) {
    const holder = byId("refusal");
    holder.textContent = words;
    holder.className = isFine ? "hint" : "refusal";
  }
}

/**
 * What a request was answered, or why not.
 * @template T
 * @param {Promise<T>} request
 * @returns {Promise<{answer: T | null, reason: string}>}
 */
function answerOf(request) {
  return request.then(
    (answer) => ({ answer, reason: "" }),
    (/** @type {Error} */ error) => ({ answer: null, reason: error.message }),
  );
}

/** A link, as long as it leads somewhere. @param {string} id @param {string | null | undefined | false} address */
function offer(id, address) {
  if (address) byId(id).setAttribute("href", address);
  else byId(id).removeAttribute("href");
}

/** What a field for a whole number says, within its limits; the field then says so too. @param {string} id */
function within(id) {
  const field = /** @type {HTMLInputElement} */ (byId(id));
  const number = Math.min(Math.max(Math.round(Number(field.value)) || 0, Number(field.min)), Number(field.max));
  field.value = String(number);
  return number;
}

/** What can be done in a position. @param {View} view @param {boolean} canPlay */
function inWords({ outcome, moves, players, mover }, canPlay) {
  if (outcome) return t("This position is over: {reason}.", { reason: outcome.reason });
  const name = mover === null ? "" : players[mover].name;
  if (!canPlay) return t("{name} can only pass here. Add pieces that can move.", { name });
  return t("{name} can play {count} {count:move|moves} here.", { name, count: moves.length });
}

editorStart().then(
  (start) => new Editor(start),
  (error) => showMissing(error),
);

const NOTES = translatable("Notes");
const NUMBER = "0"; // in place of a letter: a number that is a piece itself

/** @typedef {{letter: string, height: number, inside: number}} Token */
/** @typedef {{label: string, explain: string, choices: [string, string][] | null}} FieldLayout */
/** @typedef {{most: number, omits_one: boolean, inside: string | null, alone: string | null}} StackLayout */
/** @typedef {{separator: string, has_runs: boolean, palette: Piece[], stacks: StackLayout | null, amounts: {most: number} | null, frame: {letter: string, cells: string[]} | null, fields: FieldLayout[]}} Layout see web/editor_layout.py */

export class PositionText {
  /** @param {View} view @param {Layout} layout */
  constructor(view, layout) {
    this.layout = layout;
    const [board, ...fields] = view.position.split(" ");
    this.fields = fields;
    this.names = view.board.cells.map((cell) => cell.name);
    this.rowLengths = [...new Set(view.board.cells.map((cell) => cell.row))].map((row) => view.board.cells.filter((cell) => cell.row === row).length);
    /** @type {Map<string, Piece>} */ this.pieces = new Map(layout.palette.map((piece) => [piece.letter || NUMBER, piece]));
    /** @type {Map<string, Token>} */ this.bare = new Map(
      layout.frame?.cells.map((name) => [name, { letter: layout.frame?.letter ?? "", height: 1, inside: 0 }]),
    );
    this.tokens = this.read(board);
    for (const [name, { letter }] of this.tokens) if (letter === NUMBER) this.bare.set(name, { letter, height: 0, inside: 0 });
  }

  /** Take everything off the board; a frame stays. */
  clear() {
    this.tokens = new Map(this.bare);
  }

  /** Take away what stands on a cell. @param {string} name */
  remove(name) {
    const bare = this.bare.get(name);
    if (bare) this.tokens.set(name, bare);
    else this.tokens.delete(name);
  }

  /** @param {string} board @returns {Map<string, Token>} */
  read(board) {
    const { separator, has_runs } = this.layout;
    const whole = has_runs ? board.replace(/[0-9]+/g, (run) => ".".repeat(Number(run))) : board;
    const texts = whole.split("/").flatMap((row) => (separator ? row.split(separator) : [...row]));
    const tokens = new Map();
    texts.forEach((text, index) => {
      if (text === ".") return;
      if (/^\d+$/.test(text)) {
        tokens.set(this.names[index], { letter: NUMBER, height: Number(text), inside: 0 });
        return;
      }
      const [, letter, height, inside] = /^(\D)(\d*)(?::(\d+))?$/.exec(text) ?? [];
      if (letter && this.names[index]) tokens.set(this.names[index], { letter, height: Number(height || 1), inside: Number(inside || 0) });
    });
    return tokens;
  }

  /** @param {Token} token */
  write(token) {
    const { stacks } = this.layout;
    if (token.letter === NUMBER) return String(token.height);
    if (!stacks || token.letter === stacks.alone || (token.height === 1 && stacks.omits_one)) return token.letter;
    return `${token.letter}${token.height}${stacks.inside ? `:${token.inside}` : ""}`;
  }

  /** What a field after the mover means; what comes after the known ones are notes. @param {number} index @returns {FieldLayout} */
  field(index) {
    return this.layout.fields[index] ?? { label: NOTES, explain: "", choices: null };
  }

  /** The board as it is written. */
  get board() {
    const texts = this.names.map((name) => {
      const token = this.tokens.get(name);
      return token ? this.write(token) : ".";
    });
    const rows = this.rowLengths.map((length) => texts.splice(0, length).join(this.layout.separator)).join("/");
    return this.layout.has_runs ? rows.replace(/\.+/g, (run) => String(run.length)) : rows;
  }

  get text() {
    return [this.board, ...this.fields].join(" ");
  }

  /** @param {Token} token @returns {Look} */
  look(token) {
    const piece = this.pieces.get(token.letter);
    const inside = this.layout.stacks?.inside;
    return { pieces: piece ? [piece] : [], height: token.height, inside: inside && token.height > 1 ? [[inside, token.inside]] : [], marks: [] };
  }
}
