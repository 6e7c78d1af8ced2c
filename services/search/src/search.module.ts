import { Module } from '@nestjs/common';
import { DatabaseModule } from '@portal/infra/db';
import { EventsModule } from '@portal/infra/events';
import { RpcModule } from '@portal/infra/rpc';
import { CacheServer } from './cache-server.js';
import { DocumentsHandlers } from './documents/documents.handlers.js';
import { DocumentsRepository } from './documents/documents.repository.js';
import { DocumentsService } from './documents/documents.service.js';
import { HistoryCache } from './history/history.cache.js';
import { HistoryHandlers } from './history/history.handlers.js';
import { HistoryRepository } from './history/history.repository.js';
import { PerformedSearches } from './history/performed-searches.js';
import { SearchHistory } from './history/search-history.js';
import { IndexTermsHandlers } from './live-index/index-terms.handlers.js';
import { IndexTermsService } from './live-index/index-terms.service.js';
import { LiveIndexRepository } from './live-index/live-index.repository.js';
import { LiveIndexes } from './live-index/live-indexes.js';
import { migrations } from './migrations/index.js';
import { HitListStore } from './searching/hit-list.store.js';
import { SearchHandlers } from './searching/search.handlers.js';
import { SearchRepository } from './searching/search.repository.js';
import { SearchService } from './searching/search.service.js';

@Module({
  imports: [
    DatabaseModule.forService({ service: 'search', entities: [], migrations }),
    RpcModule.forService('search'),
    EventsModule.forService('search'),
  ],
  controllers: [SearchHandlers, DocumentsHandlers, HistoryHandlers, IndexTermsHandlers],
  providers: [
    CacheServer,
    LiveIndexRepository,
    LiveIndexes,
    IndexTermsService,
    SearchRepository,
    HitListStore,
    SearchService,
    DocumentsRepository,
    DocumentsService,
    HistoryRepository,
    HistoryCache,
    PerformedSearches,
    SearchHistory,
  ],
})
export class SearchModule {}
