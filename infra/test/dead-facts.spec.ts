import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { DatabaseModule, secretOf } from '@portal/infra/db';
import { emit, EventsModule, OnEvent } from '@portal/infra/events';
import { type RpcClient, type RunningService, startServiceInProcess } from '@portal/infra/rpc';
import {
  eventually,
  testActor,
  testClient,
  testConfig,
  testDatabase,
  type TestDatabase,
} from '@portal/infra/testing';
import type { Role } from '@portal/proto/roles';
import { deadFactContractsOf, deadFacts } from '@portal/proto/rpc/dead-facts';
import { eventTestTables, noteEffect, type SessionEvent } from './events-fixture.js';

const { list, settle } = deadFacts.get('search')!;
/** While `works` is false, the reader of these tests fails for every fact. */
const reader = { works: true };

@Injectable()
class Reader {
  @OnEvent('identity.session-ended.v1', { consumer: 'cache' })
  async noteEnd(event: SessionEvent, tx: Parameters<typeof noteEffect>[2]): Promise<void> {
    if (!reader.works) throw new TypeError(`cannot take ${event.payload.session}`);
    await noteEffect('cache', event, tx);
  }
}

@Module({})
class ReadingModule {}
const reading: DynamicModule = {
  module: ReadingModule,
  imports: [DatabaseModule.forService(eventTestTables), EventsModule.forService('search')],
  providers: [Reader],
};

let tables: TestDatabase;
let running: RunningService;
let rpc: RpcClient;

beforeAll(async () => {
  tables = await testDatabase(eventTestTables);
  const config = testConfig({ databaseUrl: tables.adminUrl, databaseSecret: secretOf(tables.adminUrl) });
  const contracts = deadFactContractsOf('search');
  running = await startServiceInProcess('search', reading, { config, contracts });
  rpc = await testClient(config);
}, 60_000);
afterAll(async () => {
  await rpc.onApplicationShutdown();
  await running.close();
  await tables.close();
});
beforeEach(async () => {
  reader.works = true;
  await tables.asAdmin('TRUNCATE search.dead_event, search.inbox, search.effect, search.outbox');
});

const staff = (county: string, role: Role = 'TRIMIN') => testActor({ county, role });

/** Inserts a dead fact, as if its reader had refused it. */
const died = (
  county: string,
  session: string,
  reason = 'TypeError: cannot take Anna Smith',
): Promise<unknown> =>
  tables.asAdmin(
    `INSERT INTO search.dead_event (county_id, consumer, event_id, type, reason, envelope)
     SELECT $1, 'cache', id, 'identity.session-ended.v1', $2, json_build_object(
       'id', id, 'type', 'identity.session-ended.v1', 'version', 1, 'county', $1::text, 'aggregate', 'user:' || $3::text,
       'sequence', 1, 'time', '2026-11-23T10:00:00.000Z', 'correlationId', 'c', 'payload', json_build_object('session', $3::text, 'user', 'u'))
       FROM gen_random_uuid() AS id`,
    [county, reason, session],
  );
const groupsOf = (county: string) => rpc.callOrThrow(list, {}, { actor: staff(county) });
const settled = async (county: string, action: 'AGAIN' | 'DISCARD', reason = ''): Promise<number> => {
  const [group] = await groupsOf(county);
  const { consumer, type, failure, last } = group!;
  return (
    await rpc.callOrThrow(settle, { consumer, type, failure, last, action, reason }, { actor: staff(county) })
  ).facts;
};
const audited = () =>
  tables.asAdmin<{ county_id: string; actor: string; payload: Record<string, string> }>(
    `SELECT county_id, actor, payload FROM search.outbox WHERE type = 'audit.action-taken.v1'`,
  );

