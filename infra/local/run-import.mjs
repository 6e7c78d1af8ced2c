// The two halves of an import: the index by the search service, then the page images by the imaging service.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from './node-version.mjs';
import { importEnvironmentOf } from './process-environment.mjs';
import { Problem } from './problem.mjs';
import { spawnOwned } from './processes.mjs';

const indexHalf = 'services/search/dist/import/import.main.js';
const sectionReader = 'services/admin-config/dist/sections/show-section.main.js';
const imageHalf = 'services/imaging/dist/ingest/import.main.js';

/**
 * Imports a bundle folder into a county.
 * @param {{ bundle: string, county: string, rejects?: string, acceptRemovals?: boolean, environment: Record<string,
 * string>, say: (line: string) => void }} o
 * `environment` is the launcher's; each half gets its part
 * @throws {Problem} when a half refused the bundle, or ended with STILL_VISIBLE. If the index half refused the bundle,
 * the previous index stays live.
 */
export async function runImport({ bundle, county, rejects, acceptRemovals, environment, say }) {
  // both halves give the import the same name, so that the page Monitoring shows them as one
  const named = ['--county', county, '--run', randomUUID()];
  const options = [bundle, ...named, ...(rejects ? ['--rejects', rejects] : [])];
  const ofIndex = acceptRemovals ? [...options, '--accept-removals'] : options;
  const half = (script, name, given, live = []) =>
    runScript(path.join(projectRoot, script), given, importEnvironmentOf(environment, name), say, live);
  const [{ drawPages }, ended] = await Promise.all([
    readSection('imageImport', county, environment),
    half(indexHalf, 'search', ofIndex, [STILL_VISIBLE]),
  ]);
  await half(imageHalf, 'imaging', drawPages ? [...options, '--draw-pages'] : options);
  if (ended !== 0) throw new Problem(endings.get(`${indexHalf} ${ended}`));
}

/**
 * The exit code of the index half if the new index is live, but rows that hide records were rejected, so the index may
 * still show these records.
 */
const STILL_VISIBLE = 4;

/** What exit codes mean. A key is the path of a script and the exit code with which it ended. */
const endings = new Map([
  [
    `${imageHalf} 4`,
    'Some images have no record: rejects.csv names them. Everything else of the bundle is in.',
  ],
  [`${indexHalf} 1`, 'Nothing of the bundle is in: correct what is named above and import it again.'],
  [
    `${indexHalf} ${STILL_VISIBLE}`,
    'The bundle is in, but the records named above are still visible: correct their rows and import them again.',
  ],
]);

/** Reads a section of the county's configuration from the database, even while the product is not running. */
async function readSection(name, county, environment) {
  const lines = [];
  const options = [name, '--county', county];
  const script = path.join(projectRoot, sectionReader);
  await runScript(script, options, importEnvironmentOf(environment, 'admin-config'), (line) =>
    lines.push(line),
  );
  return JSON.parse(lines.at(-1) ?? '{}');
}

/**
 * Runs a script of the project with only `environment`, and passes on its output line by line.
 * @param {readonly number[]} [accepted] exit codes besides 0 that are no failure
 * @returns {Promise<number>} the exit code
 */
export async function runScript(script, options, environment, say, accepted = []) {
  const child = spawnOwned(
    process.execPath,
    [script, ...options],
    { env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
    'TERM',
  );
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', say);
  const [code] = await once(child, 'exit');
  const ended = path.relative(projectRoot, script);
  if (code !== 0 && !accepted.includes(code))
    throw new Problem(endings.get(`${ended} ${code}`) ?? `${ended} ended with ${code}`);
  return code;
}
