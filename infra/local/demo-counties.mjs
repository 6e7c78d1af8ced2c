import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoVersion } from './demo/bundle.mjs';
import { makeSignIns } from './demo/sign-ins.mjs';
import { putSiteFiles } from './demo/site-files.mjs';
import { projectRoot } from './node-version.mjs';
import { environmentOf } from './process-environment.mjs';
import { runImport, runScript } from './run-import.mjs';

const counties = ['lake', 'saipan'];
const writer = path.join(projectRoot, 'infra/local/demo/write-bundle.mjs');

/**
 * Gives the demo counties their settings and sign-ins at every start, and their documents and page images at the first
 * start (DEMO=0 skips all of this).
 * @param {{ environment: Record<string, string>, dataDir: string, say: (line: string) => void }} o `environment` with
 * the administrator's address; the product must be running
 */
export async function importDemoCounties({ environment, dataDir, say }) {
  if (environment.DEMO !== '1') return;
  const own = environmentOf(environment, 'launcher');
  await makeSignIns({ environment: own, say });
  await putSiteFiles(own);
  const folder = path.join(dataDir, 'demo');
  mkdirSync(folder, { recursive: true });
  await Promise.all(counties.map((county) => importOnce(county, { environment, folder, say })));
}

/** The marker file is written after the import is complete, so a start that was killed imports again. */
async function importOnce(county, { environment, folder, say }) {
  const mark = path.join(folder, `${county}.${demoVersion}`);
  if (existsSync(mark)) return;
  const bundle = path.join(folder, county);
  const tell = (line) => say(`${county}: ${line.replace(`${county}: `, '')}`);
  await runScript(writer, [county, bundle], environmentOf(environment, 'launcher'), tell);
  await runImport({ bundle, county, environment, say: tell });
  writeFileSync(mark, '');
}
