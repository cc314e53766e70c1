/**
 * The shapes of a game's JSON file, as `ludoteca build wasm` writes it. Nothing here runs.
 *
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {{name: string, type: string, offset?: number, kind?: string, shape?: number[], label?: string, is_written?: boolean, [more: string]: any}} Field
 * @typedef {{name: string, size: number, weight: number, pattern: string, type: "cell" | "way" | "choice" | "target", names?: string[], labels?: string[], cells?: number[], columns?: Record<string, string[]>, typed?: Record<string, number>, unordered?: string, otherwise?: string, ways?: number, function?: string}} PartDescription
 * @typedef {{name: string, word: string, label: string, otherwise: string, when: Condition[], text: string, first: number, count: number, pattern: string, chain: {link: string, each: string, whole: string} | null, parts: PartDescription[]}} KindDescription
 * @typedef {{field: string, place?: number} | {function: string}} Source
 * @typedef {{field: string, is?: number, is_not?: number}} Condition
 * @typedef {{name: string, value: Source, role: "" | "supply" | "task", words: Record<string, string>, when: Source | Condition[] | null, whose: Source | null, out_of: number | Source | null, in_halves: boolean}} FactDescription
 * @typedef {{options: string[], entries: any[]}} Table by the values of some options, the last one's changing fastest
 * @typedef {{name: string, title: string, explain: string, default: string, choices: string[], takes: string, also: Record<string, string>, words: Record<string, string>}} OptionDescription
 * @typedef {{name: string, label: string, explain: string, megabytes: number, nodes: number, spread: number, among?: number, each?: number, time_ms?: number}} Level
 * @typedef {{offset: number, kind?: string, shape: number[], bytes?: number, fields?: Record<string, any>}} Place
 * @typedef {{drawing: import("../types.js").BoardShape, cells: number[], rows: number[][], near?: number[][], sides?: Record<string, number[]>}} BoardDescription `near` and `sides` where sides are to be joined
 *
 * @typedef {object} TextDescription how positions are written; see kernel/position_text.py
 * @property {number} longest
 * @property {string} separator
 * @property {boolean} has_runs
 * @property {string[]} required
 * @property {{name: string, words?: Record<string, number>, listed?: string}[]} optional
 * @property {Record<string, string>} stand_ins by field, the flag whose word can replace it
 * @property {string[]} cleared
 * @property {Record<string, string>} forms of fields that stand for several, as regular expressions
 *
 * @typedef {object} ModuleDescription
 * @property {number} format
 * @property {BoardDescription[]} boards
 * @property {string} word_of_seed_0 the state of the generator that the seed 0 gives
 * @property {{values: Record<string, string[]>, blank: string, state: (Table & {offset: number})[], board: Table, longest: Table, repetition: Table}} variants
 * @property {"alphabeta" | "mcts"} method
 * @property {boolean} has_evaluation whether positions can be judged without playing them out
 * @property {string | null} tables how the name of the file of learned tables ends, where there is one
 * @property {Level[]} levels
 * @property {string} players_piece
 * @property {Record<string, Piece[][]>} pieces by field and by whether sides are swapped
 * @property {({function: string, which: number[]} | null)[]} refusals by kind of move
 * @property {boolean} has_points
 * @property {boolean} half_points whether `points` counts halves
 * @property {boolean} has_score
 * @property {Record<string, string>} functions
 * @property {{draw_band: number, points_per_unit: number, most_points: number}} chances
 * @property {{claim_words: Record<string, string>, accuracy: {strong: number, random: number}, weights: number[] | number[][] | null}} explain
 * @property {Record<"threefold" | "twofold" | "longest" | "superko" | "settled_draw" | "settled_win", string>} outcomes
 * @property {Record<"no_option" | "no_rules" | "one_set" | "no_value", string>} option_words
 * @property {TextDescription} text
 * @property {{bytes: number, fields: Record<string, Place>, max_ply: number, most_past: number}} workspace
 * @property {{ends: Record<"settled" | "cut_short" | "stopped", number>, repetitions: string[], solved: Record<"nodes" | "reached" | "is_over", number>, entry: number}} search how steps of alpha-beta end; where solved lines are told, the last once for each; the bytes of a table's entry
 * @property {{start: number, node: number, deepest: number, line_room: number, settings: number[]}} tree
 *
 * @typedef {object} Description
 * @property {string} name
 * @property {string} title
 * @property {string} accent
 * @property {string} surface
 * @property {string} goal
 * @property {{name: string, letter: string, colour: string}[]} players
 * @property {{shape: string, cells: number[], names: string[]}} board
 * @property {{bytes: number, mover: number, fields: Field[]}} state
 * @property {KindDescription[]} moves
 * @property {Record<string, string>} words
 * @property {FactDescription[]} facts
 * @property {string[]} marks
 * @property {string[]} terms the names of the evaluation's terms
 * @property {Record<string, [string, string]>} term_words what a move does for each: where its player is to move again, and where the other is
 * @property {[string[], string[]]} goals the sides of the board that each player is to join
 * @property {string[][]} shared_goals those that either may
 * @property {OptionDescription[]} options
 * @property {{name: string, title: string, options: Record<string, string>, cells: Record<string, string>, bots: string[]}[]} [rules]
 * @property {number} most_moves
 * @property {ModuleDescription} module
 */

export {};
