// Checks that everything in package-lock.json is installed. Plain JavaScript without dependencies.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The first package that is missing or has another version, as its path below `root`; undefined if there is none. npm
 * writes node_modules/.package-lock.json last, so an interrupted installation counts as no installation.
 */
export function firstMissingPackage(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const record = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return 'node_modules';
  const installed = readPackages(record);
  return Object.keys(wanted).find((name) => {
    if (name === '' || wanted[name].version === installed[name]?.version) return false;
    return !wanted[name].optional || isForThisMachine(wanted[name]);
  });
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** An optional package may be missing when it is for another system, processor or C library. */
function isForThisMachine({ os, cpu, libc }) {
  if (!os || !cpu || libc) return false;
  return os.includes(process.platform) && cpu.includes(process.arch);
}

/** The number of packages in a complete installation, and how many are unpacked so far. */
export function countPackages(root) {
  const packages = Object.entries(readPackages(path.join(root, 'package-lock.json')));
  const wanted = packages.filter(([, entry]) => !entry.link && (!entry.optional || isForThisMachine(entry)));
  // npm creates all folders first and fills them as the downloads arrive.
  const unpacked = wanted.filter(([place]) => existsSync(path.join(root, place, 'package.json')));
  return { wanted: wanted.length, unpacked: unpacked.length };
}
