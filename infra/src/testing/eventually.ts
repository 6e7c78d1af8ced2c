import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until an assertion holds and returns its value.
 * @throws the assertion's last error after `withinMs`
 */
export async function eventually<T>(assertion: () => T | Promise<T>, withinMs = 5_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (let wait = 10; ; wait = Math.min(wait * 1.5, 200)) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() + wait > end) throw error;
      await sleep(wait);
    }
  }
}
