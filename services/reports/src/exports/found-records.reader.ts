import { Injectable } from '@nestjs/common';
import { RpcClient, RpcFailure } from '@portal/infra/rpc';
import { isBroadSearch } from '@portal/proto/criteria/broad-search';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import { batchSize, pageSize } from '@portal/proto/http/search-types';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output } from '@portal/proto/rpc/contract';
import { runBroadSearch, runSearch, type SearchInput } from '@portal/proto/rpc/search';
import type { FoundRecords } from './listing.writer.js';

const refusals = [
  'SEARCH_NOT_ALLOWED',
  'INVALID_TIMESTAMP',
  'INVALID_INPUT',
  'COUNTY_NOT_INDEXED',
  'INSUFFICIENT_FUNDS',
] as const;
export type SearchRefusal = (typeof refusals)[number] | 'PAYMENT_NEEDED' | 'PAYMENT_NEEDED_AGAIN';

type Answer = Output<typeof runSearch>;

/** Runs searches with the rights of the user who prints. These searches are not added to the user's history. */
@Injectable()
export class FoundRecordsReader {
  constructor(private readonly rpc: RpcClient) {}

  /** Reads all batches of a page, or all results for page -1 (search/DESIGN.md#result-pages). */
  async read(actor: Actor, search: SearchInput): Promise<Result<FoundRecords, SearchRefusal>> {
    const { pageNumber } = search.paging;
    const batches = pageNumber === -1 ? 1 : pageSize / batchSize;
    const records: unknown[] = [];
    let { timestamp } = search.paging;
    let total = 0;
    for (let batch = 1; batch <= batches; batch++) {
      const answer = await this.ask(actor, search, { batch, timestamp });
      if (!answer.ok) return answer;
      const { searchResultList, totalRecordCount } = answer.value.searchResults;
      records.push(...searchResultList);
      ({ timestamp } = answer.value);
      total = totalRecordCount;
      if ((pageNumber - 1) * pageSize + batch * batchSize >= total) break;
    }
    return ok({ records, total });
  }

  /** @throws RpcFailure when the search service is busy, late or unavailable */
  private async ask(
    actor: Actor,
    search: SearchInput,
    part: Pick<SearchPaging, 'batch' | 'timestamp'>,
  ): Promise<Result<Answer, SearchRefusal>> {
    const input: SearchInput = { ...search, paging: { ...search.paging, ...part, updateHistory: false } };
    const contract = isBroadSearch(search.type, search.criteria) ? runBroadSearch : runSearch;
    const answer: Result<Answer> = await this.rpc.call(contract, input, { actor });
    if (answer.ok) return paid(answer.value);
    const refusal = refusals.find((code) => code === answer.code);
    if (!refusal) throw new RpcFailure(contract.name, answer);
    return fail(refusal, answer.params, answer.fields);
  }
}

/**
 * Refuses results that the user has not paid for; a search that was shown on the screen is already paid. After the
 * refusal, the screen asks the user for a card authorization.
 */
function paid(answer: Answer): Result<Answer, 'PAYMENT_NEEDED' | 'PAYMENT_NEEDED_AGAIN'> {
  if (answer.paymentNeeded) return fail('PAYMENT_NEEDED');
  return answer.paymentNeededAgain ? fail('PAYMENT_NEEDED_AGAIN') : ok(answer);
}
