/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { wayToBuy } from '../src/features/order/order.rules.js';
import { preparePortal, noAnswer, openPortal, refuse, settle, someUser, type Handler } from './portal.js';
import {
  addOnCalls,
  addOnGuid,
  attemptId,
  confirmation,
  creditCardOptions,
  escrowOptions,
  flatFeeOptions,
  frame,
  image,
  orderGuid,
  paid,
  short,
  type Options,
} from './buying.js';
import { alertText, closeAlert, openPreview, press, someOrder, type PreviewPortal } from './image-flow.js';

preparePortal({ beforeAll, afterEach });

const titleShown = (): string => [...document.querySelectorAll('dialog[open] h1')].at(-1)?.textContent ?? '';
/** Waits until another window or an alert appears; on a busy machine, lazy windows load slowly. */
const another = (before: string): Promise<void> =>
  waitFor(() => expect(['', before]).not.toContain(alertText() ?? titleShown()), { timeout: 10_000 });

/** Opens Confirm order with too little money, and then the window of Buy Options. */
const openBuying = async (options: Partial<Options>, handlers: Record<string, Handler> = {}) => {
  const order = someOrder(short, options);
  const portal = await openPreview(12, {
    handlers: {
      'imaging/computeDownloadOrder': () => order,
      'imaging/recomputeDownloadOrder': () => someOrder(),
      'imaging/payDownloadOrder': () => paid,
      'imaging/getImage': () => image,
      ...addOnCalls,
      'escrowDeposit/initiateDeposit': () => ({ tokenResults: frame }),
      'creditcard/authorize': () => frame,
      ...handlers,
    },
  });
  await press(portal, 'Continue');
  await settle();
  const confirm = titleShown();
  await press(portal, /^(Add to Escrow|Continue to Preauthorization)$/);
  await another(confirm);
  return portal;
};
const cancelled = ({ server }: PreviewPortal): unknown[] =>
  server.callsTo('imaging/cancelImageState').map(({ body }) => body.imageStateGuid);
/** Sends a message the way our communicator page sends it, from inside the provider's page in the frame. */
const sayInFrame = async (text: string): Promise<void> => {
  const page = document.querySelector('iframe');
  const source = Object.create(null, { parent: { value: page?.contentWindow } }) as Window;
  const event = new MessageEvent('message', { origin: location.origin, data: { tag: 'portal.card', text } });
  Object.defineProperty(event, 'source', { value: source });
  act(() => void window.dispatchEvent(event));
  await settle();
};
const response = `action=transactResponse&response=${encodeURIComponent('{"transId":"60000000001"}')}`;

test('A10-33 A10-34 A10-35 bundles are offered before escrow, and escrow before the card', () => {
  const all = { flatFeeOptions, escrowOptions, creditCardOptions };
  expect(wayToBuy(someOrder({}, all))).toBe('flatFee');
  expect(wayToBuy(someOrder({}, { ...all, flatFeeOptions: null }))).toBe('escrow');
  expect(wayToBuy(someOrder({}, { creditCardOptions }))).toBe('card');
  expect(wayToBuy(someOrder())).toBeUndefined();
});

