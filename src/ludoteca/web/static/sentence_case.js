/** Reasons as sentences: error messages are phrases, which pages show as whole sentences. */

/** A text with a capital. @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A reason with its capital and its full stop; "c3 is taken" keeps the cell's name as it is. @param {string} reason */
export function sentence(reason) {
  const isWord = !/[\d_]/.test(reason.split(" ")[0]);
  const first = isWord ? capital(reason) : reason;
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
