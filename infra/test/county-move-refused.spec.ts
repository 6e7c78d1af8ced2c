import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase } from '@portal/infra/testing';
import { moveCounty } from '../local/county-move/move.mjs';
import { openSession, type Session } from '../local/county-move/sessions.mjs';
import { everyService } from './every-service.js';

let databases: Awaited<ReturnType<typeof freshDatabase>>[];
let source: Session;
let target: Session;
/** Stands in for the gateway of the target, which does not know the county yet. */
let gateway: Server;

beforeAll(async () => {
  const services = await everyService();
  databases = [await freshDatabase(...services), await freshDatabase(...services)];
  const [here, there] = await Promise.all(databases.map(({ adminUrl }) => openSession(adminUrl)));
  if (!here || !there) throw new Error('no sessions');
  [source, target] = [here, there];
  await source.ask(
    `INSERT INTO admin_config.county (id, name, hosts, origin, time_zone, state, updated_at)
     VALUES ('lake', 'Lake', '{lake.example}', 'http://lake.example', 'America/Chicago', 'MN', now())`,
  );
  gateway = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
}, 240_000);
afterAll(async () => {
  gateway.close();
  await Promise.all([source, target].map((session) => session.close()));
  await Promise.all(databases.map((fresh) => fresh.drop()));
});

/** Tries to move the county. @returns the lines of the refusal */
async function refusalOf(environment: Record<string, string>): Promise<string[]> {
  const [from, to] = databases.map(({ adminUrl }) => ({ adminUrl, environment }));
  if (!from || !to) throw new Error('no databases');
  const move = {
    ...{ county: 'lake', from, to, sourceFromTarget: 'host=127.0.0.1 port=1 connect_timeout=2' },
    origin: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    ...{ mostSeconds: 5, losesSecrets: false, say: () => undefined, isStopping: () => false },
  };
  const error = await moveCounty(move).then(
    () => new Error('moved'),
    (thrown: unknown) => thrown,
  );
  return error instanceof Error ? error.message.split('\n') : [String(error)];
}

const standings = async (): Promise<object[][]> =>
  Promise.all(
    [source, target].map((each) => each.ask(`SELECT id, standing, moved_to FROM admin_config.county`)),
  );

// until the database notices that the host is gone, the gates that the move has closed stay closed
test('a database notices within 90 seconds that the host of a move has vanished', async () => {
  const [seconds] = await source.ask(
    `SELECT current_setting('tcp_keepalives_idle')::int
              + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int AS idle,
            (SELECT setting::int / 1000 FROM pg_settings WHERE name = 'tcp_user_timeout') AS unanswered`,
  );
  for (const each of [seconds.idle, seconds.unanswered]) {
    expect(each).toBeGreaterThan(0);
    expect(each).toBeLessThanOrEqual(90);
  }
});

test('a county is not moved while the facts of its installation are in Kafka, and nothing changes', async () => {
  const refusal = await refusalOf({ EVENTS: 'kafka' });
  expect(refusal).toContain(
    'The facts of this installation are in Kafka. A move can only wait for facts in Redis (EVENTS=redis).',
  );
  expect(refusal.at(-1)).toBe('Nothing was changed.');
  expect(await standings()).toEqual([[{ id: 'lake', standing: 'OPEN', moved_to: null }], []]);
});

test('facts in Redis are no reason to refuse the move of a county', async () => {
  const refusal = await refusalOf({ EVENTS: 'redis' });
  expect(refusal.filter((line) => line.includes('Kafka'))).toEqual([]);
  // the move is refused for another reason: the target cannot replicate from this test's source
  expect(await standings()).toEqual([[{ id: 'lake', standing: 'OPEN', moved_to: null }], []]);
});

test('a county is not moved if the source database lacks a table that the command knows', async () => {
  await source.ask('ALTER TABLE search.live_index RENAME TO gone');
  const refusal = await refusalOf({ EVENTS: 'redis' });
  await source.ask('ALTER TABLE search.gone RENAME TO live_index');
  expect(refusal).toContain('search.live_index: the table is missing.');
});
