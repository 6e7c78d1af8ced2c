/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { WaitingPage } from '../src/features/paid-search/waiting-page.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { cardFrame, communicator, say, someFrame, transactionText, watchForms } from './cards.js';
import { openPortal, preparePortal, refuse, settle, someUser, type Handler, type Portal } from './portal.js';
import { answerBatch, someDocument } from './records.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('paid-search'));
beforeEach(() => void watchForms());

const payer = someUser({
  ...{ username: 'demo.credit', paymentMethod: 'CREDIT_CARD', usageBalance: '' },
  creditCardSearchRates: [
    { code: 'searchByName', description: '$2.00' },
    { code: 'documentDetails', description: '$0.50' },
  ],
});
const unpaid = (again = false) => ({
  ...answerBatch({ pageNumber: 1, batch: 1 }, { total: 0, timestamp: '', balance: '' }),
  ...{ paymentNeeded: !again, paymentNeededAgain: again },
});

/** A server that demands a card until one is authorized. */
const serverOf = (over: Record<string, Handler> = {}, need = unpaid()) => {
  let paid = false;
  return {
    'search/searchByName': (body: Record<string, unknown>) =>
      paid ? answerBatch(body, { total: 3, balance: '$8.00' }) : need,
    'search/documentDetails': () =>
      paid ? someDocument(1_000_001) : { docId: '0', paymentNeeded: true, paymentNeededAgain: false },
    'creditcard/authorize': () => someFrame({ amount: '$10.00', surcharge: '', total: '$10.00' }),
    'creditcard/getAuthorization': () => ({
      ...{ maxAmount: '$10.00', surchargeMessage: 'A fee of 3% applies.', remaining: '$0.50' },
    }),
    'creditcard/authorizationResponse': () => {
      paid = true;
      return { authorizationOkay: true, status: 'OK', message: 'Authorization successful' };
    },
    ...over,
  };
};

const submit = async ({ user }: Portal): Promise<void> => {
  const [name] = document.getElementsByName('grantorGranteeLastName1');
  if (name) fireEvent.change(name, { target: { value: 'lind' } });
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await settle();
};
const press = async ({ user }: Portal, name: string): Promise<void> => {
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
  await settle();
};
const openCardPage = async (portal: Portal): Promise<void> => {
  await submit(portal);
  await press(portal, 'Continue to Credit Card');
};
const respond = (): Promise<void> => say({ text: transactionText('60000000001') });
const asked = ({ server }: Portal, path: string): number => server.callsTo(path).length;

