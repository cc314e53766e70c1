/** Reads and writes position text, from the fields of a state: board, mover, then the other fields in order. */

/** @import {Field} from "./description.js" */
/** @import {State} from "./game_module.js" */
/** @import {StateFields} from "./state_fields.js" */
/** @import {Board} from "./variant.js" */
import { GameError, oneOrOther, quoted } from "./errors.js";
import { t } from "../language.js";

const LONGEST_TEXT = 4000;
const SHOWN = 20; // characters of what was found

/** @param {string} message */
const unreadable = (message) => new GameError("UnreadablePosition", message);

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** @type {(word: string, what: string, low: number, high: number) => number} */
function wholeNumber(word, what, low, high) {
  const isNumber = /^\d+$/.test(word) && word.length <= String(high).length;
  if (!isNumber || Number(word) < low || Number(word) > high) {
    throw unreadable(t("{what} must be a number from {low} to {high}; found {word}", { what, low, high, word: quoted(word, SHOWN) }));
  }
  return Number(word);
}

/** @type {(word: string, letters: string, what: string) => number} */
function oneOf(word, letters, what) {
  const place = word.length === 1 ? letters.toLowerCase().indexOf(word.toLowerCase()) : -1;
  if (place < 0) throw unreadable(t("{what} must be one of {listed}; found {word}", { what, listed: [...letters].join(", "), word: quoted(word, SHOWN) }));
  return place;
}

/** @type {(name: string, board: Board, what: string) => number} */
function cellNamed(name, board, what) {
  const cell = board.numberOf.get(name.toLowerCase());
  if (cell === undefined) throw unreadable(t("{what} must be a cell of the board; found {name}", { what, name: quoted(name, SHOWN) }));
  return cell;
}

/** @param {Field} field */
const isOptional = ({ type, silent }) => type === "Flag" || type === "Cells" || (type === "Phase" && Boolean(silent?.length));

/** @param {Field} field */
const labelOf = ({ label, name }) => t(label ?? "").toLowerCase() || name.replaceAll("_", " ");

export class PositionText {
  /**
   * @param {StateFields} fields
   * @param {{name: string, letter: string}[]} players
   */
  constructor(fields, players) {
    this.fields = fields;
    this.players = players;
    this.letters = players[0].letter + players[1].letter;
    const unwritten = ["Scenery", "Numbers", "Hidden", "Ruling", "Setting"];
    const written = fields.list.filter(({ type, is_written, mark }) => is_written !== false && !unwritten.includes(type) && (type !== "Cells" || mark));
    this.required = written.filter((field) => !isOptional(field));
    const optional = written.filter((field) => isOptional(field) && !(field.type === "Flag" && field.instead_of));
    this.optional = [...optional.filter(({ type }) => type !== "Cells"), ...optional.filter(({ type }) => type === "Cells")];
    /** @type {Map<string, Field>} by the name of a field: the flag whose word can stand in its place */
    this.standIns = new Map(fields.list.filter(({ type, instead_of }) => type === "Flag" && instead_of).map((flag) => [flag.instead_of, flag]));
  }

  // --- writing

  /** @type {(state: State, board: Board) => string} */
  write(state, board) {
    const { fields } = this;
    const tokens = this.tokens(state);
    const written = board.rows.map((row) => row.map((cell) => tokens.get(cell) ?? ".").join(fields.separator)).join("/");
    const rows = fields.hasRuns ? written.replace(/\.+/g, (run) => String(run.length)) : written;
    const mover = this.players[fields.colourOf(state, fields.number(state, "mover"))].letter;
    const notes = this.optional.map((field) => this.noted(state, field, board)).filter((word) => word);
    return [rows, mover, ...this.required.map((field) => this.written(state, field)), ...notes].join(" ");
  }

