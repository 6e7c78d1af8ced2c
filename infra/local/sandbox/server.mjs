// The HTTP side of the payment sandbox: the provider's JSON interface, the card page, and the control call.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerRequest, refuse } from './api.mjs';
import { portOf } from '../ports.mjs';
import { Book } from './book.mjs';
import { cardPage, expiredPage, frontPage, pagePolicy, script, styles } from './card-page.mjs';
import { control, mayControl } from './control.mjs';
import { writeJson } from './decimal-json.mjs';
import { Faults } from './faults.mjs';
import { judge, recordPayment, transactResponse } from './payments.mjs';
import { Webhooks } from './webhooks.mjs';

const LARGEST_BYTES = 1_000_000;
/** The byte order mark with which the real provider's answers begin. */
const BOM = '\uFEFF';

const json = (value, status = 200) => ({
  status,
  type: 'application/json',
  body: `${BOM}${writeJson(value)}`,
});
const page = (body, communicatorUrl) => ({
  status: 200,
  type: 'text/html',
  body,
  policy: pagePolicy(communicatorUrl),
});
const notFound = { status: 404, type: 'text/plain', body: 'not found' };
/** A function returns this value instead of an answer if the connection must be cut without an answer. */
const NO_REPLY = Symbol('no reply');

async function readBody(request) {
  const body = await buffer(request);
  if (body.length > LARGEST_BYTES) throw new RangeError('too large');
  return body.toString('utf8');
}

/**
 * Answers a request to the provider's JSON interface. All requests have the same URL. The body is an object with one
 * member, whose name is the name of the request.
 */
async function api(sandbox, request) {
  const [[name, body] = []] = Object.entries(JSON.parse(await readBody(request)));
  const fault = sandbox.faults.take(name);
  if (fault?.mode === 'error500') return { status: 500, type: 'text/plain', body: 'error' };
  if (fault?.mode === 'dropRequest') return NO_REPLY;
  if (fault?.mode === 'garbage') return { status: 200, type: 'text/html', body: '<html>maintenance</html>' };
  if (fault?.mode === 'refuseKeys') return json(refuse('E00007', 'User authentication failed.'));
  if (fault?.mode === 'refuseRequest') return json(refuse('E00027', 'The request is not valid.'));
  if (fault?.mode === 'busy') return json(refuse('E00053', 'The server is currently too busy.'));
  if (fault?.mode === 'slow') await sleep(fault.ms);
  const answer = json(name ? answerRequest(sandbox, name, body) : refuse('E00003', 'no request'));
  return fault?.mode === 'dropReply' ? NO_REPLY : answer;
}

/** Shows the card page. To open the card page in a frame, the portal's page posts a form with the token to this URL. */
async function showPage({ book }, request) {
  const token = book.findToken(new URLSearchParams(await readBody(request)).get('token') ?? '');
  const valid = token && token.expiresAt > Date.now() && !token.paid;
  return valid ? page(cardPage(token), token.communicatorUrl) : page(expiredPage());
}

/** Handles Pay on the card page. After a declined card the user may try another. */
async function pay(sandbox, request) {
  const { token: text, ...card } = JSON.parse(await readBody(request));
  const token = sandbox.book.findToken(text);
  if (!token || token.expiresAt <= Date.now() || token.paid)
    return json({ error: 'This page is no longer valid. Please start again.' });
  const fault = sandbox.faults.take('pay');
  if (fault?.mode === 'error500') return { status: 500, type: 'text/plain', body: 'error' };
  const verdict = judge(card, fault?.mode);
  if ('error' in verdict) return json(verdict);
  const made = recordPayment(sandbox, token, verdict, fault?.mode);
  if (fault?.mode === 'duplicate') recordPayment(sandbox, token, verdict);
  if (fault?.mode === 'slow') await sleep(fault.ms);
  if (fault?.mode === 'dropReply') return NO_REPLY;
  if (verdict.result === 'DECLINED')
    return json({ error: 'This transaction has been declined.', field: 'cardNumber', transId: made.transId });
  sandbox.book.addToken({ ...token, paid: true });
  return json({ response: transactResponse(made, token) });
}

async function controlCall(sandbox, request) {
  if (!mayControl(request)) return notFound;
  if (!request.headers['content-type']?.startsWith('application/json')) return notFound;
  try {
    return json(control(sandbox, JSON.parse(await readBody(request))));
  } catch (error) {
    return { status: 422, type: 'text/plain', body: String(error) };
  }
}

const routes = {
  'GET /live': () => ({ status: 200, type: 'text/plain', body: 'live' }),
  'GET /': () => page(frontPage()),
  'GET /card-page.css': () => ({ status: 200, type: 'text/css', body: styles }),
  'GET /card-page.js': () => ({ status: 200, type: 'text/javascript', body: script }),
  'POST /xml/v1/request.api': api,
  'POST /payment/payment': showPage,
  'POST /payment/pay': pay,
  'POST /control': controlCall,
};

async function answer(sandbox, request, response) {
  const route = routes[`${request.method} ${new URL(request.url, 'http://sandbox').pathname}`];
  const reply = await (route?.(sandbox, request) ?? notFound);
  if (reply === NO_REPLY) return request.socket.destroy();
  response.writeHead(reply.status, {
    'content-type': `${reply.type}; charset=utf-8`,
    'content-security-policy': reply.policy ?? "default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  return response.end(reply.body);
}

/**
 * @param {{ port: number, folder: string, credentials: string, webhookUrl?: string, host?: string }} o `credentials` is
 * the portal's file; `host` is the address to listen on
 * @returns {Promise<{ port: number, stop: () => Promise<void> }>}
 */
export async function startSandbox({ port, folder, credentials, webhookUrl, host = '127.0.0.1' }) {
  const faults = new Faults();
  const webhooks = new Webhooks({ url: webhookUrl, credentials, faults });
  const notify = (eventType, transaction) => webhooks.send(eventType, transaction);
  const sandbox = { book: new Book(folder), faults, credentials, notify };
  const server = createServer((request, response) => {
    answer(sandbox, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400);
      response.end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close').catch(() => undefined);
  };
  return { port: portOf(server), stop };
}
