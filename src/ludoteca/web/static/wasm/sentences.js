/** Sentences of a game: templates whose places are filled with numbers, names and words. */

const PLACE = /\{(\d)(?::([^{}]*))?\}/g;

/** @typedef {Record<string, (number: number) => string>} Names how cells, players and colours are called */

/**
 * A template with its places filled in: `{0}` a number, `{0:cell}` a name, `{0:stone|stones}` one or several,
 * `{0:[north,south]}` one word of a list.
 * @param {string} template
 * @param {number[]} numbers
 * @param {Names} names
 */
export function filled(template, numbers, names) {
  return template.replace(PLACE, (_, /** @type {string} */ place, /** @type {string | undefined} */ form) => {
    const value = numbers[Number(place)];
    if (!form) return String(value);
    if (names[form]) return names[form](value);
    if (form.startsWith("[")) return form.slice(1, -1).split(",")[value].trim();
    const [one, many] = form.split("|");
    return value === 1 ? one : many;
  });
}

/**
 * A sentence about words that somebody gave.
 * @param {string} template
 * @param {...string} words
 */
export function worded(template, ...words) {
  return template.replace(/\{(\d)\}/g, (_, place) => words[Number(place)]);
}
