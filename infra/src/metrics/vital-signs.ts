import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Monitoring, type VitalSigns, vitalSigns } from '@portal/proto/http/monitoring';
import { callers } from '@portal/proto/rpc/callers';
import type { Config } from '../config/index.js';
import type { Redis } from '../redis/index.js';
import { checkParts, type ReadyCheck } from './readiness.js';
import type { Recent, RecentTimes } from './recent-times.js';
import { registry } from './registry.js';

const EVERY_MS = 5_000;
/** A process that has not reported for this long counts as lost. */
const LOST_MS = 15_000;
/** How long a lost process stays in the list, so that the operator on call sees which process is missing. */
const KEPT_MS = 600_000;

/** A service or gateway in this process, with the parts that its vital signs need. */
export interface Watched {
  readonly service: string;
  readonly ready: Readonly<Record<string, ReadyCheck>>;
  readonly times?: RecentTimes;
  laneSigns?(): Promise<VitalSigns['lanes']>;
  jobSigns?(): Promise<VitalSigns['jobs']>;
  poolSigns?(): VitalSigns['pool'];
}

const keyOf = (namespace: string, user: string): string => `${namespace}:alive:${user}`;
const nothing: Recent = { all: 0, failed: 0, p50: null, p95: null };

/**
 * Reports the state of each part of this process every five seconds. Each Redis user has a hash in Redis that no other
 * user writes, and the gateway reads all of these hashes (`readVitalSigns`). Without Redis nothing is written, so the
 * gateway sees the process as silent.
 * @returns a function that ends the reports and removes the parts from the list
 */
export function tellVitalSigns(
  redis: Redis,
  config: Pick<Config, 'redisNamespace' | 'storage' | 'version' | 'commit'>,
  user: string,
  parts: readonly Watched[],
): () => Promise<void> {
  const key = keyOf(config.redisNamespace, user);
  const process = `${globalThis.process.pid}-${randomBytes(3).toString('hex')}`;
  const fieldOf = ({ service }: Watched): string => `${service} ${process}`;
  const startedAt = new Date().toISOString();
  const ended = new AbortController();
  const tell = async (): Promise<void> => {
    const at = await timeOf(redis);
    const told = await Promise.all(
      parts.map(async (part) => {
        const signs = { ...(await signsOf(part, config)), process, startedAt, at: at.toISOString() };
        return [fieldOf(part), JSON.stringify(signs)];
      }),
    );
    if (ended.signal.aborted) return;
    await redis.multi().hset(key, Object.fromEntries(told)).pexpire(key, KEPT_MS).exec();
    await forgetOld(redis, key, at);
  };
  const telling = (async () => {
    while (!ended.signal.aborted) {
      await tell().catch(() => undefined);
      await sleep(EVERY_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    ended.abort();
    await telling;
    await redis.hdel(key, ...parts.map(fieldOf)).catch(() => undefined);
  };
}

async function signsOf(
  part: Watched,
  { storage, version, commit }: Pick<Config, 'storage' | 'version' | 'commit'>,
): Promise<Omit<VitalSigns, 'process' | 'startedAt' | 'at'>> {
  const [parts, lanes, jobs, disk, facts] = await Promise.all([
    checkParts(part.ready),
    part.laneSigns?.() ?? [],
    part.jobSigns?.() ?? [],
    diskOf(storage.kind === 'folder' && storage.root !== '' ? storage.root : '.'),
    factsOf(part.service),
  ]);
  return {
    ...{ service: part.service, version, commit, parts, lanes, jobs, facts, disk },
    answers: part.times?.recent() ?? nothing,
    pool: part.poolSigns?.() ?? null,
    memoryBytes: process.memoryUsage.rss(),
  };
}

async function diskOf(folder: string): Promise<VitalSigns['disk']> {
  const found = await statfs(folder).catch(() => undefined);
  return found ? { free: found.bavail * found.bsize, size: found.blocks * found.bsize } : null;
}

/** The counts from the last round of `FactsWatch`. */
async function factsOf(service: string): Promise<VitalSigns['facts']> {
  const valuesOf = async (metric: string): Promise<number[]> => {
    const found = await registry.getSingleMetric(metric)?.get();
    const values = found?.values ?? [];
    return values.filter(({ labels }) => labels.service === service).map(({ value }) => value);
  };
  const sum = async (metric: string): Promise<number> =>
    (await valuesOf(metric)).reduce((total, value) => total + value, 0);
  return {
    unread: await sum('facts_unread'),
    unreadSeconds: Math.round(Math.max(0, ...(await valuesOf('facts_unread_seconds')))),
    dead: await sum('facts_dead'),
    unpublished: await sum('facts_unpublished'),
  };
}

async function timeOf(redis: Redis): Promise<Date> {
  const [seconds, micros] = await redis.time();
  return new Date(Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000));
}

const readSigns = (text: string): VitalSigns | undefined => {
  const read = vitalSigns.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
};

async function forgetOld(redis: Redis, key: string, now: Date): Promise<void> {
  const all = Object.entries(await redis.hgetall(key));
  const old = all.filter(([, text]) => ageOf(readSigns(text), now) > KEPT_MS).map(([field]) => field);
  if (old.length > 0) await redis.hdel(key, ...old);
}

const ageOf = (signs: VitalSigns | undefined, now: Date): number =>
  signs ? now.getTime() - Date.parse(signs.at) : Number.POSITIVE_INFINITY;

/**
 * Every process that has reported in the last ten minutes, sorted by service.
 * @param expected services of the product
 */
export async function readVitalSigns(
  redis: Redis,
  namespace: string,
  expected: readonly string[],
): Promise<Monitoring> {
  const now = await timeOf(redis);
  const hashes = await Promise.all(callers.map((user) => redis.hgetall(keyOf(namespace, user))));
  const processes = hashes
    .flatMap((hash) => Object.values(hash).flatMap((text) => readSigns(text) ?? []))
    .map((signs) => ({ ...signs, isLost: ageOf(signs, now) > LOST_MS }))
    .filter((signs) => ageOf(signs, now) <= KEPT_MS)
    .sort((a, b) => a.service.localeCompare(b.service) || a.startedAt.localeCompare(b.startedAt));
  const isThere = (service: string): boolean =>
    processes.some((each) => each.service === service && !each.isLost);
  return { at: now.toISOString(), processes, missing: expected.filter((service) => !isThere(service)) };
}
