/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { CardKeys } from '@portal/proto/http/card-keys';
import type { CashierPage } from '@portal/proto/http/cashier';
import { useKeptFocus } from '../src/shared/use-kept-focus.js';
import { someFiling } from './filings.js';
import { openPortal, preparePortal, refuse, settle, someUser, told, type Portal } from './portal.js';
import { sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });

const id = '7d9f6c1e-0000-4000-8000-0000000000a1';
const user = someUser({ role: 'COUNTY', usageBalance: '' });
const slow = { timeout: 10_000 };

const press = async (portal: Portal, name: string | RegExp): Promise<void> => {
  await portal.user.click(await screen.findByRole('button', { name }, slow));
};
const answerWith = async (portal: Portal, name: string): Promise<void> => {
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
  await settle();
};
const headingHasFocus = () =>
  waitFor(() => expect(document.activeElement).toBe(document.querySelector('#main h1')), slow);

describe('the heading of the page gets the focus when the pressed button disappears', () => {
  test('with the correction that the clerk approved', async () => {
    let entries: CashierPage['entries'] = [
      {
        ...{ id, accountId: id, accountName: 'Abstract Co', kind: 'CORRECTION', means: null },
        ...{ amount: '$200.00', number: '', note: 'Twice', state: 'WAITING', enteredBy: 'lake.deputy' },
        ...{ enteredAt: '2026-11-20T12:00:00.000Z', decidedBy: '', decisionNote: '', own: false },
      },
    ];
    const portal = await openPortal('/cashier/corrections', {
      user,
      handlers: {
        'cashier/list': () => ({ account: null, limit: '$100.00', entries, total: entries.length }),
        'cashier/decision': () => {
          entries = [];
          return told('The correction is posted.', { id, state: 'POSTED' });
        },
      },
    });
    await press(portal, /^Approve/);
    await answerWith(portal, 'Approve');
    await headingHasFocus();
  });

  test('with the planned change that the clerk took back', async () => {
    const section = sectionOnServer('escrow');
    section.plans.push({
      ...{ id, name: 'escrow', changes: {}, effectiveAt: '2027-01-01T06:00:00.000Z', state: 'PLANNED' },
      ...{ reason: 'Board', plannedBy: 'lake.deputy', plannedAt: '2026-11-21T12:00:00.000Z' },
    });
    const portal = await openPortal('/controlPanel/escrow', { user, handlers: section.handlers });
    await press(portal, /^Take back/);
    await headingHasFocus();
  });

  test('with the card keys that the clerk approved', async () => {
    const waiting = {
      ...{ id, merchant: 'M2', loginEnd: '34', by: 'lake.deputy', at: '2026-11-20T12:00:00.000Z' },
      ...{ endsAt: '2026-12-04T12:00:00.000Z', own: false },
    };
    let keys: CardKeys = {
      ...{ canBeSet: true, source: 'OFFICE', merchant: 'M1', loginEnd: '12', hasSignatureKey: true },
      ...{ changes: [], waiting },
    };
    const portal = await openPortal('/controlPanel/cardKeys', {
      user,
      handlers: {
        'controlPanel/cardKeys': () => keys,
        'controlPanel/cardKeys/decision': () => {
          keys = { ...keys, merchant: 'M2', waiting: null };
          return told('The keys are in use.');
        },
      },
    });
    await press(portal, 'Approve');
    await answerWith(portal, 'Approve');
    await headingHasFocus();
  });

  test('with the planned change that a colleague took back first; the focus moves when the user closes the alert', async () => {
    const section = sectionOnServer('escrow');
    section.plans.push({
      ...{ id, name: 'escrow', changes: {}, effectiveAt: '2027-01-01T06:00:00.000Z', state: 'PLANNED' },
      ...{ reason: 'Board', plannedBy: 'lake.deputy', plannedAt: '2026-11-21T12:00:00.000Z' },
    });
    const portal = await openPortal('/controlPanel/escrow', {
      user,
      handlers: {
        ...section.handlers,
        'controlPanel/plannedChanges/withdraw': () => {
          section.plans.length = 0;
          return refuse({ message: 'The change is not planned any more.' });
        },
      },
    });
    await press(portal, /^Take back/);
    await settle();
    await answerWith(portal, 'Close');
    await headingHasFocus();
  });

  test('because the clerk claims an e-filed document', async () => {
    let filing = someFiling(1);
    const portal = await openPortal(`/efileQueue/${filing.imageId}`, {
      user,
      handlers: {
        'efileQueue/details': () => filing,
        'efileQueue/exchange': () => ({ on: false, folder: '', answers: [] }),
        'efileQueue/claim': () => {
          filing = someFiling(1, { state: 'IN_REVIEW', claimedBy: 'demo.county', claimedByMe: true });
          return filing;
        },
      },
    });
    await press(portal, 'Claim');
    await headingHasFocus();
  });
});

/** A page on which the focus may get lost, with a button that calls the hook and one that disappears. */
function Risky() {
  const keepFocus = useKeptFocus();
  const [shown, setShown] = useState(true);
  return (
    <main id="main">
      <h1 tabIndex={-1}>Page</h1>
      <button type="button" onClick={keepFocus}>
        Keep
      </button>
      {shown && (
        <button type="button" onClick={() => setShown(false)}>
          Vanish
        </button>
      )}
    </main>
  );
}

test('useKeptFocus watches the focus only until the next press; if that press removes a button, the heading gets no focus', async () => {
  render(<Risky />);
  const typist = userEvent.setup();
  await typist.click(screen.getByRole('button', { name: 'Keep' }));
  await typist.click(screen.getByRole('button', { name: 'Vanish' }));
  await settle();
  expect(document.activeElement).toBe(document.body);
});
