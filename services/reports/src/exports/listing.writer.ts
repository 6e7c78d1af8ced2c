import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import type { ShownCriterion } from '@portal/proto/criteria/definition';
import { describedValue } from '@portal/proto/criteria/described';
import { shownCriteria } from '@portal/proto/criteria/every-search';
import { recordOf, type RecordOf } from '@portal/proto/http/search-results';
import { pageSize, resultKindOf, resultLimit, type ResultKind } from '@portal/proto/http/search-types';
import type { Actor } from '@portal/proto/rpc/actor';
import { getIndexTerms, type SearchInput } from '@portal/proto/rpc/search';
import * as z from 'zod/mini';
import { columnsOf, type CountyColumns, type Words } from './columns.rules.js';
import type { Listing } from './listing.js';
import { printLanguageOf } from './print-language.js';
import { writtenMoment } from './written-moment.js';

/** The records that a search has found, as the search service returns them. */
export interface FoundRecords {
  readonly records: readonly unknown[];
  readonly total: number;
}

/** Writes results in the actor's language with the county's labels. */
@Injectable()
export class ListingWriter {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly sections: CountySections,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async write(actor: Actor, { type, criteria, paging }: SearchInput, found: FoundRecords): Promise<Listing> {
    const [common, index, county] = await Promise.all([
      this.sections.get(actor.county, 'common'),
      this.sections.get(actor.county, 'index'),
      this.sections.findCounty(actor.county),
    ]);
    const labels = { book: common.bookLabel, torrens: common.torrensLabel };
    const printed = printLanguageOf(actor.language);
    const t: Words = (key, params = {}) =>
      this.catalogue.text(printed.language, key, { ...labels, ...params });
    const columns = { fileNumbers: index.torrensUseFileNumber, bookTypes: index.bookType };
    return {
      county: common.countyName || (county?.name ?? actor.county),
      heading: t(`search:${type}.heading`),
      criteria: await this.described(actor, shownCriteria(type, criteria, t)),
      summary: summaryOf(paging.pageNumber, found, t),
      printed: t('reports:printed', writtenMoment(county?.timeZone ?? 'UTC', this.clock.now())),
      ...tableOf(resultKindOf(type), found.records, columns, t),
      empty: t('reports:noRecords'),
      pageOf: (page, pages) => t('reports:page', { page, pages }),
      language: printed.tag,
    };
  }

  /**
   * The criteria, with codes replaced by the descriptions that the screen shows. If the lists of codes cannot be read
   * (a previous version of the search service does not send them), the file shows the codes: people need its rows more
   * than the descriptions.
   */
  private async described(actor: Actor, criteria: readonly ShownCriterion[]): Promise<Listing['criteria']> {
    if (criteria.every(({ list }) => list === undefined)) return criteria;
    const lists = await this.rpc.call(getIndexTerms, {}, { actor });
    if (!lists.ok) return criteria;
    return criteria.map((criterion) => ({
      key: criterion.key,
      value: describedValue(lists.value, criterion),
    }));
  }
}

function summaryOf(pageNumber: number, { records, total }: FoundRecords, t: Words): string {
  if (records.length === 0) return '';
  const before = pageNumber === -1 ? 0 : (pageNumber - 1) * pageSize;
  const range = t('reports:summary', { from: before + 1, to: before + records.length, total });
  return total < resultLimit ? range : `${range}. ${t('reports:truncated')}`;
}

function tableOf<K extends ResultKind>(
  kind: K,
  found: readonly unknown[],
  county: CountyColumns,
  t: Words,
): Pick<Listing, 'columns' | 'rows'> {
  const columns = columnsOf[kind](county);
  const rows = found.map((one) => {
    // the schema and the columns belong to the same kind of record, which the type system cannot know
    const record = z.parse(recordOf[kind], one) as RecordOf<K>;
    return columns.map(({ text }) => text(record, t));
  });
  return { columns: columns.map(({ heading, share }) => ({ heading: t(heading), share })), rows };
}
