/** How pieces look. Each is drawn around (0, 0) in a cell 100 wide; colours come from the style sheet. */

/** @import {Attributes} from "../dom.js" */
/** @import {Look, Piece, View} from "../types.js" */
import { svg } from "../dom.js";
import { isCrossing } from "./geometry.js";
import { MOST_SEEDS, SEED_TURN } from "../translated/play/svg_picture.js";
import { INSIDES, SILHOUETTES } from "./silhouettes.js";

/** @typedef {[tag: string, name: string, attributes: Attributes, text?: string]} Part of a drawing */
/** @typedef {{look: Look, top: Piece, cell: string, form: string}} Seen what stands on a cell of this name and form */

const HIDDEN = "hidden"; // the colour of a piece of which only that is known
const KNOWN = new Set(["black", "white", "red", "yellow", "green", "blue", "gold", "stone", HIDDEN]);
const ROUND = new Set(["disc", "stone", "counter"]);
const ON_A_CROSSING = 1.2; // how much larger pieces are there: neighbours nearly touch
const STONE_SHADE = "M33 -19A38 38 0 1 1 -33 19A44 44 0 0 0 33 -19Z";
const CROSS = "M-26 -26L26 26M26 -26L-26 26";
const CROWN = "M-20 14L-25 -11L-10 0L0 -18L10 0L25 -11L20 14Z";
const LEAF = "M0 -9C7 -5 7 4 0 9C-7 4 -7 -5 0 -9ZM0 -5L0 6";
const MOST_LAYERS = 8; // of a leaning stack; the figure tells the rest

/** @type {(name: string, r: number, cx?: number, cy?: number) => Part} */
const disc = (name, r, cx = 0, cy = 0) => ["circle", name, { r, cx, cy }];
/** @type {(name: string, half: number, rx: number, x?: number, y?: number) => Part} */
const block = (name, half, rx, x = 0, y = 0) => ["rect", name, { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx }];
/** @type {(name: string, rx: number, ry: number, cx: number, cy: number) => Part} */
const oval = (name, rx, ry, cx, cy) => ["ellipse", name, { rx, ry, cx, cy }];
/** @type {(name: string, d: string, transform?: string) => Part} */
const path = (name, d, transform) => ["path", name, { d, transform }];
/** @type {(name: string, y: number, text: unknown, x?: number) => Part} */
const figure = (name, y, text, x = 0) => ["text", name, { x, y }, String(text)];
/** A line with its outline. @type {(d: string) => Part[]} */
const stroke = (d) => [path("outer", d), path("inner", d)];
/** @type {(x: number, y: number, size: number, name?: string) => Part} */
const leaf = (x, y, size, name = "leaf") => path(name, LEAF, `translate(${x} ${y}) rotate(28) scale(${size})`);

/** A draughtsman, seen a little from the side: a thick disc with a groove. @type {(low: number) => Part[]} how far down */
const thickDisc = (low) => [disc("edge", 37, 0, low + 6), disc("body", 37, 0, low - 2), disc("groove", 27, 0, low - 2)];

/** A group of parts. @type {(name: string, parts: Part[], transform?: string) => SVGElement} */
function drawn(name, parts, transform) {
  return svg("g", { class: name, transform }, ...parts.map(([tag, own, attributes, text]) => svg(tag, { class: own || null, ...attributes }, text)));
}

/** The kinds of pieces: what they look like, and their class if it is another. @type {Record<string, (seen: Seen) => Part[]>} */
const SHAPES = {
  disc: () => [disc("shade", 38, 1.5, 3.5), disc("body", 38), disc("ring", 27)],
  stone: () => [
    ...[disc("shade", 38, 2, 5), disc("body", 38), path("facet dark", STONE_SHADE)],
    ["ellipse", "facet light", { cx: -11, cy: -15, rx: 16, ry: 10, transform: "rotate(-38 -11 -15)" }],
    disc("ring", 22),
  ],
  counter: () => [disc("shade", 38, 1.5, 9), disc("below", 38, 0, 4.5), disc("body", 38, 0, -2), disc("ring", 29, 0, -2)], // the other side's colour shows below
  man: () => [disc("shade", 38, 2, 10), ...thickDisc(0)],
  crowned: () => [disc("shade", 38, 2, 14), ...thickDisc(6), ...thickDisc(-6), path("crown", CROWN, "translate(0 -8)")], // a man on top of another
  cube: () => [block("shade", 35, 6, 2, 5), block("body", 35, 6), block("ring", 25, 3)],
  ring: () => [disc("outer", 30), disc("inner", 30)],
  arrow: () => stroke(CROSS), // nothing goes here any more
  bar: ({ form }) => stroke(form === "down" ? "M0 -43V43" : "M-43 0H43"), // from dot to dot
  box: ({ top }) => [block("body", 39, 5), figure("", 15, top.letter.toUpperCase())], // with its owner's initial
  bonus: ({ top }) => [disc("body", 29), figure("", 10, top.prize ?? "")],
  chessman: ({ top }) => [oval("shade", 31, 6, 2, 38), path("body", SILHOUETTES[top.kind]), path("inside", INSIDES[top.kind])],
  unknown: ({ top }) => [disc("shade", 38, 1.5, 3.5), disc("body", 38), figure("glyph", 13, top.letter.toUpperCase())], // of a game from elsewhere
  pyramid,
  stack,
  wall,
  joker,
  seeds,
};
const CLASSES = /** @type {Record<string, string>} */ ({ ring: "open-ring", arrow: "open-ring", crowned: "man", unknown: "disc" });
const TOLD_HEIGHT = new Set(["pyramid", "cube", "chessman", "unknown"]); // by a number beside them

