// `npm run facts` and `npm run facts -- again …`: lists the facts (events) that a service could not apply, and lets the
// service apply them again, for the product on DATA_DIR or on DATABASE_ADMIN_URL.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { factsFromCommandLine } = await import('./facts-command.mjs');
  await factsFromCommandLine(process.argv.slice(2));
}
