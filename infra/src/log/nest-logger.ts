import { isNativeError } from 'node:util/types';
import type { LoggerService } from '@nestjs/common';
import type { Log } from './log.js';

/** Makes Nest write through our log: `NestFactory.create(module, { logger: nestLogger(log) })`. */
export function nestLogger(log: Log): LoggerService {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: unknown, ...rest: unknown[]): void => {
      const context = rest.at(-1);
      const fields = typeof context === 'string' ? { context } : {};
      if (isNativeError(message)) log[level]({ ...fields, err: message }, message.message);
      else if (typeof message === 'string') log[level]({ ...fields, ...stackOf(rest) }, message);
      else log[level]({ ...fields, nest: message }, 'Nest says');
    };
  return {
    // Nest reports each module and route that it sets up, which is useful only when a start fails
    log: write('debug'),
    error: write('error'),
    warn: write('warn'),
    debug: write('debug'),
    verbose: write('debug'),
    fatal: write('error'),
  };
}

/** Nest's `error(message, stack, context)`. */
function stackOf(rest: readonly unknown[]): object {
  const [first] = rest;
  return rest.length > 1 && typeof first === 'string' ? { stack: first } : {};
}
