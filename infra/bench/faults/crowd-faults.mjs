// F14: more requests than the product can serve.
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnOwnedNode } from '../../local/processes.mjs';
import { disarm } from './failpoints.mjs';

const flooder = fileURLToPath(new URL('flood.mjs', import.meta.url));

/** Sends ten times the usual rate of searches, and many sign-ins at once. */
export async function overload({ stack, random }) {
  const until = Date.now() + random.between(3_000, 8_000);
  const ask = async () => {
    while (Date.now() < until) await stack.crowd.search(random).catch(() => undefined);
  };
  const signIn = async () => {
    while (Date.now() < until) await stack.crowd.signIn(random).catch(() => undefined);
  };
  await Promise.all([...Array.from({ length: 40 }, ask), ...Array.from({ length: 10 }, signIn)]);
  return 'searches and sign-ins';
}

/** The longest time that a purchase may take: 20 s, the deadline of paying. */
const BOUND_MS = 20_000;
const CALM_WITHIN_MS = 60_000;
const IN_A_ROW = 5;
/**
 * Connections of the flood: four times the requests that a process handles for one address at once
 * (gateway/src/edge/places.ts).
 */
const CONNECTIONS = 256;

/**
 * Floods the portal: one address, or another county from many addresses, sends as many requests as possible. All other
 * users continue to buy, and their purchases must be answered within `BOUND_MS`. No other fault strikes meanwhile.
 */
export async function flood({ stack, random, violate, tally }) {
  const { history, environment } = stack;
  tally.forget(disarm(stack.failpoints));
  if (!(await purchasesEnd(history))) return false;
  const who = random.pick(['address', 'county']);
  const ms = random.between(5_000, 8_000);
  const { name, cookie } = await stack.crowd.signedIn(random);
  const child = spawnOwnedNode(flooder, [who, environment.PORT, String(ms), String(CONNECTIONS), cookie], {
    output: 'pipe',
  });
  child.stderr.resume();
  const answers = firstLine(child);
  const began = Date.now();
  await once(child, 'close');
  // the limits of a user hold at every address, so the user whose cookie the flood sends may be refused
  const isOther = ({ user }) => who !== 'address' || user !== name;
  const beside = await settled(history.entries.filter(isOther), began, Date.now());
  const slow = beside.filter(({ type, ms: took }) => type === 'info' || took > BOUND_MS);
  if (slow.length > 0)
    violate(
      `I15 ${slow.length} of ${beside.length} purchases during a flood by one ${who} took more than ${BOUND_MS} ms`,
    );
  if (!beside.some(({ type }) => type === 'ok'))
    violate(`I15 of ${beside.length} purchases during a flood by one ${who} none succeeded`);
  return `one ${who} asked ${await answers} during ${beside.length} purchases`;
}

async function firstLine(child) {
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text.trim();
}

/** Waits until some purchases in a row have succeeded, so that earlier faults no longer have an effect. */
async function purchasesEnd(history) {
  for (const until = Date.now() + CALM_WITHIN_MS; Date.now() < until; await sleep(250)) {
    const ended = history.entries
      .filter(({ op, type }) => op === 'purchase' && type !== undefined)
      .sort((a, b) => a.ended - b.ended)
      .slice(-IN_A_ROW);
    if (ended.length === IN_A_ROW && ended.every(({ type, asked }) => type !== 'info' && !(asked > 1)))
      return true;
  }
  return false;
}

/** Waits until the purchases that began between two times have ended or have exceeded `BOUND_MS`. Returns them. */
async function settled(entries, from, to) {
  const beside = entries.filter(({ op, invoked }) => op === 'purchase' && invoked >= from && invoked <= to);
  for (const until = to + BOUND_MS; Date.now() < until; await sleep(100))
    if (beside.every(({ type }) => type !== undefined)) break;
  return beside.map(({ type = 'info', invoked, ended = Date.now() }) => ({ type, ms: ended - invoked }));
}
