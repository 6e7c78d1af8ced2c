import { parseArgs } from 'node:util';
import { readVariable } from '@portal/infra/config';
import { migrate } from '@portal/infra/db';
import { migrations } from '../migrations/index.js';
import { importBundle } from './import-bundle.js';
import { ImportRefused } from './import-refused.js';
import { reconcileTable } from './reconcile.js';

const usage = 'usage: npm run import -- <bundle folder> --county <id> [--rejects <file>]';

/** `npm run import`: the index part. Prints what it did; 1 when the bundle was refused, 2 when the call was wrong. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { county: { type: 'string' }, rejects: { type: 'string' } },
  });
  const [bundle] = positionals;
  const adminUrl = readVariable('DATABASE_ADMIN_URL');
  if (!bundle || !values.county || positionals.length > 1) return complain(usage, 2);
  if (!adminUrl) return complain('DATABASE_ADMIN_URL is missing: an import makes tables', 2);
  try {
    await migrate(adminUrl, { service: 'search', migrations });
    const { county, rejects } = values;
    const done = await importBundle({ adminUrl, bundle, county, ...(rejects !== undefined && { rejects }) });
    const rejected =
      done.rejected === 0 ? 'none rejected' : `${done.rejected} rows rejected, see ${done.rejects}`;
    process.stdout.write(`${reconcileTable(done.reconciled)}\n`);
    process.stdout.write(
      `${county}: ${done.documents} documents in ${done.seconds.toFixed(1)} s, ${rejected}\n`,
    );
    return 0;
  } catch (error) {
    if (error instanceof ImportRefused) return complain(`Nothing was imported: ${error.message}`, 1);
    throw error;
  }
}

function complain(text: string, code: number): number {
  process.stderr.write(`${text}\n`);
  return code;
}

process.exitCode = await main();
