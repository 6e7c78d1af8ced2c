// Brings the county to rest at the source: nobody can change anything, and no fact of the county is on its way.
import { Problem } from '../problem.mjs';
import { lateFacts } from './facts-drain.mjs';
import { closeGates, openGates } from './gates.mjs';

/** While a gate is being closed, the move waits at most this long for the transactions that have already written. */
const GATE_WAIT_MS = 5_000;
/**
 * The gates are closed at most this many times. They are opened again if a new fact has appeared between the check for
 * facts and the closing.
 */
const TRIES = 5;
/**
 * How long the last check, after the gates have closed, waits for readers. Readers may still be busy with facts of
 * other counties, which the gates do not stop.
 */
const LAST_LOOK_MS = 1_000;

/**
 * Closes the gates when no fact of the county is on its way.
 * @param {object} o
 * @param {import('./installation.mjs').Installation} o.installation
 * @param {import('./sessions.mjs').Session} o.source
 * @param {string} o.county
 * @param {number} o.until the time at which to give up, in milliseconds
 * @throws {Problem} that names what is late
 */
export async function quieten({ installation, source, county, until }) {
  const late = (latest) => lateFacts({ installation, source, county, until: Math.min(until, latest) });
  // hides the county from jobs across counties, because a closed gate would make them fail for the other counties too
  await closeGates(source, county, 'workers', GATE_WAIT_MS);
  await closeGates(source, county, 'early', GATE_WAIT_MS);
  for (let tried = 1; ; tried += 1) {
    const waiting = await late(until);
    if (waiting) throw new Problem(waiting);
    await closeGates(source, county, 'late', GATE_WAIT_MS);
    const left = await late(Date.now() + LAST_LOOK_MS);
    if (!left) return;
    // opens the gates for the facts that are left; otherwise their readers would fail at the closed gates again and
    // again, and hold up the facts of other counties
    await openGates(source, county, 'late');
    if (tried === TRIES || Date.now() > until)
      throw new Problem(`${county} does not come to rest, because facts are always on their way. ${left}`);
  }
}
