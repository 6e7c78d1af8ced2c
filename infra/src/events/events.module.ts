import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { CONFIG, type Config } from '../config/index.js';
import { Database } from '../db/index.js';
import { type Log, openLog } from '../log/index.js';
import { deadFactHandlers } from './dead-facts.handlers.js';
import { EventBroadcasts } from './event-broadcasts.js';
import { EventConsumers } from './event-consumers.js';
import { EVENT_LOG, type EventLog } from './event-log.js';
import { RedisEventLog } from './redis-event-log.js';

/** Facts of a process: the outbox that sends them, and the methods that receive facts of other processes. */
@Module({})
export class EventsModule {
  /** For a service whose tables include `outboxTables`: relay, consumers, broadcasts, commands about dead facts. */
  static forService(service: string): DynamicModule {
    const log = openLog(service);
    const consumers = {
      provide: EventConsumers,
      inject: [DiscoveryService, Database, EVENT_LOG],
      useFactory: (discovery: DiscoveryService, database: Database, events: EventLog) =>
        new EventConsumers({ discovery, database, events, log }),
    };
    const listener = EventsModule.listenerParts(service, log);
    return {
      ...listener,
      controllers: deadFactHandlers(service),
      providers: [...(listener.providers ?? []), consumers],
    };
  }

  /** For a process without a database, such as the gateway: only `@OnBroadcast` and `@OnResync`. */
  static forListener(name: string): DynamicModule {
    return EventsModule.listenerParts(name, openLog(name));
  }

  private static listenerParts(name: string, log: Log): DynamicModule {
    const eventLog = {
      provide: EVENT_LOG,
      inject: [CONFIG],
      useFactory: (config: Config) => openEventLog(name, config, log),
    };
    const broadcasts = {
      provide: EventBroadcasts,
      inject: [DiscoveryService, EVENT_LOG],
      useFactory: (discovery: DiscoveryService, events: EventLog) =>
        new EventBroadcasts({ discovery, events, log }),
    };
    return { module: EventsModule, imports: [DiscoveryModule], providers: [eventLog, broadcasts] };
  }
}

/** Opens the event log. Kafka's client is loaded only where it is used. */
async function openEventLog(name: string, config: Config, log: Log): Promise<EventLog> {
  const { redisNamespace: namespace, redisUrl, kafkaBrokers: brokers = [] } = config;
  if (config.events === 'redis') return new RedisEventLog({ redisUrl, namespace, log });
  const { KafkaEventLog } = await import('./kafka-event-log.js');
  return KafkaEventLog.open({ clientId: name, brokers, namespace, log });
}
