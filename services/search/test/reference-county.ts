import { RawJson } from '@portal/infra/rpc';
import { largeCounty, testActor } from '@portal/infra/testing';
import { searchPaging } from '@portal/proto/http/search-paging';
import { resultKindOf, sortKeys, type SearchType } from '@portal/proto/http/search-types';
import { searchInput } from '@portal/proto/rpc/search';
import pg from 'pg';
import * as z from 'zod/mini';
import { DocumentCriteria } from './drawn-document-criteria.js';
import type { Random } from './drawn-criteria.js';
import { RegisterCriteria } from './drawn-register-criteria.js';
import { PlainCounty } from './plain-county.js';
import { plain } from './plain-folding.js';
import { refusedPlatField } from './plain-legal.js';
import type { Sounds } from './plain-document-tests.js';
import { plainSearches, type PlainAnswer, type PlainOrder } from './plain-searches.js';
import type { SearchUnderTest } from './search-under-test.js';

/**
 * Matches the keys of the records in an answer, but not the keys of other records to which these records refer. The
 * tests do not parse whole answers, because that would take most of the time.
 */
const ownKey = /"id":"(\w+)"|"docId":"(\w+)","(?:docType|tractBookId)"/g;

/** Drawn criteria of a kind, and the order of their results. */
export interface Drawn {
  readonly type: SearchType;
  readonly criteria: object;
  readonly order: PlainOrder;
}

export interface Tally {
  readonly asked: number;
  readonly found: number;
  /** The number of answers that were cut off at the cap. */
  readonly capped: number;
  readonly wrong: object[];
}

const soundRow = z.array(z.object({ name: z.string(), codes: z.array(z.string()) }));

/** Sound codes of last names, computed by PostgreSQL; an unknown name sounds like no other. */
async function soundsOf(adminUrl: string, names: ReadonlySet<string>): Promise<Sounds> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT n AS name, coalesce(public.daitch_mokotoff(n), ARRAY[]::text[]) AS codes FROM unnest($1::text[]) n',
      [[...names]],
    );
    const codes = new Map(soundRow.parse(rows).map((row) => [row.name, row.codes]));
    return (name) => codes.get(name) ?? [];
  } finally {
    await client.end();
  }
}

const todayInChicago = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format();

/** The folder of a generated county, and its rows in memory. */
export class ReferenceCounty {
  private sounds: Sounds = () => [];

  private constructor(
    readonly folder: string,
    private readonly county: PlainCounty,
  ) {}

  /**
   * Reads the files synchronously. Call this before a service starts, because a blocked service loses its connections.
   */
  static async open(documents: number, seed = 1): Promise<ReferenceCounty> {
    return ReferenceCounty.of(await largeCounty({ documents, seed }));
  }

  /** The county of a bundle; reads its files synchronously, like `open`. */
  static of(folder: string): ReferenceCounty {
    return new ReferenceCounty(folder, new PlainCounty(folder));
  }

  /**
   * Gives counties the sound codes of all their last names. Without these codes, no name sounds like another.
   * @param adminUrl of any database with the extensions of the portal
   */
  static async learnSounds(adminUrl: string, counties: readonly ReferenceCounty[]): Promise<void> {
    const documents = counties.flatMap(({ county }) => [...county.documents.values()]);
    const names = new Set(documents.flatMap(({ parties }) => parties.flatMap((party) => party.names)));
    const sounds = await soundsOf(adminUrl, names);
    for (const county of counties) county.sounds = sounds;
  }

