import type { Logger } from 'typeorm';
import type { Log } from '../log/index.js';

const nothing = (): void => undefined;

/**
 * Replaces TypeORM's logger, which writes to the console. Only TypeORM's messages are logged, and no SQL statements,
 * because statements contain people's names.
 */
export const typeormLog = (log: Log): Logger => ({
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: (message) => log.info({}, message),
  log: (level, message) => log[level === 'warn' ? 'warn' : 'debug']({}, String(message)),
});
