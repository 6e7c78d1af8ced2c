// `npm run county -- list` and `npm run county -- add …`: the counties of the product that runs on DATA_DIR or on
// REDIS_URL.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { countyFromCommandLine } = await import('./county-command.mjs');
  await countyFromCommandLine(process.argv.slice(2));
}
