// Summarizes measured values (median, mean, percentile) and measures processor time.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the value below which `share` (0 to 1) of all values lie; `values` need not be sorted. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Formats a number with two decimals; with one if it is at least 10, and without decimals if it is at least 100. */
export function round(value) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Processor time in milliseconds that `work` costs this process, with all its threads. */
export async function cpuMs(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Compares several ways to do the same thing: for each way, the median of the processor time in milliseconds. Each
 * round runs every way once, so that a busy moment of the machine affects all of them. A first round is not counted.
 * @param {Record<string, () => Promise<unknown>>} ways
 * @returns {Promise<Record<string, number>>}
 */
export async function compareCpu(ways, rounds) {
  const taken = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, work] of Object.entries(ways)) {
      const ms = await cpuMs(work);
      if (round > 0) taken[name].push(ms);
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([name, values]) => [name, median(values)]));
}
