import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from './node-version.mjs';

/**
 * For each pattern of files, the tests that read such files without importing them.
 * @type {[RegExp, string[]][]}
 */
const readers = [
  [/\.md$/, ['references', 'decisions', 'service-readmes', 'security-page']],
  [/^(gateway|web|proto|infra|services\/[^/]+)\/src\//, ['references', 'guards', 'service-readmes']],
  [/^proto\/locales\//, ['locales', 'proto:catalogue', 'web:catalogues', 'web:texts']],
  [/^proto\/requirements\//, ['requirements']],
  [/\/migrations?\/|\/tables\.ts$/, ['migrations-under-load', 'tenant-isolation', 'one-service']],
  [/^infra\/local\//, ['launcher', 'process-environment', 'one-service']],
];

/** Configuration files that affect every test. */
const ofAll =
  /^(package(-lock)?|tsconfig(\.base)?|nx)\.json$|\/package\.json$|^\.swcrc$|^jest\.config|^infra\/local\/jest-/;

/**
 * @param {string} base a branch or commit
 * @returns {string[]} files that changed since this branch left `base`, new files included
 */
export function changedSince(base) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [left = base] = git('merge-base', 'HEAD', base);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', left),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/**
 * Test files that a change of `files` can affect: tests that import one of these files, directly or indirectly, and
 * tests that read the text of one of them.
 * @param {string[]} files from the root of the repository
 * @returns {string[] | 'ALL'} tests of jest that need no running product
 */
export function affectedTests(files) {
  if (files.some((file) => ofAll.test(file))) return 'ALL';
  const reading = readers.flatMap(([pattern, tests]) =>
    files.some((file) => pattern.test(file)) ? tests : [],
  );
  return [...new Set([...importing(files), ...existing(reading.map(fileOf))])].sort();
}

const fileOf = (test) => {
  const [folder, name] = test.includes(':') ? test.split(':') : ['infra', test];
  return `${folder}/test/${name}`;
};

const listTests = (...args) =>
  execFileSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--listTests', ...args],
    { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
    .split('\n')
    .filter((line) => path.isAbsolute(line))
    .map((line) => path.relative(projectRoot, line));

const config = '--config=infra/local/jest-affected.config.mjs';

function importing(files) {
  const modules = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));
  return modules.length === 0 ? [] : listTests(config, '--findRelatedTests', ...modules);
}

/** Full names of test files that are given without their ending; names without a file are left out. */
function existing(names) {
  if (names.length === 0) return [];
  const every = listTests(config);
  return every.filter((file) => names.some((name) => file.startsWith(`${name}.spec.`)));
}
