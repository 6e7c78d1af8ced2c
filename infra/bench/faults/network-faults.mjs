// Faults of the network between the services and PostgreSQL, Redis or the card provider.
import { setTimeout as sleep } from 'node:timers/promises';

export async function troubleNetwork({ stack, random }) {
  const [name, proxy] = random.pick([
    ['PostgreSQL', stack.postgres.proxy],
    ['PostgreSQL', stack.postgres.proxy],
    ['Redis', stack.redis.proxy],
    ['provider', stack.provider.proxy],
  ]);
  const verb = random.pick(['latency', 'reset', 'blackHole', 'halfOpen', 'cutAfter']);
  const verbs = {
    latency: () => proxy.latency(150, 100, random.next),
    reset: () => proxy.reset(),
    blackHole: () => proxy.blackHole(),
    halfOpen: () => proxy.halfOpen(),
    cutAfter: () => proxy.cutAfter(random.between(1, 4_000)),
  };
  verbs[verb]();
  if (verb !== 'reset') await sleep(random.between(1_000, 6_000));
  proxy.heal();
  return `${name} ${verb}`;
}

/** At least one purchase must succeed within this time, even if other faults strike meanwhile. */
const PROGRESS_MS = 60_000;

async function somebodyBuys(history) {
  const healed = Date.now();
  const isNew = ({ op, type, invoked }) => op === 'purchase' && type === 'ok' && invoked > healed;
  for (; Date.now() < healed + PROGRESS_MS; await sleep(250)) if (history.entries.some(isNew)) return true;
  return false;
}

/**
 * Makes PostgreSQL or Redis drop all packets for tens of seconds. Neither end gets an error, even afterwards: old
 * connections stay open and dead, so each service must detect them by itself.
 */
export async function swallowPackets({ stack, random, violate }) {
  const [name, proxy] = random.pick([
    ['PostgreSQL', stack.postgres.proxy],
    ['Redis', stack.redis.proxy],
  ]);
  const seconds = random.between(...stack.holeSeconds);
  proxy.blackHole();
  await sleep(seconds * 1_000);
  const deaf = proxy.healSilently();
  if (!(await somebodyBuys(stack.history)))
    violate(`I15 nobody could buy for ${PROGRESS_MS / 1_000} s after ${name} had swallowed packets`);
  return `${name} swallowed everything for ${seconds} s, ${deaf} connections stay deaf`;
}

export async function loseCommits({ stack, random }) {
  const before = stack.postgres.proxy.lostCommits;
  stack.postgres.proxy.loseCommits(random.between(1, 4));
  for (const until = Date.now() + 3_000; Date.now() < until; await sleep(50)) {
    if (stack.postgres.proxy.lostCommits > before) break;
  }
  const lost = stack.postgres.proxy.lostCommits - before;
  return lost > 0 && 'commit not answered';
}