describe('a user who pays by card', () => {
  test('B9-03 B9-04 gets a token once, when a form opens, and the card dialog uses this token', async () => {
    const portal = await openPortal('/search', { user: payer, handlers: serverOf() });
    expect(portal.server.callsTo('creditcard/authorize').map(({ body }) => body)).toEqual([{}]);
    await openCardPage(portal);
    expect(cardFrame()).toBeTruthy();
    expect(asked(portal, 'creditcard/authorize')).toBe(1);
  });

  test('B9-05 B9-06 B9-07 sees the price list instead of results at the first search', async () => {
    const portal = await openPortal('/search', { user: payer, handlers: serverOf() });
    await submit(portal);
    const dialog = screen.getByRole('dialog', { name: 'Price List' });
    expect(dialog.textContent).toContain('Credit Card Preauthorization');
    expect(within(dialog).getByRole('row', { name: 'Name $2.00' })).toBeTruthy();
    expect(within(dialog).getByRole('row', { name: 'Document details $0.50' })).toBeTruthy();
    expect(dialog.textContent).toContain('$10.00 will be authorized');
    expect(dialog.textContent).toContain('A fee of 3% applies.');
    expect(portal.router.state.location.pathname).toBe('/search');
    await press(portal, 'Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(asked(portal, 'search/searchByName')).toBe(1);
    await submit(portal);
    expect(screen.getByRole('dialog', { name: 'Price List' })).toBeTruthy();
  });

  test('B9-08 B9-09 can authorize the amount again when too little is left', async () => {
    const portal = await openPortal('/search', { user: payer, handlers: serverOf({}, unpaid(true)) });
    await submit(portal);
    const name = 'Exceeding Current Credit Card Preauthorization';
    expect(screen.getByRole('dialog', { name }).textContent).toContain('$0.50');
    await press(portal, 'Preauthorize for $10.00');
    expect(cardFrame()).toBeTruthy();
  });

  test('B9-12 B9-16 sees results after the card is authorized, because the search runs again', async () => {
    const portal = await openPortal('/search', { user: payer, handlers: serverOf() });
    await openCardPage(portal);
    await respond();
    await settle(100);
    expect(portal.router.state.location.pathname).toBe('/search/SearchResults');
    const [first, second] = portal.server.callsTo('search/searchByName').map(({ body }) => body);
    expect(second).toEqual(first);
    expect(second).toMatchObject({ updateHistory: true });
    expect(portal.store.getState().session.user?.usageBalance).toBe('$8.00');
    expect(portal.server.callsTo('creditcard/authorizationResponse')[0]?.body).toMatchObject({
      transactionResponse: { transId: '60000000001' },
    });
  });

  test.each([
    ['B9-13 sees the dialogs close without a message after the answer ERROR', 'ERROR', undefined],
    [
      'B9-14 sees the dialogs close and the message of the server appear after the answer DECLINED',
      'DECLINED',
      'The card was declined.',
    ],
  ])('%s', async (_title, status, told) => {
    const answer = { authorizationOkay: false, status, message: 'The card was declined.' };
    const portal = await openPortal('/search', {
      user: payer,
      handlers: serverOf({ 'creditcard/authorizationResponse': () => answer }),
    });
    await openCardPage(portal);
    await respond();
    expect(screen.queryByRole('dialog', { name: /Preauthorization|Price/ })).toBeNull();
    expect(screen.queryByRole('alertdialog')?.querySelector('h1')?.textContent).toBe(told);
    expect(asked(portal, 'search/searchByName')).toBe(1);
  });

  test('B9-17 B9-18 B9-19 closes the card dialog with Cancel; a request to resize it or an unknown message leaves it open', async () => {
    const portal = await openPortal('/search', { user: payer, handlers: serverOf() });
    await openCardPage(portal);
    const source = communicator();
    await say({ text: 'action=resizeWindow&width=10&height=10', source });
    await say({ text: 'action=successfulSave', source });
    expect(cardFrame()).toBeTruthy();
    await say({ text: 'action=cancel', source });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(asked(portal, 'creditcard/authorizationResponse')).toBe(0);
    expect(asked(portal, 'search/searchByName')).toBe(1);
  });

  test('B9-20 sees an alert when the outcome of the card page cannot be reported', async () => {
    const portal = await openPortal('/search', {
      user: payer,
      handlers: serverOf({ 'creditcard/authorizationResponse': () => refuse({ status: 500 }) }),
    });
    await openCardPage(portal);
    await respond();
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'Failed to process credit card authorization from the card payment provider. Note, you will not be charged. Please contact the county or support for assistance.',
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('B9-21 sees the reason for a missing token only when the card dialog needs the token', async () => {
    const portal = await openPortal('/search', {
      user: payer,
      handlers: serverOf({ 'creditcard/authorize': () => refuse({ message: 'Card payments are away.' }) }),
    });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await openCardPage(portal);
    expect(screen.getByRole('alertdialog').textContent).toContain('Card payments are away.');
    expect(asked(portal, 'creditcard/authorize')).toBe(2);
  });

  test('B9-15 sees details, and then a new balance, only after the card is authorized', async () => {
    const address =
      '/search/SearchResults#search=searchByName&grantorGranteeLastName1=lind&document=A1000001';
    const paidSearch: Handler = (body) => answerBatch(body, { total: 3 });
    const portal = await openPortal(address, {
      user: payer,
      handlers: serverOf({
        'search/searchByName': paidSearch,
        'currentUser/usageBalance': () => ({ usageBalance: '$9.50' }),
      }),
    });
    await settle(100);
    expect(screen.getByRole('dialog', { name: 'Price List' })).toBeTruthy();
    expect(asked(portal, 'currentUser/usageBalance')).toBe(0);
    expect(document.querySelector('.detail .facts')).toBeNull();
    await press(portal, 'Continue to Credit Card');
    await respond();
    await settle(100);
    expect(asked(portal, 'search/documentDetails')).toBe(2);
    expect(document.querySelector('.detail')?.textContent).toContain('A1000001');
    expect(screen.getByText('$9.50').tagName).toBe('OUTPUT');
  });
});

test('B9-02 a user who does not pay by card requests no token', async () => {
  const portal = await openPortal('/search', {
    handlers: { 'search/searchByName': (body) => answerBatch(body, { total: 3 }) },
  });
  await submit(portal);
  await waitFor(() => expect(portal.router.state.location.pathname).toBe('/search/SearchResults'));
  expect(asked(portal, 'creditcard/authorize')).toBe(0);
});

test('a card page that is about to expire is replaced by a new one', async () => {
  const page = new WaitingPage();
  const closing = someFrame({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  const fresh = someFrame({ token: 'fresh' });
  const ask = jest.fn<() => Promise<typeof fresh>>();
  ask.mockResolvedValueOnce(closing).mockResolvedValue(fresh);
  page.fetchAhead(ask);
  page.fetchAhead(ask);
  expect(await page.get(ask)).toBe(fresh);
  expect(await page.get(ask)).toBe(fresh);
  expect(ask).toHaveBeenCalledTimes(2);
  page.forget();
  await page.get(ask);
  expect(ask).toHaveBeenCalledTimes(3);
});
