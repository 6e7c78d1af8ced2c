import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { Database } from './database.js';

/** What a service says about its tables. */
export interface ServiceTables {
  readonly service: string;
  readonly entities: readonly Function[];
  readonly migrations: readonly Function[];
  /** 5 s unless told; payments uses 3 s. */
  readonly statementTimeoutMs?: number;
}

/** Nest token of the list of migrations that the running code expects, for readiness. */
export const SERVICE_TABLES = Symbol('SERVICE_TABLES');

/** Provides `Database`, open and checked, to every module of the service's process. */
@Module({})
export class DatabaseModule {
  static forService(tables: ServiceTables): DynamicModule {
    const database = {
      provide: Database,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        Database.open({
          service: tables.service,
          entities: tables.entities,
          url: config.databaseUrl,
          secret: config.databaseSecret,
          poolSize: config.databasePool,
          ...(tables.statementTimeoutMs !== undefined && { statementTimeoutMs: tables.statementTimeoutMs }),
        }),
    };
    return {
      module: DatabaseModule,
      global: true,
      providers: [database, { provide: SERVICE_TABLES, useValue: tables }],
      exports: [Database, SERVICE_TABLES],
    };
  }
}
