/**
 * The shapes of what the server tells; see docs/web-protocol.md. Nothing here runs.
 *
 * @typedef {{kind: string, colour: string, owner: 0 | 1 | null, glyph: string, letter: string, prize?: string}} Piece a prize is there to be taken, and its cell counts as empty
 * @typedef {{pieces: Piece[], height: number, inside: [string, number][], marks: string[], scenery?: true}} Look `scenery`: permanent, and of no interest where nothing can happen to it
 * @typedef {{name: string, x: number, y: number, row: number, column: number, form: "square" | "hex" | "points" | "crossing" | "star" | "across" | "down" | "box" | "pit" | "store"}} Cell
 * @typedef {{player: 0 | 1 | null, colour: string, side: string, lines: [number, number][][]}} Goal a side of the board that a player is to reach, or either (null)
 * @typedef {{shape: "square" | "hex" | "points" | "edges" | "pits", cells: Cell[], lines: [number, number][][], dots: [number, number][], rows: number, columns: number, numbered: boolean, stacks: boolean, marks: Record<string, string>, labels?: Record<string, string>, steps: Record<string, [number, number]>, goals: Goal[], far?: 0 | 1}} BoardShape `far`: the player at the upper edge, if there is one and the rules are known
 * @typedef {{name: string, cell: boolean, label: string, also?: string[]}} Pick other cells that mean the same: `also`
 * @typedef {{text: string, written?: string, picks: Pick[], chain?: true}} Move `written`: as people see it, where that is not its text; `chain`: several moves of the rules, each from the cell where the last one ended
 * @typedef {{cell: string, before: Look, after: Look}} Change
 * @typedef {{text: string, written?: string, by: 0 | 1, cells: string[], changed: Change[], path?: string[]}} Last `path`: the cells where seeds were dropped, after the one that was sown
 * @typedef {{name: string, value: string, player: 0 | 1 | null, role: "" | "supply" | "task"}} Fact
 * @typedef {{name: string, letter: string, colour: string, piece: string}} Player
 * @typedef {{winner: 0 | 1 | null, reason: string, aborted?: true}} Outcome `aborted`: it has no result
 * @typedef {{name: string, title: string, accent: string, surface: string, goal: string}} GameName
 *
 * @typedef {object} View
 * @property {GameName} game
 * @property {Record<string, string>} options
 * @property {BoardShape} board
 * @property {Record<string, Look>} cells
 * @property {Fact[]} facts
 * @property {Player[]} players
 * @property {0 | 1 | null} mover
 * @property {[number, number] | null} score
 * @property {Outcome | null} outcome
 * @property {Outcome | null} settled how the game will end whatever is played, where that is certain
 * @property {string[][]} decided figures: cells in the order a line is drawn through them
 * @property {string[][]} threats likewise
 * @property {Move[]} moves
 * @property {string} position
 * @property {number} ply
 * @property {Last | null} last
 * @property {string[]} marked the cells of the last turn
 */

export {};