  /** Makes random criteria for one kind of search from the rows of the county. */
  draw(type: SearchType, amount: number, random: Random): Drawn[] {
    const documents = new DocumentCriteria(this.county, random);
    const registers = new RegisterCriteria(this.county, random);
    const drawing: Readonly<Record<SearchType, () => object>> = {
      searchByAddress: () => documents.address(),
      searchByBookAndPage: () => documents.bookAndPage(),
      searchByDate: () => documents.date(),
      searchByDocumentNumber: () => documents.documentNumber(),
      searchByLegalDescription: () => documents.legalDescription(),
      searchByName: () => documents.name(),
      searchByParcelId: () => documents.parcelId(),
      searchByTorrensCertificate: () => registers.torrensCertificate(),
      searchByTorrensText: () => registers.torrensText(),
      searchByTractIndexNMI: () => documents.tractIndex(),
      searchByPlat: () => documents.plat(),
      searchByGrantorGranteeBook: () => registers.grantorGranteeBook(),
      searchByTaxLien: () => registers.taxLien(),
      searchByTractBookId: () => registers.tractBookId(),
      searchByTractBookLegal: () => registers.tractBookLegal(),
    };
    return Array.from({ length: amount }, () => ({
      type,
      criteria: drawing[type](),
      order: {
        sortKey: random.pick<PlainOrder['sortKey']>(sortKeys[resultKindOf(type)]),
        sortDirection: random.pick(['ASC', 'DESC'] as const),
      },
    }));
  }

  /** The result of a plain filter over the rows. */
  expected({ type, criteria, order }: Drawn): PlainAnswer {
    const refused = refusedPlatField(criteria, this.county.plats);
    if (refused) return { total: 0, keys: [], refused };
    const all = plainSearches(this.county, todayInChicago(), this.sounds);
    // Kind and criteria were drawn together, which the types do not express.
    return (all[type] as (c: object, o: PlainOrder) => PlainAnswer)(criteria, order);
  }
}

/** The result of the service: everything up to the cap, or the fields that it refuses. */
export async function asked(search: SearchUnderTest, { type, criteria, order }: Drawn): Promise<PlainAnswer> {
  const paging = searchPaging(type).parse({ ...order, pageNumber: -1, updateHistory: false });
  const answered = await search.service.search(searchInput.parse({ type, criteria, paging }), testActor());
  if (!(answered instanceof RawJson) && answered.code === 'INVALID_INPUT')
    return { total: 0, keys: [], refused: Object.keys(answered.fields ?? {}).join() };
  if (!(answered instanceof RawJson)) throw new Error(`${type}: ${answered.code}`);
  const text = answered.body.toString();
  const keys = [...text.matchAll(ownKey)].map(([, id, docId]) => id ?? docId ?? '');
  return { total: Number(/"totalRecordCount":(\d+)/.exec(text)?.[1]), keys };
}

export const sameAnswer = (a: PlainAnswer, b: PlainAnswer): boolean =>
  a.total === b.total && a.keys.join() === b.keys.join() && a.refused === b.refused;

/** Processes a list in order, two items at a time. */
export async function byTwo<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list].reverse();
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await work(next);
  };
  await Promise.all([worker(), worker()]);
}

/** Sends every drawn search to the service and compares ids, order and total with the rows. */
export async function compare(
  search: SearchUnderTest,
  county: ReferenceCounty,
  drawn: readonly Drawn[],
): Promise<Tally> {
  const tally = { asked: 0, found: 0, capped: 0, wrong: [] as object[] };
  await byTwo(drawn, async (next) => {
    const [right, got] = [county.expected(next), await asked(search, next)];
    tally.asked += 1;
    if (right.total > 0) tally.found += 1;
    if (right.total === 1_000) tally.capped += 1;
    if (!sameAnswer(right, got)) tally.wrong.push(difference(next, right, got));
  });
  return tally;
}

/** Describes a difference: the criteria, both totals, and the records that only one side found. */
function difference({ type, criteria, order }: Drawn, right: PlainAnswer, got: PlainAnswer): object {
  const typed = Object.entries(criteria).filter(
    ([, value]) => plain(String(value)) !== '' && value !== 'ALL',
  );
  const only = (a: PlainAnswer, b: PlainAnswer): string[] =>
    a.keys.filter((key) => !b.keys.includes(key)).slice(0, 4);
  return {
    type,
    criteria: JSON.stringify(Object.fromEntries(typed)),
    order: `${order.sortKey} ${order.sortDirection}`,
    totals: `plain ${right.refused ?? right.total}, service ${got.refused ?? got.total}`,
    onlyPlain: only(right, got).join(),
    onlyService: only(got, right).join(),
  };
}
