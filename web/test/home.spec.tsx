/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { HomeContent } from '@portal/proto/http/home';
import {
  notableDatesWith,
  openPortal,
  preparePortal,
  refuse,
  settle,
  someUser,
  type Handler,
} from './portal.js';

preparePortal({ beforeAll, afterEach });
// behaves like a browser that blocks new windows
beforeEach(() => void jest.spyOn(window, 'open').mockReturnValue(null));
beforeAll(async () => {
  await import('../src/features/home/transactions-report.js');
});

const paragraph = (heading: string, paragraphContent: string) => ({ heading, paragraphContent });
const long = `${'The books were written by hand. '.repeat(20)}The end.`;
const everything: HomeContent = {
  selections: {
    ...{ contactUs: true, disclaimer: true, latestNews: true, latestNewsMore: true, links: true },
    ...{ linksMore: true, loginSlides: true, notableDates: true, transactions: true },
  },
  numberOfSlides: 2,
  slideFiles: [],
  captions: ['A plat', 'A township'],
  common: {
    ...{ contactName: 'Recording Desk', contactTitle: 'Recorder' },
    ...{ contactPhone: '(218) 555-0100', contactEmail: 'recorder@lake.example' },
  },
  notableDates: {
    headings: ['abstract', 'torrens'],
    rows: [{ label: 'verified', values: ['11/14/2026', '11/13/2026'] }],
  },
  transactionTotals: {
    headings: ['today', 'month', 'year'],
    rows: [
      { label: 'images', values: ['6', '121', '1,733'] },
      { label: 'charges', values: ['$41.50', '$1,107.00', '$15,240.25'] },
    ],
  },
  links: Array.from({ length: 8 }, (_, at) =>
    paragraph(`Link ${at + 1}`, `https://county.example/${at + 1}`),
  ),
  latestNews: [
    ...[paragraph('First', 'Short.'), paragraph('Second', long), paragraph('Third', 'Short.')],
    paragraph('Fourth', 'Behind the others.'),
  ],
  disclaimer: 'https://county.example/disclaimer',
};
const cards = {
  contactUs: 'Contact us',
  disclaimer: 'Disclaimer',
  latestNews: 'Latest news',
  links: 'Links',
  loginSlides: /^Slides of/,
  notableDates: 'Notable dates',
  transactions: 'Transactions',
} as const;

interface Terms {
  user?: ReturnType<typeof someUser> | null;
  handlers?: Record<string, Handler>;
  help?: Record<string, unknown>;
}
const openHome = async (home: Partial<HomeContent> = {}, { handlers, ...terms }: Terms = {}) => {
  const portal = await openPortal('/home', {
    ...terms,
    handlers: { 'home/all': () => ({ ...everything, ...home }), ...handlers },
  });
  await settle(30);
  return portal;
};
const region = (name: string | RegExp) => screen.queryByRole('region', { name });

test('the home page appears before the server has sent its content', async () => {
  const portal = await openPortal('/home', {
    opening: true,
    handlers: { 'home/all': () => new Promise(() => undefined) },
  });
  const heading = { level: 1, name: 'Search Lake County land records' };
  expect(await screen.findByRole('heading', heading, { timeout: 2_000 })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Search by Name$/ })).toBeTruthy();
  expect(region('Latest news')).toBeNull();
  expect(portal.server.callsTo('home/all')).toHaveLength(1);
});

