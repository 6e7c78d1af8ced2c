import { createHash } from 'node:crypto';
import { pino, type DestinationStream, type Logger } from 'pino';
import { readVariable } from '../config/index.js';
import { Calm } from './calm.js';
import { callContext } from './context.js';
import { redact, redactText } from './redaction.js';

/**
 * Writes JSON lines to standard output. Fields come first; the message is a constant text without values. Lines with
 * the same message and the same error of an unavailable server are written at most once a minute.
 */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

/**
 * The log of a service. Each line has the correlation id, the county and a hash of the user of the current call.
 * @param to where the lines go; standard output except in tests
 */
export function openLog(service: string, to?: DestinationStream): Log {
  const options = {
    level: level(),
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: contextFields,
    // `redact` handles errors, because pino's own serializer would write all their fields
    serializers: { err: (error: unknown) => error },
  };
  return wrap(to ? pino(options, to) : pino(options));
}

/**
 * The log opens while modules load, before `readConfig` can report a wrong level. With a wrong level, the log writes
 * too much rather than too little.
 */
function level(): string {
  try {
    return readVariable('LOG_LEVEL') ?? 'info';
  } catch {
    return 'debug';
  }
}

function contextFields(): object {
  const context = callContext.current();
  if (!context) return {};
  const { correlationId, county, user } = context;
  return {
    correlationId: redactText(correlationId),
    ...(county !== undefined && { county }),
    ...(user !== undefined && { user: createHash('sha256').update(user).digest('hex').slice(0, 16) }),
  };
}

function wrap(logger: Logger, calm = new Calm()): Log {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (fields: object, message: string): void => {
      if (!logger.isLevelEnabled(level)) return;
      const more = calm.admit(fields, message);
      if (more) logger[level](redact({ ...fields, ...more }), redactText(message));
    };
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => wrap(logger.child(redact(fields)), calm),
  };
}
