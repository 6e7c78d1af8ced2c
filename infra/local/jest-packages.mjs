import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './node-version.mjs';

const CACHE = path.join(projectRoot, '.cache/jest-packages');

/**
 * Bundles each package that tests import into one file; shared modules go into files beside it. Otherwise jest loads
 * every module of every package again for each test file: 1,500 modules for a service, which takes seconds of processor
 * time.
 * @param {string} name of the folder
 * @param {'node' | 'browser'} platform
 * @param {readonly string[]} packages by the names that imports use
 * @returns {Promise<Record<string, string>>} jest's moduleNameMapper
 */
export async function bundledPackages(name, platform, packages) {
  const folder = path.join(CACHE, `${name}-${digestOf(packages)}`);
  if (!existsSync(folder)) await bundle(folder, platform, packages);
  const place = (specifier) => path.join(folder, `${fileName(specifier)}.mjs`);
  return Object.fromEntries(
    packages.map((specifier) => [`^${specifier.replaceAll('.', '\\.')}$`, place(specifier)]),
  );
}

/** These packages load a native library from their own folder, so they are not bundled. */
const native = [/^sharp/, /^@node-rs\//, /^pg-native/];

const fileName = (specifier) => specifier.replaceAll(/[@/]/g, '_');

const digestOf = (packages) =>
  createHash('sha256')
    .update(readFileSync(path.join(projectRoot, 'package-lock.json')))
    .update(readFileSync(import.meta.filename))
    .update(JSON.stringify(packages))
    .digest('hex')
    .slice(0, 16);

async function bundle(folder, platform, packages) {
  // imported only here, because jest loads this file at every start, and most starts have nothing to bundle
  const { rolldown } = await import('rolldown');
  // builds in a folder of its own and renames it, because another run of jest may be building the same packages
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  /** @type {Record<string, string>} */
  const input = {};
  for (const specifier of packages) {
    const entry = path.join(partial, `entry-${fileName(specifier)}.mjs`);
    writeFileSync(entry, await entryOf(specifier));
    input[fileName(specifier)] = entry;
  }
  const build = await rolldown({
    input,
    platform,
    cwd: projectRoot,
    logLevel: 'silent',
    // the field of package.json that Node and jest read
    resolve: { mainFields: ['main'] },
    external: [/\.node$/, ...native],
    plugins: [withoutOwnerStacks],
    transform: { define: { 'process.env.NODE_ENV': '"test"' } },
  });
  await build.write({
    dir: partial,
    format: 'esm',
    strictExecutionOrder: true,
    comments: false,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared-[hash].mjs',
    // jest passes `jest` to CommonJS modules as a parameter; testing-library uses it to detect fake timers
    intro: 'const jest = import.meta.jest;',
  });
  await build.close();
  for (const entry of Object.values(input)) rmSync(entry);
  try {
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Stops React from recording a stack for each element. The recording would take a sixth of the time of the web tests.
 */
const withoutOwnerStacks = {
  name: 'without-owner-stacks',
  transform: (code, id) =>
    /[/]react[/]cjs[/].*development/.test(id)
      ? code.replaceAll('1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++', 'false')
      : undefined,
};

/**
 * Writes a module that exports all exports of a package. Runs the package first, because only then are the names of a
 * CommonJS package's exports known.
 */
async function entryOf(specifier) {
  const exported = await import(specifier);
  if (!('module.exports' in exported)) {
    const more = 'default' in exported ? `export { default } from '${specifier}';` : '';
    return `export * from '${specifier}';${more}`;
  }
  const names = Object.keys(exported).filter((name) => !['default', 'module.exports'].includes(name));
  return `import all from '${specifier}'; export default all;
const { ${names.map((name) => `${name}: _${name}`).join(', ')} } = all;
export { ${names.map((name) => `_${name} as ${name}`).join(', ')} };`;
}
