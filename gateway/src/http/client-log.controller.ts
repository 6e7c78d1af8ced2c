import { Body, Controller, Inject, Optional, Post, Req } from '@nestjs/common';
import { placeOf } from '@portal/infra/client-address';
import { openLog, type Log } from '@portal/infra/log';
import { clientLogEntry } from '@portal/proto/http/session';
import { ok, type Result } from '@portal/proto/result';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { parseInput } from '../answers/refusal.js';
import { Public } from '../session/access.js';

/** The log of browsers' errors; tests replace it. */
const BROWSER_LOG = Symbol('BROWSER_LOG');

/**
 * The number of records that one network (`placeOf`) may send per minute, so that a page that fails again and again
 * does not fill the disk.
 */
export const entriesPerMinute = 60;

/**
 * Logs errors that browsers report, each as one escaped record (A12-21, S26); records above the limit are counted and
 * dropped.
 */
@Controller('logReact')
export class ClientLogController {
  private readonly limiter = new RateLimiterMemory({ points: entriesPerMinute, duration: 60 });
  private readonly log: Log;

  constructor(@Optional() @Inject(BROWSER_LOG) log?: Log) {
    this.log = log ?? openLog('browser');
  }

  @Post()
  @Public('errors happen before sign-in too')
  async write(@Body() body: unknown, @Req() { ip }: Pick<FastifyRequest, 'ip'>): Promise<Result<object>> {
    const { level, message, stack, url } = parseInput(clientLogEntry, body);
    const spent = await this.limiter.consume(placeOf(ip)).then(
      () => 0,
      ({ consumedPoints }: RateLimiterRes) => consumedPoints,
    );
    if (spent === 0) this.log[level]({ stack, url }, message);
    else if (spent === entriesPerMinute + 1)
      this.log.warn({ url }, 'more records of this address are dropped');
    return ok({});
  }
}
