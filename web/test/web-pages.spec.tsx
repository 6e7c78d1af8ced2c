/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { page as efile } from '../src/features/control-panel/pages/efile.js';
import { page as moreLinks } from '../src/features/control-panel/pages/home-external-links.js';
import { page as moreNews } from '../src/features/control-panel/pages/home-latest-news.js';
import { page as selections } from '../src/features/control-panel/pages/home-selections.js';
import { page as languages } from '../src/features/control-panel/pages/languages.js';
import { page as loginNews } from '../src/features/control-panel/pages/login-page-latest-news.js';
import { page as loginLinks } from '../src/features/control-panel/pages/login-page-links.js';
import { page as registration } from '../src/features/control-panel/pages/login-page-registration.js';
import { page as slides } from '../src/features/control-panel/pages/login-page-slides.js';
import { page as payments } from '../src/features/control-panel/pages/payments.js';
import { page as reports } from '../src/features/control-panel/pages/reports.js';
import { page as search } from '../src/features/control-panel/pages/search.js';
import { page as search2 } from '../src/features/control-panel/pages/search2.js';
import { page as userAccess } from '../src/features/control-panel/pages/user-access.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { preparePortal, refuse, settle, type Handler } from './portal.js';
import { box, button, openSectionPage, retype, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('panel', 'panel-pages', 'panel-shell', 'forms'));

const alertText = async () => (await screen.findByRole('alertdialog')).querySelector('h1')?.textContent;
const closeAlert = async (user: { click(element: Element): Promise<void> }) => {
  await user.click(button('Close'));
  await settle();
};
const headings = () =>
  screen.getAllByLabelText<HTMLInputElement>(/^(Heading|Description), row/).map(({ value }) => value);
const paragraph = (heading: string, paragraphContent = `${heading} in words`) => ({
  heading,
  paragraphContent,
});

const selects = () =>
  screen
    .getAllByRole<HTMLSelectElement>('combobox')
    .map((select) => [select.labels?.[0]?.textContent, [...select.options].map(({ text }) => text)]);

describe('the rows of news and links', () => {
  test('C4-07 C4-08 C4-10 have heading and text in More News, are added five at a time, and are dropped if empty', async () => {
    const section = sectionOnServer('homeLatestNews', { paragraphs: [paragraph('Holiday')] });
    const page = await openSectionPage(moreNews, { section });
    expect(headings()).toEqual(['Holiday', '', '', '', '']);
    await page.user.click(button(/Add 5 rows/));
    expect(headings()).toHaveLength(10);
    await retype(page, 'Heading, row 7', 'New hours');
    await retype(page, 'Paragraph, row 7', 'From 8 to 4.');
    await page.user.click(button('Save'));
    await settle();
    expect(section.newest().value).toEqual({
      paragraphs: [paragraph('Holiday'), paragraph('New hours', 'From 8 to 4.')],
    });
  });

  test.each([
    ['C4-09 More News', moreNews, 'homeLatestNews'],
    ['C4-09 More Links', moreLinks, 'homeExternalLinks'],
    ['C4-35 Login - Latest News', loginNews, 'loginPageLatestNews'],
  ] as const)('can be removed, except the first row: %s', async (_title, page, name) => {
    const paragraphs = ['One', 'Two'].map((heading) => paragraph(heading, 'https://example.com'));
    const { user } = await openSectionPage(page as typeof moreNews, {
      section: sectionOnServer(name, { paragraphs }),
    });
    expect(screen.queryByRole('button', { name: 'Remove row 1' })).toBeNull();
    await user.click(button('Remove row 2'));
    expect(headings().slice(0, 2)).toEqual(['One', '']);
  });

  test.each([
    ['C4-11', moreNews, 'homeLatestNews', "There's a limit of 50 paragraphs."],
    ['C4-13', moreLinks, 'homeExternalLinks', "There's a limit of 50 links."],
  ] as const)('%s are at most 50, and an alert refuses the next one', async (_id, page, name, text) => {
    const paragraphs = Array.from({ length: 50 }, (_row, at) =>
      paragraph(`Row ${at}`, 'https://example.com'),
    );
    const { user } = await openSectionPage(page as typeof moreNews, {
      section: sectionOnServer(name, { paragraphs: paragraphs.slice(0, 45) }),
    });
    await user.click(button(/Add 5 rows/));
    expect(headings()).toHaveLength(50);
    await user.click(button(/Add 5 rows/));
    expect(await alertText()).toBe(text);
    expect(headings()).toHaveLength(50);
  });

  test('C4-12 have Description and URL as labels in More Links', async () => {
    const section = sectionOnServer('homeExternalLinks', {
      paragraphs: [paragraph('Taxes', 'https://a.us')],
    });
    const { user } = await openSectionPage(moreLinks, { section });
    const urls = () => screen.getAllByLabelText<HTMLInputElement>(/^URL, row/).map(({ value }) => value);
    expect([headings(), urls()]).toEqual([
      ['Taxes', '', '', '', ''],
      ['https://a.us', '', '', '', ''],
    ]);
    expect(box('Description, row 1').value).toBe('Taxes');
    expect(screen.queryByLabelText(/^(Heading|Paragraph), row/)).toBeNull();
    await user.click(button(/Add 5 rows/));
    expect(urls()).toHaveLength(10);
  });

  test('C4-30 are exactly twelve, with description and URL, in Login - Links', async () => {
    const section = sectionOnServer('loginPageLinks', { paragraphs: [paragraph('Forms', 'https://a.us')] });
    await openSectionPage(loginLinks, { section });
    expect(headings()).toEqual(['Forms', ...Array(11).fill('')]);
    expect(screen.getAllByLabelText(/^URL, row/)).toHaveLength(12);
    expect(screen.queryByRole('button', { name: /^(Add|Remove)/ })).toBeNull();
  });

  test('C4-15 C4-16 C4-32 move up and down, and an alert says when the first or last row cannot move further', async () => {
    const paragraphs = ['One', 'Two'].map((heading) => paragraph(heading, 'https://example.com'));
    const { user } = await openSectionPage(loginLinks, {
      section: sectionOnServer('loginPageLinks', { paragraphs }),
    });
    await user.click(button('Move row 2 up'));
    expect(headings().slice(0, 2)).toEqual(['Two', 'One']);
    await user.click(button('Move row 1 down'));
    expect(headings().slice(0, 2)).toEqual(['One', 'Two']);
    await user.click(button('Move row 1 up'));
    expect(await alertText()).toBe('Already at first row');
    await closeAlert(user);
    await user.click(button('Move row 12 down'));
    expect(await alertText()).toBe('Already at last row');
    expect(headings().slice(0, 2)).toEqual(['One', 'Two']);
  });
});

