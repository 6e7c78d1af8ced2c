import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '@portal/infra/clock';
import { needsOf, readConfig } from '@portal/infra/config';
import { Database, migrate } from '@portal/infra/db';
import { openObjectStore } from '@portal/infra/storage';
import { PageStore } from '../pages/page-store.js';
import { tables } from '../tables.js';
import { importImages } from './import-images.js';
import { VerifySandbox } from './verify-sandbox.js';

const usage = 'usage: npm run import -- <bundle folder> --county <id> [--rejects <file>] [--draw-pages]';

/**
 * `npm run import`: imports the images of a bundle whose index is already imported. Prints the result. Exits with 2 for
 * a wrong call. Exits with 4 when it has left out rows of images.csv, most often because the index has no such record;
 * the images of all other rows are imported.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      county: { type: 'string' },
      rejects: { type: 'string' },
      run: { type: 'string' },
      'draw-pages': { type: 'boolean' },
    },
  });
  const [bundle] = positionals;
  if (!bundle || !values.county || positionals.length > 1) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const config = readConfig(undefined, needsOf('imaging'));
  const { databaseUrl: url, databaseSecret: secret, databaseAdminUrl: adminUrl } = config;
  if (adminUrl) await migrate(adminUrl, { ...tables, secret });
  const database = await Database.open({
    service: tables.service,
    entities: tables.entities,
    url,
    secret,
    poolSize: 4,
  });
  const width = Math.min(4, availableParallelism());
  const sandbox = new VerifySandbox({ processes: width, drawPages: values['draw-pages'] === true });
  try {
    const { county, rejects, run } = values;
    const store = new PageStore(openObjectStore(config.storage));
    const admin = adminUrl !== undefined && { adminUrl };
    const parts = { bundle, county, database, store, sandbox, clock: systemClock, width, ...admin };
    const given = { ...(rejects !== undefined && { rejects }), ...(run !== undefined && { run }) };
    const done = await importImages({ ...parts, ...given });
    const rejected =
      done.rejectedRows === 0 ? 'none rejected' : `${done.rejectedRows} rejected, see ${done.rejects}`;
    const unchanged = done.unchanged === 0 ? '' : `, ${done.unchanged} unchanged`;
    const took = `${done.seconds.toFixed(1)} s`;
    process.stdout.write(
      `${county}: images of ${done.documents} documents in ${took}${unchanged}, ${rejected}\n`,
    );
    if (done.leftOut === 0) return 0;
    process.stderr.write(
      `${county}: ${done.leftOut} rows of images.csv were left out, most for a record that is not there; see ${done.rejects}\n`,
    );
    return 4;
  } finally {
    sandbox.close();
    await database.close();
  }
}

process.exitCode = await main();
