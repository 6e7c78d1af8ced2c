// Stops everything that was started, in reverse order and only once, whatever the reason.
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

  /** Ends this process when everything has stopped. The reaper ends any server that remains. */
  function end(reason, code = 0) {
    if (stopping) return stopping;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    stopping = stopAll(reason).then(() => process.exit(code));
    return stopping;
  }

  /** Stops on Ctrl-C, SIGTERM, a closed terminal or a dead parent. A second Ctrl-C ends this process at once. */
  function onSignals() {
    process.on('SIGINT', () => (stopping ? process.exit(130) : void end('Ctrl-C')));
    process.on('SIGTERM', () => void end('SIGTERM'));
    process.on('SIGHUP', () => void end('the terminal was closed'));
    watchParents(() => void end('the starting process is gone'));
    // A write to a closed terminal must not interrupt the stopping.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  const add = (what, stop) => stops.push({ what, stop: async () => stop() });
  return { add, end, onSignals, isStopping: () => stopping !== undefined };
}
