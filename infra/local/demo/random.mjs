/**
 * Creates a generator of random numbers (sfc32). The same seed gives the same sequence on every machine.
 * @param {string} seed
 */
export function seededRandom(seed) {
  const state = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const [at, letter] of [...seed].entries()) {
    state[at % 3] = Math.imul(state[at % 3] ^ letter.charCodeAt(0), 0x85ebca6b) | 0;
  }
  const next = () => {
    let [a, b, c, count] = state;
    const sum = (((a + b) | 0) + count) | 0;
    state[3] = (count + 1) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 20; i += 1) next();
  /** A whole number from 0 to n - 1. */
  const below = (n) => Math.floor(next() * n);
  return {
    next,
    below,
    /** True with this probability. */
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)],
    between: (from, to) => from + below(to - from + 1),
  };
}

/** Picks an index of a list at random, in proportion to the weights. */
export function weightedIndex(random, weights) {
  const sums = [];
  let total = 0;
  for (const weight of weights) sums.push((total += weight));
  return () => {
    const at = random.next() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
