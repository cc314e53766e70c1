/** Reads and writes position text, from the fields of a state: board, mover, then the other fields in order. */

/** @import {Field} from "./description.js" */
/** @import {State} from "./game_module.js" */
/** @import {StateFields} from "./state_fields.js" */
/** @import {Board} from "./variant.js" */
import { GameError, oneOrOther, quoted } from "./errors.js";
import { t } from "../words/language.js";

const SHOWN = 20; // characters of what was found

/** @param {string} word */
const found = (word) => quoted(word, SHOWN);

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** @typedef {{state: State, board: Board}} Read what is being made */

export class PositionText {
  /** @param {StateFields} fields @param {{name: string, letter: string}[]} players */
  constructor(fields, players) {
    this.fields = fields;
    this.players = players;
    this.letters = players[0].letter + players[1].letter;
    this.words = fields.about.module.sentences;
    this.form = fields.about.module.text;
    this.required = this.form.required.map((name) => fields.get(name));
    this.optional = this.form.optional.map(({ name, ...more }) => ({ field: fields.get(name), ...more }));
  }

  /** @type {(name: string, places: Record<string, unknown>) => GameError} */
  wrong(name, places) {
    return new GameError("UnreadablePosition", t(this.words[name], places));
  }

  // --- writing

  /** @type {(state: State, board: Board, tokens: Map<number, string>) => string} */
  write(state, board, tokens) {
    const { fields, form } = this;
    const written = board.rows.map((row) => row.map((cell) => tokens.get(cell) ?? ".").join(form.separator)).join("/");
    const rows = form.has_runs ? written.replace(/\.+/g, (run) => String(run.length)) : written;
    const mover = this.players[fields.colourOf(state, fields.number(state, "mover"))].letter;
    const notes = this.optional.map(({ field, words, listed }) => {
      if (words) return Object.keys(words).find((word) => words[word] === fields.number(state, field.name)) ?? "";
      const cells = fields.sets(state, field.name)[0].map((number) => board.called(/** @type {number} */ (fields.cellOf(field, number))));
      return cells.length ? listed + cells.join(",") : "";
    });
    return [rows, mover, ...this.required.map((field) => this.written(state, field)), ...notes.filter((word) => word)].join(" ");
  }

  /** @type {(state: State, field: Field) => string} */
  written(state, field) {
    const { fields } = this;
    const standIn = this.standInOf(field);
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
    const { cells, names } = fields.about.board;
    return names[cells.indexOf(/** @type {number} */ (fields.cellOf(field, value)))];
  }

  /** The flag whose word can replace a field. @param {Field} field */
  standInOf(field) {
    const name = this.form.stand_ins[field.name];
    return name === undefined ? null : this.fields.get(name);
  }

  // --- reading

  /** Write what a text says into a state whose options are filled in. @param {State} state that is being made @param {string} text @param {Board} board */
  read(state, text, board) {
    const { fields, form, required, optional, words } = this;
    if (text.length > form.longest) throw this.wrong("longest", { most: form.longest, count: text.length });
    const named = [
      t(words.board),
      t(words.mover),
      ...required.map((field) => oneOrOther([labelOf(field), this.standInOf(field)?.word].filter((word) => word))),
    ];
    const given = text.split(/\s+/).filter((word) => word);
    if (given.length < named.length || given.length > named.length + optional.length) {
      const listed = given.length < named.length ? named : [...named, ...optional.map(() => t(words.note))];
      const places = { least: named.length, count: listed.length, listed: listed.join(", "), found: given.length };
      throw this.wrong(listed.length > named.length ? "fields_between" : "fields", places);
    }
    for (const name of form.cleared) fields.clear(state, fields.get(name));
    const read = { state, board };
    const notes = given.slice(named.length);
    if (new Set(notes.map((note) => this.readNote(read, note.toLowerCase()))).size < notes.length) {
      throw this.wrong("notes", { notes: quoted(notes.join(" "), 40) });
    }
    this.readCells(read, given[0]);
    fields.setNumber(state, "mover", this.seat(read, given[1], t(words.the_mover)));
    required.forEach((field, place) => void this.readField(read, field, given[2 + place]));
    for (const field of fields.marks) {
      for (const number of fields.sets(state, field.name)[0]) {
        const cell = /** @type {number} */ (fields.cellOf(field, number));
        if (!this.standsOn(state, cell)) throw this.wrong("bare", { cell: board.called(cell), word: field.listed });
      }
    }
  }

  /** @type {(word: string, what: string, low: number, high: number) => number} */
  number(word, what, low, high) {
    const isNumber = /^\d+$/.test(word) && word.length <= String(high).length && Number(word) >= low && Number(word) <= high;
    if (!isNumber) throw this.wrong("number", { what, low, high, word: found(word) });
    return Number(word);
  }

