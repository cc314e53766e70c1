/** Creates elements. Text is always inserted as text, so nothing that a person typed is ever parsed as markup. */

import { t } from "./words/language.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {T}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => /** @type {Node | string} */ (child)));
  return element;
}

/** An HTML element: `el("button", {class: "plain", onclick: go}, "Go")`. @param {string} tag @param {Attributes} [attributes] @param {...Child} children */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. @param {string} tag @param {Attributes} [attributes] @param {...Child} children */
export function svg(tag, attributes = {}, ...children) {
  return fill(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * A sentence in the page's language, some of whose places are elements: what `el` takes as children.
 * @param {string} template
 * @param {Record<string, string | number | Node>} places
 * @returns {Child[]}
 */
export function withElements(template, places) {
  /** @type {Node[]} */ const elements = [];
  const marked = Object.entries(places).map(([name, value]) => [name, value instanceof Node ? `\0${elements.push(value) - 1}\0` : value]);
  return t(template, Object.fromEntries(marked))
    .split("\0")
    .map((part, index) => (index % 2 ? elements[Number(part)] : part));
}

/** The element with an id, which must be on the page. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/** What the server put into the page; on a static site, also what the page has in common with those of other languages. */
export function pageData() {
  return { .../** @type {any} */ (globalThis).ludotecaShared, ...JSON.parse(byId("data").textContent || "{}") };
}

/** An icon of the sheet in the page. @param {string} name */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" }, svg("use", { href: new URL(`icons.svg#${name}`, import.meta.url).href }));
}

/** Whether the visitor wants things to stand still. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
