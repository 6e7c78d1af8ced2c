import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { readVariable } from '@portal/infra/config';
import { migrate } from '@portal/infra/db';
import { migrations } from '../migrations/index.js';
import { importBundle, type ImportOutcome } from './import-bundle.js';
import { ImportRefused } from './import-refused.js';
import { reconcileTable } from './reconcile.js';
import { visibleText } from './unhidden.js';

const usage = 'usage: npm run import -- <bundle folder> --county <id> [--rejects <file>] [--accept-removals]';

/** The exit code when the index is live, but may show a record that it should hide, because a row was rejected. */
const isVisible = 4;

/**
 * `npm run import`: imports the index and prints the result. Exits with 0 when the index is live, 1 when the bundle was
 * refused and nothing has changed, 2 for a wrong call, 3 for an unexpected failure, 4 when the index is live, but may
 * show a record that it should hide, because a row was rejected.
 */
async function main(): Promise<number> {
  const call = readCall();
  if (!call) return complain(usage, 2);
  const adminUrl = readVariable('DATABASE_ADMIN_URL');
  if (!adminUrl) return complain('DATABASE_ADMIN_URL is missing: an import makes tables', 2);
  try {
    const [secret] = readVariable('DATABASE_SECRET') ?? [];
    await migrate(adminUrl, { service: 'search', migrations, ...(secret !== undefined && { secret }) });
    const done = await importBundle({ adminUrl, startedBy: starter(), ...call });
    tell(call.county, done);
    const visible = visibleText(done.visible);
    return visible === '' ? 0 : complain(`${call.county}: ${visible}`, isVisible);
  } catch (error) {
    if (error instanceof ImportRefused) return complain(`Nothing was imported: ${error.message}`, 1);
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return complain(`The import failed; the bundle is live wholly or not at all: ${what}`, 3);
  }
}

interface ImportCall {
  readonly bundle: string;
  readonly county: string;
  readonly rejects?: string;
  readonly acceptRemovals: boolean;
  readonly runId?: string;
}

function readCall(): ImportCall | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        county: { type: 'string' },
        rejects: { type: 'string' },
        'accept-removals': { type: 'boolean', default: false },
        run: { type: 'string' },
      },
    });
    const [bundle] = positionals;
    const { county, rejects, run: runId, 'accept-removals': acceptRemovals } = values;
    if (!bundle || !county || positionals.length > 1) return undefined;
    const given = { ...(rejects !== undefined && { rejects }), ...(runId !== undefined && { runId }) };
    return { bundle, county, acceptRemovals, ...given };
  } catch {
    return undefined;
  }
}

/** The operating system's user and the host, by which an operator recognizes a nightly task. */
function starter(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // a container may run as a user without a name
    return hostname();
  }
}

function tell(county: string, done: ImportOutcome): void {
  const rejected =
    done.rejected === 0 ? 'none rejected' : `${done.rejected} rows rejected, see ${done.rejects}`;
  process.stdout.write(`${reconcileTable(done.reconciled)}\n`);
  process.stdout.write(
    `${county}: ${done.documents} documents in ${done.seconds.toFixed(1)} s, ${rejected}\n`,
  );
  if (done.unreported !== undefined) {
    process.stderr.write(`${county}: it is live, but its report is incomplete: ${done.unreported}\n`);
  }
}

function complain(text: string, code: number): number {
  process.stderr.write(`${text}\n`);
  return code;
}

process.exitCode = await main();