describe('the home page', () => {
  test('A7-01 A7-10 shows each card if the county has selected it', async () => {
    const portal = await openHome();
    for (const name of Object.values(cards)) expect(region(name)).toBeTruthy();
    expect(portal.server.callsTo('home/all')[0]?.method).toBe('GET');
  });

  test.each(Object.entries(cards))(
    'A7-01 hides only the card whose selection %s is off',
    async (selection, gone) => {
      await openHome({ selections: { ...everything.selections, [selection]: false } });
      for (const name of Object.values(cards)) expect(region(name) === null).toBe(name === gone);
    },
  );

  test.each([
    [true, 1],
    [false, 0],
  ])(
    'B1-016 with notable dates set to %s shows, %d times, the date through which the index was checked',
    async (show, lines) => {
      await openHome({}, { help: { notableDates: notableDatesWith({ show }) } });
      expect(screen.queryAllByText('The index has been checked through 11/14/2026.')).toHaveLength(lines);
    },
  );

  test('A7-02 shows the configured number of slides from the folder of the county', async () => {
    const portal = await openHome();
    const slides = within(region(/^Slides of/) ?? document.body);
    expect(slides.getByRole('img', { name: 'A plat' }).getAttribute('src')).toMatch(/one$/);
    await portal.user.click(slides.getByRole('button', { name: 'Next slide' }));
    expect(slides.getByRole('img', { name: 'A township' }).getAttribute('src')).toMatch(/two$/);
    expect(slides.getByText('Slide 2 of 2')).toBeTruthy();
  });

  test('A7-03 has links for phone and e-mail', async () => {
    await openHome();
    const contact = within(region('Contact us') ?? document.body);
    expect(contact.getByRole('link', { name: '(218) 555-0100' }).getAttribute('href')).toBe('tel:2185550100');
    expect(contact.getByRole('link', { name: 'recorder@lake.example' }).getAttribute('href')).toBe(
      'mailto:recorder@lake.example',
    );
  });

  test('A7-04 links the disclaimer to its URL', async () => {
    await openHome();
    const card = within(region('Disclaimer') ?? document.body);
    expect(card.getByRole('link').getAttribute('href')).toBe('https://county.example/disclaimer');
  });

  test('A7-05 shows the notable dates and the transaction totals in tables', async () => {
    await openHome();
    const textOf = (name: string) =>
      within(region(name) ?? document.body)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(textOf('Notable dates').slice(1)).toEqual([['Verified', '11/14/2026', '11/13/2026']]);
    expect(textOf('Transactions')).toEqual([
      ['Kind', 'Today', 'This month', 'Year to date'],
      ['Images bought', '6', '121', '1,733'],
      ['Charges', '$41.50', '$1,107.00', '$15,240.25'],
    ]);
  });

  test.each([
    ['a guest', 'GUEST'],
    ['a visitor', null],
  ] as const)('A7-06 shows no transactions to %s', async (_who, role) => {
    await openHome({}, { user: role && someUser({ role }) });
    expect(region('Transactions')).toBeNull();
    expect(region('Latest news')).toBeTruthy();
  });

  test('A7-07 lists the first six links and the headings of the news, and More links shows all links', async () => {
    const portal = await openHome();
    const links = within(region('Links') ?? document.body);
    expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      everything.links.slice(0, 6).map(({ paragraphContent }) => paragraphContent),
    );
    await portal.user.click(links.getByRole('button', { name: 'More links' }));
    expect(within(screen.getByRole('dialog')).getAllByRole('link')).toHaveLength(8);
    const news = within(region('Latest news') ?? document.body);
    expect(news.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      ...['First', 'Second', 'Third'],
    ]);
  });

  test('A7-08 shows all news in full in a window', async () => {
    const portal = await openHome();
    expect(screen.queryByText(long)).toBeNull();
    await portal.user.click(screen.getByRole('button', { name: 'More news' }));
    const window = within(screen.getByRole('dialog'));
    expect(window.getByText(long)).toBeTruthy();
    expect(window.getByText('Behind the others.')).toBeTruthy();
  });

  test('shows all news in full on the card if More News is off', async () => {
    await openHome({ selections: { ...everything.selections, latestNewsMore: false } });
    expect(screen.getByText(long)).toBeTruthy();
    expect(screen.getByText('Behind the others.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More news' })).toBeNull();
  });

  test('A7-11 shows no message after a failed load, and still shows the search', async () => {
    await openHome({}, { handlers: { 'home/all': () => refuse({ status: 500, message: 'It broke.' }) } });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByText(/It broke/)).toBeNull();
    expect(document.querySelector('.skeleton')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    for (const name of Object.values(cards)) expect(region(name)).toBeNull();
  });
});

