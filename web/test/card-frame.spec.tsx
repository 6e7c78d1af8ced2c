/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { CardFrame } from '../src/features/cards/card-frame.js';
import { CardPaymentDialog } from '../src/features/cards/card-payment-dialog.js';
import { passOn } from '../src/features/cards/communicator.rules.js';
import {
  cardFrame,
  communicator,
  pageInside,
  payOrigin,
  say,
  someFrame,
  transactionText,
  watchForms,
  type Posted,
} from './cards.js';
import { openServer, preparePortal } from './portal.js';

preparePortal({ beforeAll, afterEach });

let forms: Posted[];
let server: ReturnType<typeof openServer>;
beforeEach(() => {
  forms = watchForms();
  server = openServer({ '*': () => ({}) });
});

const openFrame = (onUnknown?: 'cancel' | 'ignore') => {
  const heard = { onResponse: jest.fn(), onCancel: jest.fn() };
  const shown = render(
    <CardFrame
      frame={someFrame()}
      title="Card payment"
      {...heard}
      {...(onUnknown !== undefined && { onUnknown })}
    />,
  );
  const count = () => [heard.onResponse.mock.calls.length, heard.onCancel.mock.calls.length];
  return { ...heard, ...shown, count };
};

describe('the card frame', () => {
  test('A8-11 posts the token to the URL of the provider from a hidden form', () => {
    openFrame();
    expect(forms).toEqual([
      {
        action: `${payOrigin}/payment/payment`,
        method: 'post',
        target: cardFrame().name,
        token: 'token-of-the-card-page',
      },
    ]);
    expect(forms[0]?.target).not.toBe('');
    expect(document.querySelector('form')?.hidden).toBe(true);
  });

  test('A8-13 B9-16 passes the response of the provider on unchanged', async () => {
    const { onResponse, count } = openFrame();
    await say({ text: transactionText('60000000007', { authorization: 'A B&C' }) });
    expect(onResponse).toHaveBeenCalledWith({
      transId: '60000000007',
      responseCode: '1',
      authorization: 'A B&C',
    });
    expect(count()).toEqual([1, 0]);
  });

  test('A8-14 B9-17 cancels the payment on a cancel message', async () => {
    const { count } = openFrame();
    await say({ text: 'action=cancel' });
    expect(count()).toEqual([0, 1]);
  });

  test('A8-15 B9-18 ignores a resize message', async () => {
    const { count } = openFrame('cancel');
    await say({ text: 'action=resizeWindow&width=400&height=900' });
    expect(count()).toEqual([0, 0]);
    expect(server.calls).toEqual([]);
  });

  test.each([
    'action=successfulSave',
    'action=somethingNew',
    'nonsense',
    'action=transactResponse&response={',
  ])(
    'A11-31 B9-19 logs an unknown message (%s), and then cancels a preauthorization, but no other payment',
    async (text) => {
      const search = openFrame();
      await say({ text });
      expect(search.count()).toEqual([0, 0]);
      expect(server.callsTo('logReact')).toHaveLength(1);
      search.unmount();
      const preauthorization = openFrame('cancel');
      await say({ text });
      expect(preauthorization.count()).toEqual([0, 1]);
    },
  );

  test('accepts only the first message that ends the payment', async () => {
    const { onResponse, count } = openFrame();
    await say({ text: transactionText('60000000001') });
    await say({ text: transactionText('60000000001') });
    await say({ text: transactionText('60000000002') });
    await say({ text: 'action=cancel' });
    expect(count()).toEqual([1, 0]);
    expect(onResponse).toHaveBeenCalledWith(expect.objectContaining({ transId: '60000000001' }));
  });

  test('A8-16 ignores messages after the frame is removed', async () => {
    const { unmount, count } = openFrame();
    const late = communicator();
    const removed = jest.spyOn(window, 'removeEventListener');
    unmount();
    expect(removed).toHaveBeenCalledWith('message', expect.any(Function));
    await say({ text: transactionText(), source: late });
    expect(count()).toEqual([0, 0]);
  });
});

