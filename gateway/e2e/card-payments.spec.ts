import { describe, expect, test } from '@jest/globals';
import type {
  AuthorizationAnswer,
  AuthorizationTerms,
  CardFrame,
  DepositCompletion,
  DepositQuote,
} from '@portal/proto/http/card-payments';
import { cards, payByCard, paymentOrigin, startDeposit } from './card-sandbox.js';
import { ask, contentOf, hosts, Visitor } from './portal.js';

const complete = (visitor: Visitor, attemptId: string | null, transactionResponse: object) =>
  visitor.post('escrowDeposit/completeDeposit', { attemptId, transactionResponse });
const completed = (visitor: Visitor, attemptId: string, response: object) =>
  contentOf<DepositCompletion>(complete(visitor, attemptId, response));
const quoteOf = (visitor: Visitor, amount: string) =>
  contentOf<DepositQuote>(visitor.post('escrowDeposit/quoteDeposit', { amount }));
const centsIn = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);
/** Reads the escrow balance from a quote, because a flat-fee account's header shows the number of images instead. */
const escrowOf = async (visitor: Visitor): Promise<number> =>
  centsIn((await quoteOf(visitor, '0')).beginningBalance.value);

describe('an escrow deposit', () => {
  test('A8-07 A8-08 A8-09 A8-17 S2 has a surcharge and a token for the card page, and is credited once, however often the browser reports it', async () => {
    const visitor = await Visitor.signedIn('demo.escrow');
    const before = await escrowOf(visitor);
    const frame = await startDeposit(visitor, '100.00');
    expect(frame).toMatchObject({
      formAction: `${paymentOrigin}/payment/payment`,
      frameOrigin: paymentOrigin,
      ...{ amount: '$100.00', surcharge: '$2.75', total: '$102.75' },
    });
    expect(frame.token).not.toBe('');
    const response = await payByCard(frame.token);
    const first = await completed(visitor, frame.attemptId, response);
    expect(first).toMatchObject({ completed: true, pending: false });
    expect(centsIn(first.usageBalance)).toBe(before + 10_000);
    expect(first.message).toContain(first.usageBalance);
    expect(await completed(visitor, frame.attemptId, response)).toEqual(first);
    expect(await escrowOf(visitor)).toBe(before + 10_000);
  });

  test('A8-06 A8-08 adds the same flat surcharge to every amount', async () => {
    const visitor = await Visitor.signedIn('demo.account', 'saipan');
    const { lines, surchargeMessage } = await quoteOf(visitor, '20');
    expect(lines.map(({ value }) => value)).toEqual(['$20.00', '$1.50', '$21.50']);
    expect((await quoteOf(visitor, '200')).lines.map(({ value }) => value)).toContain('$1.50');
    expect(surchargeMessage).toContain('$1.50');
  });

  test.each([
    ['A8-02', '0', 'Amount must be greater than zero'],
    ['A8-02', '-5.00', 'Amount must be greater than zero'],
    ['A8-03', '9.99', 'Amount must be at least $10.00.'],
    ['A8-04', '500.01', 'Amount must be at most $500.00.'],
  ])('%s is refused for the amount %s, and the error names the field', async (_id, amount, message) => {
    const visitor = await Visitor.signedIn('demo.escrow');
    const { status, envelope } = await visitor.post('escrowDeposit/initiateDeposit', { amount });
    expect([status, envelope]).toMatchObject([200, { ok: false, message, fields: { amount: message } }]);
  });

  test.each([
    ['A8-03', '10.00'],
    ['A8-04', '500.00'],
  ])('%s is accepted for the amount %s, which is exactly the minimum or the maximum', async (_id, amount) => {
    const visitor = await Visitor.signedIn('demo.escrow', 'saipan');
    const frame = await startDeposit(visitor, amount);
    expect(frame.amount).toBe(`$${amount}`);
    const { transId } = await payByCard(frame.token);
    expect((await completed(visitor, frame.attemptId, { transId })).completed).toBe(true);
  });

  test.each(['', 'ten', '1.005', '1e3'])('is refused for the invalid amount %j', async (amount) => {
    const visitor = await Visitor.signedIn('demo.escrow');
    const { status, envelope } = await visitor.post('escrowDeposit/initiateDeposit', { amount });
    expect(status).toBe(422);
    expect(envelope.fields?.amount).toMatch(/amount/);
  });

  test('is reported as pending, and not credited, while the card provider holds the payment for review', async () => {
    const visitor = await Visitor.signedIn('demo.escrow', 'saipan');
    const before = await escrowOf(visitor);
    const frame = await startDeposit(visitor, '10.00');
    const response = await payByCard(frame.token, cards.held);
    const answer = await completed(visitor, frame.attemptId, response);
    expect(answer).toMatchObject({ completed: false, pending: true });
    expect(answer.message).toContain('Please do not pay again.');
    expect(await escrowOf(visitor)).toBe(before);
  });

  test('cannot be started by staff, guests, or users who pay by invoice or card (the route is not found)', async () => {
    const statusFor = async (username: string): Promise<number> => {
      const visitor = await Visitor.signedIn(username);
      return (await visitor.post('escrowDeposit/initiateDeposit', { amount: '20.00' })).status;
    };
    for (const username of ['demo.invoice', 'demo.credit', 'demo.county', 'guest.user'])
      expect([username, await statusFor(username)]).toEqual([username, 404]);
  });
});

