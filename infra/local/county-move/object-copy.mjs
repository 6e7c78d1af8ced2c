// Copies the county's files to another object store. Nothing is copied if both installations use the same store.
import { randomUUID } from 'node:crypto';

const PARALLEL = 8;

/**
 * True if a file that is written to one store is found in the other. Comparing the settings of the stores would not
 * do, because one bucket or folder can have several names. A wrong answer would lose files: an aborted move removes the
 * county's files from the target's store, unless the source uses the same store.
 * @param {import('@portal/infra/storage').ObjectStore} one
 * @param {import('@portal/infra/storage').ObjectStore} other
 * @returns {Promise<boolean>}
 */
export async function isSameStore(one, other) {
  // the key belongs to no county, so no list of a county's files has it
  const key = `_county-move/${randomUUID()}`;
  try {
    await one.put(key, Buffer.from('which store is this?'));
    return (await other.find(key)) !== undefined;
  } finally {
    await one.remove(key);
  }
}

/**
 * Copies the files that the target does not have yet, and those that are newer than the target's copy. A file changes
 * only if an upload replaces it under the same key; it is then newer than its copy.
 * @param {object} o
 * @param {import('@portal/infra/storage').ObjectStore} o.from
 * @param {import('@portal/infra/storage').ObjectStore} o.to
 * @param {string} o.county
 * @param {Set<string>} [o.known] keys that an earlier call has copied; they are not looked at again
 * @param {() => void} [o.check] throws if the copying must end
 * @returns {Promise<{ files: number, copied: number, bytes: number, known: Set<string> }>}
 */
export async function copyFiles({ from, to, county, known = new Set(), check = () => undefined }) {
  const seen = new Set(known);
  const total = { files: 0, copied: 0, bytes: 0, known: seen };
  const running = new Set();
  for await (const key of from.list(`${county}/`)) {
    total.files += 1;
    if (seen.has(key)) continue;
    seen.add(key);
    check();
    if (running.size >= PARALLEL) await Promise.race(running);
    const copying = copyFile({ from, to, key, total }).finally(() => running.delete(copying));
    running.add(copying);
  }
  await Promise.all(running);
  return total;
}

async function copyFile({ from, to, key, total }) {
  const [here, there] = await Promise.all([from.find(key), to.find(key)]);
  // the file was removed while the keys were listed
  if (!here) return;
  if (there?.size === here.size && there.changedAt >= here.changedAt) return;
  const { stream } = await from.open(key);
  await to.put(key, stream, { contentType: here.contentType });
  total.copied += 1;
  total.bytes += here.size;
}

/** Removes the county's files from a store. @returns {Promise<number>} how many there were */
export async function removeFiles(store, county) {
  let files = 0;
  for await (const key of store.list(`${county}/`)) {
    await store.remove(key);
    files += 1;
  }
  return files;
}