  /** The seat of the player whose letter this is. @type {(read: Read, word: string, what: string) => number} */
  seat({ state }, word, what) {
    const place = word.length === 1 ? this.letters.toLowerCase().indexOf(word.toLowerCase()) : -1;
    if (place < 0) throw this.wrong("one_of", { what, listed: [...this.letters].join(", "), word: found(word) });
    return place ^ this.fields.colourOf(state, 0);
  }

  /** @type {(read: Read, name: string, what: string) => number} */
  cell({ board }, name, what) {
    const cell = board.number.get(name.toLowerCase());
    if (cell === undefined) throw this.wrong("cell", { what, name: found(name) });
    return cell;
  }

  /** @type {(read: Read, word: string) => void} */
  readCells(read, word) {
    const { fields, form } = this;
    const { rows } = read.board;
    const written = word.split("/");
    if (written.length !== rows.length) throw this.wrong("rows", { count: rows.length, found: written.length });
    /** @type {[number, string][]} */ const tokens = rows.flatMap((cells, place) => {
      const row = form.has_runs ? written[place].replace(/[0-9]{1,3}/g, (run) => ".".repeat(Number(run))) : written[place];
      const each = form.separator ? row.split(form.separator) : [...row];
      if (each.length === cells.length) return cells.map((cell, column) => /** @type {[number, string]} */ ([cell, each[column]]));
      throw this.wrong("row", { number: place + 1, count: cells.length, found: each.length, row: quoted(written[place], 40) });
    });
    const sets = new Map(fields.pieces.map((field) => [field, Array.from({ length: fields.wordsOf(field).sets }, () => /** @type {number[]} */ ([]))]));
    for (const [cell, token] of tokens) {
      if (this.readAmount(read, cell, token)) continue;
      const scenery = fields.scenery.filter((each) => fields.cellsOf(each).includes(cell));
      if (token !== "." || scenery.length) this.readToken(read, sets, scenery, cell, token);
    }
    for (const [field, own] of sets) fields.setSets(read.state, field.name, own);
  }

  /** The number on a cell, if it has one. @type {(read: Read, cell: number, token: string) => boolean} */
  readAmount({ state, board }, cell, token) {
    const { fields } = this;
    const field = fields.amounts.find((each) => fields.numberOf(each, cell) !== undefined);
    if (!field) return false;
    const amount = this.number(token, t(this.words.the_number, { cell: board.called(cell) }), 0, field.most ?? 255);
    fields.setNumber(state, field.name, amount, fields.numberOf(field, cell));
    return true;
  }

  /** What is on a cell; upper and lower case differ, unless no letter matches exactly. @type {(read: Read, sets: Map<Field, number[][]>, scenery: Field[], cell: number, token: string) => void} */
  readToken({ state, board }, sets, scenery, cell, token) {
    const { fields } = this;
    const { pieces } = fields.about.module;
    const name = board.called(cell);
    const here = fields.pieces.filter((field) => fields.numberOf(field, cell) !== undefined);
    const known = [
      ...(scenery.length ? [] : ["."]),
      ...here.flatMap((field) => [...pieces[field.name][0], ...(field.nobody ? [field.nobody] : [])].map(({ letter }) => letter)),
      ...scenery.map(({ letter = "#" }) => letter),
    ];
    const letter = known.find((each) => each === token[0]) ?? known.find((each) => each.toLowerCase() === token[0]?.toLowerCase());
    for (const field of here) {
      const number = /** @type {number} */ (fields.numberOf(field, cell));
      const set = pieces[field.name][fields.colourOf(state, 0)].findIndex((piece) => piece.letter === letter);
      if (set >= 0) {
        sets.get(field)?.[set].push(number);
        this.readHeight(state, field, number, token, name);
        return;
      }
      if (field.nobody && field.nobody.letter === letter) {
        if (token.length > 1) throw this.wrong("lone", { colour: t(field.nobody.colour), token: found(token), cell: name });
        fields.setNumber(state, field.heights, 1, number);
        if (field.inside?.[0] === field.nobody.colour) fields.setNumber(state, field.inside[1], 1, number);
        return;
      }
    }
    if (letter === undefined || letter === "." || token.length > 1) throw this.wrong("token", { cell: name, known: known.join(", "), token: found(token) });
  }

  /** @type {(state: State, field: Field, number: number, token: string, cell: string) => void} */
  readHeight(state, field, number, token, cell) {
    const { fields, words } = this;
    if (!field.heights) {
      if (token.length > 1) throw this.wrong("one_letter", { token: found(token), cell });
      return;
    }
    const { omit_one = false, most = 255 } = fields.get(field.heights);
    const [word, ...rest] = token.slice(1).split(":");
    const isSingle = token.length === 1 && omit_one;
    const height = isSingle ? 1 : this.number(word, t(words.the_height, { cell }), omit_one ? 2 : 1, most);
    fields.setNumber(state, field.heights, height, number);
    if (isSingle) return;
    if (field.inside) {
      const [colour, contents] = field.inside;
      fields.setNumber(state, contents, this.number(rest.join(":"), t(words.the_inside, { colour: t(colour), cell }), 0, height - 1), number);
    } else if (rest.length) throw this.wrong("stack", { token: found(token), cell });
  }

