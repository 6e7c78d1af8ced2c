import { Body, Controller, Inject, Post } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { type RawJson, RpcClient } from '@portal/infra/rpc';
import { searchTypes, type SearchType } from '@portal/proto/http/search-types';
import { ok, type Result } from '@portal/proto/result';
import { runBroadSearch, runSearch } from '@portal/proto/rpc/search';
import { withMembers } from '../answers/envelope.js';
import { ReadingLimits } from '../edge/reading-limits.js';
import { Allow, everyone } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { AskedSearchType } from './asked-search-type.js';
import { OfferedSearch } from './offered-search.js';
import { readSearch } from './search-request.js';

@Controller('search')
@Allow(...everyone)
export class SearchController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly offered: OfferedSearch,
    private readonly limits: ReadingLimits,
    private readonly balance: UsageBalance,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Runs any kind of search (B2-02, B2-05 to B2-21). */
  @Post([...searchTypes])
  async search(
    @AskedSearchType() type: SearchType,
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<RawJson>> {
    const today = todayIn(visit.county.timeZone, this.clock);
    const { input, broad } = readSearch(await this.offered.allow(visit, type), body, today);
    await this.limits.countSearch(visit, input);
    const contract = broad ? runBroadSearch : runSearch;
    const answer: Result<RawJson> = await this.rpc.callRaw(contract, input, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    if (input.paging.timestamp === '') this.balance.forgetCardOf(visit);
    return ok(withMembers(answer.value, { usageBalance: await this.balance.text(visit) }));
  }
}
