/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { page as specialRates } from '../src/features/control-panel/pages/a-la-carte-special-rates.js';
import { page as cardRates } from '../src/features/control-panel/pages/credit-card-alternate-rates.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { preparePortal, settle } from './portal.js';
import { box, button, openSectionPage, retype, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('panel'));

const rate = (documentType: string, instrumentCode: string, documentRate = 100) => ({
  ...{ documentType, instrumentCode, documentRate },
  ...{ firstPageRate: 0, additionalPagesRate: 0 },
});
const openRates = (rates: object[] = []) =>
  openSectionPage(specialRates, { section: sectionOnServer('aLaCarteSpecialRates', { rates }) });
type Page = Awaited<ReturnType<typeof openRates>>;
const why = (page: Page) => retype(page, /^Why/, 'Board resolution 14');
const rows = () => screen.getAllByLabelText(/^Document type, row/).length;
const alertText = async () => (await screen.findByRole('alertdialog')).querySelector('h1')?.textContent;
const question = 'The special rates for credit card will also be reset. Continue?';

const paste = (target: HTMLElement, text: string): boolean => {
  const event = createEvent.paste(target, { clipboardData: { getData: () => text } });
  fireEvent(target, event);
  return event.defaultPrevented;
};
const save = async (page: Page): Promise<void> => {
  await page.user.click(button('Save'));
  await settle();
};