describe('the transactions report', () => {
  const openReport = async (role: 'USER' | 'ACCOUNT' | 'COUNTY', handlers: Record<string, Handler> = {}) => {
    const portal = await openHome(
      {},
      {
        user: someUser({ role }),
        handlers: {
          'home/transactionReport': () => refuse({ status: 500, message: 'Too much.' }),
          ...handlers,
        },
      },
    );
    await portal.user.click(screen.getByRole('button', { name: 'Transactions report' }));
    // waits until the code of the report window has loaded
    await screen.findAllByRole('radio', {}, { timeout: 5_000 });
    return portal;
  };
  const generate = async (portal: Awaited<ReturnType<typeof openReport>>) => {
    await portal.user.click(screen.getByRole('button', { name: 'Generate report' }));
    await settle(30);
  };

  test('A7-12 offers four ranges of dates, and shows date fields only for Custom range', async () => {
    const portal = await openReport('USER');
    const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent.trim());
    expect(names).toEqual(['Today', 'This month', 'Year to date', 'Custom range']);
    expect(screen.queryByLabelText(/^From/)).toBeNull();
    await portal.user.click(screen.getByLabelText('Custom range'));
    expect(screen.getByLabelText(/^From/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Generate report' })).toBeTruthy();
  });

  test('does not close its window when the PDF arrives, if the user closed and reopened the window after requesting the PDF', async () => {
    let arrive: (file: object) => void = () => undefined;
    const portal = await openReport('USER', {
      'home/transactionReport': () => new Promise<object>((resolve) => (arrive = resolve)),
    });
    await portal.user.click(screen.getByRole('button', { name: 'Generate report' }));
    await portal.user.click(screen.getByRole('button', { name: 'Close' }));
    await portal.user.click(screen.getByRole('button', { name: 'Transactions report' }));
    await screen.findByRole('dialog');
    arrive({});
    await settle();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('A7-13 lets an administrator choose whose transactions to report, with the account as default', async () => {
    const portal = await openReport('ACCOUNT');
    await generate(portal);
    expect(portal.server.callsTo('home/transactionReport')[0]?.body).toMatchObject({
      reportType: 'ACCOUNT',
      reportRange: 'TODAY',
    });
  });

  test.each(['USER', 'COUNTY'] as const)(
    'A7-13 does not let %s choose whose transactions to report',
    async (role) => {
      const portal = await openReport(role);
      expect(screen.queryByLabelText('All transactions for this account')).toBeNull();
      await generate(portal);
      expect(portal.server.callsTo('home/transactionReport')[0]?.body).toMatchObject({ reportType: 'USER' });
    },
  );

  test.each([
    ['A7-17', '', '11/01/2026', 'Required.'],
    ['A7-18', '1/5/2026', '11/01/2026', 'Enter a date that exists, as MM/DD/YYYY.'],
    ['A7-19', '12/31/2099', '', 'Future date entered.'],
    ['A7-20', '02/02/2024', '02/01/2024', 'Invalid date range.'],
    ['A7-21', '01/01/2023', '01/02/2024', 'Date range cannot exceed a year.'],
  ])('%s refuses a range from %j to %j, and sends nothing', async (_id, from, to, message) => {
    const portal = await openReport('USER');
    await portal.user.click(screen.getByLabelText('Custom range'));
    for (const [label, text] of [
      [/^From/, from],
      [/^To$/, to],
    ] as const) {
      await portal.user.clear(screen.getByLabelText(label));
      if (text !== '') await portal.user.paste(text);
    }
    await generate(portal);
    expect(screen.getByText(message)).toBeTruthy();
    expect(portal.server.callsTo('home/transactionReport')).toEqual([]);
  });

  test('shows the refusal of the server in a window', async () => {
    const portal = await openReport('USER');
    await generate(portal);
    expect(screen.getByRole('alertdialog').textContent).toContain('Too much.');
  });
});