describe('S19 a message that looks like one of the card page', () => {
  const foreign = (): Window => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    if (!frame.contentWindow) throw new Error('no window');
    return frame.contentWindow;
  };

  test.each([
    ['our own page', () => ({ source: window })],
    ['a page of ours that our page frames itself', () => ({ source: foreign() })],
    ['a page of ours in another frame', () => ({ source: pageInside(foreign()) })],
    ["the provider's page, past the communicator", () => ({ origin: payOrigin })],
    ['another site', () => ({ origin: 'https://evil.test' })],
    ['our communicator, without our mark', () => ({ tag: 'other' })],
  ])('S19 is ignored if it comes from %s', async (_who, how) => {
    const { count } = openFrame('cancel');
    await say({ text: transactionText(), source: communicator(), ...how() });
    await say({ text: 'action=cancel', source: communicator(), ...how() });
    expect(count()).toEqual([0, 0]);
    expect(server.calls).toEqual([]);
    await say({ text: transactionText() });
    expect(count()).toEqual([1, 0]);
  });
});

describe('the window with the card page', () => {
  const openDialog = (over: object = {}) => {
    const heard = { onBack: jest.fn(), onCancel: jest.fn(), onResponse: jest.fn() };
    render(<CardPaymentDialog frame={someFrame(over)} title="Credit Card Preauthorization" {...heard} />);
    return heard;
  };

  test('A8-12 A11-26 has a title, the frame, Cancel, and Back when there is a previous step', () => {
    const heard = openDialog();
    expect(screen.getByRole('heading', { name: 'Credit Card Preauthorization' })).toBeTruthy();
    expect(cardFrame().title).not.toBe('');
    screen.getByRole('button', { name: 'Back' }).click();
    screen.getByRole('button', { name: 'Cancel' }).click();
    expect([heard.onBack.mock.calls.length, heard.onCancel.mock.calls.length]).toEqual([1, 1]);
  });

  test('shows the charge before the payment', () => {
    openDialog();
    expect(document.querySelector('.sum-line')?.textContent).toBe(
      'Amount$100.00Card surcharge$2.75Charged to your card$102.75',
    );
  });

  test('opens no card page with an expired token, and offers to start again', () => {
    openDialog({ expiresAt: new Date(Date.now() - 60_000).toISOString() });
    expect(screen.queryByTitle(/Card payment/)).toBeNull();
    expect(forms).toEqual([]);
    expect(screen.getByRole('alert').textContent).toContain('start again');
  });
});

describe('the communicator page', () => {
  const openCommunicator = (hash = '') => {
    const page = new EventTarget();
    const top = { postMessage: jest.fn() };
    const opened = Object.assign(page, { top, location: { origin: 'https://lake.test', hash } });
    passOn(opened as unknown as Window, payOrigin);
    const receive = (data: unknown, origin: string) =>
      page.dispatchEvent(new MessageEvent('message', { data, origin }));
    return { top, opened, page, receive };
  };

  test("S19 passes on the provider's messages, to our own origin only", () => {
    const { top, receive } = openCommunicator();
    receive('action=cancel', payOrigin);
    expect(top.postMessage.mock.calls).toEqual([
      [{ tag: 'portal.card', text: 'action=cancel' }, 'https://lake.test'],
    ]);
  });

  test('S19 ignores messages from every origin except that of the provider, even from the origin of the page itself', () => {
    const { top, receive } = openCommunicator();
    for (const origin of ['https://evil.test', 'https://lake.test', 'null', '', `${payOrigin}.evil.test`])
      receive(transactionText(), origin);
    expect(top.postMessage).not.toHaveBeenCalled();
  });

  test('passes on neither objects nor empty messages nor messages that are too long', () => {
    const { top, receive } = openCommunicator();
    receive({ action: 'cancel' }, payOrigin);
    receive('', payOrigin);
    receive('x'.repeat(20_001), payOrigin);
    expect(top.postMessage).not.toHaveBeenCalled();
  });

  test('passes on a message that arrives in the fragment of its URL', () => {
    const { top, opened, page } = openCommunicator('#action=resizeWindow&height=5');
    opened.location.hash = '#action=cancel';
    page.dispatchEvent(new Event('hashchange'));
    expect(top.postMessage.mock.calls.map(([note]) => (note as { text: string }).text)).toEqual([
      'action=resizeWindow&height=5',
      'action=cancel',
    ]);
  });
});