describe('the flat fee add-on', () => {
  const openAddOn = (handlers: Record<string, Handler> = {}) => openBuying({ flatFeeOptions }, handlers);

  test('A11-02 A11-03 A11-04 loads and shows the options, and chooses the first', async () => {
    const portal = await openAddOn();
    expect(titleShown()).toBe('Flat Fee Account Add On');
    expect(portal.server.callsTo('flatFee/getAddOnOptions')).toHaveLength(1);
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
      ['1', true],
      ['3', false],
    ]);
    expect(screen.getByLabelText('Unlimited images this month for $300.00')).toBe(radios[1]);
    for (const name of ['Back', 'Cancel', 'Buy']) expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  test('A11-05 cancels the image state and leads to Confirm order when Back is pressed', async () => {
    const portal = await openAddOn();
    await press(portal, 'Back');
    expect(cancelled(portal)).toEqual([addOnGuid]);
    expect(screen.getByRole('button', { name: 'Add to Escrow' })).toBeTruthy();
  });

  test.each(['Cancel', 'Close'])(
    'A11-05 cancels the image states and ends the purchase when %s is pressed',
    async (name) => {
      const portal = await openAddOn();
      await press(portal, name);
      expect(cancelled(portal)).toEqual([addOnGuid, orderGuid]);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('says that the options cannot be loaded, and returns to Confirm order', async () => {
    const portal = await openAddOn({
      'flatFee/getAddOnOptions': () => refuse({ message: 'No longer offered.' }),
    });
    expect(alertText()).toBe('No longer offered.');
    await closeAlert(portal);
    expect(screen.getByRole('button', { name: 'Add to Escrow' })).toBeTruthy();
  });

  test('A11-06 A11-08 A11-10 A11-11 loads a confirmation after Buy, and shows its second header line in bold', async () => {
    const portal = await openAddOn();
    await portal.user.click(screen.getByLabelText('Unlimited images this month for $300.00'));
    await press(portal, 'Buy');
    expect(portal.server.callsTo('flatFee/getUserAddOnConfirmation')[0]?.body).toEqual({
      option: '3',
      imageStateReference: { imageStateGuid: addOnGuid },
    });
    expect(titleShown()).toBe('Flat Fee Account Add On Confirmation');
    expect(screen.getByText('You are about to buy:').tagName).toBe('P');
    expect(screen.getByText('50 images for $20.00').tagName).toBe('STRONG');
    const rows = [...document.querySelectorAll('.receipt tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['Beginning balance$25.00', 'Purchase', '50 images$20.00', 'Ending balance$5.00']);
    expect(screen.getByText("The bundle is paid from your account's escrow.")).toBeTruthy();
    expect(screen.getByText('You will have 53 images.')).toBeTruthy();
  });

  test('A11-09 shows a warning when the confirmation cannot be loaded, and the options stay', async () => {
    const refused = { ...confirmation, ok: false, errorMessage: 'Please choose another one.' };
    const portal = await openAddOn({ 'flatFee/getUserAddOnConfirmation': () => refused });
    await press(portal, 'Buy');
    expect(alertText()).toBe('Please choose another one.');
    expect(screen.getByRole('alertdialog').querySelector('.i-warning')).not.toBeNull();
    await closeAlert(portal);
    expect(titleShown()).toBe('Flat Fee Account Add On');
  });

  test.each([
    [true, ['Back', 'Cancel']],
    [false, ['Back', 'Cancel', 'Buy']],
  ])(
    'A11-12 A11-13 A11-14 with insufficientBalance %s has the buttons %s',
    async (insufficientBalance, names) => {
      const portal = await openAddOn({
        'flatFee/getUserAddOnConfirmation': () => ({ ...confirmation, insufficientBalance }),
      });
      await press(portal, 'Buy');
      const foot = within(document.querySelector<HTMLElement>('.dialog__foot') ?? document.body);
      expect(foot.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual(names);
      expect(document.querySelector('.is-end u')?.textContent).toBe(
        insufficientBalance ? '$5.00' : undefined,
      );
    },
  );

  test('A11-15 returns to the options when Back is pressed, and keeps the chosen option', async () => {
    const portal = await openAddOn();
    await portal.user.click(screen.getByLabelText('Unlimited images this month for $300.00'));
    await press(portal, 'Buy');
    await press(portal, 'Back');
    expect(titleShown()).toBe('Flat Fee Account Add On');
    expect(screen.getByLabelText<HTMLInputElement>('Unlimited images this month for $300.00').checked).toBe(
      true,
    );
    expect(cancelled(portal)).toEqual([]);
  });

  test('A11-16 A11-17 A11-18 shows a message after a purchase, then cancels the image state of the add-on and pays the order', async () => {
    const portal = await openAddOn();
    await press(portal, 'Buy');
    await press(portal, 'Buy');
    expect(portal.server.callsTo('flatFee/userAddOn')[0]?.body).toEqual({ imageStateGuid: addOnGuid });
    expect(alertText()).toBe('Thank you.');
    expect(portal.server.callsTo('imaging/payDownloadOrder')).toHaveLength(0);
    await closeAlert(portal);
    await settle();
    expect(cancelled(portal)).toEqual([addOnGuid]);
    expect(portal.server.callsTo('imaging/payDownloadOrder')[0]?.body).toEqual({ imageStateGuid: orderGuid });
  });

  test('A11-19 shows a warning after a failed purchase, and the confirmation stays', async () => {
    const portal = await openAddOn({
      'flatFee/userAddOn': () => ({ ok: false, message: 'There are insufficient funds.', usageBalance: '' }),
    });
    await press(portal, 'Buy');
    await press(portal, 'Buy');
    expect(alertText()).toBe('There are insufficient funds.');
    await closeAlert(portal);
    expect(titleShown()).toBe('Flat Fee Account Add On Confirmation');
    expect(portal.server.callsTo('imaging/payDownloadOrder')).toHaveLength(0);
  });

  test('sends the same purchase again if the server does not answer', async () => {
    const answers: unknown[] = [noAnswer, { ok: true, message: 'Thank you.', usageBalance: '53 images' }];
    const portal = await openAddOn({ 'flatFee/userAddOn': () => answers.shift() });
    await press(portal, 'Buy');
    await press(portal, 'Buy');
    await waitFor(() => expect(alertText()).toBe('Thank you.'), { timeout: 5_000 });
    const purchase = { imageStateGuid: addOnGuid };
    expect(portal.server.callsTo('flatFee/userAddOn').map(({ body }) => body)).toEqual([purchase, purchase]);
    expect(portal.store.getState().session.user?.usageBalance).toBe('53 images');
  });
});

describe('the flat fee add-on in the header', () => {
  const openHeader = (over: object, accountAdminReload = true) =>
    openPortal('/home', {
      user: someUser({ role: 'ACCOUNT', accountType: 'FLAT_FEE', ...over }),
      help: { flatFee: { accountAdminReload } },
      handlers: addOnCalls,
    });
  const button = () => screen.queryAllByRole('button', { name: 'Purchase images' })[0];

  test.each([
    ['is offered to a flat-fee administrator', {}, true, true],
    ['is not offered where the county does not let administrators buy', {}, false, false],
    ['is not offered to a user', { role: 'USER' }, true, false],
    ['is not offered to an administrator who pays by use', { accountType: 'A_LA_CARTE' }, true, false],
  ])('A5-13 %s', async (_who, over, accountAdminReload, shown) => {
    await openHeader(over, accountAdminReload);
    expect(button() !== undefined).toBe(shown);
  });

  test('A5-13 A11-04 opens a window of options without a Back button', async () => {
    const portal = await openHeader({});
    const found = button();
    if (!found) throw new Error('no button');
    await portal.user.click(found);
    await another('');
    expect(titleShown()).toBe('Flat Fee Account Add On');
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await press(portal, 'Cancel');
    expect(cancelled(portal)).toEqual([addOnGuid]);
  });
});

describe('the escrow add-on', () => {
  const completion = { completed: true, pending: false, message: 'Added.', usageBalance: '$11.00' };
  const openEscrow = (handlers: Record<string, Handler> = {}) =>
    openBuying({ escrowOptions }, { 'escrowDeposit/completeDeposit': () => completion, ...handlers });
  const amount = () => screen.getByLabelText<HTMLInputElement>('Deposit amount');

  test('A11-21 A11-22 shows the account, the balances, the missing amount and the surcharge', async () => {
    await openEscrow();
    expect(titleShown()).toBe('Escrow Account Add On');
    for (const text of [
      'accountMessage',
      'lowBalanceMessage',
      'surchargeMessage',
      'depositAmountMessage',
    ] as const)
      expect(screen.getByText(escrowOptions[text])).toBeTruthy();
    const rows = [...document.querySelectorAll('.receipt tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['Beginning balance$1.00', 'Balance after this download-$3.00']);
    expect(amount().value).toBe('0');
    expect(amount().type).toBe('text');
    for (const name of ['Back', 'Buy', 'Cancel']) expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  test('A11-23 A11-24 sends the amount exactly as typed, even if it is not a number, and opens the card page', async () => {
    const portal = await openEscrow();
    fireEvent.change(amount(), { target: { value: ' ten dollars ' } });
    await press(portal, 'Buy');
    expect(portal.server.callsTo('escrowDeposit/initiateDeposit')[0]?.body).toEqual({
      amount: ' ten dollars ',
    });
    expect(document.querySelector('iframe')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await press(portal, 'Cancel');
    expect(amount().value).toBe(' ten dollars ');
  });

  test('shows the server’s refusal of an amount beside the field, until another amount is typed', async () => {
    const portal = await openEscrow({
      'escrowDeposit/initiateDeposit': () =>
        refuse({ message: 'No.', fields: { amount: 'Amount must be at least $10.00.' } }),
    });
    await press(portal, 'Buy');
    expect(screen.getByText('Amount must be at least $10.00.')).toBeTruthy();
    expect(amount().getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(amount(), { target: { value: '10' } });
    expect(screen.queryByText('Amount must be at least $10.00.')).toBeNull();
  });

  test('A11-25 refreshes the balance after a completed deposit, and has the server compute the order again', async () => {
    const portal = await openEscrow();
    fireEvent.change(amount(), { target: { value: '10' } });
    await press(portal, 'Buy');
    await sayInFrame(response);
    expect(portal.server.callsTo('escrowDeposit/completeDeposit')[0]?.body).toEqual({
      attemptId,
      transactionResponse: { transId: '60000000001' },
    });
    expect(portal.store.getState().session.user?.usageBalance).toBe('$11.00');
    expect(portal.server.callsTo('imaging/recomputeDownloadOrder')[0]?.body).toEqual({
      imageStateGuid: orderGuid,
    });
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  });

  test.each([
    ['declined', { completed: false, pending: false, message: 'Declined.' }, 'Escrow Account Add On'],
    [
      'not confirmed yet',
      { completed: false, pending: true, message: 'Not yet.' },
      'Warranty Deed A1000001 Download',
    ],
  ])('tells the user that the payment is %s', async (_what, over, title) => {
    const portal = await openEscrow({ 'escrowDeposit/completeDeposit': () => ({ ...completion, ...over }) });
    await press(portal, 'Buy');
    await sayInFrame(response);
    expect(alertText()).toBe(over.message);
    await closeAlert(portal);
    await settle();
    expect(titleShown()).toBe(title);
  });

  test('leads to Confirm order when Back is pressed, and ends the purchase when Cancel is pressed', async () => {
    const portal = await openEscrow();
    await press(portal, 'Back');
    await press(portal, 'Add to Escrow');
    await settle();
    await press(portal, 'Cancel');
    expect(cancelled(portal)).toEqual([orderGuid]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the card preauthorization', () => {
  const answer = { authorizationOkay: true, status: 'OK', message: 'Authorization successful' };
  const openCard = (handlers: Record<string, Handler> = {}) =>
    openBuying({ creditCardOptions }, { 'creditcard/authorizationResponse': () => answer, ...handlers });
  const failed =
    "Failed to process credit card authorization from the card payment provider. Note, you will not be charged. Please contact the county or the provider's support for assistance.";

  test('A11-26 A11-27 shows the card page in a frame, with Back and Cancel', async () => {
    const portal = await openCard();
    expect(titleShown()).toBe('Credit Card Preauthorization');
    expect(portal.server.callsTo('creditcard/authorize')).toHaveLength(1);
    expect(portal.server.callsTo('creditcard/authorize')[0]?.body).toEqual({});
    expect(document.querySelector('iframe')).not.toBeNull();
    await press(portal, 'Back');
    expect(screen.getByRole('button', { name: 'Continue to Preauthorization' })).toBeTruthy();
  });

  test('A11-28 A11-29 shows a message after the card is authorized, and then pays the order', async () => {
    const portal = await openCard();
    await sayInFrame(response);
    expect(portal.server.callsTo('creditcard/authorizationResponse')[0]?.body).toEqual({
      attemptId,
      transactionResponse: { transId: '60000000001' },
    });
    expect(alertText()).toBe('Authorization successful');
    expect(portal.server.callsTo('imaging/payDownloadOrder')).toHaveLength(0);
    await closeAlert(portal);
    await settle();
    expect(portal.server.callsTo('imaging/payDownloadOrder')[0]?.body).toEqual({ imageStateGuid: orderGuid });
  });

  test.each([
    ['a refusal', () => ({ authorizationOkay: false, status: 'DECLINED', message: '' })],
    ['an error', () => refuse({ status: 500, message: 'Broken.' })],
  ])('A11-30 says after %s that the authorization failed, and pays nothing', async (_what, handler) => {
    const portal = await openCard({ 'creditcard/authorizationResponse': handler });
    await sayInFrame(response);
    expect(alertText()).toBe(failed);
    await closeAlert(portal);
    expect(portal.server.callsTo('imaging/payDownloadOrder')).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Continue to Preauthorization' })).toBeTruthy();
  });

  test.each(['action=cancel', 'action=somethingElse'])(
    'A11-31 is canceled by the message %s from the frame',
    async (text) => {
      const portal = await openCard();
      await sayInFrame(text);
      expect(cancelled(portal)).toEqual([orderGuid]);
      expect(portal.server.callsTo('creditcard/authorizationResponse')).toHaveLength(0);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );
});
