import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiClient } from '../src/cards/authorizenet/api-client.js';
import { AuthorizeNetCards } from '../src/cards/authorizenet/authorizenet-cards.js';
import { decimalOf, parseDecimalJson } from '../src/cards/authorizenet/decimal-json.js';
import { CardCredentials } from '../src/cards/card-credentials.js';
import { addressesOf } from '../src/cards/open-cards.js';

/** Answers from the provider's documentation and samples, shortened to the relevant parts. */
const done = '"messages":{"resultCode":"Ok","message":[{"code":"I00001","text":"Successful."}]}';
const samples: Record<string, string> = {
  getHostedPaymentPageRequest: `{"token":"FCfc6VbKGFztf8g4sI0B1bG35quHGGlnJx7G8zRpqV0gha2862KkqRQ/NaGa6y2SIhueCAsP/CQKQDQ0QJr8mOfnZD2D0EfogSWP6tQvG3xlv1LS28wFKZHt2U=.89nE4Beh",${done}}`,
  getTransactionDetailsRequest: `{"transaction":{"transId":"2162566217","submitTimeUTC":"2011-09-01T16:30:49.39Z","submitTimeLocal":"2011-09-01T10:30:49.39","transactionType":"authCaptureTransaction","transactionStatus":"settledSuccessfully","responseCode":1,"responseReasonCode":1,"responseReasonDescription":"Approval","authCode":"JPG9DJ","AVSResponse":"Y","batch":{"batchId":"1221577","settlementTimeUTC":"2011-09-01T16:38:54.52Z","settlementTimeUTCSpecified":true,"settlementState":"settledSuccessfully"},"order":{"invoiceNumber":"60","description":"Auto-charge for Invoice #60"},"requestedAmountSpecified":false,"authAmount":1018.88,"settleAmount":1018.88,"taxExempt":false,"payment":{"creditCard":{"cardNumber":"XXXX4444","expirationDate":"XXXX","cardType":"MasterCard"}},"customer":{"typeSpecified":false,"id":"4"},"recurringBilling":false,"product":"Card Not Present","marketType":"eCommerce"},${done}}`,
  getUnsettledTransactionListRequest: `{"transactions":[{"transId":"2228546203","submitTimeUTC":"2015-02-16T03:34:43Z","submitTimeLocal":"2015-02-15T20:34:43","transactionStatus":"authorizedPendingCapture","invoiceNumber":"1324567890","firstName":"Ellen","lastName":"Johnson","accountType":"MasterCard","accountNumber":"XXXX0015","settleAmount":5.00,"marketType":"eCommerce","product":"Card Not Present","hasReturnedItemsSpecified":false}],${done}}`,
  getSettledBatchListRequest: `{"batchList":[{"batchId":"1221577","settlementTimeUTC":"2015-01-02T08:40:29Z","settlementTimeUTCSpecified":true,"settlementTimeLocal":"2015-01-02T01:40:29","settlementState":"settledSuccessfully","paymentMethod":"creditCard","marketType":"eCommerce","product":"Card Not Present"}],${done}}`,
  getTransactionListRequest: `{"transactions":[{"transId":"2162566217","submitTimeUTC":"2011-09-01T16:30:49Z","submitTimeLocal":"2011-09-01T10:30:49","transactionStatus":"settledSuccessfully","invoiceNumber":"60","accountType":"MasterCard","accountNumber":"XXXX4444","settleAmount":1018.88,"hasReturnedItemsSpecified":false}],${done}}`,
  createTransactionRequest: `{"transactionResponse":{"responseCode":"1","authCode":"1VT65S","avsResultCode":"P","cvvResultCode":"","cavvResultCode":"","transId":"2230581333","refTransID":"2230581333","transHash":"414220CECDB539F68435A4830246BDA5","testRequest":"0","accountNumber":"XXXX0015","accountType":"MasterCard","messages":[{"code":"1","description":"This transaction has been approved."}]},"refId":"34913421",${done}}`,
};
const refused =
  '{"messages":{"resultCode":"Error","message":[{"code":"E00040","text":"The record cannot be found."}]}}';

