import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { UserPurgeSchedule } from '../src/purges/user-purge.schedule.js';
import { addPerson, clock, stack, standing, startPurges, usersGone, usersLeft } from './purge-steps.js';

startPurges();

describe('the schedule of the user purge', () => {
  const turn = () => stack.running.get(UserPurgeSchedule).run();
  const automatic = async (): Promise<{ since: string; at: string }[]> =>
    (
      await stack.tables.asAdmin<{ since: string; at: Date }>(
        `SELECT since::text, started_at AS at FROM identity.user_purge WHERE automatic AND county_id = 'lake'
          ORDER BY started_at`,
      )
    ).map(({ since, at }) => ({ since, at: at.toISOString() }));
  /** Lets the clock run from one instant to another, and runs the schedule every 15 minutes. */
  async function live(from: string, to: string): Promise<void> {
    for (let at = Date.parse(from); at <= Date.parse(to); at += 15 * 60_000) {
      clock.set(new Date(at).toISOString());
      await turn();
      await eventually(async () => expect((await standing()).current?.state ?? 'DONE').toBe('DONE'), 10_000);
    }
  }
  beforeEach(async () => {
    await stack.tables.asAdmin('DELETE FROM identity.user_purge_schedule');
    await stack.configure('lake', 'userPurgeSchedule', {
      automaticPurge: true,
      automaticPurgeAfterDays: 365,
    });
  });
  afterEach(() =>
    stack.configure('lake', 'userPurgeSchedule', { automaticPurge: false, automaticPurgeAfterDays: 365 }),
  );

  test('C6-10 deletes users after 365 calendar days without a sign-in, and not after 364', async () => {
    const lastSignIn = (at: string) => addPerson({}, { lastSignIn: at });
    await live('2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z');
    // in Chicago, November 22 begins between these two instants
    const long = await lastSignIn('2025-11-22T05:59:00Z');
    const short = await lastSignIn('2025-11-22T06:00:00Z');
    await live('2026-11-21T07:45:00Z', '2026-11-21T08:15:00Z');
    expect(await automatic()).toEqual([{ since: '2025-11-22', at: '2026-11-21T08:00:00.000Z' }]);
    expect(await usersLeft()).toEqual([short.id]);
    expect(await usersGone()).toContain(long.id);
  });

  test('begins a purge at 2 a.m. county time, even on the days around a change of daylight saving time', async () => {
    await live('2026-03-07T06:00:00Z', '2026-03-07T06:00:00Z');
    await live('2026-03-07T07:30:00Z', '2026-03-07T08:30:00Z');
    // on March 8 the clocks skip the hour from 2 to 3
    await live('2026-03-08T07:30:00Z', '2026-03-08T08:30:00Z');
    await live('2026-03-09T06:30:00Z', '2026-03-09T07:30:00Z');
    await live('2026-10-31T06:30:00Z', '2026-10-31T07:30:00Z');
    // on November 1 the clocks show 1:30 twice
    await live('2026-11-01T06:00:00Z', '2026-11-01T08:30:00Z');
    expect((await automatic()).map(({ at }) => at)).toEqual([
      '2026-03-07T08:00:00.000Z',
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T07:00:00.000Z',
      // this purge makes up for all the nights since March 9
      '2026-10-31T06:30:00.000Z',
      '2026-10-31T07:00:00.000Z',
      '2026-11-01T08:00:00.000Z',
    ]);
  });

  test('makes up for missed nights with one purge, and begins none on the day it is switched on', async () => {
    await live('2026-11-20T15:00:00Z', '2026-11-20T16:00:00Z');
    expect(await automatic()).toEqual([]);
    expect((await standing()).next).toBe('2026-11-21T08:00:00.000Z');
    // the process is down for three nights
    await live('2026-11-24T15:07:00Z', '2026-11-24T16:07:00Z');
    expect((await automatic()).map(({ at }) => at)).toEqual(['2026-11-24T15:07:00.000Z']);
    expect((await standing()).next).toBe('2026-11-25T08:00:00.000Z');
  });

  test('begins one purge a night with two replicas, and none after the county has switched purges off', async () => {
    const replica = await stack.startReplica();
    await live('2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z');
    clock.set('2026-11-21T08:00:00Z');
    await Promise.all([turn(), replica.get(UserPurgeSchedule).run(), turn()]);
    expect(await automatic()).toHaveLength(1);
    await stack.configure('lake', 'userPurgeSchedule', {
      automaticPurge: false,
      automaticPurgeAfterDays: 365,
    });
    clock.set('2026-11-22T09:00:00Z');
    await turn();
    expect(await automatic()).toHaveLength(1);
    // the other replica learns of the change within a second
    await eventually(async () => expect((await standing()).next).toBe(''), 5_000);
  });
});
