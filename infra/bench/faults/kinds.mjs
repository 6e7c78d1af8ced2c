// The faults of infra/bench/faults/README.md. Each strikes once and is over when its promise settles.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failpointNames } from './failpoints.mjs';
import { childrenOf } from './stack.mjs';

const gateway = 'gateway';
const services = ['payments', 'imaging', 'identity', 'search', 'admin-config', 'reports'].map(
  (name) => `services/${name}`,
);
/** Where the money is, processes end most often. */
const victims = [...Array(4).fill(services[0]), ...Array(3).fill(services[1]), gateway, ...services.slice(2)];

function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** SIGSTOP for a while: whoever is frozen believes afterwards that no time has passed. */
async function freeze(pid, ms) {
  if (pid === undefined || !signal(pid, 'SIGSTOP')) return false;
  await sleep(ms);
  return signal(pid, 'SIGCONT');
}

const anyOf = (stack, random) => random.pick(stack.pidsOf(random.pick(victims)));

function killService({ stack, random }) {
  const folder = random.pick(victims);
  const pid = random.pick(stack.pidsOf(folder));
  return pid !== undefined && signal(pid, 'SIGKILL') && `killed ${folder}`;
}

/** Asks for something at a named place. Whoever comes by next has it. @returns false when it was asked for already */
export function arm(folder, name, action) {
  const file = path.join(folder, name);
  if (existsSync(file)) return false;
  writeFileSync(`${file}.new`, action);
  renameSync(`${file}.new`, file);
  return true;
}

/** A crash, a delay or an error at a named place. */
function armFailpoint({ stack, random }) {
  const name = random.pick(failpointNames);
  const action = random.chance(0.7)
    ? 'crash'
    : random.chance(0.5)
      ? 'throw'
      : `delay ${random.between(200, 7_000)}`;
  return arm(stack.failpoints, name, action) && `${action} at ${name}`;
}

async function endRedis({ stack, random }) {
  const how = random.pick(['keeps', 'empty', 'flush']);
  if (how === 'flush') await stack.flushRedis();
  else await stack.redis.restart(how === 'empty');
  return `Redis ${how}`;
}

async function endPostgres({ stack, random }) {
  const how = random.pick(['SIGINT', 'SIGQUIT', 'SIGKILL', 'backend', 'terminate']);
  if (how === 'terminate') {
    await stack.ask(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE '%\\_app' ORDER BY random() LIMIT 5`,
    );
  } else if (how === 'backend') {
    const [busy] = await stack.ask(
      `SELECT pid FROM pg_stat_activity WHERE usename LIKE 'payments%' ORDER BY state = 'active' DESC LIMIT 1`,
    );
    if (!busy || !signal(busy.pid, 'SIGKILL')) return false;
  } else await stack.postgres.restart(how);
  return `PostgreSQL ${how}`;
}

async function freezeSomething({ stack, random }) {
  const seconds = random.pick([2, 3, 5, 8, 15]);
  const what = random.pick(['service', 'service', 'service', 'redis', 'backend']);
  const pids = {
    service: () => anyOf(stack, random),
    redis: () => stack.redis.server.pid,
    backend: () => random.pick(childrenOf(stack.postgres.server.pid)),
  };
  const froze = await freeze(pids[what](), seconds * 1_000);
  return froze && `${what} stopped for ${seconds} s`;
}

async function troubleNetwork({ stack, random }) {
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

async function loseCommits({ stack, random }) {
  const before = stack.postgres.proxy.lostCommits;
  stack.postgres.proxy.loseCommits(random.between(1, 4));
  for (const until = Date.now() + 3_000; Date.now() < until; await sleep(50)) {
    if (stack.postgres.proxy.lostCommits > before) break;
  }
  const lost = stack.postgres.proxy.lostCommits - before;
  return lost > 0 && 'commit not answered';
}

/** Facts that were published come again, in another order than before. */
async function repeatFacts({ stack, random }) {
  const schema = random.pick(['payments', 'payments', 'identity']);
  await stack.ask(
    `UPDATE ${schema}.outbox SET published_at = NULL, claimed_until = NULL WHERE id IN (
       SELECT id FROM ${schema}.outbox WHERE published_at IS NOT NULL ORDER BY random() LIMIT 50)`,
  );
  return `facts of ${schema} again`;
}

const questions = [
  'getTransactionDetailsRequest',
  'getUnsettledTransactionListRequest',
  'getHostedPaymentPageRequest',
];

async function troubleProvider({ stack, random }) {
  if (random.chance(0.1)) {
    await stack.provider.restart();
    return 'provider killed';
  }
  const on = random.pick(['createTransactionRequest', 'createTransactionRequest', 'webhook', ...questions]);
  const request = ['dropReply', 'dropReply', 'dropRequest', 'error500', 'slow', 'garbage'];
  const mode = random.pick(
    on === 'webhook' ? ['lost', 'duplicate', 'delay', 'reorder', 'badSignature'] : request,
  );
  await stack.book.misbehave({ on, mode, times: random.between(1, 3), ms: random.between(500, 6_000) });
  return `${on} ${mode}`;
}

/** In place of the folder of objects lies a file for a while: every read and write fails. */
async function hideObjects({ stack, random }) {
  const { OBJECTS_DIR: folder } = stack.environment;
  writeFileSync(`${folder}.none`, '');
  renameSync(folder, `${folder}.away`);
  renameSync(`${folder}.none`, folder);
  await sleep(random.between(500, 3_000));
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
  return 'object store away';
}

/** Ten times the searches that anybody rated, and many sign-ins at once. */
async function overload({ stack, random }) {
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

/** `needs`: what two faults must not have in their hands at once. */
export const kinds = [
  { id: 'F1', what: 'kill -9 of a service', weight: 20, strike: killService },
  { id: 'F2', what: 'crash, delay or error at a failpoint', weight: 26, strike: armFailpoint },
  { id: 'F3', what: 'Redis killed, emptied, flushed', weight: 4, needs: 'redis', strike: endRedis },
  { id: 'F4', what: 'PostgreSQL restarted or killed', weight: 6, needs: 'postgres', strike: endPostgres },
  {
    id: 'F5',
    what: 'SIGSTOP of a service, Redis, a backend',
    weight: 8,
    needs: 'redis',
    strike: freezeSomething,
  },
  { id: 'F8', what: 'network', weight: 10, needs: 'network', strike: troubleNetwork },
  { id: 'F9', what: 'commits whose answer is lost', weight: 10, needs: 'postgres', strike: loseCommits },
  { id: 'F10', what: 'facts again and out of order', weight: 4, strike: repeatFacts },
  { id: 'F11', what: 'card provider', weight: 16, needs: 'provider', strike: troubleProvider },
  { id: 'F13', what: 'object store', weight: 3, needs: 'objects', strike: hideObjects },
  { id: 'F14', what: 'overload', weight: 2, needs: 'crowd', strike: overload },
];
