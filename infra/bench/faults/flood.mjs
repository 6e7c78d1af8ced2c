// Sends as many requests as it can for a while: node flood.mjs address|county <port> <milliseconds> <connections>
// <cookie>. Prints the number of requests, in total and by status.
import { Agent, request } from 'node:http';

const [who, port, ms, connections, cookie] = process.argv.slice(2);
const until = performance.now() + Number(ms);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const counts = new Map();
const wholeTime = { fromRecordedDate: '01/01/1800', toRecordedDate: '10/30/2026' };
const questions = [
  ['search/searchByName', { ...wholeTime, grantorGranteeLastName1: 'SMITH' }],
  ['imaging/computeDownloadOrder', { documentKey: 'A1000001', pageSelectionMethod: 'ALL_PAGES' }],
  ['auth/login', { username: 'nobody', password: 'nobody', language: 'ENGLISH' }],
];

/**
 * The headers that say who sends request `n`: always the same user at one address, or users of one county at many
 * addresses.
 */
const caller = (n) =>
  who === 'address'
    ? { host: `localhost:${port}`, 'x-forwarded-for': '10.66.6.6', cookie }
    : { host: `saipan.localhost:${port}`, 'x-forwarded-for': `10.67.${(n >> 8) & 255}.${n & 255}` };

function ask(n) {
  const [route, body] = questions[n % questions.length];
  const headers = { ...caller(n), 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const options = { port: Number(port), method: 'POST', path: `/LandShark/api/${route}`, headers, agent };
  return new Promise((resolve) => {
    const asked = request(options, (answer) => {
      answer.resume();
      answer.on('close', () => resolve(answer.statusCode));
    });
    asked.setTimeout(15_000, () => asked.destroy());
    asked.on('error', (error) => resolve(error.code));
    asked.end(JSON.stringify(body));
  });
}

async function goOn(n) {
  for (let asked = n; performance.now() < until; asked += Number(connections)) {
    const status = await ask(asked);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
}

await Promise.all(Array.from({ length: Number(connections) }, (_, n) => goOn(n)));
const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
const parts = [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
process.stdout.write(`${total} questions (${parts})\n`);
process.exit(0);
