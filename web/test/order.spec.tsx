/** @jest-environment jsdom */
import { Buffer } from 'node:buffer';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { orderAction, orderTitle } from '../src/features/order/order.rules.js';
import { textIn } from '../src/shared/i18n/i18n.js';
import {
  arriveAt,
  fileOf,
  noAnswer,
  preparePortal,
  refuse,
  settle,
  someUser,
  type Handler,
} from './portal.js';
import {
  alertText,
  closeAlert,
  enterPages,
  openPreview,
  pagesBox,
  press,
  preview,
  someOrder,
  type PreviewPortal,
} from './image-flow.js';

preparePortal({ beforeAll, afterEach });

const t = textIn('ENGLISH');
const lines = {
  singleItemPurchase: null,
  multipleItemPurchase: {
    itemHeaderDescription: 'WARRANTY DEED A1000001, 5 pages',
    items: [
      { description: 'First page', value: '$1.00' },
      { description: '4 more pages', value: '$2.00' },
    ],
    total: { description: 'Total', value: '$3.00' },
  },
};
const short = {
  insufficientBalance: true,
  insufficientBalanceMessage: 'Your balance is too low for this order.',
};
const pdf = Buffer.from('%PDF-1.7 pages').toString('base64');
const paid = { status: 'PAID', usageBalanceResult: { usageBalance: '$96.00' } };
const image = { preview: false, pdf, header: { uiSaveAsImageName: 'A1000001.pdf' } };

const openOrder = async (
  order = someOrder(),
  handlers: Record<string, Handler> = {},
  pages = 12,
  user = someUser(),
): Promise<PreviewPortal> => {
  const portal = await openPreview(pages, {
    user,
    handlers: {
      'imaging/computeDownloadOrder': () => order,
      'imaging/recomputeDownloadOrder': () => order,
      'imaging/payDownloadOrder': () => paid,
      'imaging/getImage': () => image,
      ...handlers,
    },
  });
  await press(portal, 'Continue');
  await settle();
  return portal;
};
const order = () => within(screen.getByRole('dialog', { name: /Download$|Preauthorization$/ }));
const savedNames = (): string[] => {
  const names: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return names;
};

