/** Links to what is shown, and ways to export it. */

/** @import {View} from "../types.js" */
/** @import {Board} from "../board/board.js" */
import { analysisPage, gamePage, isStatic } from "../addresses.js";
import { el } from "../dom.js";
import { pictureText, savePng, saveFile } from "../board/export.js";
import { t } from "../words/language.js";

/** @typedef {{view: View, id: string | null, ply: number, links: Record<string, string | null>, board: Board, moves?: string[], start?: string}} Shared */

/**
 * A position as the query of an address: of the analysis board, the editor or a new game.
 * @param {View} view
 * @param {{start?: string, moves?: string[]}} [line] a variation
 */
export function positionQuery(view, line) {
  const query = new URLSearchParams({ position: line?.start ?? view.position });
  for (const [name, value] of Object.entries(view.options)) query.set(`set.${name}`, value);
  if (line?.moves?.length) query.set("moves", line.moves.map((move) => move.replaceAll(" ", "_")).join(","));
  return query;
}

export class Sharing {
  /** @param {HTMLElement} dialog @param {() => Shared} shared */
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
    const isElsewhere = !isStatic; // a game of the static site is in this browser only
    if (id && isElsewhere)
      addresses.push([t("This game"), gamePage(view.game.name, id)], [t("This game at move {ply}", { ply }), gamePage(view.game.name, id, ply)]);
    addresses.push([t("This position"), analysisPage(view.game.name, positionQuery(view))]);
    if (moves?.length) addresses.push([t("This variation"), analysisPage(view.game.name, positionQuery(view, { start, moves }))]);
    if (links.resume) addresses.push([t("Private link to continue on another device"), new URL(links.resume, location.href).href]);
    const said = el("span", { role: "status", class: "small" });
    const content = el(
      "div",
      {},
      ...addresses.map(([words, address]) => this.address(words, address, said)),
      this.address(t("Position as text"), view.position, said),
      el(
        "div",
        { class: "row" },
        el("button", { onclick: () => saveFile(`${name}.svg`, pictureText(board), "image/svg+xml") }, t("Picture (SVG)")),
        el("button", { onclick: () => savePng(`${name}.png`, board) }, t("Picture (PNG)")),
        !!links.record && el("a", { class: "button", href: links.record, download: `${name}.txt` }, t("Record (text)")),
        !!links.json && el("a", { class: "button", href: links.json, download: `${name}.json` }, t("Record (JSON)")),
        el("button", { onclick: () => saveFile(`${name}.view.json`, JSON.stringify(view), "application/json") }, t("Position (JSON)")),
      ),
      said,
    );
    this.dialog.querySelector(".share-content")?.replaceChildren(content);
    this.dialog.showModal();
  }

  /** @param {string} words @param {string} text @param {HTMLElement} said */
  address(words, text, said) {
    const field = /** @type {HTMLInputElement} */ (
      el("input", { type: "text", readonly: true, value: text, onfocus: (/** @type {any} */ event) => event.target.select() })
    );
    const copy = () =>
      navigator.clipboard.writeText(text).then(
        () => (said.textContent = t("{what}: copied.", { what: words })),
        () => field.focus(),
      );
    return el(
      "div",
      { class: "share-row" },
      el("label", {}, el("span", { class: "small" }, words), field),
      el("button", { onclick: copy }, t("Copy"), el("span", { class: "unseen" }, ` ${words}`)),
    );
  }
}
