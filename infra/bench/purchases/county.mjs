// A county with prices and some documents with page images, imported as an office's are.
import path from 'node:path';
import { writeDemoBundle } from '../../local/demo/bundle.mjs';
import { demoCounties } from '../../local/demo/county-settings.mjs';
import { runImport } from '../../local/run-import.mjs';

export const COUNTY = 'lake';

export async function makeCounty({ rpc, stack, say }) {
  const { getSections, saveCounty, saveSection } = await import('@portal/proto/rpc/admin-config');
  const { environment, dataDir } = stack;
  const { county, sections } = demoCounties(Number(environment.PORT)).find((one) => one.county.id === COUNTY);
  await rpc.run(saveCounty, county);
  for (const { name, version } of await rpc.run(getSections, { names: Object.keys(sections) })) {
    if (version === 0) await rpc.run(saveSection, { name, version, value: sections[name] });
  }
  const bundle = path.join(dataDir, 'bundle');
  await writeDemoBundle(COUNTY, bundle, { documents: 600, imaged: 200 });
  await runImport({ bundle, county: COUNTY, environment, say });
}