describe('the page Confirm order', () => {
  test('A10-04 A10-03 opens with the computed order when Continue is pressed in the preview', async () => {
    const portal = await openOrder();
    expect(portal.server.callsTo('imaging/computeDownloadOrder')[0]?.body).toEqual({
      documentKey: 'A1000001',
      instrumentCode: 'WD',
      pageSelectionMethod: 'ENTIRE_DOCUMENT',
      pagesSelected: '',
      pageCount: 12,
    });
    expect(screen.getByRole('dialog', { name: 'Warranty Deed A1000001 Download' })).toBeTruthy();
  });

  test('A10-14 has a title with the description of the only item and the word Download', () => {
    expect(orderTitle(t, someOrder())).toBe('Warranty Deed A1000001 Download');
  });

  test('A10-15 has a title with the common description of several items and the word Download', () => {
    expect(orderTitle(t, someOrder(lines))).toBe('WARRANTY DEED A1000001, 5 pages Download');
  });

  test('A10-16 says in its title that the order exceeds the authorization of the card', () => {
    const card = { creditCardOptions: { authorizationInfo: { authorized: true } } };
    expect(orderTitle(t, someOrder(short, card))).toBe('Exceeding Current Preauthorization');
    expect(orderTitle(t, someOrder({}, card))).toBe('Warranty Deed A1000001 Download');
  });

  test('A10-17 A10-18 shows one item between beginning and ending balance', async () => {
    await openOrder();
    const rows = [...document.querySelectorAll('.receipt tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Beginning balance$100.00',
      'Download charges',
      'Warranty Deed A1000001$4.00',
      'Ending balance$96.00',
    ]);
    expect(order().getByText('This order will be taken from your escrow balance.')).toBeTruthy();
  });

  test('A10-18 shows a total below itemized lines', async () => {
    await openOrder(someOrder(lines));
    const rows = [...document.querySelectorAll('.receipt tbody tr')].map(({ textContent }) => textContent);
    expect(rows.slice(2, 5)).toEqual(['First page$1.00', '4 more pages$2.00', 'Total$3.00']);
  });

  test.each([
    ['A10-19', 'alreadyPurchasedMessage', 'You have already purchased these pages. There is no charge.'],
    ['A10-20', 'insufficientBalanceMessage', 'Your balance is too low for this order.'],
    ['A10-21', 'noPurchasingOptionsAvailableMessage', 'There is no way to add to your balance online.'],
  ])('%s shows the text of the field %s', async (_id, name, text) => {
    await openOrder(someOrder({ [name]: text }));
    expect(order().getByText(text)).toBeTruthy();
  });

  test('A10-22 has Back and Cancel', async () => {
    await openOrder();
    expect(order().getByRole('button', { name: 'Back' })).toBeTruthy();
    expect(order().getByRole('button', { name: 'Cancel' })).toBeTruthy();
  });

  test('A10-25 shows the button text of the fee schedule when there is enough money', async () => {
    await openOrder(someOrder({ downloadButtonText: 'Pay $4.00 and download' }));
    expect(order().getByRole('button', { name: 'Pay $4.00 and download' })).toBeTruthy();
  });

  test('A10-23 shows the button Add to Escrow when there is too little money and no card', async () => {
    await openOrder(someOrder(short));
    expect(order().getByRole('button', { name: 'Add to Escrow' })).toBeTruthy();
    expect(order().queryByRole('button', { name: 'Download' })).toBeNull();
  });

  test.each([true, false])(
    'A10-24 shows the button Continue to Preauthorization when a payer by card has too little money (authorized: %s)',
    async (authorized) => {
      const card = { creditCardOptions: { authorizationInfo: { authorized } } };
      expect(orderAction(someOrder(short, card))).toBe('preauthorize');
      await openOrder(someOrder(short, card));
      expect(order().getByRole('button', { name: 'Continue to Preauthorization' })).toBeTruthy();
    },
  );

  test('A10-36 says that buy options are not supported if the county offers none', async () => {
    const portal = await openOrder(someOrder(short));
    await press(portal, 'Add to Escrow');
    expect(alertText()).toBe('Buy options are not supported.');
  });

  test('A10-26 cancels the image state and returns to the same preview when Back is pressed', async () => {
    const portal = await openPreview(12, { handlers: { 'imaging/computeDownloadOrder': () => someOrder() } });
    await press(portal, 'Last');
    await enterPages('1, 9');
    await press(portal, 'Continue');
    await settle();
    await press(portal, 'Back');
    expect(portal.server.callsTo('imaging/cancelImageState')[0]?.body).toEqual({
      imageStateGuid: someOrder().imageState.guid,
    });
    expect(preview()).toBeTruthy();
    expect(pagesBox().value).toBe('1, 9');
    expect(preview().getByText('Page 12')).toBeTruthy();
  });

  test.each(['Cancel', 'Close'])(
    'A10-27 cancels the image state and ends the purchase when %s is pressed',
    async (name) => {
      const portal = await openOrder();
      await press(portal, name);
      expect(portal.server.callsTo('imaging/cancelImageState')).toHaveLength(1);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('A12-10 shows an alert if an order cannot be computed, and the preview stays', async () => {
    const portal = await openPreview(12, {
      handlers: { 'imaging/computeDownloadOrder': () => refuse({ message: 'The price list is away.' }) },
    });
    await press(portal, 'Continue');
    expect(alertText()).toBe('ERROR: The price list is away.');
    await closeAlert(portal);
    expect(preview()).toBeTruthy();
  });
});

describe('the payment of an order', () => {
  test('A10-28 A10-29 A10-39 refreshes the balance and saves the PDF under its name', async () => {
    const names = savedNames();
    const portal = await openOrder();
    await press(portal, 'Download');
    await settle();
    expect(portal.server.callsTo('imaging/payDownloadOrder')[0]?.body).toEqual({
      imageStateGuid: someOrder().imageState.guid,
    });
    expect(portal.server.callsTo('imaging/getImage')).toHaveLength(1);
    expect(portal.store.getState().session.user?.usageBalance).toBe('$96.00');
    expect(names).toEqual(['A1000001.pdf']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows after a download where the file is, in a closable note with a link to My purchases', async () => {
    savedNames();
    const portal = await openOrder();
    await press(portal, 'Download');
    const line = (
      await screen.findByText(/A1000001\.pdf is saved in the downloads of your browser\./)
    ).closest('[role=status]');
    expect(line).not.toBeNull();
    const inLine = within(line as HTMLElement);
    expect(inLine.getByText(/You can download it again at no charge:/)).toBeTruthy();
    expect(inLine.getByRole('link', { name: 'My purchases' }).getAttribute('href')).toMatch(/\/purchases$/);
    await portal.user.click(inLine.getByRole('button', { name: 'Close' }));
    expect(line?.textContent).toBe('');
  });

  test('does not show a link to My purchases to staff, because staff buy nothing', async () => {
    savedNames();
    const portal = await openOrder(someOrder(), {}, 12, someUser({ role: 'COUNTY' }));
    await press(portal, 'Download');
    await screen.findByText(/is saved in the downloads/);
    expect(screen.queryByText(/at no charge/)).toBeNull();
  });

  test('downloads the file of a paid order after a failure, and does not pay again', async () => {
    const answers: unknown[] = [refuse({ status: 500, message: 'The file could not be read.' }), image];
    const names = savedNames();
    const portal = await openOrder(someOrder({ downloadButtonText: 'Pay $4.00 and download' }), {
      'imaging/getImage': () => answers.shift(),
    });
    await press(portal, 'Pay $4.00 and download');
    await closeAlert(portal);
    expect(order().queryByRole('button', { name: /Pay/ })).toBeNull();
    await press(portal, 'Download again');
    await waitFor(() => expect(names).toEqual(['A1000001.pdf']));
  });

  test('shows the loading overlay during the payment', async () => {
    const portal = await openOrder(someOrder(), {
      'imaging/payDownloadOrder': () => new Promise(() => undefined),
    });
    await portal.user.click(order().getByRole('button', { name: 'Download' }));
    await settle();
    expect(screen.getByRole('dialog', { name: 'Loading' })).toBeTruthy();
  });

  test('A10-30 A10-31 shows a warning for any status except success, and computes the order again', async () => {
    const portal = await openOrder(someOrder(), {
      'imaging/payDownloadOrder': () => ({
        status: 'INSUFFICIENT_FUNDS',
        usageBalanceResult: { usageBalance: '$1.00' },
      }),
      'imaging/recomputeDownloadOrder': () => someOrder(short),
    });
    await press(portal, 'Download');
    expect(alertText()).toBe('There are insufficient funds.');
    expect(screen.getByRole('alertdialog').querySelector('.i-warning')).not.toBeNull();
    expect(portal.server.callsTo('imaging/recomputeDownloadOrder')).toHaveLength(0);
    await closeAlert(portal);
    expect(portal.server.callsTo('imaging/recomputeDownloadOrder')[0]?.body).toEqual({
      imageStateGuid: someOrder().imageState.guid,
    });
    expect(order().getByRole('button', { name: 'Add to Escrow' })).toBeTruthy();
  });

  test('shows a message for a changed price and computes the order again', async () => {
    const portal = await openOrder(someOrder(), {
      'imaging/payDownloadOrder': () => refuse({ message: 'The price of this order has changed.' }),
      'imaging/recomputeDownloadOrder': () => someOrder({ downloadButtonText: 'Pay $5.00' }),
    });
    await press(portal, 'Download');
    expect(alertText()).toBe('The price of this order has changed.');
    await closeAlert(portal);
    expect(order().getByRole('button', { name: 'Pay $5.00' })).toBeTruthy();
  });

  test('A10-40 saves no file, and says so, if the file is marked as a preview', async () => {
    const names = savedNames();
    const portal = await openOrder(someOrder(), {
      'imaging/getImage': () => ({ ...image, preview: true, pdf: '' }),
    });
    await press(portal, 'Download');
    await settle();
    expect(alertText()).toBe('There is no content to show');
    expect(names).toEqual([]);
  });

  test('streams a long document', async () => {
    const names = savedNames();
    const guid = someOrder().imageState.guid;
    const portal = await openOrder(
      someOrder(),
      { [`imaging/download/${guid}`]: () => fileOf(new Uint8Array(10)) },
      30,
    );
    await press(portal, 'Download');
    await settle();
    expect(portal.server.callsTo('imaging/getImage')).toHaveLength(0);
    expect(portal.server.callsTo(`imaging/download/${guid}`)[0]?.method).toBe('GET');
    expect(names).toEqual(['A1000001.pdf']);
  });

  const streamed = (answer: unknown) =>
    openOrder(someOrder(), { [`imaging/download/${someOrder().imageState.guid}`]: () => answer }, 30);

  test('A12-19 leads to the login page if an error with 403 and LOGIN comes instead of the file', async () => {
    const portal = await streamed(refuse({ status: 403, code: 'LOGIN', message: 'Please log in.' }));
    await press(portal, 'Download');
    await settle();
    await arriveAt(portal, '/login');
  });

  test('A12-20 shows the message of an error with status 500 that comes instead of the file', async () => {
    const portal = await streamed(refuse({ status: 500, message: 'The file could not be read.' }));
    await press(portal, 'Download');
    await settle();
    expect(alertText()).toBe('The file could not be read.');
  });

  test('A12-14 shows error 101 for a file that never comes', async () => {
    const portal = await streamed(noAnswer);
    await press(portal, 'Download');
    await waitFor(() => expect(alertText()).toBe('An unexpected error 101 has occurred.'), {
      timeout: 10_000,
    });
    expect(portal.server.callsTo(`imaging/download/${someOrder().imageState.guid}`)).toHaveLength(4);
  });

  test('resumes a download where its connection broke', async () => {
    const bytes = Uint8Array.from({ length: 20 }, (_byte, index) => index);
    const path = `imaging/download/${someOrder().imageState.guid}`;
    const files: Blob[] = [];
    jest.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:test'));
    const names = savedNames();
    const answer: Handler = (_body, { headers }) => {
      const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
      return fileOf(bytes, { from, breakAfter: 8 });
    };
    const portal = await openOrder(someOrder(), { [path]: answer }, 30);
    await press(portal, 'Download');
    await waitFor(() => expect(names).toEqual(['A1000001.pdf']), { timeout: 10_000 });
    expect(portal.server.callsTo(path).map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
      [undefined, undefined],
      ['bytes=8-', '"file"'],
      ['bytes=16-', '"file"'],
    ]);
    expect(files[0]?.size).toBe(20);
  });

  test('is sent again with the same guid if there is no answer, and then the file is saved', async () => {
    const names = savedNames();
    const answers: unknown[] = [noAnswer, refuse({ status: 504, message: 'This took too long.' }), paid];
    const portal = await openOrder(someOrder(), { 'imaging/payDownloadOrder': () => answers.shift() });
    await press(portal, 'Download');
    await waitFor(() => expect(names).toEqual(['A1000001.pdf']), { timeout: 10_000 });
    const guids = portal.server.callsTo('imaging/payDownloadOrder').map(({ body }) => body.imageStateGuid);
    expect(guids).toEqual(Array(3).fill(someOrder().imageState.guid));
  });

  test('keeps the window open for another attempt if no answer comes to any of its requests', async () => {
    const portal = await openOrder(someOrder(), { 'imaging/payDownloadOrder': () => noAnswer });
    await press(portal, 'Download');
    await waitFor(() => expect(alertText()).toBe('An unexpected error has occurred'), { timeout: 10_000 });
    expect(screen.getByText(/You are not charged twice/)).toBeTruthy();
    await closeAlert(portal);
    expect(order().getByRole('button', { name: 'Download' })).toBeTruthy();
    expect(portal.server.callsTo('imaging/recomputeDownloadOrder')).toHaveLength(0);
  });

  test('says in the overlay, after one second, what the user is waiting for', async () => {
    const portal = await openOrder(someOrder(), {
      'imaging/payDownloadOrder': () => new Promise(() => undefined),
    });
    await portal.user.click(order().getByRole('button', { name: 'Download' }));
    expect(await screen.findByText('Making the PDF of 12 pages', {}, { timeout: 3_000 })).toBeTruthy();
  });
});
