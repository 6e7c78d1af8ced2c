import { randomUUID } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { CLOCK } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { armFailpoints } from '@portal/infra/failpoints';
import { Handle, startServiceInProcess, type Call, type Reply, type RunningService } from '@portal/infra/rpc';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { eventually, TestClock, testActor, testService, type TestService } from '@portal/infra/testing';
import { sections } from '@portal/proto/config/sections';
import type { AuditPurge, AuditPurgeStanding, PurgeState } from '@portal/proto/http/purges';
import { ok } from '@portal/proto/result';
import { getSections, listCounties } from '@portal/proto/rpc/admin-config';
import { checkAuditPurge, getAuditPurge } from '@portal/proto/rpc/audit-purge';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import { verifyAudit } from '@portal/proto/rpc/reports';
import * as z from 'zod/mini';
import { AuditPurgeSchedule } from '../src/audit-purge/audit-purge.schedule.js';
import { AuditPurgeWorker } from '../src/audit-purge/audit-purge.worker.js';
import { AuditRepository } from '../src/audit/audit.repository.js';
import { chained } from '../src/audit/audit.rules.js';
import { ReportsModule } from '../src/reports.module.js';
import { tables } from '../src/tables.js';

/** The schedules of the counties, as the stand-in for admin-config returns them. */
const schedules = new Map<string, { automaticPurge: boolean; automaticPurgeAfterDays: number }>();

@Controller()
class CountyStub {
  @Handle(listCounties)
  async list(): Promise<Reply<typeof listCounties>> {
    const county = (id: string, timeZone: string) => ({
      ...{ id, name: id, hosts: [], origin: `https://${id}.example.test`, timeZone, state: 'MN' },
    });
    return ok([county('lake', 'America/Chicago'), county('saipan', 'Pacific/Saipan')]);
  }

  @Handle(getSections)
  async get({ names }: Parsed<typeof getSections>, { actor }: Call): Promise<Reply<typeof getSections>> {
    const own = { auditLogPurgeSchedule: schedules.get(actor.county) ?? {} };
    return ok(
      names.map((name) => ({
        name,
        version: 1,
        value: z.parse(sections[name], name === 'auditLogPurgeSchedule' ? own[name] : {}),
      })),
    );
  }
}
@Module({ controllers: [CountyStub] })
class CountyStubModule {}

// a date in the past, because the database protects the last 59 days by the real clock
export const clock = new TestClock('2026-06-30T15:00:00Z');
export let reports: TestService;
export let store: ObjectStore;
let counties: RunningService;

/** Starts the reports service with a stand-in for admin-config. Empties the log before each test. */
export function startAuditPurges(): void {
  beforeAll(async () => {
    const providers = [{ provide: CLOCK, useValue: clock }];
    reports = await testService('reports', ReportsModule, { tables, providers });
    counties = await startServiceInProcess('admin-config', CountyStubModule, {
      config: reports.config,
      contracts: [listCounties, getSections],
    });
    store = reports.running.get(OBJECT_STORE);
  });
  afterAll(async () => {
    await counties.close();
    await reports.close();
  });
  beforeEach(async () => {
    clock.set('2026-06-30T15:00:00Z');
    schedules.clear();
    // a consumer of events may have locked some of these tables; the short timeout ends this statement before
    // PostgreSQL detects a deadlock and ends one of the two transactions
    await eventually(() =>
      reports.tables.asAdmin(
        `SET LOCAL lock_timeout = '300ms';
         TRUNCATE reports.audit_log, reports.chain_head, reports.audit_checkpoint, reports.audit_purge,
           reports.audit_purge_schedule, reports.activity, reports.activity_progress, reports.carried_escrow`,
      ),
    );
    for await (const key of store.list('lake/audit/')) await store.remove(key);
  });
  afterEach(() => armFailpoints(undefined));
}

export const clerk = (over: Partial<Actor> = {}): Actor =>
  testActor({ user: randomUUID(), role: 'COUNTY', county: 'lake', account: null, terms: null, ...over });

/**
 * Adds records with these times to the end of a county's log.
 * @param deedOf returns the fields that differ from those of an event about a created user
 */
