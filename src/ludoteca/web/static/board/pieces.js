/** How pieces look. Each is drawn around (0, 0) in a cell 100 wide; colours come from the style sheet. */

/** @import {Look, Piece} from "../types.js" */
import { svg } from "../dom.js";
import { SILHOUETTES } from "./silhouettes.js";

const KNOWN = new Set(["black", "white", "red", "yellow", "green", "blue", "gold", "stone"]);
const ROUND = new Set(["disc", "stone", "counter"]);
const MOST_LAYERS = 8; // of a leaning stack; the figure tells the rest

/**
 * What stands on a cell, as one group.
 * @param {Look} look
 * @param {string} [cell] its name, which gives textures a little variety
 * @param {boolean} [stacking] whether discs pile up in this game, so that a single one shows its height too
 * @param {string} [form] of the cell
 */
export function drawLook(look, cell = "", stacking = false, form = "square") {
  const group = svg("g", { class: "look" });
  const top = look.pieces[0];
  if (top) {
    const draw = ROUND.has(top.kind) && (stacking || look.height > 1) ? drawStack : (KINDS[top.kind] ?? drawUnknown);
    group.append(...draw(look, top, cell, form));
  }
  for (const mark of look.marks) group.append(...drawMark(mark, top));
  return group;
}

/** @param {{colour: string, owner: number | null}} piece */
export function colourClass(piece) {
  return `c-${KNOWN.has(piece.colour) ? piece.colour : piece.owner === 1 ? "second" : "first"}`;
}

/** @type {Record<string, (look: Look, top: Piece, cell: string, form: string) => SVGElement[]>} */
const KINDS = {
  pyramid: drawPyramid,
  disc: drawDisc,
  stone: drawStone,
  counter: drawCounter,
  cube: drawCube,
  ring: drawRing,
  arrow: drawArrow,
  wall: drawWall,
  joker: drawJoker,
  bonus: drawBonus,
  bar: drawBar,
  box: drawBox,
  seeds: drawSeeds,
  ...Object.fromEntries(Object.keys(SILHOUETTES).map((kind) => [kind, drawChessman])),
};

/** A pyramid from above: four facets, the light from the top left. @param {Look} look @param {Piece} top */
function drawPyramid(look, top) {
  const half = look.height > 1 ? 39 : 36;
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
  const body = svg("g", { class: `piece pyramid ${colourClass(top)}` });
  for (const layer of [2, 1]) {
    if (look.height > layer) body.append(svg("rect", { class: "under", x: -half + 3 * layer, y: -half + 4 * layer, width: 2 * half, height: 2 * half, rx: 4 }));
  }
  body.append(svg("rect", { class: "body", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 4 }));
  ["facet lit", "facet side", "facet dark", "facet soft"].forEach((facet, side) => {
    const [a, b] = [corners[side], corners[(side + 1) % 4]];
    body.append(svg("path", { class: facet, d: `M${a[0]} ${a[1]}L${b[0]} ${b[1]}L0 0Z` }));
  });
  body.append(svg("rect", { class: "rim", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 4 }));
  if (top.owner === 0) body.append(svg("rect", { class: "tip", x: -5, y: -5, width: 10, height: 10, transform: "rotate(45)" }));
  if (top.owner === 1) body.append(svg("circle", { class: "tip", r: 5 }));
  if (top.owner === null) body.append(leaf(0, 0, 1.15, "leaf own"));
  const parts = [body];
  if (look.height > 1) parts.push(drawHeight(look.height), drawPips(look));
  return parts;
}

/** @param {number} height */
function drawHeight(height) {
  const wide = height > 9 ? 18 : 14;
  return svg(
    "g",
    { class: "height", transform: "translate(30 -30)" },
    svg("rect", { x: -wide, y: -14, width: 2 * wide, height: 28, rx: 14 }),
    svg("text", { y: 7.5 }, String(height)),
  );
}

/** What is known to be inside a stack, as leaves along its lower edge. @param {Look} look */
function drawPips(look) {
  const [[, count] = ["", 0]] = look.inside;
  const group = svg("g", { class: "pips" });
  if (!count) return group;
  if (count > 5) {
    group.append(
      svg("rect", { class: "pip-back", x: -27, y: 22, width: 54, height: 25, rx: 12.5 }),
      leaf(-13, 34.5, 0.95),
      svg("text", { x: 9, y: 42 }, String(count)),
    );
    return group;
  }
  const width = count * 14 + 8;
  group.append(svg("rect", { class: "pip-back", x: -width / 2, y: 24, width, height: 21, rx: 10.5 }));
  for (let pip = 0; pip < count; pip++) group.append(leaf((pip - (count - 1) / 2) * 14, 34.5, 0.8));
  return group;
}

