import { Controller, Get, Param } from '@nestjs/common';
import { helperNames, type HelperContent } from '@portal/proto/http/start-up';
import { ok, type Result } from '@portal/proto/result';
import * as z from 'zod/mini';
import { refuse } from '../answers/refusal.js';
import { Public } from '../session/access.js';
import { CurrentVisit, type Visit } from '../session/visit.js';
import { HelperContentReader } from './helper-content.js';

const helperName = z.enum(helperNames);

@Controller('helperdata')
export class HelperDataController {
  constructor(private readonly reader: HelperContentReader) {}

  @Get(':name')
  @Public('the login page is dressed with it')
  async read(@Param('name') name: string, @CurrentVisit() visit: Visit): Promise<Result<HelperContent>> {
    const known = z.safeParse(helperName, name);
    return known.success ? ok(await this.reader.read(known.data, visit.county)) : refuse('NOT_FOUND');
  }
}
