// Puts load on servers over HTTP, and on the database. In a closed loop, a client sends its next request as soon as it
// has an answer. At a given rate, requests do not wait for the answers to earlier ones.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { seededRandom } from '../local/demo/random.mjs';
import { mean, percentile } from './figures.mjs';

/** The headers that a browser sends with the requests of a page, except the cookie and the content type. */
export const browserHeaders = {
  accept: 'application/json, text/plain, */*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

/**
 * @param {{ port: number, path?: string, questions: { path?: string, body: object, cookie?: string }[], clients:
 * number, seconds: number, headers?: Record<string, string> }} o each client begins with a different question; a
 * question's own path takes precedence over the common one
 * @returns {Promise<{ count: number, perSecond: number, p50: number, p97: number }>} p50 and p97 (97.5 %) in
 * milliseconds
 * @throws when any request failed
 */
export async function loadHttp({ port, path, questions, clients, seconds, headers = {} }) {
  let refusal;
  const onResponse = (status, text) => {
    if (status >= 300) refusal ??= `${status} ${text.slice(0, 300)}`;
  };
  const requests = questions.map(({ path: own = path, body, cookie }) => ({
    onResponse,
    method: 'POST',
    path: own,
    body: JSON.stringify(body),
    headers: {
      ...headers,
      host: `localhost:${port}`,
      'content-type': 'application/json',
      ...(cookie && { cookie }),
    },
  }));
  let started = 0;
  const setupClient = (client) => {
    const from = Math.floor((requests.length / clients) * started++) % requests.length;
    client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
  };
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: clients,
    duration: seconds,
    requests,
    setupClient,
  });
  const count = result['2xx'];
  if (result.non2xx + result.errors > 0)
    throw new Error(
      `${result.non2xx} refusals and ${result.errors} errors, with ${count} answers of ${path ?? requests[0].path}: ${JSON.stringify(result.statusCodeStats)}, the first: ${refusal}`,
    );
  const { p50, p97_5: p97 } = result.latency;
  return { count, perSecond: count / result.duration, p50, p97 };
}

/**
 * Sends requests at random times (exponential intervals), whether earlier ones have been answered or not.
 * @param {{ port: number, questions: { path: string, body: object, cookie?: string }[], perSecond: number, seconds:
 * number, headers?: Record<string, string> }} o
 * @returns {Promise<{ count: number, refused: number, meanMs: number, variation: number }>} `refused`: how many were
 * refused with 503; `meanMs` and `variation` are those of the others (`variation` as in queue-model.mjs)
 * @throws when any request failed in another way
 */
export async function loadAtRate({ port, questions, perSecond, seconds, headers = {} }) {
  const agent = new Agent({ keepAlive: true });
  const random = seededRandom('times of arrival');
  const answers = [];
  const started = performance.now();
  for (let due = 0; due < seconds * 1_000; due -= Math.log(1 - random.next()) * (1_000 / perSecond)) {
    const wait = started + due - performance.now();
    if (wait > 1) await sleep(wait);
    answers.push(answered(agent, port, questions[answers.length % questions.length], headers));
  }
  const all = await Promise.all(answers);
  agent.destroy();
  const times = all.filter((time) => time !== undefined);
  const meanMs = mean(times);
  const variation = mean(times.map((time) => (time / meanMs - 1) ** 2));
  return { count: all.length, refused: all.length - times.length, meanMs, variation };
}

/** Milliseconds until a request is answered completely; undefined if it is refused with 503. */
function answered(agent, port, { path, body, cookie }, headers) {
  const own = { host: `localhost:${port}`, 'content-type': 'application/json', ...(cookie && { cookie }) };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const to = { agent, host: '127.0.0.1', port, path, method: 'POST', headers: { ...headers, ...own } };
    const sent = request(to, (answer) => {
      const { statusCode: status } = answer;
      if (status !== 200 && status !== 503) reject(new Error(`${path} was answered with ${status}`));
      answer.resume().once('end', () => resolve(status === 200 ? performance.now() - started : undefined));
    });
    sent.once('error', reject).end(JSON.stringify(body));
  });
}

/** Like `loadHttp`, with statements that are prepared as in the service, and a connection for each client. */
export async function loadDatabase({ url, statements, clients, seconds }) {
  const texts = [...new Set(statements.map(({ text }) => text))];
  const queries = statements.map(({ text, params }) => ({
    name: `s${texts.indexOf(text)}`,
    text,
    values: params,
  }));
  const pool = new pg.Pool({ connectionString: url, max: clients, options: '-c search_path=search,public' });
  const times = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const client = async (_, nth) => {
    const connection = await pool.connect();
    let at = Math.floor((statements.length / clients) * nth);
    for (let asked = performance.now(); asked < end;) {
      await connection.query(queries[at++ % queries.length]);
      const now = performance.now();
      times.push(now - asked);
      asked = now;
    }
    connection.release();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const perSecond = (times.length / (performance.now() - started)) * 1000;
  await pool.end();
  return { count: times.length, perSecond, p50: percentile(times, 0.5), p97: percentile(times, 0.975) };
}
