import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { counter } from '@portal/infra/metrics';
import { openConnection, whenReady, type Redis } from '@portal/infra/redis';
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
 * A set of things that lives from its first one on. Answers the milliseconds until it is emptied when the things do
 * not fit any more, else 0 and takes them in.
 */
const TAKE = `
local fresh = 0
for i = 3, #ARGV do fresh = fresh + 1 - redis.call('SISMEMBER', KEYS[1], ARGV[i]) end
if fresh == 0 then return 0 end
local known = redis.call('SCARD', KEYS[1])
if known + fresh > tonumber(ARGV[1]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
redis.call('SADD', KEYS[1], unpack(ARGV, 3))
if known == 0 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 0`;

/** How many documents one after the other a reader has come to with this one. */
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

const refused = () =>
  counter({
    name: 'reading_limited_total',
    help: 'Looks at page images, searches and details that were refused because a share was used up',
    labelNames: ['what', 'holder'],
  });
const walks = () =>
  counter({ name: 'reading_walks_total', help: 'Readers that went through document numbers one by one' });

/** What is counted, as a part of the keys in Redis. */
type Counted = 'reading' | 'searching' | 'opening';

/**
 * Keeps readers from taking the county's page images away one by one without paying for them, and its index by machine
 * (S36). Counts are in Redis, for all replicas; without Redis nothing is shown, as nothing else is.
 */
@Injectable()
export class ReadingLimits implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly namespace: string;
  private readonly factors: Readonly<Record<Counted, number>>;

  constructor(
    @Inject(CONFIG)
    { redisUrl, redisNamespace, readingLimits, searchLimits }: ReadingConfig,
  ) {
    this.redis = openConnection(redisUrl);
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
   * Counts pages that are about to be shown.
   * @throws Refusal TOO_MANY_REQUESTS with the seconds until there is room again
   */
  async count(visit: Visit, key: DocumentKey, pages: readonly number[]): Promise<void> {
    if (pages.length === 0) return;
    const names = pages.map((page) => `${key}:${page}`);
    await this.spend('reading', visit, allowancesOf(visit), { names, document: key });
  }

  /**
   * Counts a search that is about to be made; one for a single document number is a step of a walk too.
   * @throws Refusal like `count`
   */
  async countSearch(visit: Visit, { type, criteria }: SearchInput): Promise<void> {
    const name = createHash('sha256')
      .update(JSON.stringify([type, criteria]))
      .digest('base64url');
    const number = 'fromDocumentNumber' in criteria ? criteria.fromDocumentNumber : '';
    const document = number === '' ? undefined : `N${number}`;
    await this.spend('searching', visit, allowancesOf(visit, searchingShares), {
      names: [name.slice(0, 22)],
      document,
    });
  }

  /** Counts a record whose details are about to be shown. @throws Refusal like `count` */
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
    const [waits] = await this.asked(
      Promise.all([
        Promise.all(allowances.map((allowance) => this.take(what, allowance, names))),
        document && this.noteStep(visit, person, document),
      ]),
    );
    const longest = Math.max(...waits);
    if (longest === 0) return;
    const spent = allowances[waits.indexOf(longest)];
    refused().inc({ what, holder: spent?.holder.split(':')[1] ?? '' });
    throw new Refusal(fail('TOO_MANY_REQUESTS', { seconds: Math.ceil(longest / 1_000) }));
  }

  private async take(
    what: Counted,
    { holder, things, seconds }: Allowance,
    names: readonly string[],
  ): Promise<number> {
    const key = `${this.namespace}:${what}:${seconds}:${holder}`;
    return Number(await this.redis.eval(TAKE, 1, key, things * this.factors[what], seconds, ...names));
  }

  /** Tells the county's people of a walk once, when it has become one. */
  private async noteStep({ session, county }: Visit, { holder }: Allowance, key: DocumentKey): Promise<void> {
    const number = documentNumberOf(key);
    if (!/^\d{1,15}$/.test(number)) return;
    const at = `${this.namespace}:reading:walk:${documentTypeOf(key)}:${holder}`;
    const run = Number(await this.redis.eval(STEP, 1, at, number, widestStep, WALK_SECONDS));
    if (run !== walkAfter) return;
    walks().inc();
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
