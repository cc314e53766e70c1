/**
 * What a table says to its players: templates that come with the page, so that they are the server's own, and are said by `t`.
 *
 * @typedef {Record<string, string>} TableWords by name; see table/words.py
 */

export {};
