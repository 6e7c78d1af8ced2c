import { callers, isCaller, type Caller } from '@portal/proto/rpc/callers';
import { type Contract, serviceOf } from '@portal/proto/rpc/contract';
import { contracts } from '@portal/proto/rpc/registry';

/** One ACL user of Redis: the name of the process, and rules for `ACL SETUSER`. */
export interface RedisUser {
  readonly name: Caller;
  readonly rules: readonly string[];
}

/** Keys that belong to one process, without the prefix of the namespace. */
const ownKeys: Partial<Record<Caller, readonly string[]>> = {
  gateway: ['reading:*', 'searching:*', 'opening:*', 'edge:*'],
  identity: ['session:*', 'door:*', 'sign-in:*'],
  search: ['hits:*', 'search-history:*'],
};

/**
 * The topics in which a process publishes facts (`tells`) and the topics that it reads (`hears`). A test compares both
 * with the code.
 */
export const topicsOf: Readonly<Record<Caller, { tells: readonly string[]; hears: readonly string[] }>> = {
  gateway: { tells: [], hears: ['config', 'identity', 'payments'] },
  identity: {
    tells: ['identity', 'audit'],
    hears: ['identity', 'config', 'office', 'billing', 'filings', 'reports'],
  },
  'admin-config': { tells: ['config', 'audit'], hears: ['config'] },
  search: { tells: ['search', 'sealing', 'audit'], hears: ['config'] },
  imaging: { tells: ['imaging', 'filings', 'audit'], hears: ['sealing', 'config', 'filing-payments'] },
  payments: { tells: ['payments', 'office', 'filing-payments', 'audit'], hears: ['identity', 'config'] },
  reports: {
    tells: ['reports', 'audit'],
    hears: ['payments', 'office', 'identity', 'config', 'search', 'audit'],
  },
  billing: { tells: ['billing', 'audit'], hears: ['payments', 'identity', 'config'] },
  launcher: { tells: [], hears: [] },
};

/**
 * Commands that reveal the keys, clients or scripts of other processes without naming a key. The other dangerous
 * commands are excluded by category.
 */
const neverAsked = ['scan', 'randomkey', 'dbsize', 'pubsub', 'function', 'fcall', 'script', 'client', 'acl'];
const stillAsked = ['info', 'script|load', 'client|id', 'client|setname', 'client|unblock'];

const reading = [
  ...['xread', 'xreadgroup', 'xack', 'xautoclaim', 'xclaim', 'xpending', 'xlen', 'xrange', 'xrevrange'],
  ...['xinfo', 'exists', 'xgroup|create', 'xgroup|createconsumer', 'xgroup|delconsumer', 'eval', 'evalsha'],
];

/**
 * The commands that a process may use on a topic that it shares with other publishers and does not read. It may not
 * trim such a topic, because the topic's readers do that.
 */
const telling = ['xadd'];
const isShared = (topic: string): boolean =>
  Object.values(topicsOf).filter(({ tells }) => tells.includes(topic)).length > 1;

/** The topics that a process trims: its own topics, and the shared topics that it reads. */
export const trimmedTopics = (name: string, told: Iterable<string>): string[] => [
  ...[...told].filter((topic) => !isShared(topic)),
  ...(isCaller(name) ? topicsOf[name].hears.filter(isShared) : []),
];

/** Allows commands on certain keys or channels only. */
const only = (commands: readonly string[], ...places: readonly string[]): string =>
  `(${commands.map((command) => `+${command}`).join(' ')} ${places.join(' ')})`;

const mayCall = (name: Caller, { callers: known, system }: Contract): boolean =>
  known.includes(name) || system.includes(name);

/**
 * Streams of other processes. A process may write commands into these streams, and may look up the state of its own
 * commands there.
 */
function lanesOf(name: Caller, at: (key: string) => string): string[] {
  const called = contracts.filter((contract) => mayCall(name, contract));
  const lanes = called.map((contract) => at(`rpc:${serviceOf(contract)}:${contract.lane}`));
  return [...new Set(lanes)].sort().map((lane) => `~${lane}`);
}

function rulesOf(name: Caller, namespace: string): string[] {
  const at = (key: string): string => `${namespace}:${key}`;
  const { tells, hears } = topicsOf[name];
  const lanes = lanesOf(name, at);
  return [
    'resetkeys',
    'resetchannels',
    'clearselectors',
    ...['+@all', '-@admin', '-@dangerous', ...neverAsked.map((command) => `-${command}`)],
    ...stillAsked.map((command) => `+${command}`),
    ...[`rpc:${name}:*`, `rpc:dead:${name}`, `job:${name}.*`, `evt:dead:${name}`, `alive:${name}`].map(
      (key) => `~${at(key)}`,
    ),
    ...(ownKeys[name] ?? []).map((key) => `~${at(key)}`),
    ...tells.filter((topic) => !isShared(topic)).map((topic) => `~${at(`evt:${topic}`)}`),
    ...hears.filter(isShared).map((topic) => `~${at(`evt:${topic}`)}`),
    `&${at(`rpc:inbox:${name}:*`)}`,
    ...(lanes.length > 0 ? [only(['xadd', 'xlen', 'xpending', 'xinfo|groups'], ...lanes)] : []),
    only(['get'], `%R~${at(`rpc:reply:${name}:*`)}`),
    only(['set'], `%W~${at('rpc:reply:*')}`),
    only(['publish'], `&${at('rpc:inbox:*')}`),
    only(['get', 'set'], `~${at('evt:epoch')}`),
    ...(hears.length > 0 ? [only(reading, ...hears.map((topic) => `~${at(`evt:${topic}`)}`))] : []),
    ...tells.filter(isShared).map((topic) => only(telling, `~${at(`evt:${topic}`)}`)),
    ...(name === 'gateway'
      ? [only(['get'], `%R~${at('session:*')}`), only(['hgetall'], `%R~${at('alive:*')}`)]
      : []),
  ];
}

/**
 * The ACL users of an installation, one for each process. A process may use its own streams, inbox, jobs and caches,
 * send commands to the services whose contracts name it, and read the facts of its topics. Needs Redis 7 or newer.
 * @param namespace REDIS_NAMESPACE, or a Redis pattern such as `test-*` for several namespaces
 */
export const redisUsers = (namespace: string): RedisUser[] =>
  callers.map((name) => ({ name, rules: rulesOf(name, namespace) }));
