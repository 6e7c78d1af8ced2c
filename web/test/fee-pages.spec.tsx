/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { priceNames } from '@portal/proto/config/fee-sections';
import { sections, type SectionName } from '@portal/proto/config/sections';
import { page as aLaCarte } from '../src/features/control-panel/pages/a-la-carte-rates.js';
import { page as specialRates } from '../src/features/control-panel/pages/a-la-carte-special-rates.js';
import { page as cardRates } from '../src/features/control-panel/pages/credit-card-alternate-rates.js';
import { page as cardExtra } from '../src/features/control-panel/pages/credit-card-extra.js';
import { page as escrow } from '../src/features/control-panel/pages/escrow.js';
import { page as override } from '../src/features/control-panel/pages/flat-fee-override.js';
import { page as flatFee } from '../src/features/control-panel/pages/flat-fee-rates.js';
import { page as notableDates } from '../src/features/control-panel/pages/home-notable-dates.js';
import { fieldsOf, type AnyPage } from '../src/features/control-panel/section-form/described-fields.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { preparePortal, readTexts, settle } from './portal.js';
import { box, button, openSectionPage, retype, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('panel'));

const pages = [aLaCarte, specialRates, cardRates, cardExtra, escrow, flatFee, override, notableDates].map(
  (page) => page as unknown as AnyPage,
);
const problems = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);
const why = (page: Parameters<typeof retype>[0]) => retype(page, /^Why/, 'Board resolution 14');

describe.each(pages.map((page) => [page.section, page] as const))('the page of %s', (name, page) => {
  test('C3-01 C3-02 C3-04 C3-20 C3-21 C3-23 C3-24 C3-27 C3-37 C3-42 C4-21 C4-22 C4-23 has every field of its section, once', () => {
    const shape = sections[name as SectionName]._zod.def.shape;
    expect(
      fieldsOf(page)
        .map((field) => field.name)
        .sort(),
    ).toEqual(Object.keys(shape).sort());
  });

  test('uses only texts that exist in the English catalog', async () => {
    const texts = (await readTexts('en', 'panel')) as Record<string, unknown>;
    const textAt = (key: string): unknown =>
      key
        .replace('panel:', '')
        .split('.')
        .reduce<unknown>((part, at) => Reflect.get(Object(part), at), texts);
    const keys = JSON.stringify(page).match(/panel:[\w.]+/g) ?? [];
    expect(keys.filter((key) => typeof textAt(key) !== 'string')).toEqual([]);
  });
});

test('C3-01 C3-02 the page A La Carte Rates saves each price in cents', async () => {
  const section = sectionOnServer('aLaCarte');
  const page = await openSectionPage(aLaCarte, { section });
  for (const [at, label] of screen.getAllByLabelText(/./, { selector: '.affix input' }).entries())
    await page.user.type(label, `{Control>}a{/Control}${at + 1}.05`);
  await why(page);
  await page.user.click(button('Save'));
  await settle();
  expect(priceNames.map((name) => section.newest().value[name])).toEqual(
    priceNames.map((_name, at) => (at + 1) * 100 + 5),
  );
});

test('Undo changes restores the values, clears the reason, and sets the time of the change to Now', async () => {
  const section = sectionOnServer('aLaCarte');
  const page = await openSectionPage(aLaCarte, { section });
  await retype(page, /^Whole document/, '9.50');
  await why(page);
  await page.user.click(screen.getByLabelText('From a date and time'));
  await page.user.click(button('Undo changes'));
  expect(screen.getByLabelText<HTMLInputElement>('Now').checked).toBe(true);
  expect([/^Whole document/, /^Why/].map((label) => box(label).value)).toEqual(['0.00', '']);
});

describe('the page Escrow', () => {
  const savedWith = async (value: object, answers: readonly [string, string][] = []) => {
    const page = await openSectionPage(escrow, { section: sectionOnServer('escrow', { ...value }) });
    for (const [label, text] of answers) await retype(page, new RegExp(`^${label}`), text);
    await why(page);
    await page.user.click(button('Save'));
    await settle();
    return { found: problems(), saves: page.saves().length };
  };

  test.each([
    ['C3-28', { chargeCode: '4410' }, ['Fee code: Required with Charge Code.']],
    ['C3-29', { feeCode: 'ESC' }, ['Charge code: Required with Fee Code.']],
    ['C3-30', { applySurcharge: true }, ['Surcharge in dollars: Required.']],
    [
      'C3-31',
      { applySurcharge: true, creditCardSurchargeMethod: 'percent' },
      ['Surcharge in percent: Required.'],
    ],
    [
      'C3-32 C3-33',
      { reloadByCreditCard: true },
      ['Smallest deposit: Required.', 'Largest deposit: Required.'],
    ],
    [
      'C3-34 (a maximum one cent below the minimum)',
      { reloadByCreditCard: true, minReloadAmount: 1_001, maxReloadAmount: 1_000 },
      ['Largest deposit: Cannot be less than Min $.'],
    ],
  ])('shows a violation of %s and sends nothing', async (_id, value, found) => {
    expect(await savedWith(value)).toEqual({ found, saves: 0 });
  });

  test.each([
    ['C3-29 both codes blank', {}],
    [
      'C3-34 a maximum that equals the minimum',
      { reloadByCreditCard: true, minReloadAmount: 1_000, maxReloadAmount: 1_000 },
    ],
    ['C3-30 a surcharge of one cent', { applySurcharge: true, creditCardSurcharge: 1 }],
    [
      'C3-31 a surcharge of a hundredth of a percent',
      { applySurcharge: true, creditCardSurchargeMethod: 'percent', creditCardSurchargePercent: 1 },
    ],
  ])('saves %s', async (_case, value) => {
    expect(await savedWith(value)).toEqual({ found: [], saves: 1 });
  });
});

