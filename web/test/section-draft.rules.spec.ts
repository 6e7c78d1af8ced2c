import { describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import type { AnyPage } from '../src/features/control-panel/section-form/described-fields.js';
import {
  compacted,
  draftOf,
  faultsOf,
  holds,
  readDraft,
  rowsAt,
} from '../src/features/control-panel/section-form/draft.rules.js';
import { withValueAt, type Values } from '../src/features/control-panel/section-form/values.rules.js';
import { page as specialRates } from '../src/features/control-panel/pages/a-la-carte-special-rates.js';
import { page as escrow } from '../src/features/control-panel/pages/escrow.js';
import { page as flatFee } from '../src/features/control-panel/pages/flat-fee-rates.js';
import { page as news } from '../src/features/control-panel/pages/home-latest-news.js';
import { page as payments } from '../src/features/control-panel/pages/payments.js';
import { page as staffSignIn } from '../src/features/control-panel/pages/staff-sign-in.js';
import { page as userAccess } from '../src/features/control-panel/pages/user-access.js';

/** The draft of a page whose section has its defaults, with the given values typed. */
const typed = (page: AnyPage, texts: Values): Values =>
  Object.entries(texts).reduce<Values>(
    (draft, [path, text]) => withValueAt(draft, path, text),
    draftOf(page, sectionDefaults(page.section)),
  );

const rate = (documentType: string, instrumentCode: string, documentRate: unknown = '0.00') => ({
  ...{ documentType, instrumentCode, documentRate },
  ...{ firstPageRate: '0.00', additionalPagesRate: '0.00' },
});
const paragraph = (heading: string) => ({ heading, paragraphContent: '' });
const emptyRate = rate('', '');

describe('the draft of a section', () => {
  test('shows amounts and percentages as texts, and keeps every other value', () => {
    const section = {
      ...sectionDefaults('escrow'),
      ...{ feeCode: 'ESC', minReloadAmount: 2_000, creditCardSurchargePercent: 275 },
    };
    expect(draftOf(escrow, section)).toStrictEqual({
      ...section,
      ...{ minReloadAmount: '20.00', maxReloadAmount: '0.00' },
      ...{ creditCardSurcharge: '0.00', creditCardSurchargePercent: '2.75' },
    });
  });

  test('becomes the same section again when it is read', () => {
    const section = { ...sectionDefaults('escrow'), minReloadAmount: 2_000, applySurcharge: true };
    expect(readDraft(escrow, draftOf(escrow, section))).toStrictEqual({ section, faults: {} });
  });

  test('keeps a list of codes unchanged if the page shows a checkbox for each code', () => {
    const section = { paymentMethods: ['ESCROW'] };
    expect(draftOf(payments, section)).toStrictEqual(section);
    expect(readDraft(payments, section)).toStrictEqual({ section, faults: {} });
  });

  test('has at least the rows that the page requires', () => {
    const draft = draftOf(news, { paragraphs: [paragraph('One')] });
    expect(rowsAt(draft, 'paragraphs').map(({ heading }) => heading)).toEqual(['One', '', '', '', '']);
  });

  test.each([undefined, 'text'])('has no rows where its list is %s', (paragraphs) => {
    expect(rowsAt({ paragraphs }, 'paragraphs')).toEqual([]);
  });
});

describe('a draft that is read', () => {
  test('has the fault of each text that does not parse, and 0 as the value of the field', () => {
    const draft = typed(escrow, {
      ...{ reloadByCreditCard: true, minReloadAmount: 'abc', maxReloadAmount: '5,000' },
    });
    expect(readDraft(escrow, draft)).toStrictEqual({
      section: { ...sectionDefaults('escrow'), reloadByCreditCard: true, maxReloadAmount: 500_000 },
      faults: { minReloadAmount: 'forms:invalidAmount' },
    });
  });

  test('has the fault of each cell under the number of its row', () => {
    const draft = typed(flatFee, {
      ...{ 'rates.0.option': true, 'rates.0.numberOfPages': '10', 'rates.0.cost': '-1' },
      ...{ 'rates.3.numberOfPages': 'abc', 'rates.3.cost': 'abc' },
    });
    const { section, faults } = readDraft(flatFee, draft);
    expect(faults).toStrictEqual({
      'rates.0.cost': 'forms:invalidAmount',
      'rates.3.numberOfPages': 'forms:numbersOnly',
      'rates.3.cost': 'forms:invalidAmount',
    });
    expect(rowsAt(section, 'rates').map(({ cost }) => cost)).toEqual([0, null, null, 0, null]);
  });

  test('leaves out the empty rows at the end, but keeps an empty row before others', () => {
    const draft = typed(news, { 'paragraphs.1.heading': 'Two', 'paragraphs.3.paragraphContent': 'Four' });
    expect(readDraft(news, draft).section).toStrictEqual({
      paragraphs: [paragraph(''), paragraph('Two'), paragraph(''), { heading: '', paragraphContent: 'Four' }],
    });
  });

  test('has no rows if all are empty', () => {
    expect(readDraft(news, typed(news, {})).section).toStrictEqual({ paragraphs: [] });
  });

  test('keeps the empty rows of a list with a fixed number of rows', () => {
    expect(rowsAt(readDraft(flatFee, typed(flatFee, {})).section, 'rates')).toHaveLength(5);
  });

  test('keeps a row with a text that does not parse, even if the row has nothing else', () => {
    const { section, faults } = readDraft(
      specialRates,
      typed(specialRates, { 'rates.1.firstPageRate': 'abc' }),
    );
    expect(rowsAt(section, 'rates')).toHaveLength(2);
    expect(faults).toStrictEqual({ 'rates.1.firstPageRate': 'forms:invalidAmount' });
  });

  test('leaves out a special rate at the end that names neither type nor code, even if the rate has amounts', () => {
    const draft = typed(specialRates, { 'rates.0': rate('A', 'DEED', '1'), 'rates.1': rate('', '', '2') });
    expect(rowsAt(readDraft(specialRates, draft).section, 'rates')).toStrictEqual([
      {
        ...{ documentType: 'A', instrumentCode: 'DEED' },
        ...{ documentRate: 100, firstPageRate: 0, additionalPagesRate: 0 },
      },
    ]);
  });
});

describe('a disabled field', () => {
  const unlimited = { limitLoginAttempts: false };
  const attempts = (texts: Values) => {
    const draft = typed(userAccess, texts);
    const { section, faults } = readDraft(userAccess, draft);
    return [section['maxloginAttempts'], faults, faultsOf(userAccess, draft)];
  };

  test.each(['abc', '', '500', '0'])(
    'is saved with its default if the typed value %j cannot be saved',
    (text) => {
      expect(attempts({ ...unlimited, maxloginAttempts: text })).toStrictEqual([5, {}, {}]);
    },
  );

  test('keeps a value that can be saved', () => {
    expect(attempts({ ...unlimited, maxloginAttempts: '7' })).toStrictEqual([7, {}, {}]);
  });

  test('does not hide the fault of an enabled field', () => {
    const draft = typed(userAccess, { ...unlimited, maxloginAttempts: 'a', inactivityTimeLimitPeriod: 'b' });
    expect(readDraft(userAccess, draft)).toStrictEqual({
      section: { ...sectionDefaults('userAccess'), ...unlimited, inactivityTimeLimitPeriod: 0 },
      faults: { inactivityTimeLimitPeriod: 'forms:numbersOnly' },
    });
  });

  test('has no fault while only one of the two conditions that enable it holds', () => {
    const surcharge = { applySurcharge: true, creditCardSurcharge: '1', creditCardSurchargePercent: 'abc' };
    expect(faultsOf(escrow, typed(escrow, surcharge))).toStrictEqual({});
    expect(
      faultsOf(escrow, typed(escrow, { ...surcharge, creditCardSurchargeMethod: 'percent' })),
    ).toStrictEqual({
      creditCardSurchargePercent: 'panel:invalidPercent',
    });
  });
});

describe('a disabled cell of a row', () => {
  test.each(['abc', '9999999'])(
    'is saved with the value of an empty row if the typed value %s cannot be saved',
    (numberOfPages) => {
      const row = { option: true, unlimitedNumberOfPages: true, numberOfPages, cost: '5' };
      const draft = typed(flatFee, { 'rates.1': row });
      const { section, faults } = readDraft(flatFee, draft);
      expect(rowsAt(section, 'rates')[1]).toStrictEqual({ ...row, numberOfPages: 0, cost: 500 });
      expect([faults, faultsOf(flatFee, draft)]).toStrictEqual([{}, {}]);
    },
  );

  test('keeps a value that can be saved', () => {
    const row = { option: true, unlimitedNumberOfPages: true, numberOfPages: '30', cost: '5' };
    const { section } = readDraft(flatFee, typed(flatFee, { 'rates.1': row }));
    expect(rowsAt(section, 'rates')[1]).toStrictEqual({ ...row, numberOfPages: 30, cost: 500 });
  });
});

describe('the faults of a draft', () => {
  test('are none if the draft can be saved', () => {
    expect(faultsOf(escrow, typed(escrow, {}))).toStrictEqual({});
  });

  test('are the texts that do not parse, and what the rules of the section find in other fields', () => {
    const draft = typed(escrow, { reloadByCreditCard: true, feeCode: 'ESC', minReloadAmount: 'abc' });
    expect(faultsOf(escrow, draft)).toStrictEqual({
      minReloadAmount: 'forms:invalidAmount',
      chargeCode: 'panel:requiredWithFeeCode',
      maxReloadAmount: 'forms:required',
    });
  });

  test('contain only faults of parsing for a row in which a text does not parse; the rules check all other rows', () => {
    const draft = typed(specialRates, {
      rates: Array.from({ length: 13 }, (_row, at) => rate(at === 0 || at > 9 ? '' : 'A', `C${at}`, '1')),
      'rates.11.documentRate': 'abc',
    });
    expect(faultsOf(specialRates, draft)).toStrictEqual({
      'rates.0.documentType': 'panel:rateNeedsDocumentType',
      'rates.10.documentType': 'panel:rateNeedsDocumentType',
      'rates.11.documentRate': 'forms:invalidAmount',
      'rates.12.documentType': 'panel:rateNeedsDocumentType',
    });
  });

  test('are reported at the empty row of the page if the section lacks a required row', () => {
    const offered = {
      staffSignIn: true,
      providerName: 'Lake',
      issuer: 'https://id.test',
      clientId: 'portal',
    };
    expect(faultsOf(staffSignIn, typed(staffSignIn, offered))).toStrictEqual({
      'groups.0.group': 'forms:required',
    });
  });
});

describe('the removal of empty rows between others', () => {
  test('leaves empty rows only at the end, and no more of them than the minimum needs', () => {
    const rows = ['', 'One', '', '', 'Two', '', '', 'Three'].map(paragraph);
    const moved = compacted(news, { paragraphs: rows });
    expect(moved).toStrictEqual({ paragraphs: ['One', 'Two', 'Three', '', ''].map(paragraph) });
  });

  test('keeps every row that is not empty', () => {
    const rows = ['1', '2', '3', '', '4', '5', '6'];
    expect(compacted(news, { paragraphs: rows.map(paragraph) })).toStrictEqual({
      paragraphs: ['1', '2', '3', '4', '5', '6'].map(paragraph),
    });
  });

  test('drops the amounts of empty rows, and keeps rows with a text that does not parse', () => {
    const wrong = { ...emptyRate, firstPageRate: 'abc' };
    expect(
      compacted(specialRates, { rates: [rate('', '', '7'), wrong, rate('A', 'DEED', '1')] }),
    ).toStrictEqual({
      rates: [wrong, rate('A', 'DEED', '1'), emptyRate, emptyRate, emptyRate],
    });
  });

  test('changes nothing if the number of rows is fixed, or if the page has no lists', () => {
    const draft = typed(flatFee, { 'rates.2.option': true });
    expect(compacted(flatFee, draft)).toStrictEqual(draft);
    expect(compacted(userAccess, typed(userAccess, {}))).toStrictEqual(typed(userAccess, {}));
  });
});

describe('conditions', () => {
  const draft = { map: true, method: 'percent', notes: { shown: false } };

  test.each([
    ['there are none', []],
    ['the field has the value', [{ field: 'method', is: 'percent' }]],
    ['the part of a field has the value', [{ field: 'notes.shown', is: false }]],
  ])('hold if %s', (_what, conditions) => {
    expect(holds(conditions, draft)).toBe(true);
  });

  test.each([
    ['the field has another value', [{ field: 'map', is: false }]],
    ['the field is missing', [{ field: 'tax', is: false }]],
    [
      'only one of two fields has its value',
      [
        { field: 'map', is: true },
        { field: 'method', is: 'dollars' },
      ],
    ],
  ])('do not hold if %s', (_what, conditions) => {
    expect(holds(conditions, draft)).toBe(false);
  });
});