let server: Server;
let cards: AuthorizeNetCards;
let answers: Record<string, string> = samples;
const requests: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push(body);
      response.end(`\uFEFF${answers[Object.keys(JSON.parse(body) as object)[0] ?? ''] ?? ''}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const file = join(await mkdtemp(join(tmpdir(), 'cards-')), 'merchants.json');
  const merchant = { merchant: 'lake', loginId: '5KP3u95bQpv', transactionKey: '346HZ32z3fP4hTG2' };
  await writeFile(file, JSON.stringify({ lake: merchant }));
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  cards = new AuthorizeNetCards(new CardCredentials(file, () => undefined), new ApiClient(api), {
    ...{ api, formAction: 'https://accept.authorize.net/payment/payment' },
    frameOrigin: 'https://accept.authorize.net',
  });
});
afterAll(() => void server.close());

const sent = async (work: () => Promise<unknown>): Promise<string[]> => {
  requests.length = 0;
  await work();
  return requests;
};
const authentication = '"merchantAuthentication":{"name":"5KP3u95bQpv","transactionKey":"346HZ32z3fP4hTG2"}';

describe('the members of a request have the order of the Authorize.Net schema', () => {
  test('for the token of the card page', async () => {
    const request = {
      ...{
        county: 'lake',
        refId: 'R1',
        amount: 10_275n,
        mode: 'SALE' as const,
        description: 'Escrow deposit',
      },
      communicatorUrl: 'https://records.example/communicator.html',
    };
    const [body = ''] = await sent(async () => {
      expect((await cards.createHostedSession(request)).token).toMatch(/^FCfc6.*89nE4Beh$/);
    });
    expect(body).toContain(
      `{"getHostedPaymentPageRequest":{${authentication},"refId":"R1","transactionRequest":{"transactionType":"authCaptureTransaction","amount":"102.75","order":{"invoiceNumber":"R1","description":"Escrow deposit"}},"hostedPaymentSettings":{"setting":[{"settingName":"hostedPaymentIFrameCommunicatorUrl","settingValue":"{\\"url\\":\\"https://records.example/communicator.html\\"}"}`,
    );
    expect(body).toContain('"hostedPaymentSecurityOptions","settingValue":"{\\"captcha\\":true}"');
  });

  test('for a capture, a void or a refund', async () => {
    const mutation = { county: 'lake', transactionId: '2230581333', refId: 'R2' };
    const bodies = await sent(async () => {
      expect(await cards.capture(mutation, 1_200n)).toBe('OK');
      expect(await cards.void(mutation)).toBe('OK');
      expect(await cards.refund(mutation, 500n)).toBe('OK');
    });
    const request = (members: string) =>
      `{"createTransactionRequest":{${authentication},"refId":"R2","transactionRequest":{${members}}}}`;
    expect(bodies).toEqual([
      request('"transactionType":"priorAuthCaptureTransaction","amount":"12.00","refTransId":"2230581333"'),
      request('"transactionType":"voidTransaction","refTransId":"2230581333"'),
      `{"getTransactionDetailsRequest":{${authentication},"transId":"2230581333"}}`,
      request(
        '"transactionType":"refundTransaction","amount":"5.00","payment":{"creditCard":{"cardNumber":"4444","expirationDate":"XXXX"}},"refTransId":"2230581333","order":{"invoiceNumber":"60"}',
      ),
    ]);
  });

  test('for lists of transactions and of settled batches', async () => {
    const [from, to] = [new Date('2015-01-01T00:00:00Z'), new Date('2015-01-20T00:00:00Z')];
    const paging =
      '"sorting":{"orderBy":"submitTimeUTC","orderDescending":true},"paging":{"limit":1000,"offset":1}';
    const bodies = await sent(async () => {
      expect(await cards.findByReference('lake', '1324567890', from, to)).toEqual(['2228546203']);
    });
    expect(bodies).toEqual([
      `{"getUnsettledTransactionListRequest":{${authentication},${paging}}}`,
      `{"getSettledBatchListRequest":{${authentication},"includeStatistics":false,"firstSettlementDate":"2015-01-01T00:00:00.000Z","lastSettlementDate":"2015-01-20T00:00:00.000Z"}}`,
      `{"getTransactionListRequest":{${authentication},"batchId":"1221577",${paging}}}`,
    ]);
  });
});

describe('an answer of Authorize.Net', () => {
  test('yields a transaction with its exact amount, even if the answer begins with a byte order mark', async () => {
    expect(await cards.fetchTransaction('lake', '2162566217')).toEqual({
      ...{
        id: '2162566217',
        mode: 'SALE',
        status: 'SETTLED',
        approved: true,
        invoice: '60',
        requestRef: null,
        refundOf: null,
      },
      ...{ authorized: 101_888n, settling: 101_888n, submittedAt: new Date('2011-09-01T16:30:49.390Z') },
    });
  });

  test('yields no transaction when it says that the provider has no such record', async () => {
    answers = { getTransactionDetailsRequest: refused };
    expect(await cards.fetchTransaction('lake', '1')).toBeUndefined();
    answers = samples;
  });

  test.each([
    ['E00007', { name: 'ProviderRefused', reason: 'KEYS' }],
    ['E00003', { name: 'ProviderRefused', reason: 'REQUEST' }],
    ['E00013', { name: 'ProviderRefused', reason: 'REQUEST' }],
    ['E00001', { name: 'ProviderUnavailable' }],
    ['E00104', { name: 'ProviderUnavailable' }],
  ])(
    'that refuses a query with the code %s shows whether a later query may succeed',
    async (code, expected) => {
      answers = { getTransactionDetailsRequest: refused.replace('E00040', code) };
      await expect(cards.fetchTransaction('lake', '1')).rejects.toMatchObject(expected);
      answers = samples;
    },
  );

  test('is parsed with its amounts as decimal texts', () => {
    expect(parseDecimalJson('\uFEFF{"a":300.00,"b":[1.005]}')).toEqual({ a: '300.00', b: ['1.005'] });
    expect([5n, 10_275n, 100n].map(decimalOf)).toEqual(['0.05', '102.75', '1.00']);
  });
});

describe('a recorded notification of Authorize.Net', () => {
  const key =
    '52CB4A002C634B84E397DC8A218E1A160BA7CAB7CBE4C05B35E9CBB05E14FE4A2385812E980CCF97D177F17863CE214D1BE6CE8E1E894487AACF3609C1A5FE17';
  const raw =
    '{"notificationId":"182cbbff-cab2-4080-931d-80e5d818f23a","eventType":"net.authorize.payment.authcapture.created","eventDate":"2017-08-18T20:40:52.7722007Z","webhookId":"849eb87e-078a-4169-a34b-c0bded5019a8","payload":{"responseCode":0,"authCode":"Z3PV5H","avsResponse":"Y","authAmount":0.0,"entityName":"transaction","id":"40005915599"}}';
  const signature =
    'sha512=A1E0CC0F8A7B6274E0951CAC5EB63579F70FC6B7B15384B146DCE02B98DEE3954A5A8E331661B51DE953E141E88994DFA7D267FFB8428BE0660511B6EFB94960';

  const check = async (own: object, body = raw, signatures = [signature]) => {
    const file = join(await mkdtemp(join(tmpdir(), 'cards-')), 'merchants.json');
    const merchant = { merchant: 'm', loginId: 'l', transactionKey: 't', signatureKey: key, ...own };
    await writeFile(file, JSON.stringify({ lake: merchant }));
    const known = new CardCredentials(file, () => undefined);
    const one = new AuthorizeNetCards(known, new ApiClient('http://127.0.0.1:1/'), {
      ...{ api: '', formAction: '', frameOrigin: '' },
    });
    return one.verifyWebhook('lake', Buffer.from(body), signatures);
  };

  test('matches its signature when the key is read as text, and not when the key is read as hexadecimal', async () => {
    expect(await check({})).toEqual({
      ...{ kind: 'GENUINE', notificationId: '182cbbff-cab2-4080-931d-80e5d818f23a' },
      transactionId: '40005915599',
    });
    expect(await check({ signatureKeyEncoding: 'hex' })).toEqual({ kind: 'FORGED' });
    expect(await check({ signatureKey: 'another', previousSignatureKey: key })).toMatchObject({
      kind: 'GENUINE',
    });
  });

  test('is not checked when the signature key should be hexadecimal but is not', async () => {
    for (const own of [
      { signatureKey: `${key}A` },
      { previousSignatureKey: 'no hex' },
      { signatureKey: 'xyz' },
    ])
      expect(await check({ ...own, signatureKeyEncoding: 'hex' })).toEqual({ kind: 'NO_KEY' });
  });

  test('no longer matches its signature when it is parsed and written again, because 0.0 becomes 0', async () => {
    expect(await check({}, JSON.stringify(JSON.parse(raw)))).toEqual({ kind: 'FORGED' });
  });

  test('is refused unless it has exactly one signature and the merchant has a signature key', async () => {
    expect(await check({}, raw, [])).toEqual({ kind: 'FORGED' });
    expect(await check({}, raw, [signature, signature])).toEqual({ kind: 'FORGED' });
    expect(await check({ signatureKey: undefined })).toEqual({ kind: 'NO_KEY' });
  });
});

test('cardProvider and paymentOrigin select the live system of Authorize.Net, its test system or the sandbox', () => {
  const at = (cardProvider: 'sandbox' | 'authorizenet', paymentOrigin: string) =>
    addressesOf({ cardProvider, paymentOrigin }).api;
  expect(at('authorizenet', 'https://accept.authorize.net')).toBe(
    'https://api.authorize.net/xml/v1/request.api',
  );
  expect(at('authorizenet', 'https://test.authorize.net')).toBe(
    'https://apitest.authorize.net/xml/v1/request.api',
  );
  expect(at('sandbox', 'http://pay.localhost:8081')).toBe('http://127.0.0.1:8081/xml/v1/request.api');
});
