import { Injectable } from '@nestjs/common';
import { usDate } from '@portal/proto/dates';
import { ok, type Ok } from '@portal/proto/result';
import type { Output } from '@portal/proto/rpc/contract';
import type { getIndexTerms } from '@portal/proto/rpc/search';
import { LiveIndexRepository } from './live-index.repository.js';
import { LiveIndexes } from './live-indexes.js';

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
const asList = (
  codes: readonly string[],
  names: Readonly<Record<string, string>> = {},
): { code: string; description: string }[] =>
  codes.map((code) => ({ code, description: names[code] ?? code }));

/** The code lists that the index brings, and its dates. */
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
    const { documentTypes, bookTypes } = await this.repository.listTypes(index.generation);
    const terms: IndexTerms = {
      instrumentGroups: index.groups.map(({ code, description }) => ({ code, description })),
      documentTypes: asList(documentTypes, documentTypeNames),
      bookTypes: asList(bookTypes),
      otherLotCodes: [],
      bases: [],
      meridians: [],
      municipalities: [],
      abstractIndexBeginDate: index.index_begins ? usDate(index.index_begins) : '',
      abstractVerifiedDate: index.verified_through ? usDate(index.verified_through) : '',
      torrensVerifiedDate: '',
    };
    this.known.set(county, { version, terms });
    return ok(terms);
  }
}
