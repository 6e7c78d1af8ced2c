import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openConnection, whenReady, type Redis } from '@portal/infra/redis';
import { freshDatabase, testConfig } from '@portal/infra/testing';
import { installGates } from '../local/county-move/gates.mjs';
import { quieten } from '../local/county-move/quieten.mjs';
import { openSession, type Session } from '../local/county-move/sessions.mjs';
import { everyService } from './every-service.js';

const installation = { redisUrl: testConfig().redisUrl, namespace: `move-${randomUUID()}` };
const stream = `${installation.namespace}:evt:reports`;
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let mover: Session;
let writer: Session;
let publisher: Redis;
let reader: Redis;

beforeAll(async () => {
  fresh = await freshDatabase(...(await everyService()));
  mover = await openSession(fresh.adminUrl);
  writer = await openSession(fresh.adminUrl);
  publisher = openConnection(installation.redisUrl);
  reader = openConnection(installation.redisUrl);
  for (const connection of [publisher, reader]) await whenReady(connection, 10_000);
  await publisher.call('XGROUP', 'CREATE', stream, 'reader', '0', 'MKSTREAM');
  await writer.ask('ALTER TABLE reports.chain_head ALTER seq DROP NOT NULL, ALTER hash DROP NOT NULL');
}, 120_000);
afterAll(async () => {
  for (const connection of [publisher, reader]) connection.disconnect();
  await Promise.all([mover.close(), writer.close()]);
  await fresh.drop();
});

/** Writes a row of the county, as a reader of facts does. @returns `applied`, or the SQLSTATE of the refusal */
const write = (): Promise<string> =>
  writer.ask(`INSERT INTO reports.chain_head (county_id) VALUES ('lake')`).then(
    () => 'applied',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );

test('if a fact is published just before the gates of a leaving county close, the gates open again until the fact is applied', async () => {
  await installGates(mover, 'lake');
  let closed = (): void => undefined;
  const closing = new Promise<void>((resolve) => (closed = resolve));
  let locks = 0;
  const ask: Session['ask'] = async (sql, params) => {
    const isGate = sql.includes('pg_advisory_lock(');
    if (isGate) locks += 1;
    // the gates close in three stages, and a check for waiting facts precedes the third; this fact comes after that
    // check
    if (isGate && locks === 3) await publisher.call('XADD', stream, '*', 'fact', '1');
    const rows = await mover.ask(sql, params);
    if (locks === 3) closed();
    return rows as never;
  };
  const tried: string[] = [];
  const readOne = async (): Promise<void> => {
    await closing;
    const asked = ['GROUP', 'reader', 'one', 'COUNT', '1', 'STREAMS', stream, '>'];
    const [[, [[id]]]] = (await reader.call('XREADGROUP', ...asked)) as [[string, [[string]]]];
    while (tried.at(-1) !== 'applied') tried.push(await write());
    await reader.call('XACK', stream, 'reader', id);
  };
  const reading = readOne();
  await quieten({ installation, source: { ...mover, ask }, county: 'lake', until: Date.now() + 60_000 });
  await reading;
  expect([...new Set(tried)]).toEqual(['25006', 'applied']);
  expect([locks, await write()]).toEqual([4, '25006']);
}, 90_000);
