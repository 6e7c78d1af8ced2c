import { describe, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { AuditPurgeSchedule } from '../src/audit-purge/audit-purge.schedule.js';
import { clock, reports, schedule, standing, startAuditPurges } from './audit-purge-steps.js';

startAuditPurges();

describe('the purge schedule of the audit log', () => {
  const turn = () => reports.running.get(AuditPurgeSchedule).run();
  const begun = async (): Promise<string[]> =>
    (
      await reports.tables.asAdmin<{ at: Date }>(
        `SELECT started_at AS at FROM reports.audit_purge WHERE county_id = 'lake' ORDER BY started_at`,
      )
    ).map(({ at }) => at.toISOString());
  /**
   * Moves the clock from one instant to another, and runs the schedule every 15 minutes of that time. The schedule is
   * switched on only after the clock shows the first instant, because the service itself also runs the schedule, every
   * real minute, and would use the clock's previous time.
   */
  async function live(from: string, to: string): Promise<void> {
    clock.set(from);
    await schedule(true);
    for (let at = Date.parse(from); at <= Date.parse(to); at += 15 * 60_000) {
      clock.set(new Date(at).toISOString());
      await turn();
      await eventually(async () => expect((await standing()).current?.state ?? 'DONE').toBe('DONE'), 10_000);
    }
  }
  test('begins a purge at 2 a.m. county time, also on the days around the start of daylight saving time', async () => {
    await live('2026-03-07T06:00:00Z', '2026-03-07T08:30:00Z');
    // on March 8 the clocks skip the hour from 2 to 3
    await live('2026-03-08T07:30:00Z', '2026-03-08T08:30:00Z');
    await live('2026-03-09T06:30:00Z', '2026-03-09T07:30:00Z');
    expect(await begun()).toEqual([
      '2026-03-07T08:00:00.000Z',
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T07:00:00.000Z',
    ]);
  });

  test('makes up for missed nights with one purge, and begins none on the day it is switched on', async () => {
    await live('2026-05-20T15:00:00Z', '2026-05-20T16:00:00Z');
    expect(await begun()).toEqual([]);
    expect((await standing()).next).toBe('2026-05-21T07:00:00.000Z');
    // the process is down for three nights
    await live('2026-05-24T15:07:00Z', '2026-05-24T16:07:00Z');
    expect(await begun()).toEqual(['2026-05-24T15:07:00.000Z']);
    expect((await standing()).next).toBe('2026-05-25T07:00:00.000Z');
  });

  test('begins one purge a night even if several processes run the schedule, and none while it is off', async () => {
    await live('2026-05-20T15:00:00Z', '2026-05-20T15:00:00Z');
    clock.set('2026-05-21T07:00:00Z');
    await Promise.all([turn(), turn(), turn()]);
    expect(await begun()).toHaveLength(1);
    await schedule(false);
    clock.set('2026-05-22T09:00:00Z');
    await turn();
    expect(await begun()).toHaveLength(1);
  });
});
