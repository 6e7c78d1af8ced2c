import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asOwner } from '@portal/infra/db';
import { eventually, testDatabase, type TestDatabase } from '@portal/infra/testing';
import { lockCounty, prepareSession } from '../src/import/import-session.js';
import { migrations } from '../src/migrations/index.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ service: 'search', migrations, entities: [] });
}, 60_000);
afterAll(() => database.close());

/** Begins an import that holds the county's lock until `end` is called. */
async function begin(onBegin: () => void = () => undefined) {
  const [waits, begun, ends] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  if (!waits || !begun || !ends) throw new Error('no promises');
  const done = asOwner(database.adminUrl, 'search', async (client) => {
    await prepareSession(client);
    await lockCounty(client, 'lake', waits.resolve);
    onBegin();
    begun.resolve();
    await ends.promise;
  });
  return {
    ...{ waits: waits.promise, begun: begun.promise },
    end: () => {
      ends.resolve();
      return done;
    },
  };
}

test('the server notices within 90 seconds that the host of an import, or its network, has vanished', async () => {
  const shown = await asOwner(database.adminUrl, 'search', async (client) => {
    await prepareSession(client);
    const { rows } = await client.query<Record<string, number>>(
      `SELECT ${['idle', 'interval', 'count']
        .map((name) => `current_setting('tcp_keepalives_${name}')::int AS ${name}`)
        .join(
          ', ',
        )}, (SELECT setting::int / 1000 FROM pg_settings WHERE name = 'tcp_user_timeout') AS unanswered,
        current_setting('client_connection_check_interval') AS checks`,
    );
    return rows[0] ?? {};
  });
  const { idle = 0, interval = 0, count = 0, unanswered = 0, checks } = shown;
  for (const each of [idle, interval, count, unanswered]) expect(each).toBeGreaterThan(0);
  expect(idle + interval * count).toBeLessThanOrEqual(90);
  expect(unanswered).toBeLessThanOrEqual(90);
  expect(checks).toBe('1s');
});

test('imports of a county begin one after another, in the order in which they came', async () => {
  const order: string[] = [];
  const first = await begin(() => order.push('first'));
  await first.begun;
  const second = await begin(() => order.push('second'));
  await second.waits;
  const third = await begin(() => order.push('third'));
  await third.waits;
  await first.end();
  await second.begun;
  expect(order).toEqual(['first', 'second']);
  await second.end();
  await third.begun;
  await third.end();
  expect(order).toEqual(['first', 'second', 'third']);
});

test('a migration can build an index concurrently while an import waits', async () => {
  const first = await begin();
  await first.begun;
  const second = await begin();
  await second.waits;
  await database.asAdmin('CREATE TABLE search.waited_for AS SELECT 1 AS n');
  // this statement waits for all older snapshots; if the second import waited inside a statement, it would keep its
  // snapshot, and this statement would wait forever
  await database.asAdmin('CREATE INDEX CONCURRENTLY ON search.waited_for (n)');
  await first.end();
  await second.begun;
  await second.end();
});

test('when the connection of an import is ended, the next import of the county begins', async () => {
  const first = await begin();
  await first.begun;
  const second = await begin();
  await second.waits;
  await eventually(async () => {
    const ended = await database.asAdmin(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
          AND classid::bigint = hashtext('search import')::bigint & 4294967295`,
    );
    expect(ended).toHaveLength(1);
  });
  await second.begun;
  await second.end();
  await first.end().catch(() => undefined);
});
