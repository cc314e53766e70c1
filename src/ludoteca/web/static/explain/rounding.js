/** Numbers rounded as Python rounds them: what lies exactly between two goes to the even one. */

const EXACT = 60; // digits, more than any number here has after its point

/**
 * @param {number} number
 * @param {number} [digits] after the point
 */
export function rounded(number, digits = 0) {
  const near = Number(number.toFixed(digits));
  const after = number.toFixed(EXACT).split(".")[1].slice(digits);
  if (!/^50*$/.test(after)) return near;
  const scale = 10 ** digits;
  return (2 * Math.round((number * scale) / 2)) / scale;
}