  /**
   * What is written for each cell.
   * @param {State} state
   * @returns {Map<number, string>}
   */
  tokens(state) {
    const { fields } = this;
    /** @type {Map<number, string>} */ const shown = new Map();
    for (const scenery of fields.scenery) for (const cell of fields.cellsOf(scenery)) shown.set(cell, scenery.letter ?? "#");
    for (const field of fields.amounts) {
      const amounts = fields.numbers(state, field.name);
      for (const cell of fields.cellsOf(field)) shown.set(cell, String(amounts[/** @type {number} */ (fields.numberOf(field, cell))]));
    }
    for (const field of fields.pieces) {
      const letters = this.lettersOf(state, field);
      const heights = field.heights ? fields.numbers(state, field.heights) : null;
      const inside = field.inside ? fields.numbers(state, field.inside[1]) : null;
      if (heights && field.nobody) {
        heights.forEach((height, number) => {
          const cell = fields.cellOf(field, number);
          if (height && cell !== undefined) shown.set(cell, field.nobody.letter);
        });
      }
      fields.sets(state, field.name).forEach((numbers, seat) => {
        for (const number of numbers) {
          const height = heights ? this.heightText(field, heights[number], inside ? inside[number] : null) : "";
          shown.set(/** @type {number} */ (fields.cellOf(field, number)), letters[seat] + height);
        }
      });
    }
    return shown;
  }

  /**
   * The letters of a field's sets, those of the first seat first.
   * @type {(state: State, field: Field) => string[]}
   */
  lettersOf(state, field) {
    return this.fields.about.module.pieces[field.name][this.fields.colourOf(state, 0)].map(({ letter }) => letter);
  }

  /** @type {(field: Field, height: number, inside: number | null) => string} */
  heightText(field, height, inside) {
    if (height === 1 && this.fields.get(field.heights).omit_one) return "";
    return inside === null ? String(height) : `${height}:${inside}`;
  }

