// Lets only the owner of a data folder read what is in it: page images, e-mails, secrets, records of card payments.
import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const OWNER_ONLY = 0o700;
/**
 * The mode of a data folder that contains the folder of a PostgreSQL run by another Unix user. That user can reach
 * PostgreSQL's folder, but cannot list the data folder.
 */
const MAY_PASS = 0o711;

/**
 * From now on, files (0600) and folders (0700) that this process and its children create are private to their owner.
 */
export const keepFilesPrivate = () => void process.umask(0o077);

/**
 * Closes a data folder to other users. If an earlier start left it open, also closes all files in it, once.
 * PostgreSQL's own folder is left alone, because PostgreSQL closes it itself.
 * @param {string} dataDir
 * @param {boolean} isPassedThrough whether another Unix user runs PostgreSQL below it
 */
export function closeDataDir(dataDir, isPassedThrough) {
  const wanted = isPassedThrough ? MAY_PASS : OWNER_ONLY;
  if ((statSync(dataDir).mode & 0o777) === wanted) return;
  for (const name of readdirSync(dataDir)) if (name !== 'postgres') close(path.join(dataDir, name));
  chmodSync(dataDir, wanted);
}

function close(place) {
  const stat = lstatSync(place);
  if (stat.isSymbolicLink()) return;
  chmodSync(place, stat.mode & OWNER_ONLY);
  if (stat.isDirectory()) for (const name of readdirSync(place)) close(path.join(place, name));
}
