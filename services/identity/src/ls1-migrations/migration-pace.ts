import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause, much shorter than the lease of a migration. */
const LONGEST_REST_MS = 2_000;

/**
 * Runs a part of a migration and then pauses as long as the part took, but at least `leastMs` and at most two seconds.
 * So a migration whose parts take at most two seconds uses at most about half of a processor core and of the database's
 * time, and sign-ins stay as fast as before.
 */
export async function atEase<T>(part: () => Promise<T>, leastMs = 0): Promise<T> {
  const began = performance.now();
  const done = await part();
  await sleep(Math.min(Math.max(performance.now() - began, leastMs), LONGEST_REST_MS));
  return done;
}
