// The faults of infra/bench/faults/README.md. `strike` causes a fault once; its promise settles when the fault is over.
import { setTimeout as sleep } from 'node:timers/promises';
import { flood, overload } from './crowd-faults.mjs';
import { killFacts, poison, repeatFacts } from './fact-faults.mjs';
import { arm, failpointNames } from './failpoints.mjs';
import { starve } from './machine-faults.mjs';
import { loseCommits, swallowPackets, troubleNetwork } from './network-faults.mjs';
import { damageObject, hideObjects } from './object-faults.mjs';
import { childrenOf, gateway, services } from './stack.mjs';

/** Processes that handle money are killed most often. */
const victims = [...Array(4).fill(services[0]), ...Array(3).fill(services[1]), gateway, ...services.slice(2)];

function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Freezes a process with SIGSTOP for a while; the process does not notice that time passes. */
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

/** Requests a crash, a delay or an error at a failpoint. */
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

/** `needs`: resources that two faults cannot use at once. `alone`: no other fault strikes meanwhile. */
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
  {
    id: 'F8 black hole',
    what: 'PostgreSQL or Redis swallows packets for tens of seconds',
    ...{ weight: 2, needs: 'network', strike: swallowPackets },
  },
  { id: 'F9', what: 'commits whose answer is lost', weight: 10, needs: 'postgres', strike: loseCommits },
  { id: 'F10', what: 'facts again and out of order', weight: 4, strike: repeatFacts },
  {
    id: 'F10 dead',
    what: 'facts that cannot be applied for a while',
    ...{ weight: 3, needs: 'facts', strike: killFacts },
  },
  { id: 'F11', what: 'card provider', weight: 16, needs: 'provider', strike: troubleProvider },
  { id: 'F13', what: 'object store', weight: 3, needs: 'objects', strike: hideObjects },
  {
    id: 'F13 damage',
    what: 'paid PDF altered, cut short, removed',
    ...{ weight: 8, needs: 'objects', strike: damageObject },
  },
  { id: 'F14', what: 'overload', weight: 2, needs: 'crowd', strike: overload },
  {
    id: 'F14 share',
    what: 'one address or county floods while others buy',
    ...{ weight: 1, alone: true, strike: flood },
  },
  { id: 'F15', what: 'no memory, one core, a loop that stands still', weight: 6, strike: starve },
  { id: 'F18', what: 'fact that nobody can apply', weight: 4, strike: poison },
];
