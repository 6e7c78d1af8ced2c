// `npm run facts` and `npm run facts -- again …`: shows and repeats the facts (events) that a service could not apply,
// for the product on DATA_DIR or on DATABASE_ADMIN_URL.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { factsFromCommandLine } = await import('./facts-command.mjs');
  await factsFromCommandLine(process.argv.slice(2));
}
