export { emit, type NewEvent } from './emit.js';
export { BadEvent, type EventEnvelope, type EventOf } from './event.js';
export {
  EVENT_LOG,
  type EventLog,
  type EventRecord,
  type Stop,
  type Subscription,
  type Tail,
} from './event-log.js';
export { EventConsumer, type EventConsumerOptions, type FactReader } from './event-consumer.js';
export { EventsModule } from './events.module.js';
export { OnBroadcast, OnEvent, OnEvents, OnResync } from './on-event.js';
export { OutboxRelay, type OutboxRelayOptions } from './outbox-relay.js';
export { outboxTables } from './outbox-tables.js';
export { RedisEventLog, type RedisEventLogOptions } from './redis-event-log.js';
export { wiredMethods, type WiredMethod } from './wired-methods.js';
