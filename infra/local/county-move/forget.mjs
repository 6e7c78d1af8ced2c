// `county move --forget`: after a county has moved, removes it from the installation that served it before.
import { Problem } from '../problem.mjs';
import { removeGates, showToWorkers } from './gates.mjs';
import { removeIndex } from './index-copy.mjs';
import { openFiles } from './installation.mjs';
import { removeFiles } from './object-copy.mjs';
import { isFollowed } from './replication.mjs';
import { deleteRows } from './rows.mjs';
import { openSession } from './sessions.mjs';
import { areFilesCopied, findCounty, noteFiles } from './standing.mjs';

/**
 * @param {{ county: string, from: import('./installation.mjs').Installation, files: boolean }} o `files`: also removes
 * the county's files, which is refused unless the move has copied them to a store of the other installation.
 * @returns {Promise<string[]>} lines for the operator
 */
export async function forgetCounty({ county, from, files }) {
  const source = await openSession(from.adminUrl, { replica: true });
  try {
    const { standing, to } = await findCounty(source, county);
    if (standing !== 'MOVED') throw new Problem(`${county} is served here. Nothing was changed.`);
    if (await isFollowed(source, county))
      throw new Problem(
        `The move of ${county} has not ended, so ${to} would delete the rows too. Repeat the command that moved it. Nothing was changed.`,
      );
    if (files && !(await areFilesCopied(source, county)))
      throw new Problem(
        `The move of ${county} has not copied its files, so ${to} may use the same files. Repeat without --files. Nothing was changed.`,
      );
    const rows = await deleteRows(source, county);
    await removeIndex(source, county);
    await showToWorkers(source, county);
    await removeGates(source, county);
    const removed = files ? await removeFiles(await openFiles(from), county) : 0;
    await noteFiles(source, county, false);
    await source.ask(`DELETE FROM admin_config.county WHERE id = $1 AND standing = 'MOVED'`, [county]);
    return [
      `${rows} rows${files ? ` and ${removed} files` : ''} of ${county} are removed here. ${to} has the county.`,
      'Within 30 s, this installation no longer passes requests on.',
    ];
  } finally {
    await source.close();
  }
}
