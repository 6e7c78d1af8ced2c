/** Picks an index by weight in constant time (Walker's alias method). */
export function aliasIndex(random, weights) {
  const amount = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const keep = Float64Array.from(weights, (weight) => (weight * amount) / total);
  const other = new Int32Array(amount);
  const [small, large] = [[], []];
  keep.forEach((share, at) => (share < 1 ? small : large).push(at));
  while (small.length > 0 && large.length > 0) {
    const [low, high] = [small.pop(), large.pop()];
    other[low] = high;
    keep[high] -= 1 - keep[low];
    (keep[high] < 1 ? small : large).push(high);
  }
  for (const at of [...small, ...large]) keep[at] = 1;
  return () => {
    const at = random.below(amount);
    return random.next() < keep[at] ? at : other[at];
  };
}

/** Weights that decrease with the rank as 1/(rank + shift)^power. */
export const falling = (amount, shift, power) =>
  Array.from({ length: amount }, (_, rank) => 1 / (rank + shift) ** power);
