import { Body, Controller, Post } from '@nestjs/common';
import { openLog } from '@portal/infra/log';
import { clientLogEntry } from '@portal/proto/http/session';
import { ok, type Result } from '@portal/proto/result';
import { parseInput } from '../answers/refusal.js';
import { Public } from '../session/access.js';

/** The browser's own errors, one escaped record each (A12-21, S26). */
@Controller('logReact')
export class ClientLogController {
  private readonly log = openLog('browser');

  @Post()
  @Public('errors happen before sign-in too')
  write(@Body() body: unknown): Result<object> {
    const { level, message, stack, url } = parseInput(clientLogEntry, body);
    this.log[level]({ stack, url }, message);
    return ok({});
  }
}