/** @param {number} x @param {number} y @param {number} size @param {string} [name] */
function leaf(x, y, size, name = "leaf") {
  return svg("path", { class: name, d: "M0 -9C7 -5 7 4 0 9C-7 4 -7 -5 0 -9ZM0 -5L0 6", transform: `translate(${x} ${y}) rotate(28) scale(${size})` });
}

/** @param {Look} _look @param {Piece} top */
function drawDisc(_look, top) {
  const group = svg("g", { class: `piece disc ${colourClass(top)}` });
  group.append(svg("circle", { class: "shade", r: 38, cx: 1.5, cy: 3.5 }), svg("circle", { class: "body", r: 38 }), svg("circle", { class: "ring", r: 27 }));
  return [group];
}

/** A stone: rounded above, the light from the top left. @param {Look} _look @param {Piece} top */
function drawStone(_look, top) {
  const group = svg("g", { class: `piece stone ${colourClass(top)}` });
  group.append(
    svg("circle", { class: "shade", r: 38, cx: 2, cy: 5 }),
    svg("circle", { class: "body", r: 38 }),
    svg("path", { class: "facet dark", d: "M33 -19A38 38 0 1 1 -33 19A44 44 0 0 0 33 -19Z" }),
    svg("ellipse", { class: "facet light", cx: -11, cy: -15, rx: 16, ry: 10, transform: "rotate(-38 -11 -15)" }),
    svg("circle", { class: "ring", r: 22 }),
  );
  return [group];
}

/** A disc with two sides: the other colour shows below. @param {Look} _look @param {Piece} top */
function drawCounter(_look, top) {
  const group = svg("g", { class: `piece counter ${colourClass(top)}` });
  group.append(
    svg("circle", { class: "shade", r: 38, cx: 1.5, cy: 9 }),
    svg("circle", { class: "below", r: 38, cy: 4.5 }),
    svg("circle", { class: "body", r: 38, cy: -2 }),
    svg("circle", { class: "ring", r: 29, cy: -2 }),
  );
  return [group];
}

/** A cube from above, with its edge. @param {Look} look @param {Piece} top */
function drawCube(look, top) {
  const group = svg("g", { class: `piece cube ${colourClass(top)}` });
  group.append(
    svg("rect", { class: "shade", x: -33, y: -30, width: 70, height: 70, rx: 6 }),
    svg("rect", { class: "body", x: -35, y: -35, width: 70, height: 70, rx: 6 }),
    svg("rect", { class: "ring", x: -25, y: -25, width: 50, height: 50, rx: 3 }),
  );
  return look.height > 1 ? [group, drawHeight(look.height)] : [group];
}

/** A ring, open in the middle. @param {Look} _look @param {Piece} top */
function drawRing(_look, top) {
  const group = svg("g", { class: `piece open-ring ${colourClass(top)}` });
  group.append(svg("circle", { class: "outer", r: 30 }), svg("circle", { class: "inner", r: 30 }));
  return [group];
}

/** A cross: nothing goes here any more. @param {Look} _look @param {Piece} top */
function drawArrow(_look, top) {
  const d = "M-26 -26L26 26M26 -26L-26 26";
  return [svg("g", { class: `piece open-ring ${colourClass(top)}` }, svg("path", { class: "outer", d }), svg("path", { class: "inner", d }))];
}

/** A piece of chess in outline. @param {Look} look @param {Piece} top */
function drawChessman(look, top) {
  const points = SILHOUETTES[top.kind];
  const group = svg("g", { class: `piece chessman ${colourClass(top)}` });
  group.append(svg("ellipse", { class: "shade", cx: 2, cy: 39, rx: 33, ry: 8 }), svg("polygon", { class: "body", points }));
  return look.height > 1 ? [group, drawHeight(look.height)] : [group];
}

/** A leaning stack of discs, its height in large figures. @param {Look} look @param {Piece} top */
function drawStack(look, top) {
  const layers = Math.min(look.height, MOST_LAYERS);
  const lean = 5.2;
  const low = ((layers - 1) * lean) / 2;
  const group = svg("g", { class: `piece stack ${colourClass(top)}` });
  group.append(svg("ellipse", { class: "shade", rx: 36, ry: 29, cx: 2 + low * 0.4, cy: low + 5 }));
  for (let layer = 0; layer < layers; layer++) {
    group.append(svg("ellipse", { class: layer === layers - 1 ? "body" : "layer", rx: 36, ry: 29, cx: (low - layer * lean) * 0.4, cy: low - layer * lean }));
  }
  const face = { x: -low * 0.4, y: -low };
  group.append(svg("ellipse", { class: "ring", rx: 29, ry: 22.5, cx: face.x, cy: face.y }));
  group.append(svg("text", { class: look.height > 9 ? "figure long" : "figure", x: face.x, y: face.y + 13 }, String(look.height)));
  return [group];
}

