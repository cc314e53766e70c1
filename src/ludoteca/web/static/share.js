/** Links to what is shown, and ways to take it along. */

/** @import {View} from "./types.js" */
/** @import {Board} from "./board.js" */
import { el } from "./dom.js";
import { pictureText, savePng, saveFile } from "./export.js";

/** @typedef {{view: View, id: string | null, ply: number, links: Record<string, string | null>, board: Board, moves?: string[], start?: string}} Shared */

/**
 * The address of the analysis board with a position on it.
 * @param {View} view
 * @param {{start?: string, moves?: string[]}} [line] a variation
 */
export function positionLink(view, line) {
  const query = new URLSearchParams({ position: line?.start ?? view.position });
  for (const [name, value] of Object.entries(view.options)) query.set(`set.${name}`, value);
  if (line?.moves?.length) query.set("moves", line.moves.map((move) => move.replaceAll(" ", "_")).join(","));
  return new URL(`/analysis/${view.game.name}?${query}`, location.href).href;
}

export class Sharing {
  /**
   * @param {HTMLElement} dialog
   * @param {() => Shared} shared
   */
  constructor(dialog, shared) {
    this.dialog = /** @type {HTMLDialogElement} */ (dialog);
    this.shared = shared;
    for (const button of document.querySelectorAll("[data-share]")) button.addEventListener("click", () => this.open());
  }

  open() {
    const { view, id, ply, links, board, moves, start } = this.shared();
    const name = `${view.game.name}-${id ?? "position"}-${ply}`;
    /** @type {[string, string][]} */
    const addresses = [];
    if (id)
      addresses.push(
        ["This game", new URL(`/game/${id}`, location.href).href],
        [`This game at move ${ply}`, new URL(`/game/${id}/${ply}`, location.href).href],
      );
    addresses.push(["This position", positionLink(view)]);
    if (moves?.length) addresses.push(["This variation", positionLink(view, { start, moves })]);
    if (links.resume) addresses.push(["Your seat, to go on elsewhere (secret)", new URL(links.resume, location.href).href]);
    const said = el("span", { role: "status", class: "small" });
    const content = el(
      "div",
      {},
      ...addresses.map(([words, address]) => this.address(words, address, said)),
      this.address("Position as text", view.position, said),
      el(
        "div",
        { class: "row" },
        el("button", { onclick: () => saveFile(`${name}.svg`, pictureText(board), "image/svg+xml") }, "Picture (SVG)"),
        el("button", { onclick: () => savePng(`${name}.png`, board) }, "Picture (PNG)"),
        !!links.record && el("a", { class: "button", href: links.record, download: `${name}.txt` }, "Record (text)"),
        !!links.json && el("a", { class: "button", href: links.json, download: `${name}.json` }, "Record (JSON)"),
        el("button", { onclick: () => saveFile(`${name}.view.json`, JSON.stringify(view), "application/json") }, "Position (JSON)"),
      ),
      said,
    );
    this.dialog.querySelector(".share-content")?.replaceChildren(content);
    this.dialog.showModal();
  }

  /**
   * @param {string} words
   * @param {string} text
   * @param {HTMLElement} said
   */
  address(words, text, said) {
    const field = /** @type {HTMLInputElement} */ (
      el("input", { type: "text", readonly: true, value: text, onfocus: (/** @type {any} */ event) => event.target.select() })
    );
    const copy = () =>
      navigator.clipboard.writeText(text).then(
        () => (said.textContent = `${words}: copied.`),
        () => field.focus(),
      );
    return el(
      "div",
      { class: "share-row" },
      el("label", {}, el("span", { class: "small" }, words), field),
      el("button", { onclick: copy }, "Copy", el("span", { class: "unseen" }, ` ${words}`)),
    );
  }
}
