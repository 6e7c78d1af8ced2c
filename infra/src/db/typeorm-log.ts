import type { Logger } from 'typeorm';
import type { Log } from '../log/index.js';

const nothing = (): void => undefined;

/** TypeORM writes to the console by itself. Statements contain people's names, so only its messages are kept. */
export const typeormLog = (log: Log): Logger => ({
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: (message) => log.info({}, message),
  log: (level, message) => log[level === 'warn' ? 'warn' : 'debug']({}, String(message)),
});
