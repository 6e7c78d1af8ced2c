import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { transformFile } from '@swc/core';
import { projectRoot } from './node-version.mjs';
import { serverPackages } from './packages.mjs';
import { Problem } from './problem.mjs';

const SETTINGS = path.join(projectRoot, '.swcrc');
const isSource = (file) => /(?<!\.d)\.ts$/.test(file);
const outputName = (file) => file.replace(/\.ts$/, '.js');

/**
 * Compiles every source that is newer than its output, copies files that need no compiling, and deletes outputs whose
 * source is gone.
 */
export async function buildServer() {
  const { $schema: _, ...settings } = JSON.parse(readFileSync(SETTINGS, 'utf8'));
  const settingsTime = (await stat(SETTINGS)).mtimeMs;
  const results = await Promise.all(
    serverPackages().map((folder) => buildPackage(path.join(projectRoot, folder), settings, settingsTime)),
  );
  const files = results.flat();
  return { compiled: files.filter(Boolean).length, current: files.filter((compiled) => !compiled).length };
}

async function buildPackage(folder, settings, settingsTime) {
  const [src, dist] = [path.join(folder, 'src'), path.join(folder, 'dist')];
  const files = filesBelow(src);
  await removeLeftovers(dist, new Set(files.map(outputName)));
  return Promise.all(
    files.map((file) =>
      buildFile(path.join(src, file), path.join(dist, outputName(file)), settings, settingsTime),
    ),
  );
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

async function removeLeftovers(dist, expected) {
  if (!existsSync(dist)) return;
  // A name that ends in a process number belongs to another build, which is still writing the file.
  const finished = filesBelow(dist).filter((file) => !/\.\d+$/.test(file));
  const leftovers = finished.filter((file) => !expected.has(file.replace(/\.js\.map$/, '.js')));
  await Promise.all(leftovers.map((file) => rm(path.join(dist, file), { force: true })));
}

/** Compiles or copies a file. Resolves to false when the output is newer than the source and the settings. */
async function buildFile(source, output, settings, settingsTime) {
  const made = await stat(output).catch(() => undefined);
  const sourceTime = (await stat(source)).mtimeMs;
  if (made && made.mtimeMs > sourceTime && made.mtimeMs > settingsTime) return false;
  await mkdir(path.dirname(output), { recursive: true });
  if (isSource(source)) await compile(source, output, settings);
  else await copyFile(source, output);
  return true;
}

async function compile(source, output, settings) {
  const { code, map } = await transformFile(source, { ...settings, swcrc: false, filename: source }).catch(
    (error) => {
      throw new Problem(`${path.relative(projectRoot, source)} does not compile:\n${error.message}`);
    },
  );
  await writeFile(`${output}.map`, map ?? '');
  // The code is renamed into place when it is complete. An interrupted build must not leave half a file, and a process
  // that loads the code now must not read half a file.
  const partial = `${output}.${process.pid}`;
  await writeFile(partial, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`);
  await rename(partial, output);
}
