import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { topicOf } from '@portal/proto/events/catalog';
import type { Database } from '../db/index.js';
import type { Log } from '../log/index.js';
import { DeadFacts } from './dead-facts.js';
import { EventConsumer, type FactReader } from './event-consumer.js';
import type { EventLog, Stop } from './event-log.js';
import { FactsWatch } from './facts-watch.js';
import { eventTerms, type EventHandlerTerms } from './on-event.js';
import { OutboxRelay } from './outbox-relay.js';
import { wiredMethods, type WiredMethod } from './wired-methods.js';

const MOST_AT_ONCE = 64;

export interface EventConsumersOptions {
  readonly discovery: DiscoveryService;
  readonly database: Database;
  readonly events: EventLog;
  readonly log: Log;
}

/** Runs the relay and the `@OnEvent` methods of a service from its start to its stop. */
export class EventConsumers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly relay: OutboxRelay;
  private readonly consumers: EventConsumer[] = [];
  private stops: Stop[] = [];
  private readonly watch: FactsWatch;
  private readonly deadFacts: DeadFacts;

  constructor(private readonly o: EventConsumersOptions) {
    this.relay = new OutboxRelay(o);
    this.watch = new FactsWatch(o);
    this.deadFacts = new DeadFacts(o);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { events, database } = this.o;
    for (const [key, readers] of this.readers()) {
      const [name = '', topic = ''] = key.split(' ');
      const consumer = new EventConsumer({ ...this.o, consumer: name, readers });
      this.consumers.push(consumer);
      const stop = await events.subscribe({
        topic,
        group: groupOf(database.service, name),
        atOnce: Math.max(...[...readers.values()].map(({ atOnce }) => atOnce)),
        onRecord: (body, deliveries) => consumer.take(body, deliveries),
      });
      this.stops.push(stop);
      this.watch.add({ consumer: name, topic, group: groupOf(database.service, name) });
      this.deadFacts.add(name, consumer);
    }
    this.relay.start();
    this.watch.start();
    this.deadFacts.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const consumer of this.consumers) consumer.stop();
    const stops = this.stops;
    this.stops = [];
    this.watch.stop();
    await Promise.all([this.relay.stop(), this.deadFacts.stop(), ...stops.map((stop) => stop())]);
  }

  /**
   * Handlers by '<consumer> <topic>', then by event type.
   * @throws when a consumer has two methods for one type
   */
  private readers(): Map<string, Map<string, FactReader>> {
    const all = new Map<string, Map<string, FactReader>>();
    for (const method of wiredMethods(this.o.discovery)) {
      const terms = eventTerms(method.target, method.name);
      if (!terms) continue;
      const reader = readerOf(method, terms);
      for (const type of terms.types) {
        const key = `${terms.consumer} ${topicOf(type)}`;
        const readers = all.get(key) ?? new Map<string, FactReader>();
        all.set(key, readers);
        if (readers.has(type))
          throw new Error(`${method.label}: consumer ${terms.consumer} handles ${type} twice`);
        readers.set(type, reader);
      }
    }
    return all;
  }
}

const groupOf = (service: string, consumer: string): string => `${service}.${consumer}`;

const readerOf = (method: WiredMethod, { lists, newestOnly }: EventHandlerTerms): FactReader => ({
  newestOnly,
  atOnce: lists ? MOST_AT_ONCE : 1,
  read: async (events, tx) => void (await method.call(lists ? events : events[0], tx)),
});
