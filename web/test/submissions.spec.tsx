/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import type { SubmissionDetails } from '@portal/proto/http/submissions';
import { someSubmission } from './filings.js';
import { openPortal, preparePortal, refuse, settle, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const deed = someSubmission;
const { imageId } = deed;
const efiler = someUser({ role: 'USER' });
const openSubmission = (submission: SubmissionDetails, handlers: Record<string, Handler> = {}) =>
  openPortal(`/submissions/${imageId}`, {
    user: efiler,
    handlers: { 'submissions/details': () => submission, ...handlers },
  });

describe('the page My submissions', () => {
  test('shows the outcome of each document, and links to the document', async () => {
    await openPortal('/submissions', {
      user: efiler,
      handlers: { 'submissions/list': () => ({ total: 1, pageSize: 25, submissions: [deed] }) },
    });
    const table = await screen.findByRole('table', { name: 'My submissions' });
    expect(within(table).getByRole('link', { name: 'Transaction 12' }).getAttribute('href')).toContain(
      `/submissions/${imageId}`,
    );
    expect(table.textContent).toContain('11/21/2026 2:05 PM');
    expect(within(table).getAllByText('Submitted')).toHaveLength(2);
  });

  test('leads from a document, and from its correction, back to the page of the list from which the user came', async () => {
    const back = { ...deed, state: 'CORRECTION_ASKED' as const, mayCorrect: true };
    const portal = await openPortal('/submissions?page=2', {
      user: efiler,
      handlers: {
        'submissions/list': () => ({ total: 40, pageSize: 25, submissions: [back] }),
        'submissions/details': () => back,
        'efile/offer': () => ({ countyNote: '', statement: '' }),
      },
    });
    expect(portal.server.callsTo('submissions/list')[0]?.body).toEqual({ page: 2 });
    const toList = async () =>
      (await screen.findByRole('link', { name: 'All submissions' })).getAttribute('href');
    await portal.user.click(await screen.findByRole('link', { name: 'Transaction 12' }));
    await screen.findByRole('heading', { name: 'Transaction 12' });
    expect(await toList()).toBe('/submissions?page=2');
    await portal.user.click(screen.getByRole('link', { name: 'Send a correction' }));
    await screen.findByText('Correct transaction 12');
    expect(await toList()).toBe('/submissions?page=2');
  });

  test('asks before it withdraws a document, and shows the result', async () => {
    const asked: unknown[] = [];
    let now = deed;
    await openSubmission(deed, {
      'submissions/details': () => now,
      'submissions/withdraw': (body) => {
        asked.push(body);
        return (now = { ...deed, state: 'WITHDRAWN', mayWithdraw: false });
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Transaction 12' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Total $5.25' })).toBeTruthy();
    screen.getByRole('button', { name: 'Withdraw' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Withdraw', hidden: true }));
    expect(await screen.findByText('The document is withdrawn. You will get an e-mail.')).toBeTruthy();
    await settle();
    expect(asked).toEqual([{ imageId }]);
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    // the pressed button is gone, so the heading gets the focus
    expect(document.activeElement).toBe(document.querySelector('#main h1'));
  });

  test('says, when a withdrawal comes too late, that the office already works on the document', async () => {
    await openSubmission(deed, {
      'submissions/withdraw': () => refuse({ message: 'The office already works on this document.' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Withdraw', hidden: true }));
    expect(await screen.findByText('The office already works on this document.')).toBeTruthy();
  });

  test('moves the focus to the heading when a withdrawal comes too late and the button disappears', async () => {
    let now = deed;
    const portal = await openSubmission(deed, {
      'submissions/details': () => now,
      'submissions/withdraw': () => {
        now = { ...deed, state: 'IN_REVIEW', mayWithdraw: false };
        return refuse({ message: 'The office already works on this document.' });
      },
    });
    await portal.user.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const question = await screen.findByRole('alertdialog');
    await portal.user.click(within(question).getByRole('button', { name: 'Withdraw', hidden: true }));
    await screen.findByText('The office already works on this document.');
    await settle();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    await portal.user.click(screen.getByRole('button', { name: 'Close' }));
    await settle();
    expect(document.activeElement).toBe(document.querySelector('#main h1'));
  });

  test('shows why the office sent a document back, and opens the form with the values sent earlier', async () => {
    const back = {
      ...deed,
      state: 'CORRECTION_ASKED' as const,
      reasons: ['A page cannot be read'],
      mayCorrect: true,
    };
    await openPortal(`/efile/correct/${imageId}`, {
      user: efiler,
      handlers: {
        'submissions/details': () => back,
        'efile/offer': () => ({ countyNote: '', statement: '' }),
      },
    });
    expect(await screen.findByText('A page cannot be read')).toBeTruthy();
    expect(screen.getByText('Correct transaction 12')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Ada Olson');
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    // the summary above the form counts and names the missing file, and links to its field
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByRole('heading').textContent).toMatch(/1/);
    fireEvent.click(within(summary).getByRole('link', { name: /Choose a file/ }));
    expect(document.activeElement?.id).toBe('image');
  });

  test('offers no correction of a closed submission', async () => {
    await openPortal(`/efile/correct/${imageId}`, {
      user: efiler,
      handlers: { 'submissions/details': () => deed },
    });
    expect(await screen.findByText(/can no longer be corrected/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });
});
