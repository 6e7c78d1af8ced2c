/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReportName, ReportPage, ReportRow } from '@portal/proto/http/reports';
import type { ReportJob } from '@portal/proto/http/report-jobs';
import type { Role } from '@portal/proto/roles';
import { openPortal, preparePortal, refuse, settle, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const line: ReportRow = {
  ...{ id: 'f1/0', at: '2026-11-21T20:05:00.000Z', log: 'PURCHASES', kind: 'IMAGES', user: 'u1' },
  ...{ username: 'jane.doe', account: 'a1', accountName: 'Aurora Title', subject: 'WARRANTY DEED A1000001' },
  ...{ pages: 2, charged: 450, credited: 0, images: 0 },
};
const page = (over: Partial<ReportPage> = {}): ReportPage => ({
  ...{ rows: [line], types: [], balance: null },
  total: { count: 1, pages: 2, charged: 450, credited: 0, images: 0 },
  ...over,
});
const offered = (...reports: ReportName[]) => ({
  reports: reports.map((report) => ({
    report,
    countyNote: report === 'USER' ? 'Ask before you print.' : '',
  })),
});
const everyReport = offered('STATEMENT', 'ACCOUNT', 'USER', 'ACCOUNT_TYPE');

const open = (path: string, role: Role = 'COUNTY', handlers: Record<string, Handler> = {}) =>
  openPortal(path, {
    user: someUser({ role }),
    handlers: {
      'report/offered': () => (role === 'ACCOUNT' ? offered('STATEMENT', 'ACCOUNT', 'USER') : everyReport),
      'report/page': () => page(),
      'report/jobs': () => ({ jobs: [] }),
      'report/schedules': () => ({ schedules: [] }),
      ...handlers,
    },
  });
const bodyOf = (portal: Awaited<ReturnType<typeof open>>, wanted: string) =>
  portal.server.calls.find(({ path }) => path === wanted)?.body ?? {};
const noFindings = { days: [], findings: [], suspense: '$0.00', lastRun: null };
const menu = () => screen.getByRole('navigation', { name: 'Reports' });
const linksIn = (group: string): string[] =>
  within(within(menu()).getByRole('list', { name: group }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.trim() ?? '');

test('after Back in the browser, the form of a report shows the criteria of the earlier report', async () => {
  const portal = await open('/reports/UserReport?fromDate=11/01/2026&toDate=11/10/2026&orderBy=timestamp');
  const from = () => screen.getByLabelText<HTMLInputElement>(/^From date/);
  await waitFor(() => expect(from().value).toBe('11/01/2026'), { timeout: 10_000 });
  fireEvent.change(from(), { target: { value: '11/05/2026' } });
  await portal.user.click(screen.getByRole('button', { name: 'Show report' }));
  await settle();
  expect(portal.router.state.location.search).toContain('11%2F05%2F2026');
  expect(from().value).toBe('11/05/2026');
  await act(() => portal.router.navigate(-1));
  await settle();
  expect(from().value).toBe('11/01/2026');
});

describe('the side menu of the reports', () => {
  test('B11-02 B11-03 B11-04 has the groups and items of the specification', async () => {
    await open('/reports');
    expect(linksIn('Audit Details')).toEqual(['Account', 'User']);
    expect(linksIn('Statement')).toEqual(['Statement']);
    expect(linksIn('Transaction Summary')).toEqual(['Account Type']);
  });

  test('stays empty until the server has said which reports are offered, so that no entry moves when it is clicked', async () => {
    let answer: (offer: unknown) => void = () => undefined;
    await open('/reports', 'COUNTY', {
      'report/offered': () => new Promise((resolve) => (answer = resolve)),
    });
    expect(within(menu()).queryAllByRole('link')).toEqual([]);
    answer(everyReport);
    await settle();
    expect(within(menu()).getAllByRole('link')).toHaveLength(5);
  });

  test('B11-01 opens the statement report at the path /reports', async () => {
    const portal = await open('/reports');
    expect(portal.router.state.location.pathname).toBe('/reports/StatementReport');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Statement report');
  });

  test('B11-05 B11-06 leaves out a report that is not offered, and the URL of that report leads to the statement', async () => {
    const portal = await open('/reports/AccountTypeReport', 'ACCOUNT');
    expect(within(menu()).queryByText('Transaction Summary')).toBeNull();
    expect(portal.router.state.location.pathname).toBe('/reports/StatementReport');
  });

  test('is replaced, when no report is offered, by a text that says whom to ask', async () => {
    await open('/reports', 'ACCOUNT', { 'report/offered': () => offered() });
    expect(screen.getByText(/Ask the county office to switch one on/)).toBeDefined();
  });

  test.each([
    ['staff to the card reconciliation', 'COUNTY', 'Card reconciliation'],
    ['an account to its purchases', 'ACCOUNT', 'Purchases of the account'],
  ] as const)('leads %s', async (_, role, link) => {
    await open('/reports', role);
    expect(linksIn('Payments')).toEqual([link]);
  });

  test('stays beside the page Card reconciliation, and marks the entry of that page', async () => {
    const portal = await open('/reports', 'COUNTY', { 'reports/cardReconciliation': () => noFindings });
    await portal.user.click(within(menu()).getByRole('link', { name: 'Card reconciliation' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Card reconciliation' });
    expect(document.activeElement).toBe(heading);
    expect(linksIn('Statement')).toEqual(['Statement']);
    const current = within(menu())
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map(({ textContent }) => textContent?.trim())).toEqual(['Card reconciliation']);
    expect(document.title).toContain('Card reconciliation');
  });
});

describe('the form of a report', () => {
  test('B11-12 B11-13 opens with the whole day, data source FIVE, all transaction types, and the order by username', async () => {
    await open('/reports/AccountReport');
    const values = (label: string) =>
      screen.getAllByLabelText(label).map((field) => (field as HTMLInputElement).value);
    expect(values('Hour')).toEqual(['12', '11']);
    expect(values('Minute')).toEqual(['00', '59']);
    expect(values('Data source')).toEqual(['FIVE']);
    expect(values('Transaction type')).toEqual(['ALL']);
    expect(values('Log information')).toEqual(['ALL']);
    expect(screen.getByLabelText<HTMLInputElement>('Username', { selector: '[type=radio]' }).checked).toBe(
      true,
    );
    expect(screen.getAllByLabelText<HTMLInputElement>('AM').map(({ checked }) => checked)).toEqual([
      true,
      false,
    ]);
  });

  test('B11-17 B11-18 offers the hours 1 to 12 and the minutes 0, 15, 30, 45 and 59', async () => {
    await open('/reports/StatementReport');
    const texts = ({ options }: HTMLSelectElement) => [...options].map(({ text }) => text);
    const offeredAs = (label: string) => screen.getAllByLabelText<HTMLSelectElement>(label).map(texts);
    const hours = '12 1 2 3 4 5 6 7 8 9 10 11'.split(' ');
    expect(offeredAs('Hour')).toEqual([hours, hours]);
    expect(offeredAs('Minute')).toEqual(Array(2).fill(['00', '15', '30', '45', '59']));
  });

  test.each(['COUNTY', 'TRIMIN'] as const)(
    'B11-20 B11-21 lets %s choose accounts, data source and the transaction types of the office',
    async (role) => {
      const portal = await open('/reports/UserReport', role);
      for (const label of ['Account name', 'Data source']) expect(screen.getByLabelText(label)).toBeTruthy();
      for (const name of ['Adjustment', 'Administration'])
        expect(screen.getByRole('option', { name })).toBeTruthy();
      await portal.user.click(screen.getByRole('button', { name: 'Find an account' }));
      expect(await screen.findByRole('dialog')).toBeTruthy();
    },
  );

  test('B11-20 B11-21 lets only staff choose accounts, data source and the transaction types of the office', async () => {
    await open('/reports/UserReport', 'ACCOUNT');
    expect(screen.getByLabelText('Log information')).toBeTruthy();
    expect(screen.getByLabelText('Transaction type')).toBeTruthy();
    expect(screen.queryByLabelText('Account name')).toBeNull();
    expect(screen.queryByLabelText('Data source')).toBeNull();
    expect(screen.queryByRole('option', { name: 'Adjustment' })).toBeNull();
    expect(screen.queryByRole('option', { name: 'Administration' })).toBeNull();
  });

  test('shows the county’s text above the form', async () => {
    await open('/reports/UserReport');
    expect(screen.getByText('Ask before you print.')).toBeDefined();
  });

  test('B1-035 B11-14 B11-15 B11-16 names a missing date or a wrong order of times, and sends nothing', async () => {
    const portal = await open('/reports/UserReport');
    const from = screen.getByLabelText(/^From date/);
    await portal.user.clear(from);
    await portal.user.click(screen.getByRole('button', { name: 'Show report' }));
    expect(screen.getByText('Required.')).toBeDefined();
    await portal.user.type(from, '11/21/2026');
    expect(screen.queryByText('Required.')).toBeNull();
    const to = screen.getByLabelText(/^To date/);
    await portal.user.clear(to);
    await portal.user.type(to, '11/20/2026');
    await portal.user.click(screen.getByRole('button', { name: 'Show report' }));
    expect(screen.getByText('Invalid date range.')).toBeDefined();
    await portal.user.clear(to);
    await portal.user.type(to, '11/21/2026');
    const [fromPm] = screen.getAllByLabelText('PM');
    const [, toAm] = screen.getAllByLabelText('AM');
    for (const half of [fromPm, toAm]) await portal.user.click(half as HTMLElement);
    await portal.user.click(screen.getByRole('button', { name: 'Show report' }));
    expect(screen.getByText('Invalid date/time range.')).toBeDefined();
    expect(portal.server.calls.filter(({ path }) => path === 'report/page')).toEqual([]);
  });

  test('shows the server’s message about a field beside that field', async () => {
    const portal = await open('/reports/StatementReport', 'COUNTY', {
      'report/page': () => refuse({ status: 422, fields: { accountName: 'report-forms:unknownAccount' } }),
    });
    await portal.user.type(screen.getByLabelText('Account name'), 'No such');
    await portal.user.click(screen.getByRole('button', { name: 'Show report' }));
    await settle();
    expect(screen.getByText('No account has this name. Choose one with Find.')).toBeDefined();
  });
});

describe('the result of a report', () => {
  const shown = async (over: Partial<ReportPage> = {}) => {
    const portal = await open('/reports/StatementReport?fromDate=11/01/2026&toDate=11/21/2026', 'COUNTY', {
      'report/page': () => page(over),
    });
    await settle();
    return portal;
  };

  test('is shown with times in the county’s time zone, totals, and links to user, account and document', async () => {
    const portal = await shown();
    const [, row, sums] = screen.getAllByRole('row');
    expect(row?.textContent).toContain('11/21/2026 2:05 PM');
    expect(row?.textContent).toContain('$4.50');
    expect(sums?.textContent).toMatch(/Total of 1 line(?!s)/);
    const links = within(row as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/userManager/u1',
      '/controlPanel/accounts/a1',
      '/externalsearch/documentnumber/1000001',
    ]);
    expect(portal.server.calls.find(({ path }) => path === 'report/page')?.body).toMatchObject({
      ...{ report: 'STATEMENT', fromDate: '11/01/2026', orderBy: 'timestamp', page: 1, direction: 'ASC' },
    });
  });

  test('labels each figure in lines and totals, because on phones the lines are cards without column heads', async () => {
    await shown();
    const [, row, sums] = screen.getAllByRole('row');
    const named = (part: HTMLElement | undefined): (string | null | undefined)[] =>
      [...(part?.querySelectorAll('[data-label=Charged], [data-label=Pages]') ?? [])].map(
        ({ textContent }) => textContent,
      );
    expect([named(row), named(sums)]).toEqual([
      ['2', '$4.50'],
      ['2', '$4.50'],
    ]);
  });

  test('is sorted by the server when a column header is pressed, and the URL contains the order', async () => {
    const portal = await shown();
    await portal.user.click(screen.getByRole('button', { name: 'User' }));
    await settle();
    expect(portal.router.state.location.search).toContain('orderBy=username');
    expect(portal.server.calls.filter(({ path }) => path === 'report/page').at(-1)?.body).toMatchObject({
      orderBy: 'username',
    });
  });

  test('says that nothing was recorded, and what to do then', async () => {
    await shown({ rows: [], total: { count: 0, pages: 0, charged: 0, credited: 0, images: 0 } });
    expect(screen.getByText('There is nothing to report between these dates and times.')).toBeDefined();
    expect(screen.getByText('Choose a longer range, or leave more fields blank.')).toBeDefined();
  });

  test('shows the opening and the closing escrow balance in a statement', async () => {
    await shown({ balance: { opening: 1_000, closing: -50 } });
    expect(screen.getByText('$10.00')).toBeDefined();
    expect(screen.getByText('-$0.50')).toBeDefined();
  });
});

describe('a request of the form', () => {
  const criteria = [
    ...['fromDate', 'toDate', 'fromHour', 'fromMinute', 'fromAmPm', 'toHour', 'toMinute', 'toAmPm'],
    ...['accountName', 'username', 'statementNumber', 'dataSource', 'transactionType', 'logInformation'],
    'orderBy',
  ].sort();

  test('B11-10 B11-23 contains the criteria alone, without the status and the errors of the form', async () => {
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/userReport': () => refuse({ status: 500, message: 'It broke.' }),
    });
    await portal.user.click(screen.getByRole('button', { name: 'Create PDF' }));
    await settle();
    expect(Object.keys(bodyOf(portal, 'report/userReport')).sort()).toEqual(criteria);
  });

  test('B11-33 B11-34 shows a window with the message of the server if it fails', async () => {
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/userReport': () => refuse({ status: 500, message: 'The report is broken.' }),
    });
    await portal.user.click(screen.getByRole('button', { name: 'Create PDF' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('The report is broken.');
  });

  test('B11-34 without a session leads to the login page', async () => {
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/userReport': () => refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' }),
    });
    await portal.user.click(screen.getByRole('button', { name: 'Create PDF' }));
    await settle();
    expect(portal.router.state.location.pathname).toMatch(/login/i);
  });

  test('B11-19 is not sent again while the first request has no answer', async () => {
    let answer: (refusal: ReturnType<typeof refuse>) => void = () => undefined;
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/userReport': () => new Promise((resolve) => (answer = resolve)),
    });
    const button = screen.getByRole('button', { name: 'Create PDF' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(bodyOf(portal, 'report/userReport')).not.toEqual({}));
    expect(portal.server.calls.filter(({ path }) => path === 'report/userReport')).toHaveLength(1);
    answer(refuse({ status: 500, message: 'It broke.' }));
    await settle();
  });
});

