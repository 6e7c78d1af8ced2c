// `npm run facts` and `npm run facts -- again …`: facts that a service could not apply, in the product that runs on
// DATA_DIR or on DATABASE_ADMIN_URL.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { factsFromCommandLine } = await import('./facts-command.mjs');
  await factsFromCommandLine(process.argv.slice(2));
}
