/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  arriveAt,
  everyLake,
  everySearchUser,
  noAnswer,
  openPortal,
  preparePortal,
  refuse,
  settle,
  someUser,
} from './portal.js';
import { box, chosen, enter, messageOf, partyName, searches, submit } from './forms.js';
import { answerBatch, historyEntry } from './records.js';

preparePortal({ beforeAll, afterEach });

describe('the submit of a search', () => {
  test('B2-02 B2-22 sends the criteria, and requests page 1 in the order of document numbers', async () => {
    const portal = await openPortal('/search', {
      handlers: { 'search/searchByName': (body) => answerBatch(body, { total: 3 }) },
    });
    enter(partyName(1).last, ' lind ');
    await submit(portal);
    expect(searches(portal)[0]?.body).toEqual({
      grantorGranteeLastName1: 'lind',
      grantorGranteeSearchIn: 'BOTH',
      andOr: 'OR',
      matchMethod: 'BEGINS',
      documentType: 'ALL',
      instrumentGroup: 'ALL',
      fromRecordedDate: '01/01/1890',
      toRecordedDate: '11/21/2026',
      pageNumber: 1,
      sortKey: 'docNumber',
      sortDirection: 'ASC',
      timestamp: '',
      batch: 1,
      updateHistory: true,
    });
  });

  test('B2-31 B2-32 B1-014 opens the page of results, and updates history and balance', async () => {
    const portal = await openPortal('/search', {
      handlers: {
        'search/searchByName': (body) => answerBatch(body, { total: 3, history: [historyEntry()] }),
      },
    });
    enter(partyName(1).last, 'LIND');
    await submit(portal);
    await waitFor(() => expect(portal.router.state.location.pathname).toBe('/search/SearchResults'));
    const { search, session } = portal.store.getState();
    expect(search.shown?.page.totalRecordCount).toBe(3);
    expect(search.shown?.request).toMatchObject({ pageNumber: 1, sortKey: 'docNumber' });
    expect(search.history).toHaveLength(1);
    expect(session.user?.usageBalance).toBe('$99.00');
  });

  test('B2-33 says that there are no records, opens no page, and changes only the history', async () => {
    const portal = await openPortal('/search', {
      handlers: {
        'search/searchByName': (body) => answerBatch(body, { total: 0, history: [historyEntry()] }),
      },
    });
    enter(partyName(1).last, 'ZZ');
    await submit(portal);
    expect(screen.getByRole('alert').textContent).toContain('No Records Found.');
    await arriveAt(portal, '/search#grantorGranteeLastName1=ZZ');
    expect(portal.store.getState().search).toMatchObject({ shown: null, history: [{ index: 1 }] });
  });

  test.each([
    ['searchByTorrensCertificate', 'certificateNumber'],
    ['searchByTractBookId', 'tractBookId'],
  ] as const)(
    'advises checking the number if %s, which has no other field, finds nothing',
    async (type, field) => {
      const portal = await openPortal(`/search/${type}`, {
        user: everySearchUser,
        help: everyLake,
        handlers: { [`search/${type}`]: (body) => answerBatch(body, { total: 0 }) },
      });
      await waitFor(() => enter(field, '999'));
      await submit(portal);
      expect(screen.getByRole('alert').textContent).toBe('No Records Found.Check the number.');
    },
  );

  test('B2-39 shows the message of the server in an alert after a failure, and ends the loading state', async () => {
    const portal = await openPortal('/search', {
      handlers: { 'search/searchByName': () => refuse({ status: 503, message: 'The system is busy.' }) },
    });
    enter(partyName(1).last, 'LIND');
    await submit(portal);
    expect(screen.getByRole('alertdialog').textContent).toContain('The system is busy.');
    expect(screen.getByRole('button', { name: 'Submit' }).getAttribute('aria-busy')).toBeNull();
  });

  test('shows the message of the server about a field beside that field, and opens no alert window', async () => {
    const fields = { toRecordedDate: 'Future date entered.' };
    const message = 'Please check the marked fields.';
    const portal = await openPortal('/search', {
      handlers: { 'search/searchByName': () => refuse({ status: 422, message, fields }) },
    });
    enter(partyName(1).last, 'LIND');
    await submit(portal);
    expect(messageOf('toRecordedDate')).toBe('Future date entered.');
    expect(screen.getByRole('alert').textContent).toContain('To recorded date: Future date entered.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    enter(partyName(1).last, 'LINDEN');
    expect(messageOf('toRecordedDate')).toBeUndefined();
  });

  test('shows an alert if there is no answer', async () => {
    const portal = await openPortal('/search', { handlers: { 'search/searchByName': () => noAnswer } });
    enter(partyName(1).last, 'LIND');
    await submit(portal);
    expect(screen.getByRole('alertdialog').textContent).toContain('An unexpected error has occurred');
  });

  test('B2-38 leads to the login page after a 403', async () => {
    const portal = await openPortal('/search', {
      handlers: { 'search/searchByName': () => refuse({ status: 403, code: 'LOGIN' }) },
    });
    enter(partyName(1).last, 'LIND');
    await submit(portal);
    await settle();
    await arriveAt(portal, '/login');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('while a search runs, a user', () => {
  const slow = async () => {
    let answer: () => void = () => undefined;
    const portal = await openPortal('/search', {
      handlers: {
        'search/searchByName': (body) =>
          new Promise((resolve) => (answer = () => resolve(answerBatch(body, { total: 3 })))),
      },
    });
    enter(partyName(1).last, 'LIND');
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    const wait = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 60)));
    await wait();
    return { ...portal, wait, answer: () => answer() };
  };

  test('who opens another page stays there', async () => {
    const { answer, wait, ...portal } = await slow();
    await act(() => portal.router.navigate('/search/searchByDocumentNumber'));
    await wait();
    answer();
    await settle();
    expect(portal.router.state.location.pathname).toBe('/search/searchByDocumentNumber');
  });

  test('who goes on typing in the form still reaches the results, and the URL of the form does not change meanwhile', async () => {
    const { answer, wait, ...portal } = await slow();
    enter(partyName(1).last, 'LINDEN');
    fireEvent.blur(box(partyName(1).last));
    await wait();
    expect(portal.router.state.location.hash).toBe('#grantorGranteeLastName1=LIND');
    answer();
    await settle();
    expect(portal.router.state.location.pathname).toBe('/search/SearchResults');
  });
});

describe('a form with remembered criteria', () => {
  test('B3-08 opens with the criteria that were last submitted in it', async () => {
    const portal = await openPortal('/search', {
      handlers: { 'search/searchByName': (body) => answerBatch(body, { total: 0 }) },
    });
    enter(partyName(1).last, 'LIND');
    await submit(portal);
    await portal.user.click(screen.getByRole('link', { name: 'Document Number' }));
    await settle();
    await portal.user.click(screen.getByRole('link', { name: 'Name' }));
    await settle();
    expect(box(partyName(1).last).value).toBe('LIND');
  });

  test('B3-07 opens with the criteria of the history entry whose number is in the URL', async () => {
    await openPortal('/search/searchByName/1', { user: someUser({ searchHistoryList: [historyEntry()] }) });
    expect(box(partyName(1).last).value).toBe('OLSON');
    expect(chosen('grantorGranteeSearchIn')).toBe('GRANTEES');
  });

  test('opens with the criteria in its URL, so that the form can be bookmarked', async () => {
    await openPortal('/search/searchByDocumentNumber#fromDocumentNumber=1000001');
    expect(box('fromDocumentNumber').value).toBe('1000001');
  });
});
