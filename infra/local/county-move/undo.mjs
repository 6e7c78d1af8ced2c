// Undoes a move that has not switched over yet: removes what the move has created, from both installations. Calling
// `undo` again does no harm.
import { Problem } from '../problem.mjs';
import { removeGates, showToWorkers } from './gates.mjs';
import { removeIndex } from './index-copy.mjs';
import { announce, openFiles } from './installation.mjs';
import { SCHEMA } from './names.mjs';
import { isSameStore, removeFiles } from './object-copy.mjs';
import { dropSlot, unpublish, unsubscribe } from './replication.mjs';
import { deleteRows } from './rows.mjs';
import { openSession } from './sessions.mjs';
import { findCounty, isArriving, stay } from './standing.mjs';

/**
 * Opens the county on the source again, and removes everything of the county from the target. The source comes first,
 * because people wait there. The database sessions of the move may be broken, so this function opens new sessions.
 * @param {{ county: string, from: import('./installation.mjs').Installation, to: import('./installation.mjs').Installation }} move
 * @returns {Promise<boolean>} true if the target had something of the move
 */
export async function undo({ county, from, to }) {
  const source = await openSession(from.adminUrl);
  try {
    await reopen(source, from, county);
  } finally {
    await source.close();
  }
  const target = await openSession(to.adminUrl, { replica: true });
  try {
    await unsubscribe(target, county);
    const arriving = await isArriving(target, county);
    if (arriving) await clearTarget({ target, county, from, to });
    return arriving;
  } finally {
    await target.close();
  }
}

async function reopen(source, from, county) {
  const { standing } = await findCounty(source, county);
  if (standing === 'MOVED')
    throw new Problem(
      `${county} has moved already. To move it back, move it from the installation that has it now.`,
    );
  await stay(source, county);
  if (standing !== 'OPEN') await announce(from, county);
  await dropSlot(source, county);
  await unpublish(source, county);
  await removeGates(source, county);
  await showToWorkers(source, county);
}

async function clearTarget({ target, county, from, to }) {
  await target.ask(`DELETE FROM admin_config.county WHERE id = $1 AND standing = 'ARRIVING'`, [county]);
  // a move that was killed in its last steps leaves its row in `arrival`, although people already work at the target
  if ((await target.ask('SELECT 1 FROM admin_config.county WHERE id = $1', [county])).length > 0)
    throw new Problem(`The target serves ${county} already. Nothing was removed there.`);
  await deleteRows(target, county);
  await removeIndex(target, county);
  await showToWorkers(target, county);
  const [here, there] = await Promise.all([openFiles(from), openFiles(to)]);
  if (!(await isSameStore(here, there))) await removeFiles(there, county);
  await target.ask(`DELETE FROM ${SCHEMA}.arrival WHERE county = $1`, [county]);
}
