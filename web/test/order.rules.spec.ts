import { describe, expect, test } from '@jest/globals';
import type { DownloadOrder } from '@portal/proto/http/orders';
import { isStreamed, orderAction, orderTitle, wayToBuy } from '../src/features/order/order.rules.js';
import { passOn } from '../src/features/cards/communicator.rules.js';
import type { Translate } from '../src/shared/i18n/translate.js';

type Options = DownloadOrder['imageState']['purchaseOptions'];
const none: Options = { flatFeeOptions: null, escrowOptions: null, creditCardOptions: null };
const nothing = { description: '', value: '' };
const flatFeeOptions = { title: '', options: [] };
const escrowOptions = {
  ...{ accountMessage: '', lowBalanceMessage: '', depositAmountMessage: '', surchargeMessage: '' },
  ...{ beginningBalance: nothing, endingBalance: nothing },
};
const card = (authorized: boolean): Options => ({
  ...none,
  creditCardOptions: { authorizationInfo: { authorized } },
});

const order = (
  fees: Partial<DownloadOrder['feeSchedule']> = {},
  purchaseOptions: Options = none,
): DownloadOrder => ({
  imageState: { guid: 'g', hasBuyOptions: false, purchaseOptions },
  feeSchedule: {
    ...{ insufficientBalance: false, beginningBalance: null, endingBalance: null, purchaseMessage: '' },
    ...{ singleItemPurchase: null, multipleItemPurchase: null, alreadyPurchasedMessage: '' },
    ...{ insufficientBalanceMessage: '', noPurchasingOptionsAvailableMessage: '', downloadButtonText: '' },
    ...fees,
  },
});
const short = { insufficientBalance: true };

describe('the title of an order', () => {
  const t = ((key: string, { item = '' }: { item?: string } = {}) => `${key} ${item} `) as Translate;
  const one = { singleItemPurchase: { item: { description: 'DEED A1', value: '' } } };
  const many = {
    multipleItemPurchase: { itemHeaderDescription: 'DEED A1, 5 pages', items: [], total: nothing },
  };

  test('names a single item', () => {
    expect(orderTitle(t, order(one))).toBe('order:title DEED A1');
  });

  test('names several items by their common header', () => {
    expect(orderTitle(t, order(many))).toBe('order:title DEED A1, 5 pages');
  });

  test('names no item if nothing is bought', () => {
    expect(orderTitle(t, order())).toBe('order:title');
  });

  test('says that the order exceeds the card authorization if there is one and the balance is too low', () => {
    expect(orderTitle(t, order({ ...one, ...short }, card(true))).trim()).toBe('order:exceeding');
  });

  test('names the item if no card is authorized or the balance suffices', () => {
    for (const other of [
      order({ ...one, ...short }, card(false)),
      order({ ...one, ...short }),
      order(one, card(true)),
    ])
      expect(orderTitle(t, other)).toBe('order:title DEED A1');
  });
});

describe('the main button of an order', () => {
  test('downloads when the balance suffices', () => {
    expect(orderAction(order({}, card(true)))).toBe('download');
  });

  test.each([true, false])(
    'leads to the card page when the balance is too low (card authorized: %s)',
    (authorized) => {
      expect(orderAction(order(short, card(authorized)))).toBe('preauthorize');
    },
  );

  test('leads to escrow if the county accepts no card', () => {
    expect(orderAction(order(short))).toBe('addToEscrow');
  });
});

describe('the button Buy Options', () => {
  const all = { ...card(false), escrowOptions, flatFeeOptions };

  test.each([
    ['bundles first', all, 'flatFee'],
    ['escrow if there are no bundles', { ...all, flatFeeOptions: null }, 'escrow'],
    ['a card if there are neither bundles nor escrow', card(false), 'card'],
    ['no page if there is no way to buy', none, undefined],
  ] as const)('leads to %s', (_what, options, way) => {
    expect(wayToBuy(order({}, options))).toBe(way);
  });
});

test('a file of more than twenty pages is streamed', () => {
  expect([isStreamed(20), isStreamed(21)]).toEqual([false, true]);
});

describe('the communicator page', () => {
  const payOrigin = 'https://pay.test';
  const open = (hash = '') => {
    const told: unknown[][] = [];
    const page = Object.assign(new EventTarget(), {
      top: { postMessage: (...given: unknown[]) => told.push(given) },
      location: { origin: 'https://lake.test', hash },
    });
    passOn(page as unknown as Window, payOrigin);
    const say = (data: unknown, origin: string) =>
      page.dispatchEvent(Object.assign(new Event('message'), { data, origin }));
    return { told, page, say };
  };
  const note = (text: string) => [{ tag: 'portal.card', text }, 'https://lake.test'];

  test("passes on the provider's messages, only to our own origin", () => {
    const { told, say } = open();
    say('action=cancel', payOrigin);
    expect(told).toEqual([note('action=cancel')]);
  });

  test('ignores messages from every origin except that of the provider', () => {
    const { told, say } = open();
    for (const origin of ['https://evil.test', 'https://lake.test', `${payOrigin}.evil.test`])
      say('x', origin);
    expect(told).toEqual([]);
  });

  test('does not pass on messages that are objects', () => {
    const { told, say } = open();
    say({ action: 'cancel' }, payOrigin);
    expect(told).toEqual([]);
  });

  test('reads the fragment of its URL at once and after every change', () => {
    const { told, page } = open('#first');
    page.location.hash = '#second';
    page.dispatchEvent(new Event('hashchange'));
    expect(told).toEqual([note('first'), note('second')]);
  });
});
