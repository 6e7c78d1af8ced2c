// Servers of `npm start` that are started again when they end: a dead database is no reason to start everything anew.
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './processes.mjs';

const LOOK_MS = 250;
const TRY_AGAIN_MS = 5_000;

/**
 * Looks after one server until `stop`.
 * @param {string} name as the user reads it
 * @param {{ pid: number, stop: () => Promise<void> }} server that runs
 * @param {() => Promise<{ pid: number, stop: () => Promise<void> }>} startAgain on the address that it had
 * @param {(line: string) => void} say
 * @returns {{ stop: () => Promise<void> }} ends the looking and the server
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

/** Says once why it does not come back, however often it is tried. */
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
