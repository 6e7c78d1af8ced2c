import { Body, Controller, Inject, Post } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { RawJson, RpcClient } from '@portal/infra/rpc';
import { documentNumberSearch } from '@portal/proto/criteria/document-number';
import { nameSearch } from '@portal/proto/criteria/name';
import { searchPaging } from '@portal/proto/http/search-paging';
import { detailsRequest } from '@portal/proto/http/search-results';
import { type SearchType } from '@portal/proto/http/search-types';
import { documentKey } from '@portal/proto/document-key';
import { ok, type Result } from '@portal/proto/result';
import {
  getDocumentDetails,
  searchByDocumentNumber,
  searchByName,
  searchByNameBroad,
} from '@portal/proto/rpc/search';
import * as z from 'zod/mini';
import { withMembers } from '../answers/envelope.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, everyone } from '../session/access.js';
import { UsageBalance } from '../session/usage-balance.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';

@Controller('search')
@Allow(...everyone)
export class SearchController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly balance: UsageBalance,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post('searchByName')
  async byName(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    allowed(visit, 'searchByName');
    const criteria = parseInput(nameSearch.schema({ today: todayIn(visit.county.timeZone, this.clock) }), body);
    const input = { criteria, paging: parseInput(searchPaging, body) };
    const contract = nameSearch.isBroad(criteria) ? searchByNameBroad : searchByName;
    return this.withBalance(visit, await this.rpc.callRaw(contract, input, { actor: actorOf(visit) }));
  }

  @Post('searchByDocumentNumber')
  async byDocumentNumber(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    allowed(visit, 'searchByDocumentNumber');
    const input = {
      criteria: parseInput(documentNumberSearch.schema(), body),
      paging: parseInput(searchPaging, body),
    };
    return this.withBalance(
      visit,
      await this.rpc.callRaw(searchByDocumentNumber, input, { actor: actorOf(visit) }),
    );
  }

  /** B4-18. A key that is none cannot be on file. */
  @Post('documentDetails')
  async details(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<RawJson>> {
    const { docId } = parseInput(documentDetailsRequest, body);
    const key = z.safeParse(documentKey, docId);
    if (!key.success) return refuse('DOCUMENT_NOT_FOUND');
    const answer = await this.rpc.callRaw(
      getDocumentDetails,
      { documentKey: key.data },
      { actor: actorOf(visit) },
    );
    return answer.ok ? ok(new RawJson(answer.value)) : answer;
  }

  private async withBalance(visit: Visit, answer: Result<Buffer>): Promise<Result<RawJson>> {
    if (!answer.ok) return answer;
    return ok(withMembers(answer.value, { usageBalance: await this.balance.text(visit) }));
  }
}

/** A kind of search that the county or the account does not have is not there (B1-011). */
const allowed = (visit: Visit, type: SearchType): void => {
  if (!visit.session?.user.searchList.includes(type)) refuse('SEARCH_NOT_ALLOWED');
};
