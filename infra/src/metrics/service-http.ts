import type { Type } from '@nestjs/common';
import type { Config } from '../config/index.js';
import { Database, SERVICE_TABLES, type ServiceTables } from '../db/index.js';
import { openConnection, whenReady } from '../redis/index.js';
import { startProcessHttp, type ProcessHttp } from './process-http.js';
import { databaseIsReady, redisIsReady, type ReadyCheck } from './readiness.js';

/** What is needed of a running service. */
export interface Probed {
  readonly service: string;
  /** Gives a provider, or throws for one that the service does not have; absent for a process without a database. */
  get?<T>(token: symbol | Type<T>): T;
}

/** The probes of a service process: ready means that its database (with migrations) and Redis answer. */
export async function startServiceHttp(config: Config, running: Probed): Promise<ProcessHttp> {
  const redis = openConnection(config.redisUrl);
  await whenReady(redis);
  const http = await startProcessHttp(config.httpPort, {
    host: config.httpHost,
    service: running.service,
    version: config.version,
    commit: config.commit,
    ready: { ...databaseCheck(running), redis: redisIsReady(redis) },
  }).catch((error: unknown) => {
    redis.disconnect();
    throw error;
  });
  return {
    ...http,
    close: async () => {
      redis.disconnect();
      await http.close();
    },
  };
}

/** A service without tables has no database to be ready. */
function databaseCheck({ get }: Probed): Record<string, ReadyCheck> {
  if (!get) return {};
  const tables = find(() => get<ServiceTables>(SERVICE_TABLES));
  return tables ? { database: databaseIsReady(get(Database), tables.migrations) } : {};
}

function find<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}