describe('the page Credit Card Extra', () => {
  test('saves a surcharge of 3 percent and refuses a higher one, but saves a service fee of more than 3 percent', async () => {
    const section = sectionOnServer('creditCardExtra', {
      ...{ applySurcharge: true, surchargeMethod: 'percent', surchargePercent: 301 },
    });
    const page = await openSectionPage(cardExtra, { section });
    await why(page);
    await page.user.click(button('Save'));
    expect(problems()).toEqual(['Surcharge in percent: 3 or less.']);
    await retype(page, 'Surcharge in percent', '3');
    await page.user.click(button('Save'));
    await settle();
    expect(section.newest().value).toMatchObject({ surchargePercent: 300 });
    await page.user.click(box('Service fee'));
    await retype(page, 'Surcharge in percent', '3.5');
    await why(page);
    await page.user.click(button('Save'));
    await settle();
    expect(section.newest().value).toMatchObject({ feeKind: 'serviceFee', surchargePercent: 350 });
  });
});

const option = (over: object = {}) => ({
  ...{ option: true, unlimitedNumberOfPages: false, numberOfPages: 50, cost: 1_000 },
  ...over,
});

describe.each([
  ['Flat Fee Rates', flatFee, 'flatFee', {}],
  ['Flat Fee Usage Override', override, 'flatFeeOverride', { accountAdminReload: true }],
] as const)('%s', (_title, page, name, more) => {
  const savedWith = async (rates: readonly object[]) => {
    const section = sectionOnServer(name, { ...more, rates });
    const opened = await openSectionPage(page as typeof flatFee, { section });
    expect(screen.getAllByLabelText(/^Offered, row/)).toHaveLength(5);
    await why(opened);
    await opened.user.click(button('Save'));
    await settle();
    return { found: problems(), saves: opened.saves().length };
  };

  test.each([
    [
      'C3-38 (an unlimited bundle before another bundle)',
      [option({ unlimitedNumberOfPages: true }), option()],
      ['Bundles, row 1: Unlimited should be last.'],
    ],
    ['C3-39 (a bundle without pages)', [option({ numberOfPages: 0 })], ['Bundles, row 1: Required.']],
    ['C3-40 (a bundle without a cost)', [option({ cost: null })], ['Bundles, row 1: Required. Zero is ok.']],
  ])('shows a violation of %s and sends nothing', async (_case, rates, found) => {
    expect(await savedWith(rates)).toEqual({ found, saves: 0 });
  });

  test.each([
    [
      'C3-38 an unlimited bundle before a bundle that is not offered',
      [option(), option({ unlimitedNumberOfPages: true, numberOfPages: 0 }), option({ option: false })],
    ],
    ['C3-39 a bundle of one page', [option({ numberOfPages: 1 })]],
    ['C3-40 a bundle that costs nothing', [option({ cost: 0 })]],
  ])('saves %s', async (_case, rates) => {
    expect(await savedWith(rates)).toEqual({ found: [], saves: 1 });
  });

  test('C3-45 accepts a cost with two decimals', async () => {
    const section = sectionOnServer(name, { ...more, rates: [option()] });
    const opened = await openSectionPage(page as typeof flatFee, { section });
    await retype(opened, 'Cost, row 1', '12.34');
    await why(opened);
    await opened.user.click(button('Save'));
    await settle();
    expect(section.newest().value).toMatchObject({ rates: [{ cost: 1_234 }, {}, {}, {}, {}] });
  });
});

test('C3-43 the bundle override is disabled while account administrators cannot reload', async () => {
  const section = sectionOnServer('flatFeeOverride', { rates: [option()] });
  const page = await openSectionPage(override, { section });
  expect(box('Cost, row 1').disabled).toBe(true);
  await page.user.click(box('Account administrators reload their own account'));
  expect(box('Cost, row 1').disabled).toBe(false);
});
