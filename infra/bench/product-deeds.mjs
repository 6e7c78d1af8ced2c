// Four documents of 200 scanned pages in the product's county, for the benches of downloads and purchases.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tiffFile } from '../local/demo/scan-file.mjs';
import { projectRoot } from '../local/node-version.mjs';
import { importEnvironmentOf } from '../local/process-environment.mjs';
import { runScript } from '../local/run-import.mjs';
import { scannedPages } from './scanned-pages.mjs';

export const PAGES_OF_A_DEED = 200;
export const keysOfDeeds = Array.from({ length: 4 }, (_, nth) => `A${1_000_010 + nth}`);

/** The pages of one document; all four documents have the same pages. */
export function pagesOfDeed() {
  const deeds = scannedPages('deeds', 24);
  return Array.from({ length: PAGES_OF_A_DEED }, (_, nth) => deeds[nth % deeds.length]);
}

/** Imports the page images of the deeds into the product's county, unless an earlier run has done so. */
export async function importDeeds({ folder, environment }) {
  const mark = path.join(folder, 'images-imported');
  if (existsSync(mark)) return;
  const bundle = path.join(folder, 'images-bundle');
  mkdirSync(bundle, { recursive: true });
  writeFileSync(path.join(bundle, 'pages.tif'), tiffFile(pagesOfDeed()));
  const rows = keysOfDeeds.map((key) => `${key},1,${PAGES_OF_A_DEED},pages.tif,1`);
  const columns = 'document_key,first_page,last_page,file,first_file_page';
  writeFileSync(path.join(bundle, 'images.csv'), `${[columns, ...rows].join('\n')}\n`);
  const script = path.join(projectRoot, 'services/imaging/dist/ingest/import.main.js');
  const importing = importEnvironmentOf(environment, 'imaging');
  await runScript(script, [bundle, '--county', 'lake'], importing, () => undefined);
  rmSync(bundle, { recursive: true });
  writeFileSync(mark, '');
}