describe('the fields of each page', () => {
  const yesNo = ['No', 'Yes'];

  test('C4-26 include a Yes or No for each part of the home and login pages, on the page Home - Selections', async () => {
    await openSectionPage(selections, { section: sectionOnServer('homeSelections') });
    const parts = [
      ...['Contact Us', 'Disclaimer', 'Latest News', 'More News', 'Links', 'More Links', 'Notable Dates'],
      ...['Transactions', 'Login Slide', 'Login Page Latest News', 'Login Page Links'],
    ];
    expect(selects()).toEqual(parts.map((part) => [part, yesNo]));
  });

  test('C4-27 include a hint that the disclaimer needs a link in Login - Links, while the disclaimer is on', async () => {
    const { user } = await openSectionPage(selections, { section: sectionOnServer('homeSelections') });
    const hint = 'A link labeled "Disclaimer" must exist in "Login - Links".';
    expect(screen.queryByText(hint)).toBeNull();
    await user.selectOptions(box('Disclaimer'), 'yes');
    expect(screen.getByText(hint)).toBeTruthy();
    await user.selectOptions(box('Disclaimer'), 'no');
    expect(screen.queryByText(hint)).toBeNull();
  });

  test('C4-37 include the number of slides, from one to six, on the page Login - Slides', async () => {
    await openSectionPage(slides, { section: sectionOnServer('loginPageSlides') });
    const select = await screen.findByLabelText<HTMLSelectElement>('Number of slides');
    expect([...select.options].map(({ text }) => text)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test('C4-40 include switches for registration and for the link to forgotten passwords, and the hours until e-mails expire, on the page Registration', async () => {
    await openSectionPage(registration, { section: sectionOnServer('loginPageRegistration') });
    for (const label of [/^Self Registration/, /^Forgot User\/Password Link/])
      expect(box(label).tagName).toBe('SELECT');
    expect(box(/^Emails expire in \(hours\)/).value).toBe('4');
  });

  test('C5-01 C5-03 include the access, the default search, and a switch and a note for each search, on the page Search 1', async () => {
    await openSectionPage(search, { section: sectionOnServer('search') });
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent?.trim())).toEqual([
      'Same',
      'Configurable',
    ]);
    const kinds = [
      ...['Address', 'Book and Page', 'Date', 'Document Number', 'Legal Description', 'Name', 'Parcel ID'],
      ...['Torrens Certificate', 'Torrens Text', 'Tract Index NMI', 'Plat', 'Grantor Grantee Book'],
      ...['Tax Lien', 'Tract Book ID', 'Tract Book Legal'],
    ];
    const [first] = selects();
    expect(first?.[0]).toBe('Default search');
    expect([...(first?.[1] ?? [])].sort()).toEqual([...kinds].sort());
    for (const kind of kinds) {
      expect(box(new RegExp(`^${kind}.*On$`)).type).toBe('checkbox');
      expect(box(new RegExp(`^${kind}.*County note$`)).tagName).toBe('TEXTAREA');
    }
  });

  test('C5-13 include a Yes or No for “All on distinct types”, Download, Map and Tax, on the page Search 2', async () => {
    await openSectionPage(search2, { section: sectionOnServer('search2') });
    expect(selects()).toEqual(
      ['All on distinct types', 'Download', 'Map', 'Tax'].map((label) => [label, yesNo]),
    );
  });

  test('C5-15 apply in the open portal as soon as they are saved, on the page Search 2', async () => {
    const page = await openSectionPage(search2, { section: sectionOnServer('search2') });
    const stored = () => page.store.getState().county.search2.downloadResults;
    expect(stored()).toBe(false);
    await page.user.selectOptions(box('Download'), 'Yes');
    await page.user.click(button('Save'));
    await settle();
    expect(stored()).toBe(true);
  });

  test('C5-16 include a switch and a note for each of four reports, on the page Reports', async () => {
    await openSectionPage(reports, { section: sectionOnServer('reports') });
    for (const report of ['Statement', 'Account', 'User', 'Account Type']) {
      expect(box(`${report}, On`).tagName).toBe('SELECT');
      expect(box(`${report}, County note`).tagName).toBe('TEXTAREA');
    }
  });

  test('C5-20 C5-21 include the value of each limit, which is disabled while the limit is off', async () => {
    const { user } = await openSectionPage(userAccess, { section: sectionOnServer('userAccess') });
    const figures = screen.getAllByRole<HTMLInputElement>('textbox').slice(1);
    expect(figures.map(({ disabled }) => disabled)).toEqual([false, false]);
    const [attempts, inactivity] = screen.getAllByRole('combobox');
    await user.selectOptions(attempts!, 'no');
    expect(figures.map(({ disabled }) => disabled)).toEqual([true, false]);
    await user.selectOptions(inactivity!, 'no');
    expect(figures.map(({ disabled }) => disabled)).toEqual([true, true]);
  });

  test('save the default for a limit that is switched off and whose field is empty or invalid', async () => {
    const page = await openSectionPage(userAccess, { section: sectionOnServer('userAccess') });
    const [attempts, minutes] = screen.getAllByRole<HTMLInputElement>('textbox').slice(1);
    await page.user.clear(attempts!);
    await page.user.clear(minutes!);
    await page.user.type(minutes!, '500');
    await page.user.click(button('Save'));
    expect(screen.getByText('120 or less.')).toBeTruthy();
    expect(page.saves()).toEqual([]);
    for (const limit of screen.getAllByRole('combobox')) await page.user.selectOptions(limit, 'no');
    await page.user.click(button('Save'));
    await settle();
    expect(page.section.newest()).toMatchObject({
      version: 2,
      value: { limitLoginAttempts: false, maxloginAttempts: 5, inactivityTimeLimitPeriod: 30 },
    });
    expect([attempts!.value, minutes!.value]).toEqual(['5', '30']);
  });

  test('C5-23 include a switch that offers languages besides English, on the page Languages', async () => {
    const section = sectionOnServer('languages');
    const { user } = await openSectionPage(languages, { section });
    const [offered] = screen.getAllByRole('combobox');
    await user.selectOptions(offered!, 'yes');
    await user.click(button('Save'));
    await settle();
    expect(section.newest().value).toMatchObject({ languages: true });
  });

  test('C5-25 include a switch, a note, and a statement that senders must accept, on the page E File', async () => {
    const section = sectionOnServer('efile');
    const page = await openSectionPage(efile, { section });
    const [offered, acknowledged] = screen.getAllByRole('combobox');
    await page.user.selectOptions(offered!, 'yes');
    await page.user.selectOptions(acknowledged!, 'yes');
    const [note, statement] = screen.getAllByRole('textbox');
    await page.user.type(note!, 'Deeds only.');
    await page.user.type(statement!, 'I may submit this document.');
    await page.user.click(button('Save'));
    await settle();
    expect(section.newest().value).toEqual({
      ...{ efile: true, efileCountyNote: 'Deeds only.' },
      ...{ acknowledgement: true, acknowledgementStatement: 'I may submit this document.' },
      returnReasons: expect.stringContaining('Wrong document type\n'),
      ...{ exchange: false, exchangeFolder: 'land-system' },
    });
  });
});

test('the page Payment Methods says only once that a county with prices needs a payment method', async () => {
  const section = sectionOnServer('payments', { paymentMethods: ['ESCROW'] });
  const fields = { paymentMethods: 'panel:paymentMethodNeeded' };
  const address = 'controlPanel/countyConfig/payments';
  const onServer = section.handlers[address];
  const handle: Handler = (body, call) =>
    call.method === 'GET' && onServer
      ? onServer(body, call)
      : refuse({ status: 422, message: 'Please check.', fields });
  const handlers = { [address]: handle };
  const page = await openSectionPage(payments, { section, handlers });
  await page.user.click(box(/^Escrow/));
  await page.user.click(button('Save'));
  await settle();
  const said = 'Choose at least one method. The county has prices, so without a method nobody could pay.';
  expect(screen.getAllByText(said)).toHaveLength(1);
  expect(screen.getByRole('link', { name: new RegExp(said) })).toBeTruthy();
});
