/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Monitoring } from '@portal/proto/http/monitoring';
import { disksOf, serviceRows } from '../src/features/monitoring/services.rules.js';
import { openPortal, preparePortal, someUser, told } from './portal.js';

preparePortal({ beforeAll, afterEach });

type Process = Monitoring['processes'][number];
const at = '2026-11-23T08:00:00.000Z';
const processOf = (service: string, more: Partial<Process> = {}): Process => ({
  ...{ service, process: `${service}-1`, version: '5.2.15', commit: 'abc', startedAt: at, at, isLost: false },
  parts: { redis: true },
  lanes: [{ lane: 'fast', waiting: 0, running: 0, slots: 64 }],
  answers: { all: 10, failed: 0, p50: 9, p95: 41 },
  pool: { inUse: 1, most: 10, waiting: 0 },
  facts: { unread: 0, unreadSeconds: 0, dead: 0, unpublished: 0 },
  memoryBytes: 1e8,
  disk: { free: 4e11, size: 1e12 },
  ...more,
});
const monitoringOf = (processes: Process[], missing: string[] = []): Monitoring => ({
  at,
  processes,
  missing,
});

describe('the services', () => {
  test('replicas of a service make one row with the times of the slowest and the errors of all', () => {
    const rows = serviceRows(
      monitoringOf([
        processOf('search', { answers: { all: 5, failed: 1, p50: 4, p95: 210 } }),
        processOf('search', {
          process: 'search-2',
          version: '5.2.16',
          at: '2026-11-23T08:00:03.000Z',
          answers: { all: 5, failed: 2, p50: 38, p95: 90 },
          lanes: [{ lane: 'fast', waiting: 7, running: 2, slots: 64 }],
        }),
      ]),
    );
    expect(rows).toEqual([
      {
        ...{ service: 'search', state: 'ready', versions: ['5.2.15', '5.2.16'], ready: 2, replicas: 2 },
        ...{ waiting: { fast: 7 }, p50: 38, p95: 210, failed: 3, broken: [] },
      },
    ]);
  });

  test('a broken part, a silent replica and a service that nobody serves are told apart', () => {
    const rows = serviceRows(
      monitoringOf(
        [
          processOf('imaging', { parts: { redis: true, database: false } }),
          processOf('payments', { isLost: true }),
          processOf('payments', { process: 'payments-2' }),
        ],
        ['reports'],
      ),
    );
    expect(rows.map(({ service, state, ready }) => [service, state, ready])).toEqual([
      ['imaging', 'trouble', 0],
      ['payments', 'lost', 1],
      ['reports', 'away', 0],
    ]);
    expect(rows[0]?.broken).toEqual(['database']);
  });

  test('a disk that several services write to is listed once', () => {
    const other = { free: 1e9, size: 5e9 };
    const disks = disksOf(
      monitoringOf([processOf('imaging'), processOf('search'), processOf('reports', { disk: other })]),
    );
    expect(disks).toEqual([
      { services: 'imaging, search', free: 4e11, size: 1e12 },
      { services: 'reports', ...other },
    ]);
  });
});

describe('the page Monitoring', () => {
  const provider = { user: someUser({ role: 'TRIMIN', usageBalance: '' }) };

  test('C8-19 shows each service, what is wrong, and the command for failed facts', async () => {
    const troubled = processOf('imaging', {
      parts: { database: false },
      facts: { unread: 4, unreadSeconds: 90, dead: 2, unpublished: 0 },
    });
    await openPortal('/monitoring', {
      ...provider,
      handlers: { monitoring: () => monitoringOf([processOf('gateway', { pool: null }), troubled]) },
    });
    const services = await screen.findByRole('table', { name: 'Services' });
    expect(await within(services).findByRole('rowheader', { name: 'imaging' })).toBeTruthy();
    expect(within(services).getByText('Trouble')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('imaging: not working: database.');
    const facts = screen.getByRole('table', { name: 'Facts between services' });
    expect(within(facts).getByText('npm run facts -- again --service imaging')).toBeTruthy();
    expect(within(facts).getByText('90.0 s')).toBeTruthy();
    expect(within(facts).queryByText('gateway')).toBeNull();
  });

  test('C8-19 Read now reads at once, and Pause says that nothing is read by itself', async () => {
    let reads = 0;
    const portal = await openPortal('/monitoring', {
      ...provider,
      handlers: { monitoring: () => ((reads += 1), monitoringOf([processOf('gateway')])) },
    });
    await screen.findByText(/Updated every 5 seconds/);
    const before = reads;
    await portal.user.click(screen.getByRole('button', { name: 'Read now' }));
    expect(reads).toBeGreaterThan(before);
    await portal.user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText(/Paused. Press Pause again/)).toBeTruthy();
  });
});

describe('the technical pages', () => {
  const provider = { user: someUser({ role: 'TRIMIN', usageBalance: '' }) };

  test('C8-19 Performance Monitoring opens the page in a new window', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const portal = await openPortal('/controlPanel/performanceMonitoring', provider);
    await portal.user.click(await screen.findByRole('button', { name: 'Open monitoring' }));
    expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/monitoring$/), '_blank', 'noopener');
    opened.mockRestore();
  });

  test("C8-20 C8-21 Reload Configuration submits an empty body and shows the server's message", async () => {
    const bodies: unknown[] = [];
    const portal = await openPortal('/controlPanel/reloadConfiguration', {
      ...provider,
      handlers: {
        'controlPanel/countyConfig/reloadConfiguration': (body) => {
          bodies.push(body);
          return told('Every process reads it again.', { sections: 12 });
        },
      },
    });
    await portal.user.click(await screen.findByRole('button', { name: 'Submit' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Every process reads it again.');
    expect(bodies).toEqual([{}]);
  });
});
