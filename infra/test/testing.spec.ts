import { Controller, Inject, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import * as z from 'zod/mini';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, DatabaseModule, sql } from '@portal/infra/db';
import { startServiceHttp } from '@portal/infra/metrics';
import { Handle, type Call } from '@portal/infra/rpc';
import {
  eventually,
  sharedFile,
  testActor,
  TestClock,
  testService,
  type TestService,
} from '@portal/infra/testing';
import { ok } from '@portal/proto/result';
import { rpc, type Parsed } from '@portal/proto/rpc/contract';

const writeVisit = rpc('trial-visits.write-visit.v1', {
  input: z.object({ page: z.string() }),
  output: z.object({ at: z.string(), visits: z.number() }),
  errors: [],
});

class CreateVisits202611210900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE visit (county_id text NOT NULL, page text NOT NULL, at timestamptz NOT NULL)',
    );
    await runner.query('CREATE INDEX visit_page ON visit (county_id, page)');
    await runner.query(sql.forceRowLevelSecurity('trial_visits', 'visit'));
    await runner.query(sql.grantTable('trial_visits', 'visit', 'app', 'SELECT, INSERT'));
  }

  async down(): Promise<void> {}
}

const tables = { service: 'trial-visits', migrations: [CreateVisits202611210900], entities: [] };

@Controller()
class VisitHandlers {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Handle(writeVisit)
  async write({ page }: Parsed<typeof writeVisit>, { actor }: Call) {
    const at = this.clock.now().toISOString();
    const row = await this.database.withCounty(actor.county, async (tx) => {
      await tx.run('INSERT INTO visit VALUES ($1, $2, $3)', [actor.county, page, at]);
      return tx.row<{ visits: number }>('SELECT count(*)::int AS visits FROM visit WHERE page = $1', [page]);
    });
    return ok({ at, visits: row?.visits ?? 0 });
  }
}

@Module({ imports: [DatabaseModule.forService(tables)], controllers: [VisitHandlers] })
class VisitsModule {}

describe('a service under test', () => {
  const clock = new TestClock('2026-03-01T18:00:00Z');
  let service: TestService;
  beforeAll(async () => {
    const providers = [{ provide: CLOCK, useValue: clock }];
    service = await testService('trial-visits', VisitsModule, { tables, contracts: [writeVisit], providers });
  });
  afterAll(() => service.close());

  test('answers over Redis, and uses its own database and the clock of the test', async () => {
    const at = '2026-03-01T18:00:00.000Z';
    expect(await service.value(writeVisit, { page: 'home' })).toEqual({ at, visits: 1 });
    const other = testActor({ county: 'saipan' });
    expect(await service.value(writeVisit, { page: 'home' }, other)).toEqual({ at, visits: 1 });
    expect(await service.tables.asAdmin('SELECT count(*)::int AS visits FROM trial_visits.visit')).toEqual([
      { visits: 2 },
    ]);
  });

  test('is ready while its database and Redis answer', async () => {
    const http = await startServiceHttp({ ...service.config, httpPort: 0 }, service.running);
    const ready = await fetch(`http://127.0.0.1:${http.port}/ready`);
    const parts = { commands: true, database: true, redis: true };
    expect(await ready.json()).toEqual({ ok: true, draining: false, parts });
    await http.close();
  });
});

describe('the helper `eventually`', () => {
  test('returns as soon as the assertion holds', async () => {
    let tries = 0;
    const value = await eventually(() => {
      tries += 1;
      expect(tries).toBe(3);
      return 'there';
    });
    expect([value, tries]).toEqual(['there', 3]);
  });

  test('throws the last error if the assertion never holds', async () => {
    await expect(eventually(() => Promise.reject(new Error('still not')), 60)).rejects.toThrow('still not');
  });
});

test('`sharedFile` returns no path for a file that does not exist', () => {
  expect(sharedFile('data/nothing/there.tif')).toBeUndefined();
});
