import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { payByCard, signatureOf, startDeposit } from './card-sandbox.js';
import { ask, contentOf, hosts, Visitor, type Reply } from './portal.js';

const notification = (over: object = {}): string =>
  `{"notificationId":"${randomUUID()}","eventType":"net.authorize.payment.authcapture.created",` +
  `"payload":{"authAmount":300.00,"entityName":"transaction","id":"69999999998"}${
    Object.keys(over).length > 0 ? `,${JSON.stringify(over).slice(1, -1)}` : ''
  }}`;

const send = (raw: string, signature: string | string[] | undefined, county = 'lake'): Promise<Reply> =>
  ask(hosts.lake, {
    path: `webhooks/authorizenet/${county}`,
    body: raw,
    ...(signature !== undefined && { headers: { 'x-anet-signature': signature } }),
  });

test('S20 a signed notification is stored; a repeat gets the same answer and changes nothing', async () => {
  const raw = notification();
  const [first, second] = [
    await send(raw, signatureOf('lake', raw)),
    await send(raw, signatureOf('lake', raw)),
  ];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.envelope).toMatchObject({ ok: true, content: {} });
  expect(second.body).toEqual(first.body);
});

test('S20 a notification is refused if its signature is missing, wrong, sent twice or of another county', async () => {
  const raw = notification();
  const good = signatureOf('lake', raw);
  const wrong = [
    undefined,
    '',
    `sha512=${'0'.repeat(128)}`,
    good.slice('sha512='.length),
    [good, good],
    `${good}, ${good}`,
    signatureOf('saipan', raw),
  ];
  for (const signature of wrong)
    expect([signature, (await send(raw, signature)).status]).toEqual([signature, 401]);
});

test('S20 a body that was changed by even one byte is refused, and so is a signed body that is not JSON', async () => {
  const raw = notification();
  const signature = signatureOf('lake', raw);
  expect((await send(`${raw} `, signature)).status).toBe(401);
  expect((await send(JSON.stringify(JSON.parse(raw)), signature)).status).toBe(401);
  expect((await send(raw.slice(0, -1), signature)).status).toBe(401);
  const noJson = raw.slice(0, -1);
  expect((await send(noJson, signatureOf('lake', noJson))).status).toBe(422);
});

test('S20 a notification of 64 KB is read, and one byte more is too large', async () => {
  const ofLength = (length: number): string => {
    const rest = length - Buffer.byteLength(notification({ pad: '' }));
    return notification({ pad: 'x'.repeat(rest) });
  };
  const [largest, over] = [ofLength(64 * 1024), ofLength(64 * 1024 + 1)];
  expect((await send(largest, signatureOf('lake', largest))).status).toBe(200);
  expect((await send(over, signatureOf('lake', over))).status).toBe(413);
});

test('S20 a notification for a county without a notification key is refused, and the answer says when to try again', async () => {
  const raw = notification();
  const { status, headers } = await send(raw, signatureOf('lake', raw), 'nowhere');
  expect(status).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('a signed notification is refused when a page of another site sends it', async () => {
  const raw = notification();
  const headers = { 'x-anet-signature': signatureOf('lake', raw), 'sec-fetch-site': 'cross-site' };
  const reply = await ask(hosts.lake, { path: 'webhooks/authorizenet/lake', body: raw, headers });
  expect(reply.status).toBe(403);
});

test('a payer who closes the card page after paying is credited by the notification', async () => {
  const visitor = await Visitor.signedIn('demo.account');
  const balance = async (): Promise<string> =>
    (await contentOf<{ usageBalance: string }>(visitor.post('currentUser/usageBalance'))).usageBalance;
  const before = await balance();
  const frame = await startDeposit(visitor, '10.00');
  await payByCard(frame.token);
  const cents = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);
  await eventually(async () => expect(cents(await balance())).toBe(cents(before) + 1_000), 20_000);
});