export async function addRecords(
  times: readonly string[],
  county = 'lake',
  deedOf: (time: string) => { action?: string; detail?: string } = () => ({}),
): Promise<void> {
  const audit = new AuditRepository();
  for (let at = 0; at < times.length; at += 2_000) {
    const part = times.slice(at, at + 2_000);
    await reports.tables.database.withCounty(county, async (tx) => {
      const records = part.map((time, n) => ({
        ...{
          countyId: county,
          eventId: randomUUID(),
          at: new Date(time),
          actor: 'anna',
          action: 'user.create',
        },
        ...{ object: `user:${at + n}`, beforeHash: '', afterHash: '', ipTrunc: '', correlationId: 'c' },
        detail: `"é ${n}`,
        ...deedOf(time),
      }));
      const rows = chained(await audit.lockHead(tx), records);
      await audit.insert(tx, rows);
      const last = rows.at(-1);
      if (last) await audit.moveHead(tx, { seq: BigInt(last.seq), hash: last.hash });
    });
  }
}
/** Adds records that are old enough to be purged, and records of yesterday. */
export const addYears = (old: number, young: number, county = 'lake'): Promise<void> =>
  addRecords(
    [
      ...Array.from({ length: old }, () => '2025-01-01T12:00:00Z'),
      ...Array.from({ length: young }, () => '2026-06-29T12:00:00Z'),
    ],
    county,
  );

export const standing = (county = 'lake'): Promise<AuditPurgeStanding> =>
  reports.value(getAuditPurge, {}, clerk({ county }));
export async function inState(state: PurgeState): Promise<AuditPurge> {
  let found: AuditPurge | null = null;
  await eventually(async () => {
    found = (await standing()).current;
    expect(found).toMatchObject({ state });
  }, 20_000);
  if (!found) throw new Error('no purge');
  return found;
}
export const dryRun = async (): Promise<AuditPurge> => {
  await reports.value(checkAuditPurge, {}, clerk());
  return inState('CHECKED');
};
/** Saves a county's schedule, and waits until the service has read it. */
export async function schedule(
  automaticPurge: boolean,
  automaticPurgeAfterDays = 60,
  county = 'lake',
): Promise<void> {
  schedules.set(county, { automaticPurge, automaticPurgeAfterDays });
  const read = reports.running.get(CountySections);
  read.forgetAll();
  // the read may fail on a busy machine and leave the previous settings in use, so it is repeated
  await eventually(() => read.getCurrent(county, 'auditLogPurgeSchedule'));
}
/** Makes the automatic purge of a county due, and begins it. */
export async function begin(days = 60, county = 'lake'): Promise<void> {
  await schedule(true, days, county);
  await reports.tables.asAdmin(
    `INSERT INTO reports.audit_purge_schedule VALUES ($1, $2) ON CONFLICT (county_id) DO UPDATE SET next_at = $2`,
    [county, clock.now()],
  );
  await reports.running.get(AuditPurgeSchedule).run();
}
/** Runs a purge, and waits until the log has the record of the purge itself. */
export async function purge(days = 60): Promise<AuditPurge> {
  // `standing` returns the purge that started last, so no two purges of a test may start at the same time
  clock.advance(1_000);
  const current = async () => (await standing()).current?.id;
  const before = await current();
  // tries again until a purge has begun, because the service may have run the schedule with settings that it had read
  // earlier; if `begin` fails after its purge has begun, no second purge begins, because it would have nothing to
  // delete
  await eventually(async () => {
    if ((await current()) === before) await begin(days);
    expect(await current()).not.toBe(before);
  }, 10_000);
  await reports.running.get(AuditPurgeWorker).workOn('lake');
  const done = await inState('DONE');
  await told(done);
  return done;
}
export const told = ({ archiveHash }: AuditPurge): Promise<void> =>
  eventually(async () => {
    const rows = await reports.tables.asAdmin(
      `SELECT 1 FROM reports.audit_log WHERE action = 'audit-log.purge' AND after_hash = $1`,
      [archiveHash],
    );
    expect(rows).toHaveLength(1);
  }, 15_000);
export const verify = (whole = true, county = 'lake'): Promise<Output<typeof verifyAudit>> =>
  reports.value(verifyAudit, { whole }, clerk({ county }));
export const numbersLeft = async (county = 'lake'): Promise<number[]> =>
  (
    await reports.tables.asAdmin<{ seq: string }>(
      'SELECT seq FROM reports.audit_log WHERE county_id = $1 ORDER BY seq',
      [county],
    )
  ).map(({ seq }) => Number(seq));
/** Returns the numbers of the records in the archive, part after part. */
export async function numbersArchived(): Promise<number[]> {
  const keys: string[] = [];
  for await (const key of store.list('lake/audit/archive/')) keys.push(key);
  const found: number[] = [];
  for (const key of keys.sort())
    for (const line of (await store.get(key)).toString().split('\n').slice(0, -1))
      found.push((JSON.parse(line) as { seq: number }).seq);
  return found;
}
export const upTo = (last: number, from = 1): number[] =>
  Array.from({ length: last - from + 1 }, (_, n) => from + n);