/** A block of stone; its joints differ from cell to cell, always in the same way. @param {Look} _look @param {Piece} top @param {string} cell */
function drawWall(_look, top, cell) {
  const shift = ((cell.charCodeAt(0) * 7 + cell.charCodeAt(cell.length - 1) * 13) % 5) * 6 - 12;
  return [
    svg(
      "g",
      { class: `piece wall ${colourClass(top)}` },
      svg("rect", { class: "body", x: -47, y: -47, width: 94, height: 94, rx: 7 }),
      svg("path", { class: "joint", d: `M-47 -16H47M-47 16H47M${shift} -47V-16M${-shift - 8} -16V16M${shift + 12} 16V47` }),
      svg("path", { class: "glint", d: "M-44 -40Q-44 -44 -40 -44H40" }),
    ),
  ];
}

/** @param {Look} _look @param {Piece} top */
function drawJoker(_look, top) {
  const points = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((corner) => {
    const [radius, angle] = [corner % 2 ? 14 : 33, (Math.PI / 5) * corner - Math.PI / 2];
    return `${(Math.cos(angle) * radius).toFixed(1)},${(Math.sin(angle) * radius).toFixed(1)}`;
  });
  return [
    svg(
      "g",
      { class: `piece joker ${colourClass(top)}` },
      svg("rect", { class: "socket", x: -47, y: -47, width: 94, height: 94, rx: 7 }),
      svg("polygon", { class: "body", points: points.join(" ") }),
    ),
  ];
}

/** @param {Look} _look @param {Piece} top */
function drawBonus(_look, top) {
  return [svg("g", { class: `piece bonus ${colourClass(top)}` }, svg("circle", { class: "body", r: 29 }), svg("text", { y: 10 }, top.prize ?? ""))];
}

/** A line along an edge, from dot to dot. @param {Look} _look @param {Piece} top @param {string} _cell @param {string} form */
function drawBar(_look, top, _cell, form) {
  const d = form === "down" ? "M0 -43V43" : "M-43 0H43";
  return [svg("g", { class: `piece bar ${colourClass(top)}` }, svg("path", { class: "outer", d }), svg("path", { class: "inner", d }))];
}

/** A box between edges that somebody owns; the second player's have a frame. @param {Look} _look @param {Piece} top */
function drawBox(_look, top) {
  const group = svg("g", { class: `piece box ${colourClass(top)}` }, svg("rect", { class: "body", x: -39, y: -39, width: 78, height: 78, rx: 5 }));
  if (top.owner === 1) group.append(svg("rect", { class: "frame", x: -24, y: -24, width: 48, height: 48, rx: 3 }));
  return [group];
}

const MOST_SEEDS = 48; // that are drawn; the number shows the rest
const SEED_TURN = 2.39996; // from seed to seed, as in a sunflower

/** Seeds in a heap, and how many there are below it. @param {Look} look @param {Piece} top @param {string} _cell @param {string} form */
function drawSeeds(look, top, _cell, form) {
  const high = form === "store" ? 97 : 32;
  const shown = Math.min(look.height, MOST_SEEDS);
  const reach = 12 * Math.sqrt(shown);
  const spots = Array.from({ length: shown }, (_, number) => {
    const [far, turn] = [Math.sqrt((number + 0.5) / shown), SEED_TURN * number];
    return [Math.min(32, reach) * far * Math.cos(turn), Math.min(high, reach) * far * Math.sin(turn)];
  });
  const middle = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / Math.max(1, shown));
  const drawn = spots.map(([x, y]) => svg("circle", { class: "body", cx: (x - middle[0]).toFixed(1), cy: (y - middle[1]).toFixed(1), r: 8 }));
  return [svg("g", { class: `piece seeds ${colourClass(top)}` }, ...drawn, svg("text", { y: high + 34 }, String(look.height)))];
}

/** A piece of a game from elsewhere: a counter with its glyph. @param {Look} look @param {Piece} top */
function drawUnknown(look, top) {
  const group = svg("g", { class: `piece disc ${colourClass(top)}` });
  group.append(
    svg("circle", { class: "shade", r: 38, cx: 1.5, cy: 3.5 }),
    svg("circle", { class: "body", r: 38 }),
    svg("text", { class: "glyph", y: 13 }, top.letter.toUpperCase()),
  );
  return look.height > 1 ? [group, drawHeight(look.height)] : [group];
}

/** @param {string} mark @param {Piece | undefined} top */
function drawMark(mark, top) {
  if (mark === "bonus") return [svg("circle", { class: "mark-bonus", r: 18 })];
  if (!top) return [];
  const name = mark === "record" ? "mark-record" : "mark-other";
  return [
    svg(
      "g",
      { class: `${name} ${colourClass(top)}` },
      svg("path", { class: "body", d: "M-17 -17H17V17H-17Z" }),
      svg("path", { class: "facet lit", d: "M-17 -17H17L0 0Z" }),
      svg("path", { class: "facet dark", d: "M-17 17H17L0 0Z" }),
      svg("path", { class: "facet side", d: "M17 -17V17L0 0Z" }),
    ),
  ];
}