describe('the API for deposits', () => {
  const invented = { responseCode: '1', transId: '69999999999', totalAmount: '500.00' };

  test('S1 credits nothing for a transaction that a client invents, with or without an open card page', async () => {
    const visitor = await Visitor.signedIn('demo.flatfee');
    const before = await escrowOf(visitor);
    expect((await complete(visitor, null, { ...invented, transId: '0' })).envelope.ok).toBe(false);
    const frame = await startDeposit(visitor, '10.00');
    const made = (await complete(visitor, frame.attemptId, invented)).envelope;
    expect(made).toMatchObject({ ok: false, content: null });
    // as in the specification, the provider's response is sent without the id of the attempt
    expect((await visitor.post('escrowDeposit/completeDeposit', invented)).envelope).toEqual(made);
    expect(await escrowOf(visitor)).toBe(before);
    const response = await payByCard(frame.token);
    const told = { ...response, totalAmount: '500.00' };
    expect((await completed(visitor, frame.attemptId, told)).completed).toBe(true);
    expect(await escrowOf(visitor)).toBe(before + 1_000);
  });

  test("A8-17 completes the newest deposit of the session when the browser sends only the provider's response", async () => {
    const visitor = await Visitor.signedIn('demo.flatfee');
    const before = await escrowOf(visitor);
    const { token } = await startDeposit(visitor, '10.00');
    const bare = await payByCard(token);
    const answer = contentOf<DepositCompletion>(visitor.post('escrowDeposit/completeDeposit', bare));
    expect(await answer).toMatchObject({ completed: true, pending: false });
    expect(await escrowOf(visitor)).toBe(before + 1_000);
    const { status, envelope } = await visitor.post('escrowDeposit/completeDeposit', { responseCode: '1' });
    expect([status, Object.keys(envelope.fields ?? {})]).toEqual([422, ['transactionResponse']]);
  });

  test("S2 S5 does not credit another user's payment, and does not find another user's card page", async () => {
    const [payer, thief] = [await Visitor.signedIn('demo.escrow'), await Visitor.signedIn('demo.flatfee')];
    const paid = await startDeposit(payer, '10.00');
    const response = await payByCard(paid.token);
    const [before, payerBefore] = [await escrowOf(thief), await escrowOf(payer)];
    const own = await startDeposit(thief, '10.00');
    expect((await completed(thief, own.attemptId, response)).completed).toBe(false);
    const stolen = (await complete(thief, paid.attemptId, response)).envelope;
    const none = (await complete(thief, '00000000-0000-4000-8000-000000000000', response)).envelope;
    expect(stolen).toEqual(none);
    expect(stolen.ok).toBe(false);
    expect(await escrowOf(thief)).toBe(before);
    await completed(payer, paid.attemptId, response);
    // the provider's notification may have credited the payer already
    expect([payerBefore, payerBefore + 1_000]).toContain(await escrowOf(payer));
    await completed(thief, own.attemptId, await payByCard(own.token));
  });

  test('S37 opens no sixth card page within an hour while the first five are unfinished', async () => {
    const visitor = await Visitor.signedIn('demo.flatfee', 'saipan');
    const ask6 = Array.from({ length: 6 }, () => ({ amount: '10.00' }));
    const statuses: number[] = [];
    for (const body of ask6)
      statuses.push((await visitor.post('escrowDeposit/initiateDeposit', body)).status);
    expect(statuses.at(-1)).toBe(429);
    const refused = await visitor.post('escrowDeposit/initiateDeposit', { amount: '10.00' });
    expect(refused.envelope.ok).toBe(false);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a card preauthorization', () => {
  const authorize = (visitor: Visitor) => contentOf<CardFrame>(visitor.post('creditcard/authorize'));
  const respond = (visitor: Visitor, attemptId: string, transactionResponse: object) =>
    contentOf<AuthorizationAnswer>(
      visitor.post('creditcard/authorizationResponse', { attemptId, transactionResponse }),
    );
  const termsOf = (visitor: Visitor) =>
    contentOf<AuthorizationTerms>(visitor.post('creditcard/getAuthorization'));

  test('A11-27 A11-28 B9-03 B9-10 returns a token for the amount and, after the card page, an authorization that can be spent', async () => {
    const visitor = await Visitor.signedIn('demo.credit', 'saipan');
    const { maxAmount, remaining } = await termsOf(visitor);
    expect(remaining).toBe('');
    const frame = await authorize(visitor);
    expect(frame).toMatchObject({ amount: maxAmount, total: maxAmount, surcharge: '' });
    expect(frame.token).not.toBe('');
    expect(await respond(visitor, frame.attemptId, await payByCard(frame.token))).toEqual({
      authorizationOkay: true,
      status: 'OK',
      message: 'Authorization successful',
    });
    expect((await termsOf(visitor)).remaining).toBe(maxAmount);
  });

  test('A11-28 A11-30 authorizes nothing when the card is declined', async () => {
    const visitor = await Visitor.signedIn('demo.credit', 'saipan');
    const frame = await authorize(visitor);
    const response = await payByCard(frame.token, cards.declined);
    expect(await respond(visitor, frame.attemptId, response)).toEqual({
      authorizationOkay: false,
      status: 'DECLINED',
      message:
        "Failed to process credit card authorization from the card payment provider. Note, you will not be charged. Please contact the county or the provider's support for assistance.",
    });
    expect((await termsOf(visitor)).remaining).toBe('');
  });
});

describe('the pages around the card provider’s frame', () => {
  test('S18 allow no other site, except the provider’s card page in a frame and as the target of a form', async () => {
    const { headers } = await ask(hosts.lake, { path: '/LandShark/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`frame-src ${paymentOrigin};`);
    expect(policy).toContain(`form-action 'self' ${paymentOrigin};`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });

  test('S18 include the communicator page, which sets no cookie and which only the portal and the provider may show in a frame', async () => {
    const { status, headers, body } = await ask(hosts.lake, { path: '/LandShark/card-communicator.html' });
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`frame-ancestors 'self' ${paymentOrigin};`);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(body.toString()).toContain(`content="${paymentOrigin}"`);
    expect(body.toString()).not.toMatch(/<script(?![^>]*src=)/);
  });

  test('include the communicator page at the host name of the county in which the deposit was started', async () => {
    const visitor = await Visitor.signedIn('demo.account', 'saipan');
    const frame = await startDeposit(visitor, '10.00');
    const page = await fetch(frame.formAction.replace('pay.localhost', '127.0.0.1'), {
      method: 'POST',
      body: new URLSearchParams({ token: frame.token }),
    });
    const origin = `http://saipan.localhost:${process.env.PORTAL_PORT}`;
    expect(await page.text()).toContain(`src="${origin}/LandShark/card-communicator.html"`);
    expect(page.headers.get('content-security-policy')).toContain(`frame-src ${origin};`);
    const { transId } = await payByCard(frame.token);
    expect((await completed(visitor, frame.attemptId, { transId })).completed).toBe(true);
  });
});
