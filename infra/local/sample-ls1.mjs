// Generates a LandShark One database on the server of a running product, for tests and for trying a migration.
//   DATA_DIR=.data node infra/local/sample-ls1.mjs --accounts 5 --users 20 --entries 400
// The script prints one line of JSON with the address, name, username and password of the database. When the script
// ends, it drops the database.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { importBuilt } from './service-modules.mjs';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '5' },
    users: { type: 'string', default: '20' },
    entries: { type: 'string', default: '400' },
    // the number of users with another user's username in capitals
    twice: { type: 'string', default: '0' },
  },
});
const [accounts, users, entries, twice] = [values.accounts, values.users, values.entries, values.twice].map(
  Number,
);

const { productDatabaseUrl } = await importBuilt('infra/dist/testing/kept-texts.js');
const { fillLs1, fillLs1Log, ls1Database } = await importBuilt('infra/dist/testing/ls1-database.js');
const ls1 = await ls1Database(productDatabaseUrl(path.resolve(process.env.DATA_DIR ?? '.data')));
await fillLs1(ls1, accounts, users, twice);
await fillLs1Log(ls1, entries);
const { address, name, username, password } = ls1;
process.stdout.write(`${JSON.stringify({ address, name, username, password })}\n`);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void ls1.close().then(() => process.exit(0)));
setInterval(() => undefined, 60_000);
