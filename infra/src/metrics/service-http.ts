import type { Type } from '@nestjs/common';
import type { VitalSigns } from '@portal/proto/http/monitoring';
import type { Config } from '../config/index.js';
import { Database, SERVICE_TABLES, type ServiceTables } from '../db/index.js';
import { EVENT_LOG, type EventLog } from '../events/event-log.js';
import { Jobs } from '../jobs/jobs.js';
import { openConnection, whenReady } from '../redis/index.js';
import { watchCertificates } from './certificates.js';
import { tellParts } from './part-metrics.js';
import { startProcessHttp, type ProcessHttp } from './process-http.js';
import { databaseIsReady, redisIsReady, type ReadyCheck } from './readiness.js';
import type { RecentTimes } from './recent-times.js';
import { tellVitalSigns, type Watched } from './vital-signs.js';

/** The parts of a running service or gateway that the probes use. */
export interface Probed {
  readonly service: string;
  /** Returns a provider; throws if the process does not have it. */
  get?<T>(token: symbol | Type<T>): T;
  /** The server that reads the service's commands. */
  readonly server?: Serving;
  /** How long the gateway's answers took. */
  readonly times?: RecentTimes;
}

interface Serving extends Silent {
  readonly times: RecentTimes;
  laneSigns(): Promise<VitalSigns['lanes']>;
}

/**
 * Reports the milliseconds since a reader last got an answer. A reader of Redis normally gets an answer each second.
 */
interface Silent {
  readonly silentMs: number;
}

/**
 * The silence, in milliseconds, after which a reader counts as reconnecting. Commands wait while it reconnects. A
 * reader that loses a single answer is not silent for so long, because it gets the next answer earlier.
 */
const SILENT_MS = 3_000;

/**
 * Starts the probes of a process. Ready means that Redis and the databases (with their migrations) answer and that
 * commands are being read. If the process cannot work without the log of facts, facts must be read too.
 * @param running one service, or all services that share the process; in the second case, the name of each check begins
 * with the name of its service
 */
export async function startServiceHttp(
  config: Config,
  running: Probed | { readonly service: string; readonly parts: readonly Probed[] },
): Promise<ProcessHttp> {
  const redis = openConnection(config.redisUrl);
  await whenReady(redis);
  const http = await startProcessHttp(config.httpPort, {
    host: config.httpHost,
    service: running.service,
    version: config.version,
    commit: config.commit,
    ready: { ...checksOf(running), redis: redisIsReady(redis) },
  }).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  const parts = 'parts' in running ? running.parts : [running];
  const isOne = 'parts' in running;
  const told = parts.map(watched);
  const forgetParts = tellParts(told);
  const endSigns = tellVitalSigns(redis, config, isOne ? 'gateway' : running.service, told);
  const endLooks = watchCertificates(config);
  return {
    ...http,
    close: async () => {
      forgetParts();
      await endSigns();
      await endLooks();
      redis.disconnect();
      await http.close();
    },
  };
}

function checksOf(
  running: Probed | { readonly parts: readonly Probed[] },
): Readonly<Record<string, ReadyCheck>> {
  if (!('parts' in running)) return neededOf(running);
  const named = running.parts.flatMap((part) =>
    Object.entries(neededOf(part)).map(([name, check]) => [`${part.service}.${name}`, check]),
  );
  return Object.fromEntries(named);
}

/** The checks that decide whether a process is ready. */
function neededOf(part: Probed): Record<string, ReadyCheck> {
  const checks = Object.entries(checksOfOne(part));
  const isOptional = eventLogOf(part)?.isRequired === false;
  return Object.fromEntries(isOptional ? checks.filter(([name]) => name !== 'facts') : checks);
}

const eventLogOf = ({ get }: Probed): EventLog | undefined => get && find(() => get<EventLog>(EVENT_LOG));

/** A process without tables has no database to check. A process that receives no facts has no event log to check. */
function checksOfOne(part: Probed): Record<string, ReadyCheck> {
  const { get, server } = part;
  const tables = get && find(() => get<ServiceTables>(SERVICE_TABLES));
  const facts = eventLogOf(part);
  return {
    ...(get && tables && { database: databaseIsReady(get(Database), tables.migrations) }),
    ...(server && { commands: isReading(server) }),
    ...(facts && { facts: isReading(facts) }),
  };
}

function watched(part: Probed): Watched {
  const { service, get, server, times } = part;
  const database = get && find(() => get(Database));
  const jobs = get && find(() => get(Jobs));
  return {
    service,
    ready: checksOfOne(part),
    ...(server && { times: server.times, laneSigns: () => server.laneSigns() }),
    ...(times && { times }),
    // if the jobs cannot be counted, the process still reports its other vital signs
    ...(jobs && { jobSigns: () => jobs.signs().catch(() => []) }),
    ...(database && { poolSigns: () => database.poolSigns }),
  };
}

const isReading =
  (reader: Silent): ReadyCheck =>
  async () => {
    const silent = reader.silentMs;
    if (silent > SILENT_MS) throw new Error(`nothing was heard for ${Math.round(silent)} ms`);
  };

function find<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}
