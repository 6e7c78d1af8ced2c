import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { topicOf } from '@portal/proto/events/catalog';
import { callContext, type Log } from '../log/index.js';
import { readEvent, readFrame } from './event.js';
import type { EventLog, Stop } from './event-log.js';
import { broadcastTypes, isResync } from './on-event.js';
import { type WiredMethod, wiredMethods } from './wired-methods.js';

export interface EventBroadcastsOptions {
  readonly discovery: DiscoveryService;
  readonly events: EventLog;
  readonly log: Log;
}

/** Calls the `@OnBroadcast` and `@OnResync` methods of a process. */
export class EventBroadcasts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly listeners = new Map<string, WiredMethod[]>();
  private resyncs: WiredMethod[] = [];
  private stop: Stop | undefined;

  constructor(private readonly o: EventBroadcastsOptions) {}

  async onApplicationBootstrap(): Promise<void> {
    const methods = wiredMethods(this.o.discovery);
    this.resyncs = methods.filter(({ target, name }) => isResync(target, name));
    for (const method of methods) {
      for (const type of broadcastTypes(method.target, method.name) ?? []) {
        this.listeners.set(type, [...(this.listeners.get(type) ?? []), method]);
      }
    }
    const topics = [...new Set([...this.listeners.keys()].map(topicOf))];
    if (topics.length === 0) return;
    this.stop = await this.o.events.tail({
      topics,
      onRecord: (body) => this.hear(body),
      onGap: () => this.resyncs.forEach((method) => this.tell(method)),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    const stop = this.stop;
    this.stop = undefined;
    await stop?.();
  }

  /** Ignores replayed facts, because the resync has already dropped the copies that these facts would drop. */
  private hear(body: string): void {
    try {
      const frame = readFrame(body);
      const methods = frame.replay ? undefined : this.listeners.get(frame.type);
      if (!methods) return;
      const event = readEvent(frame);
      const { correlationId, county } = frame;
      callContext.run({ correlationId, county }, () => methods.forEach((method) => this.tell(method, event)));
    } catch (error) {
      this.o.log.error({ err: error }, 'broadcast refused');
    }
  }

  private tell(method: WiredMethod, ...args: readonly unknown[]): void {
    Promise.resolve()
      .then(() => method.call(...args))
      .catch((error: unknown) =>
        this.o.log.error({ err: error, method: method.label }, 'broadcast not heard'),
      );
  }
}
