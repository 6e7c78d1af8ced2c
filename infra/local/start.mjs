// `npm start` and, with --processes, `npm run start:services`: the whole product on this machine.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { start } = await import('./launch.mjs');
  await start({ processes: process.argv.includes('--processes') });
}
