/** Generators: one 64-bit word each, from which a module's functions draw; a seed gives the same one as in Python. */

const MASK = (1n << 64n) - 1n;

// of BLAKE2b (RFC 7693), which spreads seeds: where its numbers begin, and the order of a block's words in each round
const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const ORDERS = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
];
const ROUNDS = 12;
const LENGTH = 8n; // bytes of the digest
const MIXED = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"];

/** @type {(word: bigint, bits: bigint) => bigint} */
const turned = (word, bits) => ((word >> bits) | (word << (64n - bits))) & MASK;

/** @param {string} digits */
const places = (digits) => [...digits].map((digit) => Number.parseInt(digit, 16));

/**
 * The digest of a short text as a number.
 * @param {string} text at most 128 letters
 */
function digest(text) {
  const bytes = new Uint8Array(128);
  bytes.set(new TextEncoder().encode(text));
  const block = new BigUint64Array(bytes.buffer);
  const first = START[0] ^ 0x01010000n ^ LENGTH;
  const numbers = [first, ...START.slice(1), ...START];
  numbers[12] ^= BigInt(text.length);
  numbers[14] ^= MASK; // this block is the last
  for (let round = 0; round < ROUNDS; round++) {
    const order = places(ORDERS[round % ORDERS.length]);
    MIXED.forEach((digits, step) => {
      const [a, b, c, d] = places(digits);
      const mix = (/** @type {bigint} */ word, /** @type {bigint} */ one, /** @type {bigint} */ two) => {
        numbers[a] = (numbers[a] + numbers[b] + word) & MASK;
        numbers[d] = turned(numbers[d] ^ numbers[a], one);
        numbers[c] = (numbers[c] + numbers[d]) & MASK;
        numbers[b] = turned(numbers[b] ^ numbers[c], two);
      };
      mix(block[order[2 * step]], 32n, 24n);
      mix(block[order[2 * step + 1]], 16n, 63n);
    });
  }
  return first ^ numbers[0] ^ numbers[8];
}

/**
 * A generator; without a seed, one that nobody can foresee.
 * @param {number} [seed] a whole number
 * @returns {bigint}
 */
export function newRandom(seed) {
  return seed === undefined ? crypto.getRandomValues(new BigUint64Array(1))[0] : digest(String(seed));
}
