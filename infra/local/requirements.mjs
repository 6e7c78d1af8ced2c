// `npm run requirements [-- --missing AREA | --unknown]`: shows which requirements of proto/requirements the tests
// name. It counts the tests that passed in the last `npm test`. Before the first `npm test`, it counts the titles in
// the sources.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './node-version.mjs';
import { Problem, reportAndExit } from './problem.mjs';
import { projectFiles } from './project-files.mjs';
import { coverage, missing, readRequirements, titlesIn, unknown } from './requirements.rules.mjs';

const folder = path.join(projectRoot, 'proto/requirements');
const passed = path.join(projectRoot, 'test-results/passed.txt');

/** Every requirement, in the order of the files. */
export const allRequirements = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .sort()
    .flatMap((file) => readRequirements(readFileSync(path.join(folder, file), 'utf8')));

/** Titles of all tests in the sources. */
export const sourceTitles = () =>
  projectFiles()
    .filter((file) => /\.(?:spec|test|e2e)\.[cm]?[jt]sx?$/.test(file))
    .flatMap((file) => titlesIn(readFileSync(path.join(projectRoot, file), 'utf8')));

const countedTitles = () =>
  existsSync(passed)
    ? { titles: readFileSync(passed, 'utf8').split('\n'), by: 'tests that passed in the last npm test' }
    : { titles: sourceTitles(), by: 'test titles in the sources (no test-results/passed.txt yet)' };

function linesFor(args) {
  const requirements = allRequirements();
  const { titles, by } = countedTitles();
  if (args.length === 0) {
    const { areas, named, all } = coverage(requirements, titles);
    const line = (name, some, total) =>
      `${name.padEnd(4)} ${String(some).padStart(4)} of ${String(total).padStart(4)}`;
    return [
      ...areas.map((area) => line(area.area, area.named, area.all)),
      `${line('all', named, all)} requirements, by ${by}`,
    ];
  }
  if (args[0] === '--unknown' && args.length === 1) return unknown(requirements, titles);
  if (args[0] === '--missing' && args.length === 2)
    return missing(requirements, titles, args[1]).map(
      ({ id, where, statement }) => `${id}\t${where}\t${statement}`,
    );
  throw new Problem('Usage: npm run requirements [-- --missing AREA | --unknown]');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    for (const line of linesFor(process.argv.slice(2))) process.stdout.write(`${line}\n`);
  } catch (error) {
    reportAndExit(error);
  }
}
