import { describe, expect, test } from '@jest/globals';
import {
  changesBetween,
  isSame,
  labelOf,
  shownRow,
  shownValue,
} from '../src/features/control-panel/section-form/changes.rules.js';
import type { AnyPage } from '../src/features/control-panel/section-form/described-fields.js';
import {
  differencesOf,
  mergedSection,
  type Difference,
} from '../src/features/control-panel/section-form/merge.rules.js';
import type { Control, RowsControl } from '../src/features/control-panel/section-form/page-description.js';
import type { Values } from '../src/features/control-panel/section-form/values.rules.js';
import type { Translate } from '../src/shared/i18n/translate.js';

/** Shows a key without its namespace, and the values that are filled in: 'rowOf label=Rates n=1'. */
const t: Translate = (key, values = {}) =>
  [key.replace('panel:', ''), ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(' ');

interface TestField {
  name: string;
  label: string;
  control: Control;
}
const field = (name: string, control: Control = { kind: 'text' }): TestField => ({
  ...{ name, label: `The ${name}`, control },
});
const pageOf = (...fields: TestField[]) =>
  ({
    section: 'payments',
    title: '',
    lead: '',
    groups: [{ title: 'A group', fields }],
  }) as unknown as AnyPage;

const listed = (value: string, label: string): TestField => ({
  ...{ name: 'ways', label, control: { kind: 'member', value } },
});
const rates: RowsControl = {
  ...{ kind: 'rows', least: 0, most: 5, full: '', blank: { from: 1, cents: 0 } },
  columns: [
    { name: 'from', label: 'From', control: { kind: 'number' } },
    { name: 'cents', label: 'Price', control: { kind: 'money' } },
  ],
};

const pictures: Control = {
  kind: 'own',
  load: () => Promise.reject(new Error('No test loads the control.')),
  shown: (names) => `${(names as string[]).length} pictures`,
};

describe('two stored values', () => {
  test.each<[string, unknown, unknown]>([
    ['objects with their names in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['objects in lists and in objects', [{ a: { c: 1, d: 2 } }], [{ a: { d: 2, c: 1 } }]],
    ['two missing values', undefined, undefined],
    ['two nulls', null, null],
  ])('are the same: %s', (_what, a, b) => {
    expect(isSame(a, b)).toBe(true);
  });

  test.each<[string, unknown, unknown]>([
    ['a number and its text', 1, '1'],
    ['lists in another order', ['a', 'b'], ['b', 'a']],
    ['objects with another value', { a: 1, b: 2 }, { a: 2, b: 1 }],
    ['a list and an object', ['a'], { 0: 'a' }],
    ['a missing value and an empty text', undefined, ''],
  ])('differ: %s', (_what, a, b) => {
    expect(isSame(a, b)).toBe(false);
  });
});

describe('the text of a value', () => {
  const choices = [
    { value: 'P', text: 'Percent' },
    { value: 'D', text: 'Dollars' },
  ];
  test.each<[Control, unknown, string]>([
    [{ kind: 'text' }, 'ESC', 'ESC'],
    [{ kind: 'text' }, '', 'nothing'],
    [{ kind: 'text' }, undefined, 'nothing'],
    [{ kind: 'text' }, { a: 1 }, 'nothing'],
    [{ kind: 'longText' }, 'Open on Monday', 'Open on Monday'],
    [{ kind: 'number' }, 0, '0'],
    [{ kind: 'number' }, null, 'nothing'],
    [{ kind: 'box' }, true, 'yes'],
    [{ kind: 'box' }, false, 'no'],
    [{ kind: 'yesNo' }, true, 'yes'],
    [{ kind: 'yesNo' }, undefined, 'no'],
    [{ kind: 'money' }, 123_456, '$1,234.56'],
    [{ kind: 'money' }, 0, '$0.00'],
    [{ kind: 'money' }, null, 'nothing'],
    [{ kind: 'percent' }, 275, '2.75%'],
    [{ kind: 'percent' }, undefined, 'nothing'],
    [{ kind: 'segmented', choices }, 'D', 'Dollars'],
    [{ kind: 'segmented', choices }, 'X', 'X'],
    [{ kind: 'select', choices }, 'P', 'Percent'],
    [{ kind: 'select', choices }, '', 'nothing'],
    [{ kind: 'member', value: 'CARD' }, ['ESCROW', 'CARD'], 'yes'],
    [{ kind: 'member', value: 'CARD' }, ['ESCROW'], 'no'],
    [{ kind: 'member', value: 'CARD' }, 'CARD', 'no'],
  ])('of the control %j with the value %j is %s', (control, value, text) => {
    expect(shownValue(t, control, value)).toBe(text);
  });

  test('comes from the control itself if the control is not of a built-in kind', () => {
    expect(shownValue(t, pictures, ['a', 'b'])).toBe('2 pictures');
  });

  test('of a row leaves out each column with the same value as in an empty row', () => {
    expect(shownRow(t, rates, { from: 5, cents: 250 })).toBe('From 5, Price $2.50');
    expect(shownRow(t, rates, { from: 1, cents: 250 })).toBe('Price $2.50');
  });

  test('of an empty row and of a missing row says that there is nothing', () => {
    expect(shownRow(t, rates, rates.blank)).toBe('nothing');
    expect(shownRow(t, rates, undefined)).toBe('nothing');
  });
});

test('the label of a field in a table names the row and the column', () => {
  expect(labelOf(t, { labels: ['panel:name', 'panel:enabled'] })).toBe('name, enabled');
});

describe('the changes between two versions of a section', () => {
  const page = pageOf(
    field('fee', { kind: 'money' }),
    field('notes.lot'),
    field('reload', { kind: 'box' }),
    listed('ESCROW', 'Escrow'),
    listed('CARD', 'Card'),
  );
  const before = { reload: true, notes: { lot: 'By lot' }, fee: 100, ways: ['ESCROW'], other: 1 };

  test('are listed in the order of the page, with the label and the shown values', () => {
    const after = { ...before, fee: 250, reload: false, notes: { lot: '' } };
    expect(changesBetween(t, page, before, after)).toEqual([
      { path: 'fee', label: 'The fee', from: '$1.00', to: '$2.50' },
      { path: 'notes.lot', label: 'The notes.lot', from: 'By lot', to: 'nothing' },
      { path: 'reload', label: 'The reload', from: 'yes', to: 'no' },
    ]);
  });

  test('leave out values that the page does not have', () => {
    expect(changesBetween(t, page, before, { ...before, other: 2 })).toEqual([]);
  });

  test.each([undefined, null, ''])('do not count an empty text in place of %s', (was) => {
    expect(changesBetween(t, pageOf(field('code')), { code: was }, { code: '' })).toEqual([]);
    expect(changesBetween(t, pageOf(field('code')), { code: '' }, { code: was })).toEqual([]);
  });

  test('count a change from a missing amount to zero, and from zero to a missing amount', () => {
    const change = { path: 'fee', label: 'The fee', from: 'nothing', to: '$0.00' };
    expect(changesBetween(t, page, { ...before, fee: null }, { ...before, fee: 0 })).toEqual([change]);
    expect(changesBetween(t, page, { ...before, fee: 0 }, { ...before, fee: null })).toEqual([
      { ...change, from: '$0.00', to: 'nothing' },
    ]);
  });

  test('contain only those checkboxes of a list that were checked or unchecked', () => {
    expect(changesBetween(t, page, before, { ...before, ways: ['ESCROW', 'CARD'] })).toEqual([
      { path: 'ways-CARD', label: 'Card', from: 'no', to: 'yes' },
    ]);
  });

  test('count a picture that was replaced, even if both pictures have the same text', () => {
    const [was, is] = [{ slides: ['a'] }, { slides: ['b'] }];
    expect(changesBetween(t, pageOf(field('slides', pictures)), was, is)).toEqual([
      { path: 'slides', label: 'The slides', from: '1 pictures', to: '1 pictures' },
    ]);
  });

  describe('in a list of rows', () => {
    const list = pageOf(field('rates', rates));
    const changed = (from: unknown, to: unknown) => changesBetween(t, list, { rates: from }, { rates: to });
    const [first, second] = [
      { from: 1, cents: 50 },
      { from: 5, cents: 25 },
    ];

    test('are one change for each row, numbered from 1', () => {
      expect(changed([first, second], [first, { from: 5, cents: 20 }])).toEqual([
        {
          ...{ path: 'rates.1', label: 'rowOf label=The rates n=2' },
          ...{ from: 'From 5, Price $0.25', to: 'From 5, Price $0.20' },
        },
      ]);
    });

    test('name rows that were added or removed', () => {
      const added = {
        path: 'rates.0',
        label: 'rowOf label=The rates n=1',
        from: 'nothing',
        to: 'Price $0.50',
      };
      expect(changed([], [first])).toEqual([added]);
      expect(changed(undefined, [first])).toEqual([added]);
      expect(changed([first], [])).toEqual([{ ...added, from: added.to, to: added.from }]);
    });

    test('leave out an added empty row, because the page looks the same without it', () => {
      expect(changed([first], [first, rates.blank])).toEqual([]);
    });
  });
});

describe('the differences between what the user typed and what somebody else saved', () => {
  const differ = (page: AnyPage, opened: Values, mine: Values, theirs: Values): Difference[] =>
    differencesOf(t, page, { opened, mine, theirs });

  describe('in a list of checkboxes', () => {
    const fields = [listed('ESCROW', 'Escrow'), listed('INVOICE', 'Invoice'), listed('CARD', 'Card')];
    const others = pageOf({ ...listed('CARD', 'Card of another list'), name: 'others' });
    const groups = [...others.groups, { title: 'Ways to pay', fields }];
    const ways = { ...others, groups } as unknown as AnyPage;
    const differInWays = (opened: unknown, mine: unknown, theirs: unknown) =>
      differ(ways, { ways: opened }, { ways: mine }, { ways: theirs });

    test('are one difference, which has the title of the group and shows the labels of the checked choices in the order of the page', () => {
      expect(differInWays(['CARD', 'ESCROW'], ['ESCROW'], ['CARD', 'ESCROW', 'INVOICE'])).toStrictEqual([
        {
          ...{ path: 'ways', label: 'choicesOf title=Ways to pay', by: 'both' },
          ...{ opened: 'Escrow, Card', mine: 'Escrow', theirs: 'Escrow, Invoice, Card' },
        },
      ]);
    });

    test('show that nothing is checked', () => {
      expect(differInWays(undefined, [], ['CARD'])).toEqual([
        expect.objectContaining({ by: 'them', opened: 'nothing', mine: 'nothing', theirs: 'Card' }),
      ]);
    });

    test('do not count a choice that was unchecked and checked again', () => {
      expect(differInWays(['ESCROW', 'CARD'], ['CARD', 'ESCROW'], ['ESCROW'])).toEqual([
        expect.objectContaining({ by: 'them', opened: 'Escrow, Card', theirs: 'Escrow' }),
      ]);
    });

    test('show the label of the row if the checkboxes are in a table', () => {
      const row = (value: string, label: string) => ({
        label,
        cells: [{ name: 'enabled', control: { kind: 'member', value } }],
      });
      const matrix = { columns: ['On'], rows: [row('searchByName', 'Name'), row('searchByDate', 'Date')] };
      const table = { section: 'search', title: '', lead: '', groups: [{ title: 'Searches', matrix }] };
      const [difference] = differ(
        table as unknown as AnyPage,
        { enabled: [] },
        { enabled: ['searchByName'] },
        { enabled: ['searchByDate', 'searchByName'] },
      );
      expect(difference).toMatchObject({
        ...{ label: 'choicesOf title=Searches', opened: 'nothing', mine: 'Name', theirs: 'Name, Date' },
      });
    });
  });

  test('do not count a note that was missing and is now an empty text', () => {
    const page = pageOf(field('notes.lot'), field('notes.name'));
    expect(
      differ(page, {}, { notes: { lot: '', name: '' } }, { notes: { lot: 'By lot', name: '' } }),
    ).toEqual([
      {
        ...{ path: 'notes.lot', label: 'The notes.lot', by: 'them' },
        ...{ opened: 'nothing', mine: 'nothing', theirs: 'By lot' },
      },
    ]);
  });

  test('are listed in the order of the page, each with the people who changed the value', () => {
    const page = pageOf(field('fee', { kind: 'money' }), field('charge'), field('code'), field('same'));
    const opened = { same: 'x', code: 'ESC', charge: '1', fee: 100 };
    expect(
      differ(page, opened, { ...opened, fee: 200, code: 'MINE' }, { ...opened, charge: '2', code: 'DEP' }),
    ).toEqual([
      { path: 'fee', label: 'The fee', by: 'me', opened: '$1.00', mine: '$2.00', theirs: '$1.00' },
      { path: 'charge', label: 'The charge', by: 'them', opened: '1', mine: '1', theirs: '2' },
      { path: 'code', label: 'The code', by: 'both', opened: 'ESC', mine: 'MINE', theirs: 'DEP' },
    ]);
  });

  test('leave out a value that both people changed to the same value', () => {
    expect(differ(pageOf(field('code')), { code: 'ESC' }, { code: 'DEP' }, { code: 'DEP' })).toStrictEqual(
      [],
    );
  });

  describe('in a list of rows', () => {
    const list = pageOf(field('rates', rates));
    const [a, b, c] = [50, 40, 30].map((cents) => ({ from: 1, cents }));
    const inList = (...[opened, mine, theirs]: unknown[]) =>
      differ(list, { rates: opened }, { rates: mine }, { rates: theirs });

    test('are found row by row if all lists have the same length', () => {
      expect(inList([a, b], [a, c], [c, b])).toEqual([
        {
          ...{ path: 'rates.0', label: 'rowOf label=The rates n=1', by: 'them' },
          ...{ opened: 'Price $0.50', mine: 'Price $0.50', theirs: 'Price $0.30' },
        },
        {
          ...{ path: 'rates.1', label: 'rowOf label=The rates n=2', by: 'me' },
          ...{ opened: 'Price $0.40', mine: 'Price $0.30', theirs: 'Price $0.40' },
        },
      ]);
    });

    test.each<[string, unknown[], Partial<Difference>]>([
      ['this user added a row', [[a], [a, b], [c]], { mine: '1. Price $0.50\n2. Price $0.40' }],
      ['the other person removed a row', [[a, b], [a, c], [a]], { theirs: '1. Price $0.50' }],
    ])('are one difference between the whole lists if %s', (_what, lists, shown) => {
      expect(inList(...lists)).toEqual([
        expect.objectContaining({ path: 'rates', label: 'The rates', by: 'both', ...shown }),
      ]);
    });

    test('treat a missing list as an empty list', () => {
      expect(inList(undefined, undefined, [a])).toEqual([
        expect.objectContaining({ path: 'rates', by: 'them', opened: 'nothing', theirs: '1. Price $0.50' }),
      ]);
    });
  });

  test('show that a list of rows is empty', () => {
    const row = { from: 1, cents: 50 };
    expect(differ(pageOf(field('rates', rates)), { rates: [row] }, { rates: [] }, { rates: [row] })).toEqual([
      expect.objectContaining({ path: 'rates', by: 'me', mine: 'nothing' }),
    ]);
  });
});

describe('the section that is saved after a conflict', () => {
  const page = pageOf(field('mine'), field('both'), field('rates', rates));
  const rowsOf = (...cents: number[]) => cents.map((each) => ({ from: 1, cents: each }));
  const opened = { mine: 'old', both: 'old', theirs: 'old', rates: rowsOf(1, 2) };
  const ways = {
    opened,
    mine: { ...opened, mine: 'new', both: 'my', rates: rowsOf(1, 3) },
    theirs: { ...opened, theirs: 'new', both: 'their', rates: rowsOf(4, 2) },
  };
  const merged = (keepsMine: (path: string) => boolean) =>
    mergedSection(ways, differencesOf(t, page, ways), keepsMine);

  test('has the changes of both people, and the values of the other person in a conflict', () => {
    const section = { mine: 'new', theirs: 'new', both: 'their', rates: rowsOf(4, 3) };
    expect(merged(() => false)).toEqual(section);
    // a choice changes nothing for `rates.0`, which only the other person has changed
    expect(merged((path) => path === 'rates.0')).toEqual(section);
  });

  test("has this user's value in a conflict in which the user chose that value", () => {
    expect(merged((path) => path === 'both')).toEqual({
      ...{ mine: 'new', theirs: 'new', both: 'my', rates: rowsOf(4, 3) },
    });
  });
});
