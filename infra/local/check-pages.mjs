// `npm run check-pages -- <address of a county> … [--mail <address>]` checks that the pages that take card payments are
// served as this checkout builds them (S18), and mails a difference. For a daily timer on a machine that does not serve
// these pages itself.
import { runsUnderNode24 } from './node-version.mjs';
import { reportAndExit } from './problem.mjs';
import { importBuilt } from './service-modules.mjs';

async function main() {
  const { buildServer } = await import('./build-server.mjs');
  const { buildWeb } = await import('./build-web.mjs');
  await buildServer();
  await buildWeb();
  await importBuilt('gateway/dist/page-check/page-check.main.js');
}

if (await runsUnderNode24(process.argv[1])) await main().catch(reportAndExit);
