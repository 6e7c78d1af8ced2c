// The two halves of an import: the index by the search service, then the page images by the imaging service.
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from './node-version.mjs';
import { importEnvironmentOf } from './process-environment.mjs';
import { Problem } from './problem.mjs';
import { spawnOwned } from './processes.mjs';

const indexHalf = 'services/search/dist/import/import.main.js';
const imageHalf = 'services/imaging/dist/ingest/import.main.js';

/**
 * Imports a bundle folder into a county.
 * @param {{ bundle: string, county: string, rejects?: string, acceptRemovals?: boolean, drawPages?: boolean, environment: Record<string, string>, say: (line: string) => void }} o
 *   `environment` is the launcher's; each half gets its part
 * @throws {Problem} when a half refused the bundle; what was live before is live still
 */
export async function runImport({ bundle, county, rejects, acceptRemovals, drawPages, environment, say }) {
  const options = [bundle, '--county', county, ...(rejects ? ['--rejects', rejects] : [])];
  const ofIndex = acceptRemovals ? [...options, '--accept-removals'] : options;
  const ofImages = drawPages ? [...options, '--draw-pages'] : options;
  await runScript(
    path.join(projectRoot, indexHalf),
    ofIndex,
    importEnvironmentOf(environment, 'search'),
    say,
  );
  await runScript(
    path.join(projectRoot, imageHalf),
    ofImages,
    importEnvironmentOf(environment, 'imaging'),
    say,
  );
}

/** Runs a script of the project, with nothing but `environment`, and hands on what it prints, line by line. */
export async function runScript(script, options, environment, say) {
  const child = spawnOwned(
    process.execPath,
    [script, ...options],
    { env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
    'TERM',
  );
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', say);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Problem(`${path.relative(projectRoot, script)} ended with ${code}`);
}
