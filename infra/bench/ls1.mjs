// Migrates a LandShark One as large as a large county. The process is killed halfway and another continues.
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { fillLs1, fillLs1Log, ls1Database } from '../dist/testing/ls1-database.js';
import { startPostgres } from '../local/embedded-pg.mjs';
import { round } from './figures.mjs';
import { cpuSeconds, watchPeakMemory } from './machine.mjs';
import { startProduct } from './product.mjs';
import { ask, askWell, signIn } from './visitors.mjs';

export const title = 'Migrations from LandShark One (ls1)';
export const about = `A generated LS1 on a PostgreSQL of its own: accounts and users, then its audit log, each migrated whole over HTTP. The
product is one process with the gateway and all services. It is killed with SIGKILL when half of the entries are read, and
another one goes on. Memory is what a process holds at its peak on top of what it held when the migration began.`;

const ROUTE = 'controlPanel/countyConfig/migrateLandSharkOne';
const [USERS_ROUTE, LOG_ROUTE] = [`${ROUTE}AccountsUsers`, `${ROUTE}AuditLog`];
const LOOK_MS = 250;

export async function measurePart({ quick, say }) {
  const size = quick ? { users: 500, entries: 20_000 } : { users: 20_000, entries: 1_000_000 };
  const mail = await takeMail();
  const settings = { LS1_HOSTS: '127.0.0.1', SMTP_URL: `smtp://127.0.0.1:${mail.port}` };
  const start = () => startProduct({ documents: 1_500, settings, say });
  const folder = mkdtempSync(path.join(tmpdir(), 'ls1-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres({ dataDir: folder, password: 'ls1', database: 'former' });
  const ls1 = await ls1Database(server.url);
  try {
    return { figures: await migrateAll(ls1, { ...size, start, say }), notes: [] };
  } finally {
    await ls1.close();
    await server.stop();
    mail.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function migrateAll(ls1, { users, entries, start, say }) {
  let product = await start();
  try {
    say(`making an LS1 with ${users} users and ${entries} entries`);
    await fillLs1(ls1, Math.ceil(users / 10), users);
    await fillLs1Log(ls1, entries);
    say('migrating accounts and users');
    await begin(product, USERS_ROUTE, ls1, {});
    const people = await until(product, USERS_ROUTE, ({ state }) => state === 'DONE');
    say(`done after ${round(people.seconds)} s; migrating the audit log`);
    await begin(product, LOG_ROUTE, ls1, { batchSize: 5_000 });
    const first = await until(product, LOG_ROUTE, ({ read }) => read >= entries / 2);
    process.kill(product.pid, 'SIGKILL');
    await product.stop();
    say(`killed at ${first.found.read} after ${round(first.seconds)} s; another process goes on`);
    product = await start();
    const second = await until(product, LOG_ROUTE, ({ state }) => state === 'DONE');
    return [...peopleFigures(people, users), ...logFigures(first, second)];
  } finally {
    await product.stop();
  }
}

/** Accepts and discards all mail, because each new user gets one. */
async function takeMail() {
  const onData = (stream, _session, done) => void stream.resume().on('end', done);
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], onData });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: server.server.address().port, close: () => server.close() };
}

async function begin({ port }, route, { address, name, username, password }, more) {
  const cookie = await signIn(port, 'demo.trimin');
  const body = {
    ...{ landSharkOneDbAddress: address, landSharkOneDbName: name },
    ...{ landSharkOneDbUsername: username, landSharkOneDbPassword: password },
    ...more,
  };
  await askWell(port, { path: route, body, cookie });
}

/** Polls a migration until `isThere` accepts its state; throws if it ends in another one. */
async function until({ port, pid }, route, isThere) {
  const cookie = await signIn(port, 'demo.trimin');
  const [peak, cpuBefore, began] = [watchPeakMemory(pid), cpuSeconds(pid), performance.now()];
  for (;;) {
    const answer = await ask(port, { path: route, cookie });
    // the portal answers 503 while the migration replaces all users
    if (answer.status >= 500) {
      await sleep(LOOK_MS);
      continue;
    }
    const { current } = JSON.parse(answer.body).content;
    if (isThere(current)) {
      const seconds = (performance.now() - began) / 1_000;
      return { found: current, seconds, addedMb: peak.addedMb(), cpu: cpuSeconds(pid) - cpuBefore };
    }
    if (['FAILED', 'CANCELED', 'DONE'].includes(current.state))
      throw new Error(`the migration is ${current.state}: ${JSON.stringify(current)}`);
    await sleep(LOOK_MS);
  }
}

const seconds = (what, value) => ({ what, measured: `${round(value)} s`, value, unit: 's' });
const megabytes = (what, value) => ({
  ...{ what, measured: `${round(value)} MB`, value, unit: 'MB' },
  goal: { atMost: 256 },
});
const rate = (what, rows, time) => ({
  ...{ what, measured: `${Math.round(rows / time)}/s`, value: rows / time, unit: '/s' },
});

function peopleFigures({ found, seconds: time, addedMb }, users) {
  if (found.refused > 0) throw new Error(`${found.refused} accounts and users were refused`);
  return [
    seconds(`${users} users and ${found.taken - users} accounts, until every service has been told`, time),
    megabytes('memory of that', addedMb),
  ];
}

function logFigures(first, second) {
  const { taken, refused, found } = second.found;
  const before = first.found.read;
  if (taken !== found || refused > 0) throw new Error(`${taken} of ${found} entries, ${refused} refused`);
  return [
    rate('entries of the audit log until the kill', before, first.seconds),
    rate(
      'and from then on, with the lease of 90 s that the dead process holds',
      found - before,
      second.seconds,
    ),
    seconds(`${found} entries in all`, first.seconds + second.seconds),
    megabytes('memory of that', Math.max(first.addedMb, second.addedMb)),
    rate('entries for a second of processor time', found, first.cpu + second.cpu),
  ];
}
