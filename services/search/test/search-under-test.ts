import { Writable } from 'node:stream';
import type { Config } from '@portal/infra/config';
import { testConfig, testDatabase, testActor, type TestDatabase } from '@portal/infra/testing';
import type { RpcClient } from '@portal/infra/rpc';
import type { DocumentNumberCriteria } from '@portal/proto/criteria/document-number';
import type { NameCriteria } from '@portal/proto/criteria/name';
import type { SearchPaging } from '@portal/proto/http/search-paging';
import { documentResult, type DocumentResult, type SearchAnswer } from '@portal/proto/http/search-results';
import type { SearchType } from '@portal/proto/http/search-types';
import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Input, Output } from '@portal/proto/rpc/contract';
import { getDocumentDetails, listPlats, runSearch } from '@portal/proto/rpc/search';
import { importBundle, type ImportOutcome } from '../src/import/import-bundle.js';
import { migrations } from '../src/migrations/index.js';
import { SearchService } from '../src/searching/search.service.js';
import { writeBundle, type BundleTerms, type DocumentRow } from './bundle-maker.js';
import { writeSearchBundle, type SearchBundle } from './search-bundle.js';
import { rpcClientOf, startedService } from './started-service.js';

type Answer = Omit<SearchAnswer, 'usageBalance'>;
type Rows<R> = {
  searchResults: Omit<Answer['searchResults'], 'searchResultList'> & { searchResultList: R[] };
};
/** An answer with documents. */
export type Found = Omit<Answer, 'searchResults'> & Rows<DocumentResult>;
/** An answer of any kind. */
export type FoundRecords = Answer;

/** Discards the importer's output. */
export const silent = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), {
  isTTY: false,
}) as unknown as NodeJS.WriteStream;

/** The service on a fresh database and its own Redis namespace, with functions for the requests of tests. */
export class SearchUnderTest {
  private stopped: Promise<void> | undefined;

  private constructor(
    readonly tables: TestDatabase,
    readonly rpc: RpcClient,
    /** The service itself, for tests that run thousands of searches without sending commands. */
    readonly service: SearchService,
    readonly config: Config,
    private readonly stop: () => Promise<void>,
  ) {}

  /** @param sections the county's saved settings; by default nothing is saved and everything is free */
  static async start(sections?: object): Promise<SearchUnderTest> {
    const tables = await testDatabase({ service: 'search', migrations, entities: [] });
    const url = new URL(tables.adminUrl);
    const secret = decodeURIComponent(url.password);
    const config = testConfig({
      databaseAdminUrl: tables.adminUrl,
      databaseUrl: url.href,
      databaseSecret: secret,
    });
    const running = await startedService(config, sections);
    const rpc = await rpcClientOf(config);
    return new SearchUnderTest(tables, rpc, running.get(SearchService), config, async () => {
      await rpc.onApplicationShutdown();
      await running.close();
    });
  }

  /** Stops the service as SIGTERM does; its tables stay until `close`. */
  stopServing(): Promise<void> {
    this.stopped ??= this.stop();
    return this.stopped;
  }

  async close(): Promise<void> {
    await this.stopServing();
    await this.tables.close();
  }

  /**
   * Imports a bundle. The county of a test is small and changes much, so large removals are accepted unless the test
   * says otherwise.
   */
  importFolder(
    bundle: string,
    county = 'lake',
    rejects?: string,
    acceptRemovals = true,
  ): Promise<ImportOutcome> {
    const o = { adminUrl: this.tables.adminUrl, bundle, county, acceptRemovals, out: silent };
    return importBundle({ ...o, ...(rejects !== undefined && { rejects }) });
  }

  async importRows(documents: readonly DocumentRow[], o: BundleTerms = {}): Promise<ImportOutcome> {
    return this.importFolder(await writeBundle(documents, o), o.county);
  }

  async importSearchBundle(bundle: SearchBundle, o: BundleTerms = {}): Promise<ImportOutcome> {
    return this.importFolder(await writeSearchBundle(bundle, o), o.county);
  }

  /**
   * Runs a search of any kind.
   * @throws when it fails
   */
  async run<T extends SearchType>(
    type: T,
    criteria: Partial<CriteriaOf<T>>,
    paging: Partial<SearchPaging> = {},
    actor: Actor = testActor(),
  ): Promise<FoundRecords> {
    return this.rpc.callOrThrow(runSearch, searchInputOf(type, criteria, paging), { actor });
  }

  /**
   * Runs a search of documents.
   * @throws when it fails or does not return documents
   */
  async documents<T extends SearchType>(
    type: T,
    criteria: Partial<CriteriaOf<T>>,
    paging: Partial<SearchPaging> = {},
    actor: Actor = testActor(),
  ): Promise<Found> {
    const found = await this.run(type, criteria, paging, actor);
    const { searchResults } = found;
    const searchResultList = searchResults.searchResultList.map((row) => documentResult.parse(row));
    return { ...found, searchResults: { ...searchResults, searchResultList } };
  }

  byName(
    criteria: Partial<NameCriteria>,
    paging: Partial<SearchPaging> = {},
    actor: Actor = testActor(),
  ): Promise<Found> {
    return this.documents('searchByName', nameCriteriaOf(criteria), paging, actor);
  }

  byNumber(
    criteria: Partial<DocumentNumberCriteria>,
    paging: Partial<SearchPaging> = {},
    actor: Actor = testActor(),
  ): Promise<Found> {
    return this.documents('searchByDocumentNumber', criteria, paging, actor);
  }

  plats(input: Input<typeof listPlats>): Promise<Output<typeof listPlats>> {
    return this.rpc.callOrThrow(listPlats, input, { actor: testActor() });
  }

  details(documentKey: string, actor: Actor = testActor()): ReturnType<RpcClient['call']> {
    return this.rpc.call(getDocumentDetails, { documentKey }, { actor });
  }
}

export const nameCriteriaOf = (criteria: Partial<NameCriteria>): Partial<NameCriteria> => ({
  fromRecordedDate: '01/01/1900',
  toRecordedDate: '11/01/2026',
  ...criteria,
});

/**
 * The input of a search as the gateway sends it. The cast is needed because TypeScript cannot pick the union member for
 * a generic `T`.
 */
export const searchInputOf = <T extends SearchType>(
  type: T,
  criteria: Partial<CriteriaOf<T>>,
  paging: Partial<SearchPaging> = {},
): Input<typeof runSearch> => ({ type, criteria, paging }) as Input<typeof runSearch>;

/** Keys of the rows, in the order of the results. */
export const keysOf = ({ searchResults }: Found | FoundRecords): string[] =>
  searchResults.searchResultList.map((row) => String('id' in row ? row.id : row.docId));

/** Waits 300 ms. In this time, the service notices a delta or the swap to a new index. */
export const noticed = (): Promise<void> => new Promise((done) => setTimeout(done, 300));
