import { request, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openCards, operatorMerchants } from '../src/cards/open-cards.js';
import { SandboxUnderTest } from './sandbox-under-test.js';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await SandboxUnderTest.start();
});
afterAll(() => sandbox.close());

/** Calls the control address with any headers, including those that fetch cannot send. */
const control = (headers: OutgoingHttpHeaders): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const asked = request(`${sandbox.origin}/control`, options, (response) => {
      void text(response).then(() => resolve(response.statusCode));
    });
    asked.on('error', reject);
    asked.end('{}');
  });

test('only a program on this machine may control the sandbox, and no page in a browser may', async () => {
  const { port } = new URL(sandbox.origin);
  expect(await control({ host: `127.0.0.1:${port}` })).toBe(200);
  expect(await control({ host: `pay.localhost:${port}` })).toBe(404);
  expect(await control({ host: `127.0.0.1:${port}`, origin: 'http://localhost:8080' })).toBe(404);
  expect(await control({ host: `127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' })).toBe(404);
  expect(await control({ host: `127.0.0.1:${port}`, 'content-type': 'text/plain' })).toBe(404);
});

test('a fault that the sandbox does not have is refused', async () => {
  await expect(sandbox.misbehave({ on: 'pay', mode: 'explode' })).rejects.toThrow('422');
});

test('a request whose members are not in the order of the schema is refused, as the provider would do', async () => {
  const merchantAuthentication = { name: 'lake-login', transactionKey: 'lake-key' };
  const ask = async (members: object) => {
    const body = JSON.stringify({ getTransactionDetailsRequest: members });
    const reply = await fetch(`${sandbox.origin}/xml/v1/request.api`, { method: 'POST', body });
    return reply.text();
  };
  expect(await ask({ merchantAuthentication, transId: '1' })).toContain('E00040');
  expect(await ask({ transId: '1', merchantAuthentication })).toContain('E00003');
  expect(
    await ask({ merchantAuthentication: { name: 'lake-login', transactionKey: 'x' }, transId: '1' }),
  ).toContain('E00007');
});

test('the card page shows the amount, can embed only pages of the portal as frames, and is valid once', async () => {
  const cards = openCards(
    { cardProvider: 'sandbox', paymentOrigin: sandbox.origin },
    operatorMerchants({ cardCredentialsFile: sandbox.credentials }),
  );
  const { token, formAction } = await cards.createHostedSession({
    ...{ county: 'lake', refId: 'R1', amount: 10_275n, mode: 'SALE', description: '<b>Deposit</b>' },
    communicatorUrl: 'http://localhost:8080/LandShark/communicator.html',
  });
  const show = () => fetch(formAction, { method: 'POST', body: new URLSearchParams({ token }) });
  const shown = await show();
  expect(shown.headers.get('content-security-policy')).toContain('frame-src http://localhost:8080;');
  const page = await shown.text();
  expect(page).toContain('$102.75');
  expect(page).not.toContain('<b>Deposit</b>');
  await sandbox.pay(token);
  expect(await (await show()).text()).toContain('no longer valid');
  expect(await sandbox.pay(token)).toBeUndefined();
});
