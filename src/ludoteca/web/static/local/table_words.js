/** What a table says to its players. The words come with the page, so that they are the server's own. */

/** @typedef {Record<string, string>} TableWords by name; see live/table_words.py */

/**
 * A sentence with its places filled in: `{name}`.
 * @param {string} template
 * @param {Record<string, string | number>} words
 */
export function filledIn(template, words) {
  return template.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => String(words[name]));
}
