import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { RpcClient } from '@portal/infra/rpc';
import { exportRequest } from '@portal/proto/http/search-results';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import { exportSearch } from '@portal/proto/rpc/reports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SENT } from '../answers/answer.interceptor.js';
import { parseInput } from '../answers/refusal.js';
import { ReadingLimits } from '../edge/reading-limits.js';
import { Allow, everyone } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { AskedSearchType } from './asked-search-type.js';
import { OfferedSearch } from './offered-search.js';
import { readSearch } from './search-request.js';
import { StoredObjectSender } from './stored-object.js';

@Controller('search')
@Allow(...everyone)
export class SearchExportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly offered: OfferedSearch,
    private readonly limits: ReadingLimits,
    private readonly objects: StoredObjectSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the results of any kind of search as a file (B8-12 to B8-14). */
  @Post(searchTypes.map((type) => `${type}Print`))
  async print(
    @AskedSearchType() type: SearchType,
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<typeof SENT> {
    const today = todayIn(visit.county.timeZone, this.clock);
    const { input: search } = readSearch(await this.offered.allow(visit, type), body, today);
    const { format } = parseInput(exportRequest, body);
    await this.limits.countSearch(visit, search);
    const answer = await this.rpc.call(exportSearch, { search, format }, { actor: actorOf(visit) });
    return this.objects.downloadWritten(request, reply, answer);
  }
}