describe('dead facts of a service', () => {
  test('are listed for their county by reader, type and error, without the error message', async () => {
    await died('lake', 's1');
    await died('lake', 's2');
    await died('lake', 's3', 'something else about Anna Smith');
    await died('saipan', 's4');
    const groups = await groupsOf('lake');
    expect(groups.map(({ failure, facts, again }) => [failure, facts, again])).toEqual([
      ['TypeError', 2, false],
      ['Error', 1, false],
    ]);
    expect(groups[0]).toMatchObject({ consumer: 'cache', type: 'identity.session-ended.v1' });
    expect(JSON.stringify(groups)).not.toContain('Smith');
    expect((await groupsOf('saipan')).map(({ facts }) => facts)).toEqual([1]);
  });

  test('are applied when they are sent again after their reader is repaired', async () => {
    reader.works = false;
    await tables.database.withCounty('lake', (tx) =>
      emit(tx, {
        ...{ type: 'identity.session-ended.v1', aggregate: 'user:u1' },
        payload: { session: 's1', user: 'u1' },
      }),
    );
    await eventually(async () => expect(await groupsOf('lake')).toHaveLength(1), 20_000);
    reader.works = true;
    expect(await settled('lake', 'AGAIN')).toBe(1);
    await eventually(async () => expect(await groupsOf('lake')).toEqual([]), 20_000);
    expect(await tables.asAdmin('SELECT session FROM search.effect')).toEqual([{ session: 's1' }]);
    const [entry, ...others] = await audited();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ county_id: 'lake', actor: staff('lake').user });
    expect(entry?.payload).toMatchObject({
      action: 'dead-facts.again',
      object: 'search cache identity.session-ended.v1',
      detail: expect.stringMatching(/^1 facts, TypeError: [0-9a-f-]{36}$/),
    });
  }, 60_000);

  test('are discarded with a reason in the audit log, while dead facts of other counties stay', async () => {
    await died('lake', 's1');
    await died('saipan', 's1');
    expect(await settled('lake', 'DISCARD', ' of a test ')).toBe(1);
    expect(await groupsOf('lake')).toEqual([]);
    expect(await groupsOf('saipan')).toHaveLength(1);
    const [entry] = await audited();
    expect(entry?.payload).toMatchObject({
      action: 'dead-facts.discard',
      detail: expect.stringMatching(/^1 facts, TypeError: of a test: [0-9a-f-]{36}$/),
    });
  });

  test('cannot be sent again by a second operator while they already wait to be applied', async () => {
    reader.works = false;
    await died('lake', 's1');
    const [group] = await groupsOf('lake');
    const { consumer, type, failure, last } = group!;
    const asked = { consumer, type, failure, last, action: 'AGAIN' as const, reason: '' };
    const answers = await Promise.all(
      [1, 2].map(() => rpc.callOrThrow(settle, asked, { actor: staff('lake') })),
    );
    expect(answers.map(({ facts }) => facts).sort()).toEqual([0, 1]);
    expect(await audited()).toHaveLength(1);
  });

  test('are discarded only with a reason, and only if they were in the list that the operator has read', async () => {
    await died('lake', 's1');
    const [group] = await groupsOf('lake');
    const { consumer, type, failure, last } = group!;
    const asked = { consumer, type, failure, last, action: 'DISCARD' as const };
    expect(await rpc.call(settle, { ...asked, reason: ' ' }, { actor: staff('lake') })).toMatchObject({
      ...{ ok: false, code: 'INVALID_INPUT', fields: { reason: 'forms:required' } },
    });
    await died('lake', 's2');
    expect(await rpc.callOrThrow(settle, { ...asked, reason: 'seen' }, { actor: staff('lake') })).toEqual({
      facts: 1,
    });
    expect((await groupsOf('lake')).map(({ facts }) => facts)).toEqual([1]);
    expect(await rpc.callOrThrow(settle, { ...asked, reason: 'seen' }, { actor: staff('lake') })).toEqual({
      facts: 0,
    });
    expect(await audited()).toHaveLength(1);
  });

  test.each(['COUNTY', 'ACCOUNT', 'USER', 'GUEST'] as const)(
    'are not found by a user with the role %s',
    async (role) => {
      await died('lake', 's1');
      const [{ last } = { last: '' }] = await groupsOf('lake');
      const group = { consumer: 'cache', type: 'identity.session-ended.v1', failure: 'TypeError', last };
      const refused = { ok: false, code: 'NOT_FOUND' };
      expect(await rpc.call(list, {}, { actor: staff('lake', role) })).toMatchObject(refused);
      const asked = { ...group, action: 'DISCARD' as const, reason: 'x' };
      expect(await rpc.call(settle, asked, { actor: staff('lake', role) })).toMatchObject(refused);
      expect(await groupsOf('lake')).toHaveLength(1);
    },
  );
});
