import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import type { EventType } from '@portal/proto/events/catalog';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Database, sql, type Tx } from '../src/db/index.js';
import {
  type EventEnvelope,
  EventConsumer,
  type FactReader,
  type EventLog,
  EventsModule,
  OnBroadcast,
  OnEvent,
  OnResync,
  outboxRepairTables,
  outboxTables,
  type Stop,
} from '../src/events/index.js';
import type { Log } from '../src/log/index.js';

const schema = 'search';

/** The tables for tests of facts. The tests' consumers insert a row into `effect` each time they read a fact. */
export class EventTables202611210000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      ...outboxTables(schema),
      ...outboxRepairTables(schema),
      `CREATE TABLE effect (county_id text NOT NULL, consumer text NOT NULL, session text NOT NULL, sequence bigint NOT NULL)`,
      sql.forceRowLevelSecurity(schema, 'effect'),
      sql.grantTable(schema, 'effect', 'app', 'SELECT, INSERT'),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE effect');
  }
}

export const eventTestTables = { service: 'search', migrations: [EventTables202611210000], entities: [] };

const write = (): void => undefined;
export const silentLog: Log = {
  debug: write,
  info: write,
  warn: write,
  error: write,
  child: () => silentLog,
};

/** Maximum number of facts in one transaction of these consumers. */
export const AT_ONCE = 8;

export type SessionEvent = EventEnvelope<'identity.session-ended.v1'>;

export const isSessionEnded = (event: EventEnvelope<EventType>): event is SessionEvent =>
  event.type === 'identity.session-ended.v1';

export async function noteEffect(consumer: string, event: SessionEvent, tx: Tx): Promise<void> {
  await tx.run(`INSERT INTO effect (county_id, consumer, session, sequence) VALUES ($1, $2, $3, $4)`, [
    event.county,
    consumer,
    event.payload.session,
    event.sequence,
  ]);
}

/** A consumer of session facts that inserts a row for each fact. A test may let `before` throw. */
export function sessionConsumer(
  consumer: string,
  o: {
    database: Database;
    events: EventLog;
    before?: (event: SessionEvent) => void;
    newestOnly?: boolean;
    log?: Log;
  },
): EventConsumer {
  const reader: FactReader = {
    atOnce: AT_ONCE,
    newestOnly: o.newestOnly ?? false,
    read: async (events, tx) => {
      for (const event of events.filter(isSessionEnded)) {
        o.before?.(event);
        await noteEffect(consumer, event, tx);
      }
    },
  };
  const readers = new Map([['identity.session-ended.v1', reader]]);
  return new EventConsumer({ log: silentLog, ...o, consumer, readers, retryMs: 5 });
}

/** Delivers session facts to the consumer until the returned function is called. */
export async function deliver(events: EventLog, name: string, consumer: EventConsumer): Promise<Stop> {
  const onRecord = (body: string, deliveries: number) => consumer.take(body, deliveries);
  const group = `search.${name}`;
  const stop = await events.subscribe({ topic: 'identity', group, atOnce: AT_ONCE, onRecord });
  return async () => {
    consumer.stop();
    await stop();
  };
}

/** The facts that a listening process has received. */
export class Heard {
  readonly sessions: string[] = [];
  resyncs = 0;
}

@Injectable()
class SessionReaders {
  constructor(private readonly heard: Heard) {}

  @OnEvent('identity.session-ended.v1', { consumer: 'cache' })
  async noteEnd(event: SessionEvent, tx: Tx): Promise<void> {
    await noteEffect('cache', event, tx);
  }

  @OnBroadcast('identity.session-ended.v1')
  drop(event: SessionEvent): void {
    this.heard.sessions.push(event.payload.session);
  }

  @OnResync()
  dropAll(): void {
    this.heard.resyncs++;
  }
}

@Module({})
class ListeningModule {}

/** A service process with readers, on a database that is already open. */
export const listeningModule = (database: Database, heard: Heard): DynamicModule => ({
  module: ListeningModule,
  imports: [
    {
      module: class Opened {},
      global: true,
      providers: [{ provide: Database, useValue: database }],
      exports: [Database],
    },
    EventsModule.forService('search'),
  ],
  providers: [SessionReaders, { provide: Heard, useValue: heard }],
});
