// Sends requests at fixed times, whether or not earlier ones are answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './visitors.mjs';

/** The number of client addresses from which passwords are guessed. */
export const GUESSERS = 50;

/**
 * Calls `work` at equal intervals for this many seconds, without waiting for earlier calls to end.
 * @returns the results of all calls
 */
export async function atRate(perSecond, seconds, work) {
  const started = performance.now();
  const under = [];
  for (let nth = 0; nth < perSecond * seconds; nth += 1) {
    const due = started + (nth * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    under.push(work(nth));
  }
  return Promise.all(under);
}

/** @returns {Promise<{ status: number, ms: number, retryAfter?: string }>} status 0 means no answer */
export async function timed(port, question) {
  const began = performance.now();
  const { status, headers } = await ask(port, question).catch(() => ({ status: 0, headers: {} }));
  return { status, ms: performance.now() - began, retryAfter: headers['retry-after'] };
}