  /** @type {(state: State, cell: number) => boolean} */
  standsOn(state, cell) {
    const { fields } = this;
    return fields.pieces.some((field) => fields.sets(state, field.name).some((set) => set.some((number) => fields.cellOf(field, number) === cell)));
  }

  /** @type {(read: Read, field: Field, word: string) => void} */
  readField(read, field, word) {
    const { fields, words } = this;
    const { state } = read;
    const what = t(words.the_field, { field: labelOf(field) });
    const standIn = this.standInOf(field);
    const set = (/** @type {number} */ value) => fields.setNumber(state, field.name, value);
    if (standIn && word.toLowerCase() === standIn.word.toLowerCase()) fields.setNumber(state, standIn.name, 1);
    else if (field.type === "Together") this.readTogether(read, field, word, what);
    else if (field.type === "Counts") this.readCounts(state, field, word, what);
    else if (field.type === "Seat") set(this.seat(read, word, what));
    else if (field.type === "Count") {
      const isUnlimited = field.unlimited !== undefined && word.toLowerCase() === "unlimited";
      set(isUnlimited ? field.unlimited : this.number(word, what, field.low, field.high));
    } else if (field.type === "Flags") {
      const letters = [...field.letters];
      if (word !== "-" && (new Set(word).size < word.length || ![...word].every((letter) => letters.includes(letter))))
        throw this.wrong("letters", { what, letters: field.letters, word: found(word) });
      set(letters.reduce((bits, letter, bit) => bits | (Number(word.includes(letter)) << bit), 0));
    } else if (field.type === "Phase") {
      const known = Object.keys(field.names);
      const others = known.slice(0, -1).join(", ");
      if (!known.includes(word.toLowerCase())) throw this.wrong("phase", { what, others, last: known.at(-1), word: found(word) });
      set(known.indexOf(word.toLowerCase()));
    } else set(field.none && word === field.none ? -1 : /** @type {number} */ (fields.numberOf(field, this.cell(read, word, what))));
  }

  /** @type {(state: State, field: Field, word: string, what: string) => void} */
  readCounts(state, field, word, what) {
    const counts = word.split("-");
    const [first, second] = this.players.map(({ name }) => t(name));
    if (counts.length !== 2) throw this.wrong("counts", { what, first, second, word: found(word) });
    counts.forEach((count, colour) => {
      const whose = t(this.words.of_player, { player: [first, second][colour], field: labelOf(field) });
      this.fields.setNumber(state, field.name, this.number(count, whose, field.low, field.high), colour ^ this.fields.colourOf(state, 0));
    });
  }

  /** @type {(read: Read, field: Field, word: string, what: string) => void} */
  readTogether(read, field, word, what) {
    const none = field.none ?? "-";
    if (word === none) return;
    /** @type {string[]} */ const parts = field.template.split(/\{(\w+)\}/);
    const form = parts.map((part, place) => (place % 2 ? this.formOf(part) : escaped(part))).join("");
    const groups = new RegExp(`^${form}$`).exec(word.toLowerCase());
    if (!groups) {
      const explained = t(field.explain ?? this.words.together, { what, none: quoted(none), form: field.template });
      throw this.wrong("together_found", { explained, word: found(word) });
    }
    groups.slice(1).forEach((part, place) => void this.readField(read, this.fields.get(parts[2 * place + 1]), part));
  }

  /** @param {string} name */
  formOf(name) {
    const { type } = this.fields.get(name);
    if (type === "Seat") return `([${escaped(this.letters.toLowerCase())}])`;
    return type === "CellAt" ? "([a-z]*\\d{1,2})" : "(\\d{1,5})";
  }

  /** Read a note; returns its field. @type {(read: Read, note: string) => string} */
  readNote(read, note) {
    const { fields, words } = this;
    for (const { field, words: values, listed = "" } of this.optional) {
      if (values && note in values) {
        fields.setNumber(read.state, field.name, values[note]);
        return field.name;
      }
      if (values || !note.startsWith(listed)) continue;
      const what = t(words.cell_after, { word: listed });
      const numbers = note
        .slice(listed.length)
        .split(",")
        .map((word) => {
          const number = fields.numberOf(field, this.cell(read, word, what));
          if (number === undefined) throw this.wrong("cell_inside", { what, word: found(word) });
          return number;
        });
      fields.setSets(read.state, field.name, [numbers]);
      return field.name;
    }
    const possible = this.optional.flatMap(({ words: values, listed }) => (values ? Object.keys(values) : [t(words.listed_cells, { word: listed })]));
    throw this.wrong("note_unknown", { notes: possible.join(", "), note: found(note) });
  }
}

/** @param {Field} field */
const labelOf = ({ label, name }) => t(label ?? "").toLowerCase() || name.replaceAll("_", " ");
