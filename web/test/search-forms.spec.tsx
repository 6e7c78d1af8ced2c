/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { notableDatesWith, openPortal, preparePortal, settle, someUser } from './portal.js';
import { box, choose, chosen, enter, messageOf, partyName, searches, submit } from './forms.js';
import { answerBatch } from './records.js';

preparePortal({ beforeAll, afterEach });

describe('the chosen form', () => {
  test('B1-003 B1-012 is the default search of the county at /search', async () => {
    await openPortal('/search', { help: { search: { defaultSearch: 'searchByDocumentNumber' } } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Search by Document Number');
  });

  test('B1-013 is the form that the URL names', async () => {
    await openPortal('/search/searchByName');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Search by Name');
  });

  test('is replaced by a message for a user who has no searches', async () => {
    await openPortal('/search', { user: someUser({ searchList: [] }) });
    expect(screen.getByText('No search is available')).toBeTruthy();
  });

  test('is replaced by a link to another form if the URL names a form that is not offered', async () => {
    const portal = await openPortal('/search/searchByParcelId', {
      user: someUser({ searchList: ['searchByName'] }),
    });
    expect(screen.getByText('This search is not available')).toBeTruthy();
    await portal.user.click(screen.getByRole('link', { name: 'Open another search' }));
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Search by Name');
  });
});

describe('a search form', () => {
  test('B1-015 has the county note, a heading, rows, Submit and Clear', async () => {
    await openPortal('/search', {
      help: { search: { countyNotes: { searchByName: 'Older names are in the books.' } } },
    });
    expect(screen.getByText('Older names are in the books.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(document.querySelectorAll('.form-row').length).toBeGreaterThan(2);
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Clear' })).toBeTruthy();
  });

  test('B1-016 has notable dates beside it when the county shows them', async () => {
    await openPortal('/search');
    expect(screen.getByRole('heading', { name: 'Notable dates' })).toBeTruthy();
  });

  test('B1-016 has no notable dates when the county hides them', async () => {
    await openPortal('/search', { help: { notableDates: notableDatesWith({ show: false }) } });
    expect(screen.queryByRole('heading', { name: 'Notable dates' })).toBeNull();
  });

  test('B1-019 B1-020 ignores a submit while it is loading', async () => {
    const portal = await openPortal('/search', {
      handlers: { 'search/searchByName': () => new Promise(() => undefined) },
    });
    enter(partyName(1).last, 'LIND');
    const button = screen.getByRole('button', { name: 'Submit' });
    await submit(portal);
    expect(button.getAttribute('aria-busy')).toBe('true');
    fireEvent.submit(button.closest('form') as HTMLFormElement);
    await settle();
    expect(searches(portal)).toHaveLength(1);
  });

  test('B1-021 clears message and errors when the user edits any field', async () => {
    const portal = await openPortal('/search', {
      handlers: { 'search/searchByName': (body) => answerBatch(body, { total: 0 }) },
    });
    await submit(portal);
    expect(messageOf(partyName(1).last)).toBe('Required.');
    enter(partyName(2).first, 'A');
    expect(messageOf(partyName(1).last)).toBeUndefined();
    expect(screen.queryByRole('alert')).toBeNull();
    enter(partyName(2).first, '');
    enter(partyName(1).last, 'ZZ');
    await submit(portal);
    expect(screen.getByRole('alert').textContent).toContain('No Records Found.');
    enter(partyName(1).last, 'ZY');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('B1-022 B1-023 empties the criteria when Clear is pressed, and sets the From field to the start of the index', async () => {
    const portal = await openPortal('/search');
    enter(partyName(1).last, 'LIND');
    enter('fromRecordedDate', '01/01/2001');
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box(partyName(1).last).value).toBe('');
    expect(box('fromRecordedDate').value).toBe('01/01/1890');
    expect(portal.store.getState().search.criteria.searchByName).toBeUndefined();
  });

  test('B1-023 has 01/01/1900 in the From field after Clear if there are no notable dates', async () => {
    const portal = await openPortal('/search', { help: { notableDates: notableDatesWith({ show: false }) } });
    enter('fromRecordedDate', '01/01/2001');
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box('fromRecordedDate').value).toBe('01/01/1900');
  });

  test('B1-024 shows the verified date in the To field after Clear if the county uses that date', async () => {
    const portal = await openPortal('/search', {
      help: { notableDates: notableDatesWith({ useVerificationDate: true }) },
    });
    enter('toRecordedDate', '01/01/2001');
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box('toRecordedDate').value).toBe('11/14/2026');
  });

  test('B1-024 shows today’s date in the To field after Clear if the county uses no verified date', async () => {
    const portal = await openPortal('/search');
    enter('toRecordedDate', '01/01/2001');
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box('toRecordedDate').value).toBe('11/21/2026');
  });
});

describe('the name form', () => {
  test('B1-070 B1-071 B1-072 has two names, And/Or, Search In, group, dates and buttons, with their defaults', async () => {
    await openPortal('/search/searchByName');
    for (const which of [1, 2] as const)
      for (const field of Object.values(partyName(which))) expect(box(field).value).toBe('');
    expect(chosen('andOr')).toBe('OR');
    expect(chosen('grantorGranteeSearchIn')).toBe('BOTH');
    const searchIn = screen.getByRole('radiogroup', { name: 'Search in' });
    expect(searchIn.textContent?.replace(/\s+/g, ' ')).toContain('Both Grantors Grantees');
    expect(box('instrumentGroup').value).toBe('ALL');
  });

  test.each([
    ['AND', true],
    ['OR', false],
  ])('B1-071 sends a second name beside the first, joined by %s', async (andOr, isChosen) => {
    const portal = await openPortal('/search/searchByName');
    const typed = { 1: ['LIND', 'SIGRID', 'A'], 2: ['BERG', 'OLE', 'B'] } as const;
    for (const which of [1, 2] as const) {
      const { last, first, mi } = partyName(which);
      [last, first, mi].forEach((name, at) => enter(name, typed[which][at] ?? ''));
      // the three fields of a name are in the same group
      const group = box(last).closest('fieldset');
      expect([box(first).closest('fieldset'), box(mi).closest('fieldset')]).toEqual([group, group]);
    }
    if (isChosen) choose('andOr', andOr);
    await submit(portal);
    expect(searches(portal)[0]?.body).toMatchObject({
      ...{
        grantorGranteeLastName1: 'LIND',
        grantorGranteeFirstName1: 'SIGRID',
        grantorGranteeMiddleInitial1: 'A',
      },
      ...{
        grantorGranteeLastName2: 'BERG',
        grantorGranteeFirstName2: 'OLE',
        grantorGranteeMiddleInitial2: 'B',
      },
      andOr,
    });
  });

  test('B1-026 opens with the dates that Clear sets: the start of the index, and today', async () => {
    const portal = await openPortal('/search/searchByName');
    const dates = (): string[] => [box('fromRecordedDate').value, box('toRecordedDate').value];
    expect(dates()).toEqual(['01/01/1890', '11/21/2026']);
    await portal.user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(dates()).toEqual(['01/01/1890', '11/21/2026']);
  });

  test('B1-026 has 01/01/1900 in the From field if there are no notable dates', async () => {
    await openPortal('/search/searchByName', { help: { notableDates: notableDatesWith({ show: false }) } });
    expect(box('fromRecordedDate').value).toBe('01/01/1900');
  });

  test('B1-026 has the verified date in the To field if the county uses that date', async () => {
    await openPortal('/search/searchByName', {
      help: { notableDates: notableDatesWith({ useVerificationDate: true }) },
    });
    expect(box('toRecordedDate').value).toBe('11/14/2026');
  });

  test('B1-027 A12-25 has All as default of instrument group and document type', async () => {
    await openPortal('/search/searchByName', { help: { index: { propertyCode: true } } });
    for (const field of ['instrumentGroup', 'documentType']) {
      const list = box(field) as unknown as HTMLSelectElement;
      expect(list.value).toBe('ALL');
      expect(list.options[0]?.textContent).toBe('All');
    }
  });

  test.each([
    [true, false, 1],
    [false, false, 0],
    [true, true, 0],
  ])(
    'B1-028 with propertyCode %s and allOnlySearch %s has exactly %d selectors of document types',
    async (propertyCode, allOnlySearch, count) => {
      await openPortal('/search/searchByName', {
        help: { index: { propertyCode }, search2: { allOnlySearch } },
      });
      expect(document.getElementsByName('documentType')).toHaveLength(count);
    },
  );

  test('B1-031 accepts a single character as a middle initial', async () => {
    const portal = await openPortal('/search/searchByName');
    expect(box(partyName(1).mi).maxLength).toBe(1);
    await portal.user.type(box(partyName(2).mi), 'AB');
    expect(box(partyName(2).mi).value).toBe('A');
  });

  test.each([
    ['B1-073', {}, 'grantorGranteeLastName1', 'Required.'],
    ['B1-074 B1-029', { grantorGranteeLastName1: 'LI%' }, 'grantorGranteeLastName1', 'Invalid characters.'],
    ['B1-074 B1-030', { grantorGranteeLastName1: ' L ' }, 'grantorGranteeLastName1', '2 characters minimum.'],
    [
      'B1-075',
      { grantorGranteeLastName1: 'LIND', grantorGranteeMiddleInitial1: 'A' },
      'grantorGranteeFirstName1',
      'Required if MI entered.',
    ],
    [
      'B1-076',
      { grantorGranteeLastName1: 'LIND', grantorGranteeFirstName2: 'ANN' },
      'grantorGranteeLastName2',
      'Required if First Name entered.',
    ],
    [
      'B1-077',
      { grantorGranteeLastName1: 'LIND', grantorGranteeMiddleInitial2: 'A' },
      'grantorGranteeLastName2',
      'Required if MI entered.',
    ],
    [
      'B1-078',
      {
        grantorGranteeLastName1: 'LIND',
        grantorGranteeLastName2: 'OLSON',
        grantorGranteeMiddleInitial2: 'A',
      },
      'grantorGranteeFirstName2',
      'Required if MI entered.',
    ],
    [
      'B1-033',
      { grantorGranteeLastName1: 'LIND', toRecordedDate: '11/22/2026' },
      'toRecordedDate',
      'Future date entered.',
    ],
    [
      'B1-034',
      { grantorGranteeLastName1: 'LIND', fromRecordedDate: '05/02/2020', toRecordedDate: '05/01/2020' },
      'toRecordedDate',
      'Invalid date range.',
    ],
  ])('%s refuses %j with a message at the field %s', async (_id, answers, field, text) => {
    const portal = await openPortal('/search/searchByName');
    for (const [each, value] of Object.entries(answers)) enter(each, value);
    await submit(portal);
    expect(messageOf(field)).toBe(text);
    expect(box(field).getAttribute('aria-invalid')).toBe('true');
    expect(searches(portal)).toHaveLength(0);
  });

  test('B1-030 accepts a name of exactly the minimum length', async () => {
    const portal = await openPortal('/search/searchByName', {
      handlers: { 'search/searchByName': (body) => answerBatch(body, { total: 0 }) },
    });
    enter(partyName(1).last, 'LI');
    await submit(portal);
    expect(searches(portal)).toHaveLength(1);
  });

  test('lists each invalid value above the form, with a link to its field', async () => {
    const portal = await openPortal('/search/searchByName');
    enter('fromRecordedDate', 'abc');
    await submit(portal);
    const summary = screen.getByRole('alert');
    expect(document.activeElement).toBe(summary);
    expect(summary.textContent).toContain('There is a problem with 2 answers');
    await portal.user.click(screen.getByRole('link', { name: /^From recorded date/ }));
    expect(document.activeElement).toBe(box('fromRecordedDate'));
  });
});

describe('the document number form', () => {
  const open = (handlers = {}) =>
    openPortal('/search/searchByDocumentNumber', { help: { index: { propertyCode: true } }, handlers });

  test('B1-054 has document type, from number and to number', async () => {
    await open();
    for (const field of ['documentType', 'fromDocumentNumber', 'toDocumentNumber'])
      expect(box(field)).toBeTruthy();
  });

  test.each([
    ['B1-055', {}, { fromDocumentNumber: 'Required.' }],
    [
      'B1-056',
      { fromDocumentNumber: 'A12', toDocumentNumber: '13' },
      { fromDocumentNumber: 'Numeric only on a range search.' },
    ],
    [
      'B1-056',
      { fromDocumentNumber: '12', toDocumentNumber: 'B13' },
      { toDocumentNumber: 'Numeric only on a range search.' },
    ],
    [
      'B1-057',
      { fromDocumentNumber: '100', toDocumentNumber: '99' },
      { fromDocumentNumber: 'Invalid numeric range.', toDocumentNumber: 'Invalid numeric range.' },
    ],
  ])('%s refuses the criteria %j', async (_id, answers, messages) => {
    const portal = await open();
    for (const [field, value] of Object.entries(answers)) enter(field, value);
    await submit(portal);
    for (const [field, text] of Object.entries(messages)) expect(messageOf(field)).toBe(text);
    expect(searches(portal, 'searchByDocumentNumber')).toHaveLength(0);
  });

  test('B1-056 accepts letters in a document number if only one of the two numbers is entered', async () => {
    const portal = await open({
      'search/searchByDocumentNumber': (body: Record<string, unknown>) => answerBatch(body, { total: 0 }),
    });
    enter('fromDocumentNumber', '1000001A');
    await submit(portal);
    expect(searches(portal, 'searchByDocumentNumber')[0]?.body).toMatchObject({
      fromDocumentNumber: '1000001A',
      documentType: 'ALL',
    });
  });
});
