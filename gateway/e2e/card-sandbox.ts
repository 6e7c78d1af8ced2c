import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CardFrame } from '@portal/proto/http/card-payments';
import { contentOf, type CountyHost, type Visitor } from './portal.js';

/**
 * The port of the payment sandbox, which is the card provider of the product under test. Browsers reach it as
 * pay.localhost.
 */
const port = Number(process.env.PORTAL_PORT) + 1;
export const paymentOrigin = `http://pay.localhost:${port}`;

const goodCard = { cardNumber: '4111 1111 1111 1111', expirationDate: '12/30', cardCode: '123' };
export const cards = {
  good: goodCard,
  declined: { ...goodCard, cardNumber: '4000000000000002' },
  held: { ...goodCard, cardNumber: '4000000000000010' },
};

/**
 * What the provider's page sends to the page that opened it. The id does not prove a payment: a declined card gets one
 * too, but then the provider's page stays open.
 */
export interface PaidCard {
  readonly transId: string;
}

/** Presses Pay on the card page that belongs to a token. */
export const payByCard = async (token: string, card = cards.good): Promise<PaidCard> => {
  const reply = await fetch(`http://127.0.0.1:${port}/payment/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...card }),
  });
  const { response, transId, error } = (await reply.json()) as {
    response?: PaidCard;
    transId?: string;
    error?: string;
  };
  if (response) return response;
  if (transId === undefined) throw new Error(error);
  return { transId };
};

/** Sets the faults that the sandbox produces next. */
export const misbehave = async (...faults: { on: string; mode: string }[]): Promise<void> => {
  const reply = await fetch(`http://127.0.0.1:${port}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  });
  if (!reply.ok) throw new Error(`the sandbox answered ${reply.status}`);
};

/** Opens a card page for a deposit of the typed amount in dollars. */
export const startDeposit = async (visitor: Visitor, amount: string): Promise<CardFrame> => {
  const started = visitor.post('escrowDeposit/initiateDeposit', { amount });
  return (await contentOf<{ tokenResults: CardFrame }>(started)).tokenResults;
};

export const signatureOf = (county: CountyHost, raw: string): string => {
  const file = path.join(String(process.env.PORTAL_DATA), 'card-merchants.json');
  const merchants = JSON.parse(readFileSync(file, 'utf8')) as Record<CountyHost, { signatureKey: string }>;
  return `sha512=${createHmac('sha512', merchants[county].signatureKey).update(raw).digest('hex').toUpperCase()}`;
};
