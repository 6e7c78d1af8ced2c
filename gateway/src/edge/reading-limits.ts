import { hash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import { openConnection, whenReady, type Redis } from '@portal/infra/redis';
import type { DocumentNumberCriteria } from '@portal/proto/criteria/document-number';
import { documentNumberOf, documentTypeOf, type DocumentKey } from '@portal/proto/document-key';
import { fail } from '@portal/proto/result';
import type { SearchInput } from '@portal/proto/rpc/search';
import { Refusal } from '../answers/refusal.js';
import type { Visit } from '../session/visit.js';
import {
  allowancesOf,
  recordShares,
  searchingShares,
  walkAfter,
  widestStep,
  type Allowance,
} from './reading.rules.js';

const log = openLog('gateway');

const WALK_SECONDS = 3_600;

type ReadingConfig = Pick<Config, 'redisUrl' | 'redisNamespace' | 'readingLimits' | 'searchLimits'>;

/**
 * Adds things (pages, searches or records) to several sets, in which each thing counts once. Each set expires a fixed
 * time after its first thing was added. If every set has room, the script adds the things to all sets and returns 0.
 * Otherwise it adds nothing and returns, for the full set that expires last, the set's position and the milliseconds
 * until it expires. ARGV has the size limit of each set, then the lifetime of each set in seconds, then the things.
 */
const TAKE = `
local sets, first = #KEYS, 2 * #KEYS + 1
local fresh, known = {}, {}
local position, wait = 0, 0
for set, key in ipairs(KEYS) do
  fresh[set] = 0
  for at = first, #ARGV do fresh[set] = fresh[set] + 1 - redis.call('SISMEMBER', key, ARGV[at]) end
  known[set] = fresh[set] > 0 and redis.call('SCARD', key) or 0
  if fresh[set] > 0 and known[set] + fresh[set] > tonumber(ARGV[set]) then
    local left = math.max(1, redis.call('PTTL', key))
    if left > wait then position, wait = set, left end
  end
end
if wait > 0 then return {position, wait} end
for set, key in ipairs(KEYS) do
  if fresh[set] > 0 then
    redis.call('SADD', key, unpack(ARGV, first))
    if known[set] == 0 then redis.call('EXPIRE', key, ARGV[sets + set]) end
  end
end
return {0, 0}`;

/**
 * Returns the length of a walk: the number of documents that the visitor has opened one after the other, each with a
 * number close to the number before. The document that is opened now is included. Returns 0 if the visitor opens the
 * same document again.
 */
const STEP = `
local last, run = unpack(redis.call('HMGET', KEYS[1], 'last', 'run'))
local step = last and math.abs(tonumber(ARGV[1]) - tonumber(last)) or -1
run = tonumber(run or '0')
if step ~= 0 then
  run = (step > 0 and step <= tonumber(ARGV[2])) and run + 1 or 1
  redis.call('HSET', KEYS[1], 'last', ARGV[1], 'run', run)
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
return step == 0 and 0 or run`;

const refused = counter({
  name: 'reading_limited_total',
  help: 'Looks at page images, searches and details that were refused because a share was used up',
  labelNames: ['what', 'holder'],
});
const walks = counter({
  name: 'reading_walks_total',
  help: 'Readers that went through document numbers one by one',
});

/**
 * Redis with the two scripts as methods. Once Redis has received a script, the client sends only the script's digest.
 */
interface CountingRedis extends Redis {
  takeThings(...args: readonly (string | number)[]): Promise<[position: number, waitMs: number]>;
  noteStep(key: string, step: string, widest: number, seconds: number): Promise<number>;
}

function openCounting(redisUrl: string): CountingRedis {
  const redis = openConnection(redisUrl, { enableAutoPipelining: true });
  redis.defineCommand('takeThings', { lua: TAKE });
  redis.defineCommand('noteStep', { lua: STEP, numberOfKeys: 1 });
  // ioredis adds the scripts as methods, which its type does not show
  return redis as CountingRedis;
}

/** What is counted; part of the keys in Redis. */
type Counted = 'reading' | 'searching' | 'opening';

/**
 * The key of the document for which a search by number asks, with the type N if the number has no type letter;
 * undefined for a range of several numbers.
 */
function soughtDocument(criteria: DocumentNumberCriteria): DocumentKey | undefined {
  const [from, to] = [criteria.fromDocumentNumber.toUpperCase(), criteria.toDocumentNumber];
  if (to !== '' && to !== from) return undefined;
  return /^\d/.test(from) ? `N${from}` : from;
}

/**
 * Keeps visitors from copying a county's page images without paying, and programs (bots) from copying its index
 * (S36). The counts are in Redis, where all replicas share them; without Redis no page is shown.
 */
@Injectable()
export class ReadingLimits implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: CountingRedis;
  private readonly namespace: string;
  private readonly factors: Readonly<Record<Counted, number>>;

  constructor(
    @Inject(CONFIG)
    { redisUrl, redisNamespace, readingLimits, searchLimits }: ReadingConfig,
  ) {
    this.redis = openCounting(redisUrl);
    this.namespace = redisNamespace;
    this.factors = { reading: readingLimits, searching: searchLimits, opening: searchLimits };
  }

  onModuleInit(): Promise<void> {
    return whenReady(this.redis);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /**
   * Counts pages before they are shown.
   * @throws Refusal TOO_MANY_REQUESTS with the seconds until more pages may be viewed
   */
  async count(visit: Visit, key: DocumentKey, pages: readonly number[]): Promise<void> {
    if (pages.length === 0) return;
    const names = pages.map((page) => `${key}:${page}`);
    await this.spend('reading', visit, allowancesOf(visit), { names, document: key });
  }

  /**
   * Counts a search before it runs. A search for one document number also counts as a step of a walk through the
   * records.
   * @throws Refusal like `count`
   */
  async countSearch(visit: Visit, { type, criteria }: SearchInput): Promise<void> {
    const name = hash('sha256', JSON.stringify([type, criteria]), 'base64url');
    await this.spend('searching', visit, allowancesOf(visit, searchingShares), {
      names: [name.slice(0, 22)],
      document: 'fromDocumentNumber' in criteria ? soughtDocument(criteria) : undefined,
    });
  }

  /**
   * Counts a record before its details are shown.
   * @throws Refusal like `count`
   */
  async countRecord(visit: Visit, key: DocumentKey): Promise<void> {
    await this.spend('opening', visit, allowancesOf(visit, recordShares), {
      names: [key],
      document: key,
    });
  }

  private async spend(
    what: Counted,
    visit: Visit,
    allowances: readonly Allowance[],
    { names, document }: { names: readonly string[]; document: DocumentKey | undefined },
  ): Promise<void> {
    const [person] = allowances;
    if (this.factors[what] === 0 || !person) return;
    const [[position, waitMs]] = await this.asked(
      Promise.all([this.take(what, allowances, names), document && this.noteStep(visit, person, document)]),
    );
    if (position === 0) return;
    const spent = allowances[position - 1];
    refused.inc({ what, holder: spent?.holder.split(':')[1] ?? '' });
    throw new Refusal(fail('TOO_MANY_REQUESTS', { seconds: Math.ceil(waitMs / 1_000) }));
  }

  private take(
    what: Counted,
    allowances: readonly Allowance[],
    names: readonly string[],
  ): Promise<[position: number, waitMs: number]> {
    const keys = allowances.map(({ holder, seconds }) => `${this.namespace}:${what}:${seconds}:${holder}`);
    const most = allowances.map(({ things }) => things * this.factors[what]);
    const lives = allowances.map(({ seconds }) => seconds);
    return this.redis.takeThings(keys.length, ...keys, ...most, ...lives, ...names);
  }

  /** Adds a document to the walk through the records. Logs and counts a walk once, as soon as it is long enough. */
  private async noteStep({ session, county }: Visit, { holder }: Allowance, key: DocumentKey): Promise<void> {
    const number = documentNumberOf(key);
    if (!/^\d{1,15}$/.test(number)) return;
    const at = `${this.namespace}:reading:walk:${documentTypeOf(key)}:${holder}`;
    const run = await this.redis.noteStep(at, number, widestStep, WALK_SECONDS);
    if (run !== walkAfter) return;
    walks.inc();
    const { user, account, session: id } = session?.actor ?? {};
    log.warn(
      { county: county.id, reader: user, account, session: id, upTo: key },
      `a reader has looked at ${walkAfter} documents one after the other`,
    );
  }

  private async asked<T>(answers: Promise<T>): Promise<T> {
    return answers.catch((error: unknown) => {
      log.error({ err: error }, 'looks cannot be counted: nothing is shown');
      throw new Refusal(fail('SERVICE_UNAVAILABLE'));
    });
  }
}