describe('the page A La Carte Special Rates', () => {
  test('C3-14 asks before it saves; No sends nothing, and Yes saves', async () => {
    const page = await openRates([rate('A', 'DEED')]);
    await why(page);
    await retype(page, 'Document, row 1', '2.50');
    await save(page);
    expect(await alertText()).toBe(question);
    await page.user.click(button('No'));
    expect(page.saves()).toHaveLength(0);
    expect(box('Document, row 1').value).toBe('2.50');
    await save(page);
    await page.user.click(button('Yes'));
    await settle();
    expect(page.section.newest().value).toMatchObject({ rates: [rate('A', 'DEED', 250)] });
  });

  test('warns, before a version is put back, that the special rates for credit cards are also reset', async () => {
    const page = await openRates([rate('A', 'DEED')]);
    await page.user.click(button('History'));
    await settle();
    await page.user.click(button('Put back Start'));
    expect(screen.getByRole('dialog').textContent).toContain(question);
  });

  test('C3-17 C3-18 adds 5 rows at a time, up to 100', async () => {
    const page = await openRates(Array.from({ length: 93 }, (_row, at) => rate('A', `C${at}`)));
    expect(rows()).toBe(93);
    const add = () => page.user.click(button('Add 5 rows'));
    await add();
    expect(rows()).toBe(98);
    expect(document.activeElement).toBe(box('Document type, row 94'));
    await add();
    expect(rows()).toBe(100);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await add();
    expect(await alertText()).toBe('The rate table has a limit of 100 entries.');
    expect(rows()).toBe(100);
  });

  test.each([
    [
      'C3-06 a code without a document type',
      [rate('', 'DEED')],
      'Each special rate must have a document type if an instrument code is provided.',
    ],
    [
      'C3-07 three rates of zero',
      [rate('A', 'DEED', 0)],
      'Each special rate must have at least a document or page rate.',
    ],
    [
      'C3-08 a code that All document types and one document type both have',
      [rate('0', 'DEED'), rate('A', 'DEED')],
      'Duplicate instrument codes found; a duplicate rate has been defined for All document types.',
    ],
    [
      'C3-09 a document type and code that occur twice',
      [rate('A', 'DEED'), rate('A', 'DEED')],
      'Duplicate document-type instrument-code combinations found.',
    ],
  ])('shows %s below its row and in the summary, and sends nothing', async (_case, rates, text) => {
    const page = await openRates(rates);
    await why(page);
    await save(page);
    const row = `Special rates in dollars, row ${rates.length}`;
    expect(screen.getByRole('link', { name: `${row}: ${text}` })).toBeTruthy();
    expect(document.querySelector('.row-error')?.textContent).toContain(text);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(page.saves()).toHaveLength(0);
  });

  test('C3-10 C3-11 C3-13 Organize drops rows without type and code, sorts, and turns empty rates into 0', async () => {
    const page = await openRates([rate('T', 'MTG'), rate('', '', 700), rate('A', 'DEED')]);
    await page.user.clear(box('First page, row 1'));
    await page.user.click(button('Organize'));
    const types = screen
      .getAllByLabelText<HTMLSelectElement>(/^Document type, row/)
      .map(({ value }) => value);
    expect(types).toEqual(['A', 'T', '', '', '']);
    expect(box('First page, row 2').value).toBe('0.00');
  });

  test('fills rows with pasted spreadsheet cells, and leaves invalid values as they were pasted', async () => {
    const page = await openRates();
    const text =
      'Land Record\tDEED\t1.50\t0\t0\nA\tMTG\tabc\t1\t1\nall document types\tUCC\t\t"1,000.00"\t0\n';
    expect(paste(box('Document type, row 1'), text)).toBe(true);
    expect(box('Document type, row 1').value).toBe('A');
    expect(box('Document type, row 3').value).toBe('0');
    expect(box('Document, row 2').value).toBe('abc');
    await why(page);
    await save(page);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Special rates in dollars, row 2: Enter an amount in dollars, such as 100.00.',
    ]);
    await retype(page, 'Document, row 2', '1');
    await save(page);
    await page.user.click(button('Yes'));
    await settle();
    expect(page.section.newest().value).toMatchObject({
      rates: [
        rate('A', 'DEED', 150),
        { ...rate('A', 'MTG'), firstPageRate: 100, additionalPagesRate: 100 },
        { ...rate('0', 'UCC', 0), firstPageRate: 100_000 },
      ],
    });
  });

  test('shows the three mistakes of 100 pasted rows, and reports rows past the limit', async () => {
    const page = await openRates();
    const line = (at: number): string =>
      at === 10 ? '\tX10\t1' : at === 20 ? 'A\tC19\t1' : at === 30 ? 'A\tC30\t0' : `A\tC${at}\t1`;
    paste(box('Document type, row 1'), Array.from({ length: 101 }, (_row, at) => line(at)).join('\n'));
    expect(await alertText()).toBe('The rate table has a limit of 100 entries.');
    await page.user.click(button('Close'));
    expect(rows()).toBe(100);
    await why(page);
    await save(page);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent?.slice(0, 33))).toEqual([
      'Special rates in dollars, row 11:',
      'Special rates in dollars, row 21:',
      'Special rates in dollars, row 31:',
    ]);
  });

  test('pastes a single word as text, not as spreadsheet cells', async () => {
    await openRates();
    expect(paste(box('Instrument code, row 1'), 'DEED')).toBe(false);
  });

  test('moves down a column on Enter and up on Shift+Enter, and along the row on Tab', async () => {
    const page = await openRates();
    box('Document, row 1').focus();
    await page.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(box('Document, row 2'));
    await page.user.tab();
    expect(document.activeElement).toBe(box('First page, row 2'));
    await page.user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(document.activeElement).toBe(box('First page, row 1'));
    expect(page.saves()).toHaveLength(0);
  });
});

describe('the page Credit Card Alternate Rates', () => {
  test('C3-20 C3-21 has every price of A La Carte and a table of special rates, and asks for confirmation before a save', async () => {
    const section = sectionOnServer('creditCardAlternateRates');
    const page = await openSectionPage(cardRates, { section });
    await page.user.click(box('Apply alternate rates'));
    await retype(page, 'Torrens certificate number', '1.25');
    await retype(page, 'Each additional page', '0.75');
    paste(box('Document type, row 1'), 'A\tDEED\t1.50');
    await retype(page, /^Why/, 'Card fees rose');
    await page.user.click(button('Save'));
    await settle();
    expect(await alertText()).toBe(question);
    await page.user.click(button('Yes'));
    await settle();
    expect(section.newest().value).toMatchObject({
      ...{ applyAlternateRates: true, searchByTorrensCertificate: 125, imageAdditionalPages: 75 },
      rates: [rate('A', 'DEED', 150)],
    });
  });
});
