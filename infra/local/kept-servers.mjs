// Restarts servers of `npm start` that have ended, so that a dead database does not end the whole product.
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './processes.mjs';

const LOOK_MS = 250;
const TRY_AGAIN_MS = 5_000;

/**
 * Watches one server until `stop`.
 * @param {string} name as the user reads it
 * @param {{ pid: number, stop: () => Promise<void> }} server that runs
 * @param {() => Promise<{ pid: number, stop: () => Promise<void> }>} startAgain starts the server again on
 * the same address
 * @param {(line: string) => void} say
 * @returns {{ stop: () => Promise<void> }} ends the watching and the server
 */
export function keepServer(name, server, startAgain, say) {
  let current = server;
  let stopping = false;
  const keep = async () => {
    while (!stopping) {
      await sleep(LOOK_MS, undefined, { ref: false });
      if (stopping || isAlive(current.pid)) continue;
      say(`${name} ended; it is started again`);
      current = await revive(name, startAgain, say, () => stopping, current);
    }
  };
  const keeping = keep();
  return {
    stop: async () => {
      stopping = true;
      await keeping;
      await current.stop();
    },
  };
}

/** Tries until the server is back, and reports only the first failure. */
async function revive(name, startAgain, say, isStopping, dead) {
  for (let told = false; !isStopping();) {
    try {
      const server = await startAgain();
      say(`${name} runs again`);
      return server;
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      if (!told) say(`${name} does not start: ${reason} It is tried again every ${TRY_AGAIN_MS / 1000} s.`);
      told = true;
      for (let waited = 0; waited < TRY_AGAIN_MS && !isStopping(); waited += LOOK_MS) await sleep(LOOK_MS);
    }
  }
  return dead;
}
