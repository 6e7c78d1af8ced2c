import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { CardFrame } from '@portal/proto/http/card-payments';
import { settle } from './portal.js';

export const payOrigin = 'http://pay.localhost:8081';

/** A card page as the gateway opens it. */
export const someFrame = (over: Partial<CardFrame> = {}): CardFrame => ({
  attemptId: '5a1f2c3e-0000-4000-8000-000000000001',
  token: 'token-of-the-card-page',
  formAction: `${payOrigin}/payment/payment`,
  frameOrigin: payOrigin,
  expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
  amount: '$100.00',
  surcharge: '$2.75',
  total: '$102.75',
  ...over,
});

/** The fields and the target of the hidden form, recorded because jsdom does not send forms. */
export interface Posted {
  action: string;
  method: string;
  target: string;
  token: unknown;
}
export const watchForms = (): Posted[] => {
  const posted: Posted[] = [];
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    const { action, method, target } = this;
    posted.push({ action, method, target, token: new FormData(this).get('token') });
  });
  return posted;
};

export const cardFrame = (): HTMLIFrameElement => screen.getByTitle<HTMLIFrameElement>(/Card payment/);

const windowOf = (frame: HTMLIFrameElement): Window => {
  if (!frame.contentWindow) throw new Error('the frame is not in the page');
  return frame.contentWindow;
};

/** Adds a frame to a page, as the provider does, and returns the window inside the frame. */
export const pageInside = (outer: Window): Window => {
  const inner = outer.document.createElement('iframe');
  outer.document.body.append(inner);
  return windowOf(inner);
};

/** The communicator page inside the provider's page inside our frame. */
export const communicator = (): Window => pageInside(windowOf(cardFrame()));

interface Sent {
  text: string;
  source?: Window;
  origin?: string;
  tag?: string;
}

/** Delivers a message to our page; by default as the communicator page would. */
export const say = async ({ text, source, origin = location.origin, tag = 'portal.card' }: Sent) => {
  const from = source ?? communicator();
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { data: { tag, text }, origin, source: from }));
  });
  await settle();
};

export const transactionText = (transId = '60000000001', more: object = {}): string =>
  `action=transactResponse&response=${encodeURIComponent(JSON.stringify({ transId, responseCode: '1', ...more }))}`;
