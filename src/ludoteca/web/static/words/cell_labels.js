/** The labels of the cells of this page's board, if the chosen rules name them differently: `play/cell_labels.py` in the page. */

/** @import {BoardShape} from "../types.js" */

/** @type {Record<string, string>} */ let labels = {};
/** @type {Map<string, string>} */ let names = new Map();

/** From now on the cells are called as this board calls them. @param {BoardShape} board */
export function useLabels(board) {
  if (board.labels === labels) return;
  labels = board.labels ?? {};
  names = new Map(Object.entries(labels).map(([name, label]) => [label.toLowerCase(), name]));
}

/** What people read of a text that names cells as the board does. @param {string} text */
export function inLabels(text) {
  return names.size ? text.replace(/(?<![A-Za-z0-9_])[a-z]+\d+(?![A-Za-z0-9_])/g, (word) => labels[word] ?? word) : text;
}

/** What people mean by a text that names cells as they read them, a space within or not. @param {string} text */
export function fromLabels(text) {
  if (!names.size) return text;
  return text.toLowerCase().replace(/(?<![a-z0-9_])([a-z]+) ?(\d+)(?![a-z0-9_])/g, (word, letters, digits) => names.get(letters + digits) ?? word);
}
