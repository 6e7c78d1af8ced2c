/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { cardFrame, say, someFrame, transactionText, watchForms } from './cards.js';
import {
  noAnswer,
  openPortal,
  preparePortal,
  refuse,
  settle,
  someUser,
  type Handler,
  type Portal,
} from './portal.js';

preparePortal({ beforeAll, afterEach });
beforeEach(() => {
  watchForms();
});

const account = someUser({ role: 'ACCOUNT', username: 'demo.account' });
const reload = { escrow: { reloadByCreditCard: true } };
const line = (description: string, value: string) => ({ description, value });
const quote = (amount: string) => ({
  min: '$10.00',
  max: '$500.00',
  tooLarge: Number(amount) > 500 ? 'Amount must be at most $500.00.' : '',
  surchargeMessage: 'A card surcharge of 2.75% is added to the deposit.',
  lines:
    amount === '0'
      ? []
      : [
          line('Deposit', '$100.00'),
          line('Card surcharge', '$2.75'),
          line('Charged to your card', '$102.75'),
        ],
  beginningBalance: line('Beginning balance', '$100.00'),
  endingBalance: line('Ending balance', amount === '0' ? '$100.00' : '$200.00'),
});
const credited = {
  completed: true,
  pending: false,
  message: 'Your deposit was added to your escrow balance, which is now $200.00.',
  usageBalance: '$200.00',
};

const openHome = (handlers: Record<string, Handler> = {}): Promise<Portal> =>
  openPortal('/home', {
    user: account,
    help: reload,
    handlers: {
      'escrowDeposit/quoteDeposit': ({ amount }) => quote(String(amount)),
      'escrowDeposit/initiateDeposit': () => ({ tokenResults: someFrame() }),
      'escrowDeposit/completeDeposit': () => credited,
      'currentUser/usageBalance': () => ({ usageBalance: '$100.00' }),
      logReact: () => ({}),
      ...handlers,
    },
  });

const header = () => within(screen.getByRole('banner'));
const addMoney = () => header().queryByRole('button', { name: 'Add money' });
const window1 = () => within(screen.getByRole('dialog', { name: 'Escrow Deposit' }));
const press = async (portal: Portal, name: string) => {
  await portal.user.click(window1().getByRole('button', { name }));
  await settle();
};
const openAmount = async (portal: Portal): Promise<void> => {
  const button = addMoney();
  if (!button) throw new Error('there is no Add money');
  await portal.user.click(button);
  await screen.findByLabelText(/Deposit amount/, {}, { timeout: 5_000 });
  await settle();
};
const openCardPage = async (portal: Portal, amount = '100'): Promise<void> => {
  await openAmount(portal);
  await portal.user.type(screen.getByLabelText(/Deposit amount/), amount);
  await press(portal, 'Continue to card');
  await waitFor(() => cardFrame());
};

describe('the button Add money', () => {
  test.each(['TRIMIN', 'COUNTY', 'USER', 'GUEST'] as const)(
    'A5-11 is not shown to the role %s',
    async (role) => {
      await openPortal('/home', { user: someUser({ role }), help: reload });
      expect(screen.queryByRole('button', { name: 'Add money', hidden: true })).toBeNull();
    },
  );

  test('A5-11 A5-12 is shown to the role ACCOUNT if the county accepts cards for escrow', async () => {
    await openPortal('/home', { user: account, help: reload });
    expect(addMoney()).not.toBeNull();
  });

  test('A5-12 is not shown to the role ACCOUNT if the county does not accept cards', async () => {
    await openPortal('/home', { user: account, help: { escrow: { reloadByCreditCard: false } } });
    expect(screen.queryByRole('button', { name: 'Add money', hidden: true })).toBeNull();
  });
});

describe('the window for the amount', () => {
  test('A8-01 opens with the smallest and largest deposit and with the balance', async () => {
    const portal = await openHome();
    await openAmount(portal);
    expect(window1().getByText('From $10.00 to $500.00')).toBeTruthy();
    expect(window1().getByText('$100.00')).toBeTruthy();
    expect(portal.server.callsTo('escrowDeposit/quoteDeposit').at(-1)?.body).toEqual({ amount: '0' });
    expect(portal.server.callsTo('escrowDeposit/initiateDeposit')).toEqual([]);
  });

  test('shows surcharge and total before the charge', async () => {
    const portal = await openHome();
    await openAmount(portal);
    await portal.user.type(screen.getByLabelText(/Deposit amount/), '100');
    await window1().findByText('$102.75', {}, { timeout: 3_000 });
    expect(window1().getByText('$200.00')).toBeTruthy();
    expect(window1().getByText(/2\.75%/)).toBeTruthy();
  });

  test.each([
    ['A8-02', '0', 'Amount must be greater than zero'],
    ['A8-03', '9.99', 'Amount must be at least $10.00.'],
    ['A8-04', '500.01', 'Amount must be at most $500.00.'],
  ])('%s refuses a deposit of %s beside the field, and no card page opens', async (_id, amount, message) => {
    const portal = await openHome({
      'escrowDeposit/initiateDeposit': () => refuse({ message, fields: { amount: message } }),
    });
    await openAmount(portal);
    await portal.user.type(screen.getByLabelText(/Deposit amount/), amount);
    await press(portal, 'Continue to card');
    const field = screen.getByLabelText(/Deposit amount/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toContain('deposit-amount-error');
    expect(document.querySelector('#deposit-amount-error')?.textContent).toBe(message);
    expect(screen.queryByTitle(/Card payment/)).toBeNull();
  });

  test('A8-04 shows the maximum as soon as a larger amount is typed, and marks no error after the amount is corrected', async () => {
    const portal = await openHome();
    await openAmount(portal);
    const field = screen.getByLabelText(/Deposit amount/);
    await portal.user.type(field, '5000');
    const message = await window1().findByText('Amount must be at most $500.00.', {}, { timeout: 3_000 });
    expect(field.getAttribute('aria-describedby')).toContain(message.id);
    await portal.user.type(field, '{Backspace}');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).not.toBe('true'), { timeout: 3_000 });
    expect(portal.server.callsTo('escrowDeposit/initiateDeposit')).toEqual([]);
  });

  test('refuses an invalid amount without sending it to the server', async () => {
    const portal = await openHome();
    await openAmount(portal);
    await portal.user.type(screen.getByLabelText(/Deposit amount/), 'ten');
    await press(portal, 'Continue to card');
    expect(document.querySelector('#deposit-amount-error')?.textContent).toMatch(/amount/);
    expect(portal.server.callsTo('escrowDeposit/initiateDeposit')).toEqual([]);
  });

  test('says that the provider is down, and keeps the amount', async () => {
    const message = 'Card payments are not available at this moment.';
    const portal = await openHome({ 'escrowDeposit/initiateDeposit': () => refuse({ message }) });
    await openAmount(portal);
    await portal.user.type(screen.getByLabelText(/Deposit amount/), '100');
    await press(portal, 'Continue to card');
    expect(screen.getByRole('alert').textContent).toContain(message);
    expect(screen.getByLabelText<HTMLInputElement>(/Deposit amount/).value).toBe('100');
  });
});

