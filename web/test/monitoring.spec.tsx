/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Monitoring } from '@portal/proto/http/monitoring';
import { disksOf, jobsOf, serviceRows } from '../src/features/monitoring/services.rules.js';
import { openPortal, preparePortal, someUser, told } from './portal.js';

preparePortal({ beforeAll, afterEach });

type Process = Monitoring['processes'][number];
const at = '2026-11-23T08:00:00.000Z';
const processOf = (service: string, more: Partial<Process> = {}): Process => ({
  ...{ service, process: `${service}-1`, version: '5.2.15', commit: 'abc', startedAt: at, at, isLost: false },
  parts: { redis: true },
  lanes: [{ lane: 'fast', waiting: 0, running: 0, slots: 64 }],
  jobs: [{ job: 'sweep', waiting: 0, running: 1, failed: 3 }],
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

describe('the list of services', () => {
  test('shows a service in one row, with the times of the slowest replica and the errors of all replicas', () => {
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

  test('shows different states for a broken part, a silent replica and a service without replicas', () => {
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

  test('shows each job of a service only once, with the figures of a replica that is not lost', () => {
    const jobs = jobsOf(
      monitoringOf([
        processOf('imaging', { isLost: true, jobs: [] }),
        processOf('imaging', { process: 'imaging-2' }),
        processOf('imaging', { process: 'imaging-3' }),
      ]),
    );
    expect(jobs).toEqual([{ service: 'imaging', job: 'sweep', waiting: 0, running: 1, failed: 3 }]);
  });

  test('shows a disk only once if several services write to it', () => {
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

  test('shows each service, what is wrong with it, and the command that sends failed facts (events) to it again', async () => {
    const troubled = processOf('imaging', {
      parts: { database: false },
      facts: { unread: 4, unreadSeconds: 90, dead: 2, unpublished: 0 },
    });
    await openPortal('/monitoring', {
      ...provider,
      handlers: {
        monitoring: () => monitoringOf([processOf('gateway', { pool: null }), troubled]),
        'monitoring/deadFacts': () => ({ groups: [], silent: [] }),
      },
    });
    const services = await screen.findByRole('table', { name: 'Services' });
    expect(await within(services).findByRole('rowheader', { name: 'imaging' })).toBeTruthy();
    expect(within(services).getByText('Trouble')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('imaging: these parts do not work: database.');
    const job = within(screen.getByRole('table', { name: 'Jobs' })).getByRole('row', { name: /imaging/ });
    expect(job.textContent).toBe('sweepimaging013');
    const facts = screen.getByRole('table', { name: 'Facts between services' });
    expect(within(facts).getByText('npm run facts -- again --service imaging')).toBeTruthy();
    expect(within(facts).getByText('90.0 s')).toBeTruthy();
    expect(within(facts).queryByText('gateway')).toBeNull();
  });

  test('reads at once when Read now is pressed, and says that updates have stopped when Pause is pressed', async () => {
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

describe('failed facts', () => {
  const provider = { user: someUser({ role: 'TRIMIN', usageBalance: '' }) };
  const group = {
    ...{ service: 'reports', consumer: 'audit', type: 'payments.order-paid.v1', failure: 'TypeError' },
    ...{ facts: 2, first: '2026-11-23T08:00:00.000001Z', last: '2026-11-23T08:05:00.000002Z', again: false },
  };
  const dead = { unread: 0, unreadSeconds: 0, dead: 2, unpublished: 0 };
  const sent = ({ service, consumer, type, failure, last }: typeof group) => ({
    ...{ service, consumer, type, failure, last },
  });

  const openWith = async (settle: (body: unknown) => unknown) => {
    let groups = [group];
    const portal = await openPortal('/monitoring', {
      ...provider,
      handlers: {
        monitoring: () => monitoringOf([processOf('reports', { facts: dead })]),
        'monitoring/deadFacts': () => ({ groups, silent: ['billing'] }),
        'monitoring/settleDeadFacts': (body) => {
          const answer = settle(body);
          groups = [];
          return answer;
        },
      },
    });
    const table = await screen.findByRole('table', { name: 'Failed facts of this county' });
    await within(table).findByText('payments.order-paid.v1');
    return { portal, table };
  };

  test('are listed with time, count, error and the service that failed to read them, and can be sent again', async () => {
    const bodies: unknown[] = [];
    const { portal, table } = await openWith((body) => (bodies.push(body), { facts: 2 }));
    const row = within(table).getByRole('row', { name: /payments\.order-paid/ });
    expect(row.textContent).toMatch(/reports audit.*11\/23\/2026.*2TypeError/);
    expect(screen.getByText(/failed facts are not listed: billing/)).toBeTruthy();
    await portal.user.click(
      within(row).getByRole('button', { name: 'Send again payments.order-paid.v1 to audit of reports' }),
    );
    expect(await screen.findByText(/2 facts were sent again/)).toBeTruthy();
    expect(bodies).toEqual([{ ...sent(group), action: 'AGAIN', reason: '' }]);
    expect(await screen.findByText(/No failed facts of this county are left/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('#main h1')));
  });

  test('are discarded only with a reason', async () => {
    const bodies: unknown[] = [];
    const { portal, table } = await openWith((body) => (bodies.push(body), { facts: 2 }));
    await portal.user.click(within(table).getByRole('button', { name: /^Discard/ }));
    const dialog = await screen.findByRole('dialog', { name: /Discard failed facts/ });
    const submit = within(dialog).getByRole('button', { name: 'Discard' });
    await portal.user.click(submit);
    const field = within(dialog).getByLabelText(/Reason/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(bodies).toEqual([]);
    await portal.user.type(field, 'of a test county');
    await portal.user.click(submit);
    expect(await screen.findByText('2 facts were discarded.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodies).toEqual([{ ...sent(group), action: 'DISCARD', reason: 'of a test county' }]);
  });

  test('are not requested while no service reports a failed fact', async () => {
    const portal = await openPortal('/monitoring', {
      ...provider,
      handlers: { monitoring: () => monitoringOf([processOf('reports')]) },
    });
    await screen.findByRole('table', { name: 'Facts between services' });
    await screen.findByText(/Updated every 5 seconds/);
    expect(portal.server.callsTo('monitoring/deadFacts')).toEqual([]);
    expect(screen.queryByRole('heading', { name: 'Failed facts of this county' })).toBeNull();
  });
});

describe('the list of imports', () => {
  const provider = { user: someUser({ role: 'TRIMIN', usageBalance: '' }) };
  const run = {
    ...{ id: '1', bundle: 'nightly-1120', kind: 'delta', startedBy: 'portal@office', state: 'DONE' },
    ...{ step: 'LOADING', done: 9, whole: 9, documents: 1_234, images: 5_678, rejected: 3, failure: '' },
    ...{ startedAt: '2026-11-23T08:00:00.000Z', endedAt: '2026-11-23T08:05:00.000Z' },
    pageImages: null as object | null,
  };
  const openWith = async (imports: () => unknown) => {
    const portal = await openPortal('/monitoring', {
      ...provider,
      handlers: { monitoring: () => monitoringOf([processOf('search')]), 'monitoring/imports': imports },
    });
    await screen.findByRole('heading', { name: 'Imports of this county' });
    return portal;
  };

  test('shows who started each import, its counts, its state, and the reason for a failure', async () => {
    await openWith(() => ({
      imports: [
        { ...run, id: '5', bundle: 'now', state: 'RUNNING', step: 'READING', done: 50, whole: 200 },
        run,
        {
          ...run,
          id: '2',
          bundle: 'bad',
          state: 'REFUSED',
          documents: null,
          failure: 'parties.csv is missing',
        },
        { ...run, id: '3', bundle: 'killed', state: 'INTERRUPTED', documents: null },
      ],
    }));
    const rowOf = (name: RegExp) => screen.findByRole('row', { name });
    expect((await rowOf(/nightly-1120 changes/)).textContent).toMatch(
      /Done.*11\/23\/2026.*portal@office1,234Rows in images\.csv: 5,6783$/,
    );
    expect((await rowOf(/^bad/)).textContent).toMatch(/Refused.*parties\.csv is missing/);
    expect((await rowOf(/^killed/)).textContent).toMatch(/Interrupted.*Start it again/);
    const bar = within(await rowOf(/^now/)).getByRole<HTMLProgressElement>('progressbar');
    expect([bar.value, bar.max]).toEqual([50, 200]);
    expect(screen.getByLabelText('Reading: 50 of 200 rows')).toBe(bar);
  });

  test('shows the progress of the page images of each import', async () => {
    const images = (state: string, over: object = {}) => ({
      ...{ ...run, id: state, bundle: `b-${state}` },
      pageImages: { state, pages: 900, done: 0, refused: 0, failure: '', ...over },
    });
    await openWith(() => ({
      imports: [
        images('WAITING'),
        images('RUNNING', { done: 120, refused: 30 }),
        images('DONE', { done: 900 }),
        { ...images('DONE', { done: 888, refused: 12 }), id: 'partly', bundle: 'b-partly' },
        images('FAILED', { failure: 'DatabaseError 53100' }),
        images('INTERRUPTED'),
        { ...run, id: 'none', bundle: 'b-none', images: 0 },
      ],
    }));
    const textOf = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent;
    expect(await textOf(/b-WAITING/)).toMatch(
      /WaitingThe portal reads the page images after the documents\./,
    );
    const bar = screen.getByLabelText<HTMLProgressElement>('120 of 900 pages');
    expect([bar.value, bar.max]).toEqual([150, 900]);
    expect(await textOf(/b-RUNNING/)).toMatch(/Running.*Pages refused: 30\./);
    expect(await textOf(/b-DONE/)).toMatch(/Done900 of 900 pages3$/);
    expect(await textOf(/b-partly/)).toMatch(/Done, some pages refused888 of 900 pagesPages refused: 12\./);
    expect(await textOf(/b-FAILED/)).toMatch(/FailedDatabaseError 53100/);
    expect(await textOf(/b-INTERRUPTED/)).toMatch(/Interrupted.*Start it again\./);
    expect(await textOf(/b-none/)).toMatch(/1,234\u20133$/);
  });

  test('says that the state of page images is unknown, and still shows the imports', async () => {
    await openWith(() => ({ imports: [run], imagesSilent: true }));
    expect(await screen.findByText(/could not read the progress of the page images/)).toBeTruthy();
    expect(await screen.findByRole('row', { name: /nightly-1120/ })).toBeTruthy();
  });

  test('explains how to start an import if the county has none', async () => {
    await openWith(() => ({ imports: [] }));
    expect(await screen.findByText('No import of this county is known yet.')).toBeTruthy();
    expect(screen.getByText('npm run import')).toBeTruthy();
  });
});

describe('the technical pages of the control panel', () => {
  const provider = { user: someUser({ role: 'TRIMIN', usageBalance: '' }) };

  test('C8-19 include Performance Monitoring, which opens in a new window', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const portal = await openPortal('/controlPanel/performanceMonitoring', provider);
    await portal.user.click(await screen.findByRole('button', { name: 'Open monitoring' }));
    expect(opened).toHaveBeenCalledWith(expect.stringMatching(/\/monitoring$/), '_blank', 'noopener');
    opened.mockRestore();
  });

  test("C8-20 C8-21 include Reload Configuration, which submits an empty body and shows the server's message", async () => {
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
