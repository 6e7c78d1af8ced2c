import { setTimeout as sleep } from 'node:timers/promises';
import { migrationNames, newestMigrationSql, type Database } from '../db/index.js';
import { openLog } from '../log/index.js';

const CHECK_MS = 1_000;
const log = openLog('process-http');

/** A check of one part, for example of the database: resolves if the part works, and rejects if it does not. */
export type ReadyCheck = () => Promise<void>;

/**
 * Checks that the service's database answers and has every migration of the running code. The database may have newer
 * migrations too, because an update migrates the tables before it starts the new version.
 */
export const databaseIsReady =
  (database: Database, migrations: readonly Function[]): ReadyCheck =>
  async () => {
    const [newest] = await database.query<{ name: string }>(newestMigrationSql(database.schema));
    const needed = migrationNames(migrations).at(-1);
    if (needed !== undefined && stampOf(newest?.name) < stampOf(needed)) {
      throw new Error(`the migrations end at ${newest?.name ?? 'none'}, the code needs ${needed}`);
    }
  };

export const redisIsReady =
  (redis: { ping(): Promise<string> }): ReadyCheck =>
  async () => {
    await redis.ping();
  };

const stampOf = (name = ''): string => name.slice(-13);

/** Checks each part; a part that does not answer in time counts as broken. */
export async function checkParts(
  checks: Readonly<Record<string, ReadyCheck>>,
): Promise<Record<string, boolean>> {
  const entries = Object.entries(checks).map(async ([name, check]): Promise<[string, boolean]> => {
    const late = new AbortController();
    try {
      await Promise.race([check(), sleep(CHECK_MS, undefined, { signal: late.signal }).then(fail)]);
      return [name, true];
    } catch (error) {
      log.warn({ err: error, part: name }, 'not ready');
      return [name, false];
    } finally {
      late.abort();
    }
  });
  return Object.fromEntries(await Promise.all(entries));
}

const fail = (): never => {
  throw new Error(`no answer within ${CHECK_MS} ms`);
};
