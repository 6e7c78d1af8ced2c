// F13: the object store is unavailable, or an object in it has changed.
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const storeOf = (folder) => `${folder}.store`;

/** Creates the folder of objects as a symbolic link, which `hideObjects` can replace in one step. */
export function makeObjects(folder) {
  mkdirSync(storeOf(folder));
  point(folder, storeOf(folder));
}

/**
 * Replaces the object store with a file for a while, so that every read and write fails. The symbolic link to it always
 * exists; if the link were missing for a moment, a process would create an empty folder in its place.
 */
export async function hideObjects({ stack, random }) {
  const { OBJECTS_DIR: folder } = stack.environment;
  const file = `${folder}.none`;
  writeFileSync(file, '');
  point(folder, file);
  await sleep(random.between(500, 3_000));
  point(folder, storeOf(folder));
  return 'object store away';
}

function point(link, to) {
  const next = `${link}.next`;
  symlinkSync(to, next);
  renameSync(next, link);
}

const damages = {
  altered: (file) => {
    const bytes = readFileSync(file);
    bytes[Math.floor(bytes.length / 2)] ^= 0xff;
    writeFileSync(file, bytes);
  },
  'cut short': (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
  removed: (file) => rmSync(file),
};

/**
 * Alters, truncates or removes the PDF of a paid order before its buyer fetches it. The buyer must still get the PDF
 * that was paid for. The PDF is downloaded now, while other faults strike, and again at the end (`checkDownloads`).
 */
export async function damageObject({ stack, random, violate }) {
  const { history, ask } = stack;
  const paid = history.purchases.slice(-40).filter(isOpen);
  if (paid.length === 0) return false;
  const purchase = random.pick(paid);
  const [order] = await ask(
    `SELECT object_key AS key, object_sha256 AS sha256 FROM payments.download_order
      WHERE image_state_id = $1 AND state IN ('PAID', 'DELIVERED')`,
    [purchase.guid],
  );
  const kind = random.pick(Object.keys(damages));
  try {
    damages[kind](path.join(stack.environment.OBJECTS_DIR, order.key));
  } catch (error) {
    // an earlier fault of this kind may have removed the object, because orders of the same pages share one object
    if (error.code === 'ENOENT') return false;
    throw error;
  }
  history.damaged.push({ ...purchase, sha256: order.sha256 });
  await fetchDamaged(purchase, order.sha256, violate);
  return `a paid PDF ${kind}`;
}

/** True if the order was paid and its buyer still has the session of the purchase. */
export const isOpen = ({ outcome, client, session }) => outcome === 'PAID' && client.session === session;

async function fetchDamaged(purchase, sha256, violate) {
  const { client, guid, pages } = purchase;
  try {
    const download = await client.download(guid);
    if (download.sha256 !== sha256 || download.pages !== pages)
      violate(`I6 ${guid} was damaged, and its buyer got another PDF of ${download.pages} pages`);
  } catch (error) {
    // a missing answer is no violation, because another fault may cause it; the download is tried again at the end
    if (isOpen(purchase) && !/does not answer/.test(error.message))
      violate(`I6 after damage: ${error.message}`);
  }
}
