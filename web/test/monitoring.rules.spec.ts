import { describe, expect, test } from '@jest/globals';
import { disksOf, jobsOf, serviceRows } from '../src/features/monitoring/services.rules.js';
import { monitoringOf, processOf, type Process } from './processes.js';

const answersOf = (over: Partial<Process['answers']>): Process['answers'] => ({
  ...{ all: 5, failed: 0, p50: 9, p95: 41 },
  ...over,
});
const fast = (waiting: number): Process['lanes'][number] => ({
  ...{ lane: 'fast', waiting, running: 2, slots: 64 },
});
const lost = { isLost: true } as const;
const later = { at: '2026-11-23T08:00:03.000Z' };
const brokenDatabase = { parts: { redis: true, database: false } };

/** The row of a service with the given replicas. */
const rowOf = (...replicas: Partial<Process>[]) =>
  serviceRows(monitoringOf(replicas.map((one) => processOf('search', one))))[0];

describe('the list of services', () => {
  test('shows a service in one row, with the times of the slowest replica and the errors of all replicas', () => {
    expect(
      rowOf(
        { answers: answersOf({ failed: 1, p50: 4, p95: 210 }), lanes: [fast(1)] },
        {
          ...{ ...later, version: '5.2.16', answers: answersOf({ failed: 2, p50: 38, p95: 90 }) },
          lanes: [fast(7), { ...fast(3), lane: 'slow' }],
        },
        { answers: answersOf({ p50: 5, p95: 6 }), lanes: [fast(2)] },
      ),
    ).toEqual({
      ...{ service: 'search', state: 'ready', versions: ['5.2.15', '5.2.16'], ready: 3, replicas: 3 },
      ...{ waiting: { fast: 7, slow: 3 }, p50: 38, p95: 210, failed: 3, broken: [] },
    });
  });

  test('is alphabetical, and has a row without replicas for a service that no process runs', () => {
    const rows = serviceRows(
      monitoringOf([processOf('search'), processOf('gateway')], ['reports', 'accounts']),
    );
    expect(rows.map(({ service, state }) => [service, state])).toEqual([
      ['accounts', 'away'],
      ['gateway', 'ready'],
      ['reports', 'away'],
      ['search', 'ready'],
    ]);
    expect(rows[0]).toEqual({
      ...{ service: 'accounts', state: 'away', versions: [], ready: 0, replicas: 0 },
      ...{ waiting: {}, p50: null, p95: null, failed: 0, broken: [] },
    });
  });

  test('shows the state “away” for a service if only lost replicas of the service are known', () => {
    const rows = serviceRows(monitoringOf([processOf('search', lost)], ['search']));
    expect(rows.map(({ state, replicas }) => [state, replicas])).toEqual([['away', 1]]);
  });

  test.each([
    ['ready', 2, [{}, {}]],
    ['trouble', 1, [{}, brokenDatabase]],
    ['trouble', 0, [brokenDatabase]],
    ['lost', 1, [lost, {}]],
    ['lost', 0, [lost, brokenDatabase]],
  ])('calls a service %s, with %d ready replicas, if its replicas report %j', (state, ready, replicas) => {
    expect(rowOf(...replicas)).toMatchObject({ state, ready, replicas: replicas.length });
  });

  test('names each broken part only once, and leaves out a part that only a lost replica reports as broken', () => {
    const both = { parts: { redis: false, database: false, disk: true } };
    expect(rowOf(brokenDatabase, both, { ...lost, parts: { disk: false } })?.broken).toEqual([
      'database',
      'redis',
    ]);
  });

  test('counts neither the errors nor the times nor the waiting commands of a lost replica', () => {
    const silent = {
      ...lost,
      ...later,
      answers: answersOf({ failed: 8, p50: 99, p95: 999 }),
      lanes: [fast(9)],
    };
    expect(rowOf(silent, { lanes: [fast(1)] })).toMatchObject({
      ...{ failed: 0, p50: 9, p95: 41, waiting: { fast: 1 } },
    });
    expect(rowOf(silent)).toMatchObject({ failed: 0, p50: null, p95: null, waiting: {} });
  });

  test('shows the times of the replicas that answered commands, even a time of 0 ms', () => {
    const idle = { answers: answersOf({ p50: null, p95: null }) };
    expect(rowOf(idle, { answers: answersOf({ p50: 0, p95: 1 }) }, idle)).toMatchObject({ p50: 0, p95: 1 });
    expect(rowOf(idle, idle)).toMatchObject({ p50: null, p95: null });
  });
});

describe('the list of jobs', () => {
  const sweep = { job: 'sweep', waiting: 0, running: 1, failed: 3 };
  const mail = { job: 'mail', waiting: 2, running: 0, failed: 0 };

  test('shows each job of a service only once, with the figures of the first replica that is not lost', () => {
    const jobs = jobsOf(
      monitoringOf([
        processOf('imaging', { ...lost, jobs: [{ ...sweep, failed: 9 }] }),
        processOf('imaging', { jobs: [sweep, mail] }),
        processOf('accounts', { jobs: [mail] }),
        processOf('imaging', { jobs: [{ ...sweep, running: 7 }] }),
        processOf('reports', { ...lost, jobs: [mail] }),
      ]),
    );
    expect(jobs).toEqual([
      { service: 'imaging', ...sweep },
      { service: 'imaging', ...mail },
      { service: 'accounts', ...mail },
    ]);
  });
});

describe('the list of disks', () => {
  const disk = { free: 400, size: 1_000 };

  test('shows a disk only once if several services write to it, with the least free space that they report', () => {
    const disks = disksOf(
      monitoringOf([
        processOf('imaging', { disk }),
        processOf('search', { disk: { ...disk, free: 390 } }),
        processOf('imaging', { disk: { ...disk, free: 410 } }),
        processOf('reports', { disk: { free: 1, size: 5 } }),
      ]),
    );
    expect(disks).toEqual([
      { services: 'imaging, search', free: 390, size: 1_000 },
      { services: 'reports', free: 1, size: 5 },
    ]);
  });

  test('leaves out processes that are lost or write to no disk', () => {
    const disks = disksOf(
      monitoringOf([
        processOf('imaging', { ...lost, disk }),
        processOf('gateway', { disk: null }),
        processOf('search', { disk }),
      ]),
    );
    expect(disks).toEqual([{ services: 'search', ...disk }]);
  });
});
