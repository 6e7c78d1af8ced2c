// `npm run check-pages -- <address of a county> … [--mail <address>]` checks that the pages that take card payments are
// served as this checkout builds them (S18), and mails the differences. Meant for a daily timer on a machine that does
// not serve these pages itself.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot, runsUnderNode24 } from './node-version.mjs';
import { reportAndExit } from './problem.mjs';
import { importBuilt } from './service-modules.mjs';

/**
 * Compares the served pages with built pages. A checkout builds these first; a container image already contains them.
 */
export async function checkPages() {
  if (existsSync(path.join(projectRoot, 'web/src'))) await build();
  await importBuilt('gateway/dist/page-check/page-check.main.js');
}

async function build() {
  const { buildServer } = await import('./build-server.mjs');
  const { buildWeb } = await import('./build-web.mjs');
  await buildServer();
  await buildWeb();
}

if (process.argv[1] === fileURLToPath(import.meta.url) && (await runsUnderNode24(process.argv[1])))
  await checkPages().catch(reportAndExit);