describe('the card page', () => {
  test('A8-10 A8-12 opens with the token that the server sent, and closes when Cancel is pressed', async () => {
    const portal = await openHome();
    await openCardPage(portal);
    expect(portal.server.callsTo('escrowDeposit/initiateDeposit')[0]?.body).toEqual({ amount: '100' });
    expect(document.querySelector<HTMLInputElement>('input[name="token"]')?.value).toBe(someFrame().token);
    await press(portal, 'Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(portal.server.callsTo('escrowDeposit/completeDeposit')).toEqual([]);
  });

  test('has a Back button that returns to the typed amount', async () => {
    const portal = await openHome();
    await openCardPage(portal);
    await press(portal, 'Back');
    expect(screen.getByLabelText<HTMLInputElement>(/Deposit amount/).value).toBe('100');
  });

  test('A8-14 closes when Cancel is pressed inside the frame of the provider', async () => {
    const portal = await openHome();
    await openCardPage(portal);
    await say({ text: 'action=cancel' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('A8-13 A8-17 A8-18 passes the provider’s response to the server; the header shows the new balance', async () => {
    const portal = await openHome();
    await openCardPage(portal);
    await say({ text: transactionText('60000000009') });
    expect(portal.server.callsTo('escrowDeposit/completeDeposit').map(({ body }) => body)).toEqual([
      {
        attemptId: someFrame().attemptId,
        transactionResponse: { transId: '60000000009', responseCode: '1' },
      },
    ]);
    expect(window1().getByText(/now \$200\.00/)).toBeTruthy();
    expect(window1().getByText('$102.75')).toBeTruthy();
    expect(portal.store.getState().session.user?.usageBalance).toBe('$200.00');
  });

  test('S19 makes no request for forged messages, and still accepts the genuine one', async () => {
    const portal = await openHome();
    await openCardPage(portal);
    const before = portal.server.calls.length;
    await say({ text: transactionText(), source: window });
    await say({ text: transactionText(), origin: 'http://pay.localhost:8081' });
    expect(portal.server.calls).toHaveLength(before);
    await say({ text: transactionText() });
    await say({ text: transactionText(), source: window });
    expect(portal.server.callsTo('escrowDeposit/completeDeposit')).toHaveLength(1);
  });
});

describe('the window after a payment', () => {
  const payAnd = async (answer: Handler): Promise<Portal> => {
    const portal = await openHome({ 'escrowDeposit/completeDeposit': answer });
    await openCardPage(portal);
    await say({ text: transactionText() });
    return portal;
  };

  test('says that a card is declined, and offers another attempt', async () => {
    const message = 'Your card was declined. You were not charged.';
    const portal = await payAnd(() => ({
      completed: false,
      pending: false,
      message,
      usageBalance: '$100.00',
    }));
    expect(window1().getByText(message)).toBeTruthy();
    await press(portal, 'Try again');
    expect(screen.getByLabelText<HTMLInputElement>(/Deposit amount/).value).toBe('100');
  });

  test('does not treat a pending payment as a failure, and offers no second attempt', async () => {
    const message = 'The card payment provider has not confirmed your payment yet.';
    const portal = await payAnd(() => ({
      completed: false,
      pending: true,
      message,
      usageBalance: '$100.00',
    }));
    expect(window1().getByRole('status').textContent).toContain(message);
    expect(window1().queryByRole('button', { name: 'Try again' })).toBeNull();
    await portal.user.click(window1().getAllByRole('button', { name: 'Close' })[1]!);
    await settle();
    expect(portal.server.callsTo('currentUser/usageBalance').length).toBeGreaterThan(0);
  });

  test('says, if the server does not answer, that the card may have been charged, and offers no second attempt', async () => {
    await payAnd(() => noAnswer);
    expect(window1().getByText(/If your card was charged/)).toBeTruthy();
    expect(window1().queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
