import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { Database } from './database.js';

export interface ServiceTables {
  readonly service: string;
  readonly entities: readonly Function[];
  readonly migrations: readonly Function[];
  /** Default 5 s; the payments service uses 3 s. */
  readonly statementTimeoutMs?: number;
}

/** Nest token of the service's `ServiceTables`. The readiness check compares their migrations with the database. */
export const SERVICE_TABLES = Symbol('SERVICE_TABLES');

/** Provides an open and checked `Database` to every module of the service's process. */
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
          ...(config.otherDatabaseSecret !== undefined && { otherSecret: config.otherDatabaseSecret }),
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
