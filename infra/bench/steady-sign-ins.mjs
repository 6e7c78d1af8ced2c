// Simulates people who sign in, and staff who list users, while other work is under way.
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword } from '../local/demo/sign-ins.mjs';
import { timed } from './arrivals.mjs';
import { signIn } from './visitors.mjs';

const EVERY_MS = 500;
const OTHER_COUNTY = 'saipan.localhost';

/**
 * Sends a request twice a second until `work` ends, whether or not the earlier requests have been answered.
 * @template T
 * @param {{ port: number }} product
 * @param {() => Promise<T>} work
 * @returns {Promise<{ done: T, answers: { what: string, status: number, ms: number }[] }>}
 */
export async function signInSteadily({ port }, work) {
  const cookie = await signIn(port, 'demo.county', OTHER_COUNTY);
  const under = [];
  const over = new AbortController();
  const asking = (async () => {
    for (let nth = 0; !over.signal.aborted; nth += 1) {
      const { what, question } = questionOf(nth, cookie);
      under.push(timed(port, question).then((answer) => ({ what, ...answer })));
      await sleep(EVERY_MS);
    }
  })();
  try {
    const done = await work();
    over.abort();
    await asking;
    return { done, answers: await Promise.all(under) };
  } finally {
    over.abort();
  }
}

/**
 * Returns in turn a sign-in to the county lake, a sign-in to another county, and a request for the other county's list
 * of users. The user of lake has the role TRIMIN, because a migration from LandShark One keeps the county's TRIMIN
 * users and replaces all others who have a password.
 */
function questionOf(nth, cookie) {
  if (nth % 3 === 2)
    return {
      what: 'lists of users',
      question: { path: 'userManager/users', body: {}, host: OTHER_COUNTY, cookie },
    };
  const of =
    nth % 3 === 0
      ? { host: 'localhost', username: 'demo.trimin' }
      : { host: OTHER_COUNTY, username: 'demo.escrow' };
  const body = { username: of.username, password: demoPassword };
  return {
    what: 'sign-ins',
    question: { path: 'auth/login', host: of.host, body, from: `198.51.${nth % 250}.7` },
  };
}