/**
 * What stands on a cell, as one group.
 * @param {Look} look
 * @param {string} [cell] its name, which gives textures a little variety
 * @param {boolean} [stacking] whether discs pile up in this game, so that a single one shows its height too
 * @param {string} [form] of the cell
 * @param {View | null} [view] with the pictures of marks, and whose the colours are
 */
export function drawLook(look, cell = "", stacking = false, form = "square", view = null) {
  const group = svg("g", isCrossing(form) ? { transform: `scale(${ON_A_CROSSING})` } : {});
  const top = look.pieces[0];
  if (top) {
    const own = top.kind in SILHOUETTES ? "chessman" : top.kind in SHAPES ? top.kind : "unknown";
    const kind = ROUND.has(top.kind) && (stacking || look.height > 1) ? "stack" : own;
    group.append(drawn(`piece ${CLASSES[kind] ?? kind} ${colourClass(top)}`, SHAPES[kind]({ look, top, cell, form })));
    if (TOLD_HEIGHT.has(kind) && look.height > 1) group.append(drawHeight(look.height));
    const inside = TOLD_HEIGHT.has(kind) ? insideOf(look, view) : [];
    if (inside.length) group.append(drawPips(inside));
  }
  for (const mark of look.marks) group.append(drawMark(view?.board.marks[mark] ?? "", top));
  return svg("g", { class: "look" }, group); // animations transform the outer one
}

/** @param {{colour: string, owner: number | null}} piece */
export function colourClass(piece) {
  return `c-${KNOWN.has(piece.colour) ? piece.colour : piece.owner === 1 ? "second" : "first"}`;
}

/** A pyramid from above: four facets, the light from the top left. @param {Seen} seen @returns {Part[]} */
function pyramid({ look, top }) {
  const half = look.height > 1 ? 39 : 36;
  const facets = ["facet lit", "facet side", "facet dark", "facet soft"].map((name, side) => {
    const corner = (/** @type {number} */ turn) => [(turn + 1) & 2 ? half : -half, turn & 2 ? half : -half].join(" ");
    return path(name, `M${corner(side)}L${corner(side + 1)}L0 0Z`);
  });
  const under = [2, 1].filter((layer) => look.height > layer).map((layer) => block("under", half, 4, 3 * layer, 4 * layer));
  /** @type {Part[]} */ const tips = [["rect", "tip", { x: -5, y: -5, width: 10, height: 10, transform: "rotate(45)" }], disc("tip", 5)];
  const sign = top.owner === null ? leaf(0, 0, 1.15, "leaf own") : tips[top.owner];
  return [...under, block("body", half, 4), ...facets, block("rim", half, 4), ...(top.colour === HIDDEN ? [] : [sign])];
}

/** @param {number} height */
function drawHeight(height) {
  const wide = height > 9 ? 18 : 14;
  return drawn("height", [["rect", "", { x: -wide, y: -14, width: 2 * wide, height: 28, rx: 14 }], figure("", 7.5, height)], "translate(30 -30)");
}

/** What is known of the pieces inside a stack: they are like the one on top, in a colour of their own. @param {Look} look @param {View | null} view */
function insideOf({ pieces: [top], inside }, view) {
  return inside.flatMap(([colour, count]) => {
    const seat = view?.players.findIndex((player) => player.colour === colour) ?? -1;
    return Array(count).fill(/** @type {Piece} */ ({ ...top, colour, owner: seat < 0 ? null : seat }));
  });
}

