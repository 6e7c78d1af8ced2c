import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { topicOf } from '@portal/proto/events/catalog';
import type { Database } from '../db/index.js';
import type { Log } from '../log/index.js';
import { EventConsumer, type EventHandler } from './event-consumer.js';
import type { EventLog, Stop } from './event-log.js';
import { eventTerms } from './on-event.js';
import { OutboxRelay } from './outbox-relay.js';
import { wiredMethods } from './wired-methods.js';

export interface EventConsumersOptions {
  readonly discovery: DiscoveryService;
  readonly database: Database;
  readonly events: EventLog;
  readonly log: Log;
}

/** Runs the relay and the `@OnEvent` methods of a service between its start and its stop. */
export class EventConsumers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly relay: OutboxRelay;
  private readonly consumers: EventConsumer[] = [];
  private stops: Stop[] = [];

  constructor(private readonly o: EventConsumersOptions) {
    this.relay = new OutboxRelay(o);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { events, database } = this.o;
    for (const [key, handlers] of this.handlers()) {
      const [consumer = '', topic = ''] = key.split(' ');
      const reader = new EventConsumer({ ...this.o, consumer, handlers });
      this.consumers.push(reader);
      const stop = await events.subscribe({
        topic,
        group: `${database.service}.${consumer}`,
        onRecord: (body, deliveries) => reader.take(body, deliveries),
      });
      this.stops.push(stop);
    }
    this.relay.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const consumer of this.consumers) consumer.stop();
    const stops = this.stops;
    this.stops = [];
    await Promise.all([this.relay.stop(), ...stops.map((stop) => stop())]);
  }

  /** By '<consumer> <topic>', then by event type. @throws when a consumer has two methods for one type */
  private handlers(): Map<string, Map<string, EventHandler>> {
    const all = new Map<string, Map<string, EventHandler>>();
    for (const method of wiredMethods(this.o.discovery)) {
      const terms = eventTerms(method.target, method.name);
      for (const type of terms?.types ?? []) {
        const key = `${terms?.consumer} ${topicOf(type)}`;
        const handlers = all.get(key) ?? new Map<string, EventHandler>();
        all.set(key, handlers);
        if (handlers.has(type))
          throw new Error(`${method.label}: consumer ${terms?.consumer} handles ${type} twice`);
        handlers.set(type, async (event, tx) => void (await method.call(event, tx)));
      }
    }
    return all;
  }
}
