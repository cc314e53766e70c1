/** The first player's winning chance over a game, as a clickable line. */

import { svg } from "../dom.js";
import { t } from "../words/language.js";

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
