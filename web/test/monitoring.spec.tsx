/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { monitoringOf, processOf } from './processes.js';
import { openPortal, preparePortal, someUser, told } from './portal.js';

preparePortal({ beforeAll, afterEach });

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
    expect(await screen.findByText(/Paused. The figures are as of/)).toBeTruthy();
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