  /** @type {(state: State, field: Field) => string} */
  written(state, field) {
    const { fields } = this;
    const standIn = this.standIns.get(field.name);
    if (standIn && fields.number(state, standIn.name)) return standIn.word;
    if (field.type === "Together") {
      if (!fields.number(state, field.given)) return field.none ?? "-";
      return field.template.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => this.written(state, fields.get(name)));
    }
    const [value, second] = fields.numbers(state, field.name);
    if (field.type === "Flags") return [...field.letters].filter((_, bit) => (value >> bit) & 1).join("") || "-";
    if (field.type === "Counts") return fields.colourOf(state, 0) ? `${second}-${value}` : `${value}-${second}`;
    if (field.type === "Count") return value === field.unlimited ? "unlimited" : String(value);
    if (field.type === "Phase") return Object.keys(field.names)[value];
    if (field.type === "Seat") return this.players[fields.colourOf(state, value)].letter;
    if (field.none && value < 0) return field.none;
    const cell = /** @type {number} */ (fields.cellOf(field, value));
    return fields.about.board.names[fields.about.board.cells.indexOf(cell)];
  }

  /** @type {(state: State, field: Field, board: Board) => string} */
  noted(state, field, board) {
    const { fields } = this;
    if (field.type === "Cells") {
      const cells = fields.sets(state, field.name)[0].map((number) => board.name(/** @type {number} */ (fields.cellOf(field, number))));
      return cells.length ? field.listed + cells.join(",") : "";
    }
    const value = fields.number(state, field.name);
    if (field.type === "Flag") return value ? field.word : "";
    const word = Object.keys(field.names)[value];
    return field.silent.includes(word) ? "" : word;
  }

  // --- reading

  /**
   * Write what a text says into a state whose options are filled in.
   * @param {State} state that is being made
   * @param {string} text
   * @param {Board} board
   */
  read(state, text, board) {
    const { fields } = this;
    if (text.length > LONGEST_TEXT)
      throw unreadable(t("a position text has at most {most} characters; this has {count}", { most: LONGEST_TEXT, count: text.length }));
    const named = [t("board"), t("mover"), ...this.required.map((field) => this.labelled(field))];
    const words = text.split(/\s+/).filter((word) => word);
    const most = named.length + this.optional.length;
    if (words.length < named.length || words.length > most) {
      const listed = words.length < named.length ? named : [...named, ...this.optional.map(() => t("note"))];
      const places = { least: named.length, count: listed.length, listed: listed.join(", "), found: words.length };
      throw unreadable(
        listed.length > named.length
          ? t("a position has {least:word} to {count:word} fields ({listed}) separated by spaces; found {found}", places)
          : t("a position has {count:word} fields ({listed}) separated by spaces; found {found}", places),
      );
    }
    for (const field of fields.list) {
      if (["Cells", "Numbers", "Flag"].includes(field.type) || (field.type === "Phase" && field.silent?.length)) fields.clear(state, field);
    }
    this.readNotes(state, words.slice(named.length), board);
    this.readCells(state, words[0], board);
    fields.setNumber(state, "mover", oneOf(words[1], this.letters, t("the mover")) ^ fields.colourOf(state, 0));
    this.required.forEach((field, place) => void this.readField(state, field, words[2 + place], board));
    for (const field of fields.marks) {
      for (const number of fields.sets(state, field.name)[0]) {
        const cell = /** @type {number} */ (fields.cellOf(field, number));
        if (!this.standsOn(state, cell)) throw unreadable(t("{word} names {cell}, which is empty", { cell: board.name(cell), word: field.listed }));
      }
    }
  }

  /** @param {Field} field */
  labelled(field) {
    const standIn = this.standIns.get(field.name);
    return standIn ? oneOrOther([labelOf(field), standIn.word]) : labelOf(field);
  }

  /** @type {(state: State, word: string, board: Board) => void} */
  readCells(state, word, board) {
    const { fields } = this;
    const rows = word.split("/");
    if (rows.length !== board.rows.length)
      throw unreadable(t("the board has {count} rows separated by '/'; found {found}", { count: board.rows.length, found: rows.length }));
    /** @type {Map<string, number[][]>} */ const sets = new Map(
      fields.pieces.map((field) => [field.name, Array.from({ length: fields.wordsOf(field).sets }, () => [])]),
    );
    /** @type {[number, string][]} */ const found = [];
    board.rows.forEach((cells, place) => {
      const whole = fields.hasRuns ? rows[place].replace(/[0-9]{1,3}/g, (run) => ".".repeat(Number(run))) : rows[place];
      const tokens = fields.separator ? whole.split(fields.separator) : [...whole];
      if (tokens.length !== cells.length) {
        const places = { number: place + 1, count: cells.length, found: tokens.length, row: quoted(rows[place], 40) };
        throw unreadable(t("row {number} has {count} cells; found {found} in {row}", places));
      }
      cells.forEach((cell, column) => void found.push([cell, tokens[column]]));
    });
    for (const [cell, token] of found) {
      if (this.readAmount(state, cell, token, board)) continue;
      if (token !== "." || this.isScenery(cell)) this.readToken(state, sets, cell, token, board);
    }
    for (const [name, own] of sets) fields.setSets(state, name, own);
  }

  /** @param {number} cell */
  isScenery(cell) {
    return this.fields.scenery.some((scenery) => this.fields.cellsOf(scenery).includes(cell));
  }

  /**
   * The number on a cell, if it has one.
   * @type {(state: State, cell: number, token: string, board: Board) => boolean}
   */
  readAmount(state, cell, token, board) {
    const field = this.fields.amounts.find((each) => this.fields.numberOf(each, cell) !== undefined);
    if (!field) return false;
    const amount = wholeNumber(token, t("the number at {cell}", { cell: board.name(cell) }), 0, field.most ?? 255);
    this.fields.setNumber(state, field.name, amount, this.fields.numberOf(field, cell));
    return true;
  }

  /** @type {(state: State, sets: Map<string, number[][]>, cell: number, token: string, board: Board) => void} */
  readToken(state, sets, cell, token, board) {
    const { fields } = this;
    const here = fields.pieces.filter((field) => fields.numberOf(field, cell) !== undefined);
    const scenery = fields.scenery.filter((each) => fields.cellsOf(each).includes(cell));
    const known = [
      ...(scenery.length ? [] : ["."]),
      ...here.flatMap((field) => [...fields.about.module.pieces[field.name][0].map(({ letter }) => letter), ...(field.nobody ? [field.nobody.letter] : [])]),
      ...scenery.map(({ letter = "#" }) => letter),
    ];
    const written = token.slice(0, 1);
    const letter = known.find((each) => each === written) ?? known.find((each) => each.toLowerCase() === written.toLowerCase());
    for (const field of here) {
      const number = /** @type {number} */ (fields.numberOf(field, cell));
      const set = this.lettersOf(state, field).indexOf(letter ?? "");
      if (set >= 0) {
        sets.get(field.name)?.[set].push(number);
        this.readHeight(state, field, number, token, board.name(cell));
        return;
      }
      if (field.nobody && field.nobody.letter === letter) {
        this.readLone(state, field, number, token, board.name(cell));
        return;
      }
    }
    if (letter === undefined || letter === "." || token.length > 1) {
      const places = { cell: board.name(cell), known: known.join(", "), token: quoted(token, SHOWN) };
      throw unreadable(t("{cell} must hold one of {known}; found {token}", places));
    }
  }

  /** @type {(state: State, field: Field, number: number, token: string, name: string) => void} */
  readHeight(state, field, number, token, name) {
    const { fields } = this;
    if (!field.heights) {
      if (token.length > 1) throw unreadable(t("a cell is one letter; found {token} at {cell}", { token: quoted(token, SHOWN), cell: name }));
      return;
    }
    const { omit_one = false, most = 255 } = fields.get(field.heights);
    if (token.length === 1 && omit_one) {
      fields.setNumber(state, field.heights, 1, number);
      return;
    }
    const [word, ...rest] = token.slice(1).split(":");
    const height = wholeNumber(word, t("the height of the stack at {cell}", { cell: name }), omit_one ? 2 : 1, most);
    fields.setNumber(state, field.heights, height, number);
    if (field.inside) {
      const [colour, contents] = field.inside;
      const what = t("the number of {colour}s in the stack at {cell}", { colour: t(colour), cell: name });
      fields.setNumber(state, contents, wholeNumber(rest.join(":"), what, 0, height - 1), number);
    } else if (rest.length) throw unreadable(t("a stack is a letter and its height; found {token} at {cell}", { token: quoted(token, SHOWN), cell: name }));
  }

  /** @type {(state: State, field: Field, number: number, token: string, name: string) => void} */
  readLone(state, field, number, token, name) {
    if (token.length > 1) {
      const places = { colour: t(field.nobody.colour), token: quoted(token, SHOWN), cell: name };
      throw unreadable(t("{colour} pieces never move, so they never form stacks; found {token} at {cell}", places));
    }
    this.fields.setNumber(state, field.heights, 1, number);
    if (field.inside && field.inside[0] === field.nobody.colour) this.fields.setNumber(state, field.inside[1], 1, number);
  }

  /** @type {(state: State, cell: number) => boolean} */
  standsOn(state, cell) {
    const { fields } = this;
    return fields.pieces.some((field) => fields.sets(state, field.name).some((set) => set.some((number) => fields.cellOf(field, number) === cell)));
  }

  /** @type {(state: State, field: Field, word: string, board: Board) => void} */
  readField(state, field, word, board) {
    const { fields } = this;
    const what = t("the {field}", { field: labelOf(field) });
    const standIn = this.standIns.get(field.name);
    if (standIn && word.toLowerCase() === standIn.word.toLowerCase()) fields.setNumber(state, standIn.name, 1);
    else if (field.type === "Together") this.readTogether(state, field, word, board, what);
    else if (field.type === "Counts") this.readCounts(state, field, word, what);
    else if (field.type === "Count") {
      const isUnlimited = field.unlimited !== undefined && word.toLowerCase() === "unlimited";
      fields.setNumber(state, field.name, isUnlimited ? field.unlimited : wholeNumber(word, what, field.low, field.high));
    } else if (field.type === "Flags") {
      if (word !== "-" && (new Set(word).size < word.length || ![...word].every((letter) => field.letters.includes(letter)))) {
        const places = { what, letters: field.letters, word: quoted(word, SHOWN) };
        throw unreadable(t("{what} must be some of the letters {letters}, or -; found {word}", places));
      }
      fields.setNumber(
        state,
        field.name,
        [...field.letters].reduce((bits, letter, bit) => bits | (Number(word.includes(letter)) << bit), 0),
      );
    } else if (field.type === "Phase") {
      const known = Object.keys(field.names);
      const place = known.indexOf(word.toLowerCase());
      if (place < 0) throw unreadable(t("{what} must be {known}; found {found}", { what, known: oneOrOther(known), found: quoted(word, SHOWN) }));
      fields.setNumber(state, field.name, place);
    } else if (field.type === "Seat") fields.setNumber(state, field.name, oneOf(word, this.letters, what) ^ fields.colourOf(state, 0));
    else if (field.none && word === field.none) fields.setNumber(state, field.name, -1);
    else fields.setNumber(state, field.name, /** @type {number} */ (fields.numberOf(field, cellNamed(word, board, what))));
  }

  /** @type {(state: State, field: Field, word: string, what: string) => void} */
  readCounts(state, field, word, what) {
    const counts = word.split("-");
    const [first, second] = this.players;
    if (counts.length !== 2) {
      const places = { what, first: t(first.name), second: t(second.name), word: quoted(word, SHOWN) };
      throw unreadable(t("{what} of {first} and {second} must look like 0-0; found {word}", places));
    }
    counts.forEach((count, colour) => {
      const whose = t("{player}'s {field}", { player: t(this.players[colour].name), field: t(field.label ?? "").toLowerCase() || field.name });
      this.fields.setNumber(state, field.name, wholeNumber(count, whose, field.low, field.high), colour ^ this.fields.colourOf(state, 0));
    });
  }

  /** @type {(state: State, field: Field, word: string, board: Board, what: string) => void} */
  readTogether(state, field, word, board, what) {
    const none = field.none ?? "-";
    if (word === none) return;
    /** @type {string[]} */ const parts = field.template.split(/\{(\w+)\}/);
    const form = parts.map((part, place) => (place % 2 ? this.formOf(part) : escaped(part))).join("");
    const found = new RegExp(`^${form}$`).exec(word.toLowerCase());
    if (!found) {
      const explained = field.explain ? t(field.explain) : t("{what} is {none} or looks like {form}", { what, none: quoted(none), form: field.template });
      throw unreadable(t("{explained}; found {word}", { explained, word: quoted(word, SHOWN) }));
    }
    found.slice(1).forEach((part, place) => void this.readField(state, this.fields.get(parts[2 * place + 1]), part, board));
  }

  /** @param {string} name */
  formOf(name) {
    const { type } = this.fields.get(name);
    if (type === "Seat") return `([${escaped(this.letters.toLowerCase())}])`;
    return type === "CellAt" ? "([a-z]+\\d{1,2})" : "(\\d{1,5})";
  }

  /** @type {(state: State, notes: string[], board: Board) => void} */
  readNotes(state, notes, board) {
    /** @type {Set<string>} */ const seen = new Set();
    for (const note of notes) {
      const name = this.readNote(state, note.toLowerCase(), board);
      if (seen.has(name)) throw unreadable(t("{notes} cannot be combined at the end of a position", { notes: quoted(notes.join(" "), 40) }));
      seen.add(name);
    }
  }

  /** @type {(state: State, note: string, board: Board) => string} */
  readNote(state, note, board) {
    const { fields } = this;
    for (const field of this.optional) {
      const { name, type } = field;
      if (type === "Flag" && note === field.word) {
        fields.setNumber(state, name, 1);
        return name;
      }
      if (type === "Phase" && note in field.names && !field.silent.includes(note)) {
        fields.setNumber(state, name, Object.keys(field.names).indexOf(note));
        return name;
      }
      if (type === "Cells" && note.startsWith(field.listed)) {
        const what = t("a cell after {word}", { word: field.listed });
        const numbers = note
          .slice(field.listed.length)
          .split(",")
          .map((word) => {
            const number = fields.numberOf(field, cellNamed(word, board, what));
            if (number === undefined) throw unreadable(t("{what} must be a cell inside the board; found {word}", { what, word: quoted(word, SHOWN) }));
            return number;
          });
        fields.setSets(state, name, [numbers]);
        return name;
      }
    }
    const possible = this.optional.flatMap((field) => {
      if (field.type === "Flag") return [field.word];
      return field.type === "Phase" ? Object.keys(field.names).filter((word) => !field.silent.includes(word)) : [`${field.listed}CELLS`];
    });
    throw unreadable(t("a position may end with {notes}; found {note}", { notes: possible.join(", "), note: quoted(note, SHOWN) }));
  }
}
