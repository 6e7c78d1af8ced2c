// `npm run import -- <bundle folder> --county <id> [--rejects <file>] [--accept-removals]`: imports into the product
// that runs on DATA_DIR. If no product runs there, imports into the database in DATA_DIR.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { importFromCommandLine } = await import('./import-command.mjs');
  await importFromCommandLine(process.argv.slice(2));
}