/** All pieces of a stack, from the top down as far as they are known. @param {Look} look @param {View} view @returns {Piece[]} */
export function piecesOf(look, view) {
  const known = [look.pieces[0], ...insideOf(look, view)];
  return [...known, ...Array(Math.max(0, look.height - known.length)).fill({ ...look.pieces[0], colour: HIDDEN })];
}

/** What is known to be inside a stack, small along its lower edge; leaves are nobody's. @param {Piece[]} inside */
function drawPips(inside) {
  const count = inside.length;
  const pip = (/** @type {number} */ x, /** @type {number} */ size) => (inside[0].owner === null ? leaf(x, 34.5, size) : disc("pip", 7 * size, x, 34.5));
  const [width, height] = count > 5 ? [54, 25] : [count * 14 + 8, 21];
  const pips = count > 5 ? [pip(-13, 0.95), figure("", 42, count, 9)] : inside.map((_, place) => pip((place - (count - 1) / 2) * 14, 0.8));
  return drawn(`pips ${colourClass(inside[0])}`, [["rect", "pip-back", { x: -width / 2, y: 34.5 - height / 2, width, height, rx: height / 2 }], ...pips]);
}

/** A leaning stack of discs, its height in large figures. @param {Seen} seen @returns {Part[]} */
function stack({ look: { height } }) {
  const layers = Math.min(height, MOST_LAYERS);
  const lean = 5.2;
  const low = ((layers - 1) * lean) / 2;
  const discs = Array.from({ length: layers }, (_, layer) => {
    const down = low - layer * lean;
    return oval(layer === layers - 1 ? "body" : "layer", 36, 29, down * 0.4, down);
  });
  const number = figure(height > 9 ? "figure long" : "figure", 13 - low, height, -low * 0.4);
  return [oval("shade", 36, 29, 2 + low * 0.4, low + 5), ...discs, oval("ring", 29, 22.5, -low * 0.4, -low), number];
}

/** A block of stone; its joints differ from cell to cell, always in the same way. @param {Seen} seen @returns {Part[]} */
function wall({ cell }) {
  const shift = ((cell.charCodeAt(0) * 7 + cell.charCodeAt(cell.length - 1) * 13) % 5) * 6 - 12;
  const joints = `M-47 -16H47M-47 16H47M${shift} -47V-16M${-shift - 8} -16V16M${shift + 12} 16V47`;
  return [block("body", 47, 7), path("joint", joints), path("glint", "M-44 -40Q-44 -44 -40 -44H40")];
}

/** A star in its socket. @returns {Part[]} */
function joker() {
  const points = Array.from({ length: 10 }, (_, corner) => {
    const [radius, angle] = [corner % 2 ? 14 : 33, (Math.PI / 5) * corner - Math.PI / 2];
    return `${(Math.cos(angle) * radius).toFixed(1)},${(Math.sin(angle) * radius).toFixed(1)}`;
  });
  return [block("socket", 47, 7), ["polygon", "body", { points: points.join(" ") }]];
}

/** Seeds in a heap, and how many there are below it. @param {Seen} seen @returns {Part[]} */
function seeds({ look: { height }, form }) {
  const high = form === "store" ? 97 : 32;
  const shown = Math.min(height, MOST_SEEDS);
  const reach = 12 * Math.sqrt(shown);
  const spots = Array.from({ length: shown }, (_, number) => {
    const [far, turn] = [Math.sqrt((number + 0.5) / shown), SEED_TURN * number];
    return [Math.min(32, reach) * far * Math.cos(turn), Math.min(high, reach) * far * Math.sin(turn)];
  });
  const [right, down] = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / Math.max(1, shown));
  return [...spots.map(([x, y]) => disc("body", 8, Number((x - right).toFixed(1)), Number((y - down).toFixed(1)))), figure("", high + 34, height)];
}

/** @param {string} picture @param {Piece | undefined} top */
function drawMark(picture, top) {
  if (picture === "ring") return svg("circle", { class: "mark-ring", r: 18 });
  if (KNOWN.has(picture)) return svg("rect", { class: `mark-owned c-${picture}`, x: -13, y: -13, width: 26, height: 26 });
  const colour = top ? colourClass(top) : "";
  if (picture === "disc") return svg("circle", { class: `mark-disc ${colour}`, r: 11 });
  const facets = [path("facet lit", "M-17 -17H17L0 0Z"), path("facet dark", "M-17 17H17L0 0Z"), path("facet side", "M17 -17V17L0 0Z")];
  return drawn(`mark-corner ${picture === "corner" ? "" : "faint"} ${colour}`, [path("body", "M-17 -17H17V17H-17Z"), ...facets]);
}
