// Migrates a generated LandShark One database with the size of a large county. The process is killed halfway, and
// another process continues. Then the database of LandShark One is unavailable for some time.
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { fillLs1, fillLs1Log, ls1Database } from '../dist/testing/ls1-database.js';
import { startPostgres } from '../local/embedded-pg.mjs';
import { logFigures, peopleFigures, signInFigures } from './ls1-figures.mjs';
import { cpuSeconds, watchPeakMemory } from './machine.mjs';
import { startProduct } from './product.mjs';
import { signInSteadily } from './steady-sign-ins.mjs';
import { ask, askWell, signIn } from './visitors.mjs';

export const title = 'Migrations from LandShark One (ls1)';
export const about = `A generated LS1 on a PostgreSQL of its own is migrated over HTTP: first its accounts and users, some of them under the
same name, then its audit log. The product is one process with the gateway and all services. It is killed with SIGKILL
when half of the entries are read, and another process continues; at three quarters the LS1 is stopped and started
again. Twice a second somebody signs in, in the county that migrates and in another one, and staff lists users. The
times of these requests during the migration are compared with those before it. Memory is the peak of a process less its
memory when the migration began.`;

const ROUTE = 'controlPanel/countyConfig/migrateLandSharkOne';
const [USERS_ROUTE, LOG_ROUTE] = [`${ROUTE}AccountsUsers`, `${ROUTE}AuditLog`];
const LOOK_MS = 500;

export async function measurePart({ quick, say }) {
  const size = quick
    ? { users: 500, twice: 5, entries: 20_000, calmSeconds: 20 }
    : { users: 20_000, twice: 100, entries: 1_000_000, calmSeconds: 60 };
  const mail = await takeMail();
  const settings = {
    LS1_HOSTS: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    // the bench acts as a proxy: its requests name the IP addresses of the users, and the product must trust them
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const start = () => startProduct({ documents: 1_500, settings, say });
  const source = await startSource();
  try {
    return { figures: await migrateAll(source, { ...size, start, say }), notes: [] };
  } finally {
    await source.close();
    mail.close();
  }
}

/** A generated LS1 on a server of its own, which the bench can stop and start again. */
async function startSource() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ls1-'));
  chmodSync(folder, 0o755);
  const terms = { dataDir: folder, password: 'ls1', database: 'former' };
  let server = await startPostgres(terms);
  const port = Number(new URL(server.url).port);
  const ls1 = await ls1Database(server.url);
  return {
    ls1,
    goAway: () => server.stop(),
    comeBack: async () => void (server = await startPostgres({ ...terms, port })),
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function migrateAll(source, { users, twice, entries, calmSeconds, start, say }) {
  const { ls1 } = source;
  say(`making an LS1 with ${users} users and ${entries} entries`);
  await fillLs1(ls1, Math.ceil(users / 10), users, twice);
  await fillLs1Log(ls1, entries);
  let product = await start();
  try {
    say('signing in before the migration');
    const { answers: calm } = await signInSteadily(product, () => sleep(calmSeconds * 1_000));
    say('migrating accounts and users');
    await begin(product, USERS_ROUTE, ls1, {});
    const people = await signInSteadily(product, () => until(product, USERS_ROUTE, isDone));
    say(`done after ${people.done.seconds.toFixed(1)} s; migrating the audit log`);
    await begin(product, LOG_ROUTE, ls1, { batchSize: 5_000 });
    const half = ({ read }) => read >= entries / 2;
    const first = await signInSteadily(product, () => until(product, LOG_ROUTE, half));
    process.kill(product.pid, 'SIGKILL');
    await product.stop();
    say(
      `killed at ${first.done.found.read} after ${first.done.seconds.toFixed(1)} s; another process continues`,
    );
    product = await start();
    const second = await signInSteadily(product, () => finishLog(product, source, { entries, say }));
    const log = [...first.answers, ...second.answers];
    return [
      ...peopleFigures(people.done, { users, twice }),
      ...logFigures(first.done, second.done),
      ...signInFigures({ calm, people: people.answers, log }),
    ];
  } finally {
    await product.stop();
  }
}

/** Migrates the rest of the log. Meanwhile the database of LandShark One is unavailable for some time. */
async function finishLog(product, source, { entries, say }) {
  const before = await until(product, LOG_ROUTE, ({ read }) => read >= entries * 0.75);
  await source.goAway();
  const away = await until(product, LOG_ROUTE, ({ fault }) => fault !== null);
  say(`the LS1 is away at ${away.found.read}: ${away.found.fault}`);
  await source.comeBack();
  const rest = await until(product, LOG_ROUTE, isDone);
  const parts = [before, away, rest];
  const sum = (of) => parts.reduce((total, part) => total + of(part), 0);
  return {
    found: rest.found,
    seconds: sum(({ seconds }) => seconds),
    cpu: sum(({ cpu }) => cpu),
    addedMb: Math.max(...parts.map(({ addedMb }) => addedMb)),
  };
}

/** Accepts and discards the e-mail that the portal sends to each new user. */
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

const isDone = ({ state }) => state === 'DONE';

/** Polls a migration until `isThere` accepts its state; throws if the migration ends in another state. */
async function until({ port, pid }, route, isThere) {
  const cookie = await signIn(port, 'demo.trimin');
  const [peak, cpuBefore, began] = [watchPeakMemory(pid), cpuSeconds(pid), performance.now()];
  for (;;) {
    const { current } = JSON.parse((await ask(port, { path: route, cookie })).body).content ?? {};
    if (current && isThere(current)) {
      const seconds = (performance.now() - began) / 1_000;
      return { found: current, seconds, addedMb: peak.addedMb(), cpu: cpuSeconds(pid) - cpuBefore };
    }
    if (['FAILED', 'CANCELED', 'DONE'].includes(current?.state))
      throw new Error(`the migration is ${current.state}: ${JSON.stringify(current)}`);
    await sleep(LOOK_MS);
  }
}
