import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { armFailpoints } from '@portal/infra/failpoints';
import { eventually } from '@portal/infra/testing';
import type { EventOf } from '@portal/infra/events';
import { showReport } from '@portal/proto/rpc/county-reports';
import { ActivityRecorder } from '../src/activity/activity.recorder.js';
import { ActivityRefill } from '../src/activity/activity.refill.js';
import { AuditPurgeWorker } from '../src/audit-purge/audit-purge.worker.js';
import {
  addRecords,
  begin,
  clerk,
  inState,
  purge,
  reports,
  standing,
  startAuditPurges,
  told,
} from './audit-purge-steps.js';

startAuditPurges();

const account = randomUUID();
/** Adds a purchase of a dollar from the account's escrow at each of these times. */
const addPurchases = (...times: string[]): Promise<void> =>
  addRecords(times, 'lake', (postedAt) => ({
    action: 'payments.entry-posted',
    detail: JSON.stringify({
      ...{ kind: 'IMAGES', account, user: randomUUID(), subject: 'A1000001', pages: 1 },
      ...{ charged: '100', credited: '0', images: '0', escrow: '-100', postedAt },
    }),
  }));
const asAdmin = <R extends object = object>(statement: string, values: readonly unknown[] = []) =>
  reports.tables.asAdmin<R>(statement, [...values]);
const addSearch = (at: string) =>
  asAdmin(
    `INSERT INTO reports.activity VALUES ('lake', gen_random_uuid(), 0, $1, 'SEARCHES', 'searchByName', 'FIVE', $2, $3,
                                          '1', 0, 0, 0, 0, 0)`,
    [at, randomUUID(), account],
  );
const refill = () => reports.running.get(ActivityRefill).refill('lake');
const daysLeft = async (): Promise<string[]> =>
  (
    await asAdmin<{ day: string }>(
      `SELECT log || ' ' || (at AT TIME ZONE 'UTC')::date AS day FROM reports.activity WHERE log <> 'ADMINISTRATION'
        ORDER BY at`,
    )
  ).map(({ day }) => day);
/** Leaves out the lines about the purge itself, because their events may arrive later. */
const checksum = () =>
  asAdmin(
    `SELECT (SELECT md5(string_agg(a::text, '|' ORDER BY fact, part)) FROM reports.activity a
              WHERE log <> 'ADMINISTRATION') AS activity,
            (SELECT md5(string_agg(c::text, '|' ORDER BY account_id)) FROM reports.carried_escrow c) AS carried`,
  );

test('when the audit log is purged, the lines of purged records and the searches of purged days disappear from the reports', async () => {
  await addPurchases('2025-12-01T12:00:00Z', '2026-01-05T12:00:00Z', '2026-06-01T12:00:00Z');
  await addSearch('2025-12-02T12:00:00Z');
  await addSearch('2026-06-02T12:00:00Z');
  expect(await purge()).toMatchObject({ deleted: 2 });
  expect(await daysLeft()).toEqual(['PURCHASES 2026-06-01', 'SEARCHES 2026-06-02']);
});

test('filling the report tables again from the audit log gives the same lines, and the purged lines do not come back', async () => {
  await addPurchases('2025-12-01T12:00:00Z', '2026-06-01T12:00:00Z');
  await purge();
  await refill();
  const before = await checksum();
  await asAdmin('TRUNCATE reports.activity, reports.activity_progress');
  await refill();
  expect(await checksum()).toEqual(before);
  expect(await daysLeft()).toEqual(['PURCHASES 2026-06-01']);
});

test('a statement after a purge has the same opening and closing escrow as before the purge', async () => {
  await asAdmin(
    `INSERT INTO reports.customer VALUES ('lake', $1::text, 'Aurora Title', DEFAULT, 'A_LA_CARTE', 'ESCROW', now(), gen_random_uuid())
     ON CONFLICT DO NOTHING`,
    [account],
  );
  await addPurchases('2025-12-01T12:00:00Z', '2026-01-05T12:00:00Z', '2026-06-01T12:00:00Z');
  const balance = async () => {
    const criteria = { fromDate: '05/01/2026', toDate: '06/30/2026', accountName: 'Aurora Title' };
    return (await reports.value(showReport, { report: 'STATEMENT', criteria }, clerk())).balance;
  };
  await refill();
  expect(await balance()).toEqual({ opening: -200, closing: -300 });
  await purge();
  expect(await balance()).toEqual({ opening: -200, closing: -300 });
});

