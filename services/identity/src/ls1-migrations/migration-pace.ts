import { setTimeout as sleep } from 'node:timers/promises';

/** Far below the lease of a migration. */
const LONGEST_REST_MS = 2_000;

/**
 * Does a part of a migration, then rests as long as the part took, at least `leastMs`. So a migration uses at most half
 * of a core, of a connection and of the database, however busy the machine is, and users sign in as quickly as before.
 */
export async function atEase<T>(part: () => Promise<T>, leastMs = 0): Promise<T> {
  const began = performance.now();
  const done = await part();
  await sleep(Math.min(Math.max(performance.now() - began, leastMs), LONGEST_REST_MS));
  return done;
}
