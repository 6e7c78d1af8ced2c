import { parseArgs } from 'node:util';
import { needsOf, readConfig } from '@portal/infra/config';
import { Database, migrate } from '@portal/infra/db';
import { sectionNames } from '@portal/proto/config/sections';
import { tables } from '../tables.js';
import { SectionRepository } from './section.repository.js';
import { filledSection, unsavedSection } from './section.rules.js';

const usage = 'usage: show-section.main.js <section> --county <id>';

/**
 * Prints a county's section, including defaults, as JSON. Commands such as an import use it, because they must also
 * work while the product is not running. Exits with 2 if it is called incorrectly.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { county: { type: 'string' } },
  });
  const name = sectionNames.find((known) => known === positionals[0]);
  if (!name || !values.county) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const {
    databaseUrl: url,
    databaseSecret: secret,
    databaseAdminUrl,
  } = readConfig(undefined, needsOf(tables.service));
  if (databaseAdminUrl) await migrate(databaseAdminUrl, { ...tables, secret });
  const database = await Database.open({ ...tables, url, secret, poolSize: 1 });
  try {
    const stored = await database.withCounty(values.county, (tx) => new SectionRepository().find(tx, name));
    const { value } = stored ? filledSection(name, stored) : unsavedSection(name);
    process.stdout.write(`${JSON.stringify(value)}\n`);
    return 0;
  } finally {
    await database.close();
  }
}

process.exitCode = await main();