describe('a report that is too long to wait for', () => {
  const job = (over: Partial<ReportJob> = {}): ReportJob => ({
    ...{ id: '00000000-0000-4000-8000-000000000001', report: 'USER', format: 'XLSX', state: 'WRITING' },
    ...{ fromDate: '11/01/2026', toDate: '11/21/2026', written: 4_000, lines: 16_000 },
    ...{ startedAt: '2026-11-21T18:00:00.000Z', expiresAt: '', size: 0 },
    ...over,
  });

  test('shows its progress, and the user can cancel it', async () => {
    let jobs = [job()];
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/jobs': () => ({ jobs }),
      'report/jobs/remove': () => {
        jobs = [];
        return {};
      },
    });
    await settle();
    const list = screen.getByRole('region', { name: 'Your reports' });
    const name = 'User report, 11/01/2026 to 11/21/2026, Excel';
    expect(within(list).getByRole('progressbar', { name: `${name}: 4,000 of 16,000 lines` })).toBeDefined();
    await portal.user.click(within(list).getByRole('button', { name: `Cancel ${name}` }));
    await settle();
    expect(within(list).queryByRole('progressbar')).toBeNull();
    expect(within(list).getByRole('status').textContent).toBe(`${name} was removed.`);
    expect(document.activeElement?.textContent).toBe('Your reports');
  });

  test('is not reported as removed when the server could not remove it', async () => {
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/jobs': () => ({ jobs: [job()] }),
      'report/jobs/remove': () => refuse({ status: 503, message: 'The system is busy.' }),
    });
    await settle();
    await portal.user.click(screen.getByRole('button', { name: /^Cancel User report/ }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('The system is busy.');
    expect(screen.queryByText(/was removed/)).toBeNull();
  });

  test('has a link to its file when it is ready', async () => {
    const ready = job({ state: 'READY', written: 16_000, expiresAt: '2026-11-24T18:00:00.000Z', size: 9 });
    await open('/reports/UserReport', 'COUNTY', { 'report/jobs': () => ({ jobs: [ready] }) });
    await settle();
    const link = screen.getByRole('link', { name: /^Download User report/ });
    expect(link.getAttribute('href')).toContain(`report/jobs/file/${ready.id}`);
    expect(screen.getByText(/16,000 lines, kept until 11\/24\/26/)).toBeDefined();
  });

  test('says what to do if it failed', async () => {
    await open('/reports/UserReport', 'COUNTY', {
      'report/jobs': () => ({ jobs: [job({ state: 'FAILED' })] }),
    });
    await settle();
    expect(screen.getByText(/could not be written. Create the report again/)).toBeDefined();
  });
});
