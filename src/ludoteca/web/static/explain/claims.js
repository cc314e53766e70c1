/** A claim: one thing that is said about a move, as data; the same as Python's `explain/claims.py`. `templates.js` makes it a sentence. */

/** @typedef {{kind: string, [argument: string]: any}} Claim a kind, and what fills the places of its template */

export {};