/** Returns a function that delivers once more the events of all records that are now in the log. */
const prepareRetry = async () => {
  const records = await asAdmin<{ event_id: string; at: Date; detail: string }>(
    'SELECT event_id, at, detail FROM reports.audit_log ORDER BY at',
  );
  const events = records.map(
    ({ event_id: id, at: time, detail }) =>
      ({
        ...{ id, type: 'payments.entry-posted.v1', county: 'lake', aggregate: `account:${account}`, time },
        ...{ correlationId: 'c', payload: JSON.parse(detail) as object },
      }) as unknown as EventOf<'payments.entry-posted.v1'>,
  );
  const { running, tables } = reports;
  return () => tables.database.withCounty('lake', (tx) => running.get(ActivityRecorder).record(events, tx));
};

test('an event that staff retry after its record was purged does not add its line and its escrow a second time', async () => {
  await addPurchases('2025-12-01T12:00:00Z', '2026-06-01T12:00:00Z');
  const retry = await prepareRetry();
  await purge();
  await retry();
  expect(await daysLeft()).toEqual(['PURCHASES 2026-06-01']);
  expect(await asAdmin('SELECT escrow FROM reports.carried_escrow')).toEqual([{ escrow: '-100' }]);
});

test.each([
  [
    'before the purge',
    'the refill of the report lines',
    'activity-refill-read',
    () => Promise.resolve(refill),
  ],
  ['before the purge', 'a retry of its event', 'activity-purged-found', prepareRetry],
  ['between archiving and deletion', 'a retry of its event', 'activity-purged-found', prepareRetry],
])('a purged line does not come back even if, %s, %s reads its record', async (when, _, point, preparing) => {
  await addPurchases('2025-12-01T12:00:00Z', '2026-06-01T12:00:00Z');
  const write = await preparing();
  const [read, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let written: Promise<unknown> | undefined;
  const startWriting = () => {
    written = write();
    return read.promise;
  };
  const pauses = new Map<string, () => Promise<void>>([
    [
      point,
      () => {
        read.resolve();
        return goOn.promise;
      },
    ],
    ...(when === 'before the purge' ? [] : ([['audit-purge-archived', startWriting]] as const)),
  ]);
  armFailpoints((at) => {
    const pause = pauses.get(at);
    pauses.delete(at);
    return pause?.();
  });
  if (when === 'before the purge') await startWriting();
  await begin();
  // the purge either ends or waits for the slow transaction
  await eventually(async () => {
    const [{ blocked } = { blocked: false }] = await asAdmin<{ blocked: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock') AS blocked`,
    );
    expect(blocked || (await standing()).current?.state === 'DONE').toBe(true);
  }, 20_000);
  goOn.resolve();
  await written;
  const done = await inState('DONE');
  // the event of the purge would otherwise become the first record of the next test
  await told(done);
  expect(done).toMatchObject({ deleted: 1 });
  expect(await daysLeft()).toEqual(['PURCHASES 2026-06-01']);
  expect(await asAdmin('SELECT escrow FROM reports.carried_escrow')).toEqual([{ escrow: '-100' }]);
});

test('the escrow carried forward includes each purged line once, even if the purge is killed after a deletion', async () => {
  await addPurchases(...Array.from({ length: 5_010 }, () => '2025-12-01T12:00:00Z'));
  let wake: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => (wake = resolve));
  let reached = 0;
  armFailpoints((at) => (at === 'audit-purge-deleted' && (reached += 1) === 1 ? dead : undefined));
  await begin();
  await eventually(() => expect(reached).toBe(1), 20_000);
  await asAdmin(`UPDATE reports.audit_purge SET lease_until = '-infinity'`);
  await reports.running.get(AuditPurgeWorker).workOn('lake');
  wake();
  expect(await inState('DONE')).toMatchObject({ deleted: 5_010 });
  expect(await asAdmin('SELECT escrow FROM reports.carried_escrow')).toEqual([{ escrow: '-501000' }]);
  expect(await daysLeft()).toEqual([]);
}, 60_000);
