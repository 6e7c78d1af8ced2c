/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { arriveAt, openPortal, preparePortal, settle, someUser, type Portal } from './portal.js';

preparePortal({ beforeAll, afterEach });
beforeAll(async () => {
  await import('../src/features/session/session-keeper.js');
});
afterEach(() => {
  jest.useRealTimers();
});

const MINUTE = 60_000;
const limit = { userAccess: { inactivityTimeLimit: true, inactivityTimeLimitPeriod: 5 } };
const nothingPurged = { current: null, last: null, next: '' };
const writing = {
  ...{ id: '00000000-0000-4000-8000-000000000001', report: 'USER', format: 'XLSX', state: 'WRITING' },
  ...{ fromDate: '11/01/2026', toDate: '11/21/2026', written: 4_000, lines: 16_000 },
  ...{ startedAt: '2026-11-21T18:00:00.000Z', expiresAt: '', size: 0 },
};

/** Opens a page that polls this path, with a clock that the test can move ahead. */
const openPolling = async (address: string, path: string, answer: unknown): Promise<Portal> => {
  jest.useFakeTimers({
    advanceTimers: true,
    doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'performance', 'hrtime'],
  });
  const portal = await openPortal(address, {
    user: someUser({ role: 'TRIMIN', usageBalance: '' }),
    help: limit,
    handlers: {
      [path]: () => answer,
      'auth/logout': () => ({}),
      'report/offered': () => ({ reports: [{ report: 'USER', countyNote: '' }] }),
    },
  });
  // the first page of the control panel takes a long time to load on a busy machine
  await waitFor(() => expect(portal.server.callsTo(path).length).toBeGreaterThan(0), { timeout: 10_000 });
  await settle();
  return portal;
};

const later = async (ms: number): Promise<void> => {
  await act(() => jest.advanceTimersByTimeAsync(ms));
  await settle();
};

describe('a page that polls', () => {
  test.each<[string, string, unknown]>([
    ['/efileQueue', 'efileQueue/list', { rows: [], total: 0 }],
    ['/efileQueue', 'efileQueue/exchange', { on: false, folder: '', answers: [] }],
    ['/monitoring', 'monitoring', { at: '2026-11-23T08:00:00.000Z', processes: [], missing: [] }],
    ['/controlPanel/billingSchedule', 'controlPanel/billingStanding', {}],
    ['/controlPanel/userLockout2', 'controlPanel/signedIn', { roles: [], newest: [] }],
    ['/controlPanel/userPurgeSchedule', 'controlPanel/countyConfig/userPurgeNow', nothingPurged],
    ['/controlPanel/userPurgeNow', 'controlPanel/countyConfig/userPurgeNow', nothingPurged],
    ['/controlPanel/auditLogPurgeSchedule', 'controlPanel/auditPurge', nothingPurged],
    [
      '/controlPanel/LandSharkOneAuditLog',
      'controlPanel/countyConfig/migrateLandSharkOneAuditLog',
      { current: null },
    ],
    ['/reports/UserReport', 'report/jobs', { jobs: [writing] }],
  ])('logs out a user who leaves %s open without any input (%s)', async (address, path, answer) => {
    const portal = await openPolling(address, path, answer);
    const opened = portal.server.callsTo(path).length;
    await later(1.5 * MINUTE);
    expect(portal.server.callsTo(path).length).toBeGreaterThan(opened);
    // the inactivity limit counts from the last poll, which was two minutes after the last input
    await later(6 * MINUTE);
    await arriveAt(portal, '/login');
    expect(portal.server.callsTo('auth/logout')).toHaveLength(1);
  });

  test('shows at each poll how long the documents of the e-file queue have waited by then', async () => {
    const row = {
      ...{ imageId: '00000000-0000-4000-8000-000000000002', transactionNumber: '7', state: 'SUBMITTED' },
      ...{ efileType: 'LR', name: 'Ada Olson', pages: 2, claimedBy: '', claimedByMe: false },
      ...{ lowResolution: [], corrects: '', documentNumber: '' },
      submittedAt: new Date(Date.now() - 10.2 * MINUTE).toISOString(),
    };
    await openPolling('/efileQueue', 'efileQueue/list', { rows: [row], total: 1 });
    expect(screen.getByText('10 minutes')).toBeTruthy();
    await later(1.5 * MINUTE);
    expect(screen.getByText('11 minutes')).toBeTruthy();
  });

  test('polls while somebody uses it, stops after two minutes without input, and starts again at the next input', async () => {
    const path = 'efileQueue/list';
    const portal = await openPolling('/efileQueue', path, { rows: [], total: 0 });
    const asked = (): number => portal.server.callsTo(path).length;
    const opened = asked();
    await later(1.5 * MINUTE);
    fireEvent.keyDown(document.body, { key: 'Tab' });
    await later(1.5 * MINUTE);
    expect(asked()).toBe(opened + 6);
    await later(MINUTE);
    const rested = asked();
    await later(MINUTE);
    expect(asked()).toBe(rested);
    fireEvent.pointerDown(document.body);
    await later(0.5 * MINUTE);
    expect(asked()).toBe(rested + 1);
  });
});
