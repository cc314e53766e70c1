/** The board as a self-contained picture: colours are copied from the style sheet into it. */

/** @import {Board} from "./board.js" */

const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "letter-spacing",
];
const LEFT_OUT = ".layer.focus, .layer.fan, .layer.names, .layer.targets, .layer.ghosts, .layer.arrows, .layer.moving, .ways, title";
const PNG_WIDTH = 1200;

/** @param {Board} board */
export function pictureText(board) {
  const source = /** @type {SVGSVGElement} */ (board.svg);
  const copy = /** @type {SVGSVGElement} */ (source.cloneNode(true));
  const [from, to] = [
    [source, ...source.querySelectorAll("*")],
    [copy, ...copy.querySelectorAll("*")],
  ];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      if (value && value !== "none" && value !== "normal" && !(name === "opacity" && value === "1")) to[index].setAttribute(name, value);
      else if (name === "fill" && value === "none") to[index].setAttribute("fill", "none");
    }
    for (const name of ["class", "tabindex", "data-cell", "aria-selected", "role", "aria-label", "aria-hidden", "style"]) to[index].removeAttribute(name);
  });
  for (const [index, element] of from.entries()) if (element.matches(LEFT_OUT)) to[index].remove();
  const [, , width, height] = (source.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {string} name @param {Board} board */
export async function savePng(name, board) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([pictureText(board)], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PNG_WIDTH;
  canvas.height = Math.round((PNG_WIDTH * image.height) / image.width);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((blob) => blob && saveBlob(name, blob), "image/png");
}

/** @param {string} name @param {string} text @param {string} type */
export function saveFile(name, text, type) {
  saveBlob(name, new Blob([text], { type }));
}

/** @param {string} name @param {Blob} blob */
function saveBlob(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
