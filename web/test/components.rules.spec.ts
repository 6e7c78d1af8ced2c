import { describe, expect, test } from '@jest/globals';
import type { PagesSelected } from '@portal/proto/http/imaging';
import { shortText } from '../src/features/home/home.rules.js';
import {
  countSelected,
  dialogSize,
  missingPage,
  moveView,
  pagesInView,
  pageToJumpTo,
  showsNavigation,
  startShowing,
  withPageToggled,
  zoomOf,
} from '../src/features/preview/preview.rules.js';
import { emptyProfile, profileFormOf, profileOf } from '../src/features/profile/profile.rules.js';
import { emptyRegistration, signUpRequestOf } from '../src/features/registration/registration.rules.js';
import {
  inactivityAfter,
  nextLookMs,
  tellEveryMs,
  timeText,
} from '../src/features/session/inactivity.rules.js';
import {
  addMonths,
  clampDay,
  dayAfterKey,
  dayOf,
  readDay,
  weeksOf,
  writeDay,
} from '../src/ui/components/calendar.rules.js';
import { completeDateText } from '../src/ui/components/date-field.rules.js';
import { pageAfter, pageWindow, showsEnds, showsTens } from '../src/ui/components/pagination.rules.js';
import { slideAfter } from '../src/ui/components/slideshow.rules.js';

describe('the calendar', () => {
  test('reads and writes days, even of the first centuries', () => {
    expect(['2026-11-22', '0099-01-02', '2024-02-29'].map((iso) => writeDay(readDay(iso)))).toEqual([
      '2026-11-22',
      '0099-01-02',
      '2024-02-29',
    ]);
    expect(dayOf(2026, 10, 22).toISOString()).toBe('2026-11-22T00:00:00.000Z');
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-03-31', -12, '2025-03-31'],
  ])('moves from %s by %d months to %s', (from, months, to) => {
    expect(writeDay(addMonths(readDay(from), months))).toBe(to);
  });

  test.each([
    ['ArrowLeft', false, '2026-11-17'],
    ['ArrowRight', false, '2026-11-19'],
    ['ArrowUp', false, '2026-11-11'],
    ['ArrowDown', false, '2026-11-25'],
    ['Home', false, '2026-11-15'],
    ['End', false, '2026-11-21'],
    ['PageUp', false, '2026-10-18'],
    ['PageUp', true, '2025-11-18'],
    ['PageDown', false, '2026-12-18'],
    ['PageDown', true, '2027-11-18'],
  ])('moves with %s (shift %p) from the 18th to %s', (key, shift, to) => {
    expect(writeDay(dayAfterKey(readDay('2026-11-18'), key, shift) as Date)).toBe(to);
  });

  test('ignores keys such as Enter, and keeps days within the allowed range', () => {
    expect(dayAfterKey(readDay('2026-11-18'), 'Enter', false)).toBeUndefined();
    const [first, last] = [readDay('2026-01-01'), readDay('2026-12-31')];
    const clamped = (iso: string): string => writeDay(clampDay(readDay(iso), first, last));
    expect(['2025-12-31', '2026-01-01', '2026-05-05', '2026-12-31', '2027-01-01'].map(clamped)).toEqual([
      '2026-01-01',
      '2026-01-01',
      '2026-05-05',
      '2026-12-31',
      '2026-12-31',
    ]);
  });

  test.each([
    [2026, 10, 5, '2026-11-01', 0, '2026-11-30', 1],
    [2026, 7, 6, '2026-08-01', 6, '2026-08-31', 1],
    [2026, 1, 4, '2026-02-01', 0, '2026-02-28', 6],
  ])(
    'shows the year %d, month index %d (0 is January), in %d weeks',
    (year, month, count, firstDay, firstAt, lastDay, lastAt) => {
      const weeks = weeksOf(year, month);
      expect(weeks).toHaveLength(count);
      const days = weeks.flat().filter((day) => day !== undefined);
      expect([writeDay(days[0] as Date), writeDay(days.at(-1) as Date)]).toEqual([firstDay, lastDay]);
      expect(weeks[0]?.findIndex((day) => day !== undefined)).toBe(firstAt);
      expect(weeks.at(-1)?.findLastIndex((day) => day !== undefined)).toBe(lastAt);
      for (const week of weeks) expect(week).toHaveLength(7);
    },
  );
});

test.each([
  ['1', '1'],
  ['11', '11/'],
  ['112', '11/2'],
  ['11/2', '11/2'],
  ['11/22', '11/22/'],
  ['11/222', '11/22/2'],
  ['11/22/2026', '11/22/2026'],
  ['11//22', '11/22'],
  ['x11', 'x11'],
  ['1122', '1122'],
  ['11/2222', '11/2222'],
  ['x11/222', 'x11/222'],
  ['1///2//3', '1/2/3'],
])('a date typed as %p becomes %p', (typed, shown) => {
  expect(completeDateText(typed)).toBe(shown);
});

