import { Controller, Module } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import { sections, type SectionName } from '@portal/proto/config/sections';
import type { RecordOf } from '@portal/proto/http/search-results';
import { batchSize, pageSize, resultLimit } from '@portal/proto/http/search-types';
import { fail, ok } from '@portal/proto/result';
import { getSections, listCounties } from '@portal/proto/rpc/admin-config';
import type { Parsed } from '@portal/proto/rpc/contract';
import { listUsernames } from '@portal/proto/rpc/identity';
import { getIndexTerms, runBroadSearch, runSearch, type SearchInput } from '@portal/proto/rpc/search';
import * as z from 'zod/mini';

const lien = (number: number): RecordOf<'taxLiens'> => ({
  docId: `A${number}`,
  docType: 'A',
  docNumber: String(number),
  displayDocNumber: `A${number}`,
  instrumentDescription: '=FEDERAL TAX LIEN',
  recordedDate: '01/02/1990',
  instrumentDate: '',
  displayBookAndPage: '',
  lienNumber: `L${number}`,
  lienDate: '',
  totalAmount: '',
  lienType: '',
  taxpayerSearchResults: [],
  releaseSearchResults: [],
  revisionSearchResults: [],
});

/** A stand-in for the search service that finds a number of tax liens and records the requests with their actors. */
@Controller()
export class SearchStub {
  total = 0;
  /** Rows that were sealed while the search ran: they are counted, but missing in their batch. */
  sealed: readonly number[] = [];
  hasTerms = true;
  refusal: 'INVALID_TIMESTAMP' | 'COUNTY_NOT_INDEXED' | undefined;
  readonly asked: { broad: boolean; input: SearchInput; user: string | null; county: string }[] = [];

  @Handle(runSearch)
  async search(input: Parsed<typeof runSearch>, call: Call): Promise<Reply<typeof runSearch>> {
    return this.answer(input, call, false);
  }

  @Handle(runBroadSearch)
  async broad(input: Parsed<typeof runBroadSearch>, call: Call): Promise<Reply<typeof runBroadSearch>> {
    return this.answer(input, call, true);
  }

  @Handle(getIndexTerms)
  async terms(): Promise<Reply<typeof getIndexTerms>> {
    if (!this.hasTerms) throw new Error('the lists cannot be read');
    const none = { bookTypes: [], bases: [], meridians: [], municipalities: [] };
    return ok({
      ...none,
      instrumentGroups: [{ code: 'DEED', description: 'Deeds and Conveyances' }],
      documentTypes: [{ code: 'A', description: 'Abstract' }],
      otherLotCodes: [{ code: 'OUT', description: 'Outlot' }],
      ...{ abstractIndexBeginDate: '', abstractVerifiedDate: '', torrensVerifiedDate: '' },
    });
  }

  private answer(input: SearchInput, { actor }: Call, broad: boolean): Reply<typeof runSearch> {
    this.asked.push({ broad, input, user: actor.user, county: actor.county });
    if (this.refusal) return fail(this.refusal);
    const { pageNumber, batch } = input.paging;
    const all = Array.from({ length: Math.min(this.total, resultLimit) }, (_, at) => lien(at + 1));
    const from = pageNumber === -1 ? 0 : (pageNumber - 1) * pageSize + (batch - 1) * batchSize;
    const batchOf = all.slice(from, pageNumber === -1 ? undefined : from + batchSize);
    const list = batchOf.filter(({ docNumber }) => !this.sealed.includes(Number(docNumber)));
    return ok({
      searchResults: {
        searchResultList: list,
        totalRecordCount: all.length,
        currentRecordCount: list.length,
      },
      historyResults: { searchHistoryList: [] },
      paymentNeeded: false,
      paymentNeededAgain: false,
      timestamp: 'the search that ran',
      message: '',
      status: '',
    });
  }
}

/** A stand-in for admin-config with two counties; saipan offers no downloads. */
@Controller()
export class CountyStub {
  /** What the county `lake` has saved in the section `reports`. */
  reports: { readonly version: number; readonly value: object } = { version: 1, value: {} };

  @Handle(listCounties)
  async counties(): Promise<Reply<typeof listCounties>> {
    const county = (id: string, timeZone: string) => ({
      id,
      name: `County of ${id}`,
      hosts: [],
      origin: `https://${id}.example.test`,
      timeZone,
      state: 'MN',
    });
    return ok([county('lake', 'America/Chicago'), county('saipan', 'Pacific/Saipan')]);
  }

  @Handle(getSections)
  async sections({ names }: Parsed<typeof getSections>, { actor }: Call): Promise<Reply<typeof getSections>> {
    const own: Partial<Record<SectionName, object>> = {
      search2: { downloadResults: actor.county === 'lake' },
    };
    const { version, value } = this.reports;
    return ok(
      names.map((name) =>
        name === 'reports' && actor.county === 'lake'
          ? { name, version, value: z.parse(sections[name], value) }
          : { name, version: 1, value: z.parse(sections[name], own[name] ?? {}) },
      ),
    );
  }
}

/** A stand-in for the identity service in which everyone has a name. */
@Controller()
export class NamesStub {
  @Handle(listUsernames)
  async names({ users }: Parsed<typeof listUsernames>): Promise<Reply<typeof listUsernames>> {
    return ok(users.map((user) => ({ user, username: `name of ${user}` })));
  }
}

@Module({ controllers: [SearchStub] })
export class SearchStubModule {}

@Module({ controllers: [CountyStub] })
export class CountyStubModule {}

@Module({ controllers: [NamesStub] })
export class NamesStubModule {}
