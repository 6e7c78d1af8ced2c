import { callers, isCaller, type Caller } from '@portal/proto/rpc/callers';
import { type Contract, serviceOf } from '@portal/proto/rpc/contract';
import { contracts } from '@portal/proto/rpc/registry';

/** One ACL user of Redis: the name is that of the process, the rules are those of `ACL SETUSER`. */
export interface RedisUser {
  readonly name: Caller;
  readonly rules: readonly string[];
}

/** Keys that one process alone has, by the part after the namespace. */
const ownKeys: Partial<Record<Caller, readonly string[]>> = {
  gateway: ['reading:*', 'searching:*', 'opening:*', 'edge:*'],
  identity: ['session:*', 'door:*', 'sign-in:*'],
  search: ['hits:*', 'search-history:*'],
};

/** Topics that a process tells facts in, and those that it hears; a test compares both with what the code does. */
export const topicsOf: Readonly<Record<Caller, { tells: readonly string[]; hears: readonly string[] }>> = {
  gateway: { tells: [], hears: ['config', 'identity', 'payments'] },
  identity: { tells: ['identity', 'audit'], hears: ['identity', 'config'] },
  'admin-config': { tells: ['config', 'audit'], hears: ['config'] },
  search: { tells: ['search', 'sealing', 'audit'], hears: ['config'] },
  imaging: { tells: ['imaging', 'audit'], hears: ['sealing'] },
  payments: { tells: ['payments', 'audit'], hears: ['identity', 'config'] },
  reports: { tells: ['audit'], hears: ['payments', 'identity', 'config', 'audit'] },
  billing: { tells: [], hears: [] },
  launcher: { tells: [], hears: [] },
};

/** What tells of others' keys, clients and scripts although it names no key; what else is dangerous goes as a group. */
const neverAsked = ['scan', 'randomkey', 'dbsize', 'pubsub', 'function', 'fcall', 'script', 'client', 'acl'];
const stillAsked = ['info', 'script|load', 'client|id', 'client|setname', 'client|unblock'];

const reading = [
  ...['xread', 'xreadgroup', 'xack', 'xautoclaim', 'xclaim', 'xpending', 'xlen', 'xrange', 'xrevrange'],
  ...['xinfo', 'exists', 'xgroup|create', 'xgroup|createconsumer', 'xgroup|delconsumer', 'eval', 'evalsha'],
];

/** What many tell in, none of them reads: who hears it trims it. */
const telling = ['xadd'];
const isShared = (topic: string): boolean =>
  Object.values(topicsOf).filter(({ tells }) => tells.includes(topic)).length > 1;

/** The topics that a process trims: its own, and of those that many tell in the ones that it hears. */
export const trimmedTopics = (name: string, told: Iterable<string>): string[] => [
  ...[...told].filter((topic) => !isShared(topic)),
  ...(isCaller(name) ? topicsOf[name].hears.filter(isShared) : []),
];

/** Commands on keys or channels, for these alone. */
const only = (commands: readonly string[], ...places: readonly string[]): string =>
  `(${commands.map((command) => `+${command}`).join(' ')} ${places.join(' ')})`;

const mayCall = (name: Caller, { callers: known, system }: Contract): boolean =>
  known.includes(name) || system.includes(name);

/** Streams of others that a process may write commands to, and see in which state its own are. */
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
    ...[`rpc:${name}:*`, `rpc:dead:${name}`, `job:${name}.*`, `evt:dead:${name}`].map((key) => `~${at(key)}`),
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
    ...(name === 'gateway' ? [only(['get'], `%R~${at('session:*')}`)] : []),
  ];
}

/**
 * The ACL users of an installation, one for each process: own streams, inbox, jobs and caches, commands to the services
 * whose contracts name it, facts of the topics that it hears. Redis 7 or newer.
 * @param namespace REDIS_NAMESPACE; a pattern of Redis, such as `test-*`, stands for many
 */
export const redisUsers = (namespace: string): RedisUser[] =>
  callers.map((name) => ({ name, rules: rulesOf(name, namespace) }));
