// Everything that was started is ended in the opposite order, once, whatever asks for it.
import { watchParents } from './parent-watch.mjs';

const PATIENCE_MS = 25_000;

/** @param {(line: string) => void} say */
export function openShutdown(say) {
  const stops = [];
  let stopping;

  async function stopAll(reason) {
    say(`Stopping (${reason})`);
    for (const { what, stop } of stops.reverse()) {
      await stop().catch((error) => say(`${what} did not stop cleanly: ${error.message}`));
    }
  }

  /** Ends this process when all is stopped; servers that are left after that the reaper ends. */
  function end(reason, code = 0) {
    if (stopping) return stopping;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    stopping = stopAll(reason).then(() => process.exit(code));
    return stopping;
  }

  /** Ctrl-C, the kill command, a closed terminal and dead parents; Ctrl-C a second time does not wait. */
  function onSignals() {
    process.on('SIGINT', () => (stopping ? process.exit(130) : void end('Ctrl-C')));
    process.on('SIGTERM', () => void end('SIGTERM'));
    process.on('SIGHUP', () => void end('the terminal was closed'));
    watchParents(() => void end('the starting process is gone'));
    // Writing progress to a terminal that is gone must not interrupt the stopping.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  const add = (what, stop) => stops.push({ what, stop: async () => stop() });
  return { add, end, onSignals, isStopping: () => stopping !== undefined };
}