describe('the page numbers of a list', () => {
  test.each([
    [1, 20, 5, [1, 2, 3, 4, 5]],
    [3, 20, 5, [1, 2, 3, 4, 5]],
    [4, 20, 5, [2, 3, 4, 5, 6]],
    [20, 20, 5, [16, 17, 18, 19, 20]],
    [2, 3, 5, [1, 2, 3]],
    [5, 20, 4, [3, 4, 5, 6]],
  ])('are shown around page %d of %d, at most %d of them', (page, pages, visible, shown) => {
    expect(pageWindow(page, pages, visible)).toEqual(shown);
  });

  test('have First, Last and steps of ten if there are enough pages, and steps stay within the pages', () => {
    expect([showsEnds(5, 5), showsEnds(6, 5), showsTens(30), showsTens(31)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect([pageAfter(3, 1, 9), pageAfter(3, -1, 9), pageAfter(3, -10, 9), pageAfter(3, 10, 9)]).toEqual([
      4, 2, 1, 9,
    ]);
  });
});

test('the first slide follows the last slide, and the last slide precedes the first slide', () => {
  expect([slideAfter(0, -1, 3), slideAfter(2, 1, 3), slideAfter(0, 1, 3)]).toEqual([2, 0, 1]);
});

describe('the preview of pages', () => {
  test('shows up to five pages, and finds the first page that is not loaded yet', () => {
    expect([pagesInView(1, 12), pagesInView(10, 12), pagesInView(13, 12)]).toEqual([
      [1, 2, 3, 4, 5],
      [10, 11, 12],
      [],
    ]);
    expect(
      missingPage(
        [1, 2, 3],
        new Map([
          [1, 0],
          [3, 0],
        ]),
      ),
    ).toBe(2);
    expect(missingPage([1], new Map([[1, 0]]))).toBeUndefined();
    expect([startShowing(1, 12), startShowing(9, 12), startShowing(0, 12), startShowing(2, 3)]).toEqual([
      1, 8, 1, 1,
    ]);
    expect([showsNavigation(5), showsNavigation(6)]).toEqual([false, true]);
  });

  test.each([
    ['first', 8, { first: 1 }],
    ['previous5', 8, { first: 3 }],
    ['previous5', 3, { first: 1 }],
    ['previous1', 8, { first: 7 }],
    ['next1', 3, { first: 4 }],
    ['next5', 1, { first: 6 }],
    ['next5', 6, { first: 8 }],
    ['last', 1, { first: 8 }],
    ['first', 1, { refusal: 'atFirstPage' }],
    ['previous5', 1, { refusal: 'atFirstPage' }],
    ['previous1', 1, { refusal: 'atFirstPage' }],
    ['next1', 8, { refusal: 'atLastPage' }],
    ['next5', 8, { refusal: 'atLastPages' }],
    ['last', 8, { refusal: 'atLastPages' }],
  ] as const)('A9-26 A9-31 answers the move %s from page %d of 12 with %j', (move, first, answer) => {
    expect(moveView(move, first, 12)).toEqual(answer);
  });

  test.each([
    ['1', 1],
    [' 12 ', 12],
    ['0', undefined],
    ['13', undefined],
    ['1.5', undefined],
    ['x1', undefined],
    ['1x', undefined],
    ['', undefined],
  ])('A9-30 reads a jump to %p as page %p', (entered, page) => {
    expect(pageToJumpTo(entered, 12)).toBe(page);
  });

  test('has a size and a largest zoom that depend on the number of pages and thumbnails', () => {
    const sizes = [
      [4, 1],
      [3, 3],
      [3, 2],
      [4, 5],
      [1, 1],
    ] as const;
    expect(sizes.map(([pages, thumbnails]) => dialogSize(pages, thumbnails))).toEqual([
      'xl',
      'lg',
      'sm',
      'xl',
      'sm',
    ]);
    expect([zoomOf(1), zoomOf(2), zoomOf(3)]).toEqual([3, 3, 3.5]);
  });

  test('changes the selection when a page is toggled', () => {
    const selected: PagesSelected = {
      ...{ pageSelectionMethod: 'ENTIRE_DOCUMENT', selectedAsCsv: '' },
      selectedAsBoolean: [true, true, false],
    };
    expect(countSelected(selected)).toBe(2);
    expect(withPageToggled(selected, 1)).toEqual({
      ...{ pageSelectionMethod: 'CSV_PAGES', selectedAsCsv: '' },
      selectedAsBoolean: [false, true, false],
    });
    expect(withPageToggled(selected, 3).selectedAsBoolean).toEqual([true, true, true]);
  });
});

describe('the inactivity of a user', () => {
  const limit = 600_000;
  test.each([
    [0, { phase: 'working' }],
    [479_999, { phase: 'working' }],
    [480_000, { phase: 'warned', secondsLeft: 120 }],
    [598_500, { phase: 'warned', secondsLeft: 2 }],
    [599_999, { phase: 'warned', secondsLeft: 1 }],
    [600_000, { phase: 'over' }],
    [700_000, { phase: 'over' }],
  ])('for %d ms, with a limit of ten minutes, leads to %j', (idle, state) => {
    expect(inactivityAfter(idle, limit)).toEqual(state);
  });

  test('with a short limit leads to a warning after half of the limit, and is checked and reported more often', () => {
    expect(inactivityAfter(30_000, 60_000)).toEqual({ phase: 'warned', secondsLeft: 30 });
    expect([nextLookMs(0, limit), nextLookMs(479_500, limit), nextLookMs(0, 60_000)]).toEqual([
      480_000, 1_000, 30_000,
    ]);
    expect([tellEveryMs(limit), tellEveryMs(60_000)]).toEqual([60_000, 15_000]);
    expect([timeText(65), timeText(9), timeText(120)]).toEqual(['1:05', '0:09', '2:00']);
  });
});

describe('the data of a person', () => {
  const person = {
    ...{
      firstName: 'Jane',
      lastName: 'Doe',
      company: 'C',
      address: 'A',
      city: 'T',
      state: 'MN',
      zip: '55616',
    },
    email: 'j@example.com',
  };

  test('A3-08 contain one phone, in the chosen format, and one password when a registration is sent', () => {
    const empty = emptyRegistration('MN');
    const { state, phoneFormatType, ...texts } = empty;
    expect(Object.keys(texts).sort()).toEqual([
      ...['address', 'city', 'company', 'email', 'firstName', 'internationalPhone', 'lastName'],
      ...['password', 'passwordConfirm', 'standardPhone', 'username', 'zip'],
    ]);
    expect([state, phoneFormatType, new Set(Object.values(texts))]).toEqual([
      'MN',
      'STANDARD',
      new Set(['']),
    ]);
    const form = {
      ...{ ...empty, ...person, username: 'jane', password: 'p', passwordConfirm: 'q' },
      ...{ standardPhone: ' 1 ', internationalPhone: ' 2 ' },
    };
    const sent = {
      ...person,
      username: 'jane',
      password: 'p',
      phoneFormatType: 'STANDARD',
      phone: '1',
      language: 'THAI',
    };
    expect(signUpRequestOf(form, 'THAI')).toEqual(sent);
    expect(signUpRequestOf({ ...form, phoneFormatType: 'INTERNATIONAL' }, 'THAI').phone).toBe('2');
  });

  test('A6-04 have a stored phone in the field for its format, and only the phone in that field is sent', () => {
    const { phoneFormatType, ...texts } = emptyProfile;
    expect(Object.keys(texts).sort()).toEqual([
      ...['address', 'city', 'company', 'email', 'firstName', 'internationalPhone', 'lastName'],
      ...['standardPhone', 'state', 'zip'],
    ]);
    expect([phoneFormatType, new Set(Object.values(texts))]).toEqual(['STANDARD', new Set([''])]);
    const stored = { ...person, phoneFormatType: 'STANDARD', phone: '1', newEmail: '' } as const;
    expect(profileFormOf(stored)).toEqual({
      ...{ ...person, phoneFormatType: 'STANDARD', standardPhone: '1', internationalPhone: '' },
    });
    const abroad = profileFormOf({
      ...stored,
      phoneFormatType: 'INTERNATIONAL',
      newEmail: 'new@example.com',
    });
    expect(abroad).toMatchObject({ standardPhone: '', internationalPhone: '1', email: 'new@example.com' });
    expect(profileOf({ ...abroad, standardPhone: ' 3 ', internationalPhone: ' 4 ' })).toEqual({
      ...{ ...person, email: 'new@example.com', phoneFormatType: 'INTERNATIONAL', phone: '4' },
    });
    expect(profileOf({ ...profileFormOf(stored), standardPhone: ' 3 ' }).phone).toBe('3');
  });
});

test('news on a card is cut to at most 280 characters, after a whole word if possible', () => {
  const words = 'word '.repeat(60);
  expect(shortText('x'.repeat(280))).toBe('x'.repeat(280));
  expect(shortText('x'.repeat(281))).toBe(`${'x'.repeat(280)} …`);
  expect(shortText(words)).toBe(`${'word '.repeat(56).trim()} …`);
  expect(shortText(`${'x'.repeat(200)}., ${'y'.repeat(100)}`)).toBe(`${'x'.repeat(200)} …`);
  expect(shortText(`${'x'.repeat(140)} ${'y'.repeat(200)}`)).toBe(`${'x'.repeat(140)} ${'y'.repeat(139)} …`);
  expect(shortText(`${'x'.repeat(141)} ${'y'.repeat(200)}`)).toBe(`${'x'.repeat(141)} …`);
});
