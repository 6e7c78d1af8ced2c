import { migrationNames, newestMigrationSql, type Database } from '../db/index.js';

/** Settles when a part works and throws when it does not. */
export type ReadyCheck = () => Promise<void>;

/**
 * The service's database answers and has every migration of the running code. It may have newer ones, because an
 * expanding migration runs before the new version does.
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
