import { Injectable } from '@nestjs/common';
import { usDate } from '@portal/proto/dates';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { ok, type Ok } from '@portal/proto/result';
import type { Output } from '@portal/proto/rpc/contract';
import type { getIndexTerms } from '@portal/proto/rpc/search';
import type { CodeList } from '../read-model/tables.js';
import { LiveIndexRepository } from './live-index.repository.js';
import { LiveIndexes, type LiveIndex } from './live-indexes.js';

type IndexTerms = Output<typeof getIndexTerms>;

const none: IndexTerms = {
  instrumentGroups: [],
  documentTypes: [],
  bookTypes: [],
  otherLotCodes: [],
  bases: [],
  meridians: [],
  municipalities: [],
  abstractIndexBeginDate: '',
  abstractVerifiedDate: '',
  torrensVerifiedDate: '',
};

const documentTypeNames: Readonly<Record<string, string>> = { A: 'Abstract', T: 'Torrens' };
const asList = (codes: readonly string[], names: Readonly<Record<string, string>> = {}): CodeDescription[] =>
  codes.map((code) => ({ code, description: names[code] ?? code }));

const shown = (days: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(days).map(([name, day]) => [name, usDate(day)]));

/** The code lists and dates of a county's live index. */
@Injectable()
export class IndexTermsService {
  private readonly known = new Map<string, { version: string; terms: IndexTerms }>();

  constructor(
    private readonly indexes: LiveIndexes,
    private readonly repository: LiveIndexRepository,
  ) {}

  async terms(county: string): Promise<Ok<IndexTerms>> {
    const index = await this.indexes.find(county);
    if (!index) return ok(none);
    const version = `${index.generation} ${index.changes}`;
    const known = this.known.get(county);
    if (known?.version === version) return ok(known.terms);
    const terms = await this.read(index);
    this.known.set(county, { version, terms });
    return ok(terms);
  }

  private async read(index: LiveIndex): Promise<IndexTerms> {
    const [documentTypes, codes] = await Promise.all([
      this.repository.listDocumentTypes(index.generation),
      this.repository.listCodes(index.generation),
    ]);
    const listOf = (list: CodeList): CodeDescription[] => asList(codes.get(list) ?? []);
    const dateOf = (day: string | null): string => (day === null ? '' : usDate(day));
    return {
      instrumentGroups: index.groups.map(({ code, description }) => ({ code, description })),
      documentTypes: asList(documentTypes, documentTypeNames),
      bookTypes: listOf('bookType'),
      otherLotCodes: listOf('otherLotCode'),
      bases: listOf('base'),
      meridians: listOf('meridian'),
      municipalities: listOf('municipality'),
      abstractIndexBeginDate: dateOf(index.index_begins),
      abstractVerifiedDate: dateOf(index.verified_through),
      torrensVerifiedDate: dateOf(index.torrens_verified_through),
      dates: {
        abstract: shown(index.dates.abstract),
        torrens: shown(index.dates.torrens),
        lien: shown(index.dates.lien),
      },
    };
  }
}
