import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@portal/infra/config';
import { CountyConfigModule } from '@portal/infra/county-config';
import { Database, DatabaseModule, Standbys } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { defaultLanes, RpcModule, type Lanes } from '@portal/infra/rpc';
import { CacheServer } from './cache-server.js';
import { SearchCharges } from './charging/search-charges.js';
import { DocumentsHandlers } from './documents/documents.handlers.js';
import { DocumentsRepository } from './documents/documents.repository.js';
import { DocumentsService } from './documents/documents.service.js';
import { LegalDetailsService } from './documents/legal-details.service.js';
import { LegalsRepository } from './documents/legals.repository.js';
import { RecordKeys } from './documents/record-keys.js';
import { RecordsRepository } from './documents/records.repository.js';
import { HistoryCache } from './history/history.cache.js';
import { HistoryHandlers } from './history/history.handlers.js';
import { HistoryRepository } from './history/history.repository.js';
import { PerformedSearches } from './history/performed-searches.js';
import { SearchHistory } from './history/search-history.js';
import { CountyDays } from './live-index/county-days.js';
import { IndexTermsHandlers } from './live-index/index-terms.handlers.js';
import { IndexTermsService } from './live-index/index-terms.service.js';
import { ImportRunsHandlers } from './import-runs/import-runs.handlers.js';
import { ImportRunsRepository } from './import-runs/import-runs.repository.js';
import { LiveIndexRepository } from './live-index/live-index.repository.js';
import { LiveIndexes } from './live-index/live-indexes.js';
import { UnreadGenerations } from './live-index/unread-generations.js';
import { migrations } from './migrations/index.js';
import { PlatsHandlers } from './plats/plats.handlers.js';
import { PlatsRepository } from './plats/plats.repository.js';
import { PlatsService } from './plats/plats.service.js';
import { ExecutedSearches } from './searching/executed-searches.js';
import { HitFinder } from './searching/hit-finder.js';
import { HitListStore } from './searching/hit-list.store.js';
import { SearchHandlers } from './searching/search.handlers.js';
import { SearchRepository } from './searching/search.repository.js';
import { SearchService } from './searching/search.service.js';
import { Widenings } from './searching/widenings.service.js';

const standbys = {
  provide: Standbys,
  inject: [CONFIG, Database],
  useFactory: (
    { databaseSecret: secret, otherDatabaseSecret, databasePool: poolSize, searchDatabases }: Config,
    primary: Database,
  ) => {
    const other = otherDatabaseSecret === undefined ? {} : { otherSecret: otherDatabaseSecret };
    return new Standbys(
      primary,
      { service: 'search', entities: [], secret, ...other, poolSize },
      searchDatabases,
    );
  },
};

@Module({
  imports: [
    DatabaseModule.forService({ service: 'search', entities: [], migrations }),
    RpcModule.forService('search'),
    EventsModule.forService('search'),
    CountyConfigModule.forService('search'),
  ],
  controllers: [
    SearchHandlers,
    DocumentsHandlers,
    HistoryHandlers,
    ImportRunsHandlers,
    IndexTermsHandlers,
    PlatsHandlers,
  ],
  providers: [
    CacheServer,
    standbys,
    LiveIndexRepository,
    LiveIndexes,
    UnreadGenerations,
    CountyDays,
    ImportRunsRepository,
    IndexTermsService,
    SearchRepository,
    HitListStore,
    ExecutedSearches,
    HitFinder,
    Widenings,
    SearchCharges,
    SearchService,
    DocumentsRepository,
    DocumentsService,
    RecordKeys,
    RecordsRepository,
    LegalsRepository,
    LegalDetailsService,
    PlatsRepository,
    PlatsService,
    HistoryRepository,
    HistoryCache,
    PerformedSearches,
    SearchHistory,
  ],
})
export class SearchModule {
  /**
   * Fast searches leave two database connections to slow searches, and two to commands that purchases need. With more
   * slots for fast searches, a purchase could wait behind them for a connection.
   */
  static lanesOf({ databasePool }: Config): Lanes {
    return { ...defaultLanes, fast: { ...defaultLanes.fast, slots: Math.max(2, databasePool - 4) } };
  }
}
