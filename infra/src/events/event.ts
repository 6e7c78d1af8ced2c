import { create, fromJson, toJson } from '@bufbuild/protobuf';
import {
  type EventType,
  events,
  isEventType,
  type Payload,
  type PayloadInit,
} from '@portal/proto/events/catalog';
import { envelope, type EnvelopeFrame } from '@portal/proto/events/envelope';
import * as z from 'zod/mini';

/** A fact as a consumer receives it. */
export interface EventEnvelope<T extends EventType> {
  /** Unique; the consumer's inbox uses it to detect duplicates. */
  readonly id: string;
  readonly type: T;
  readonly county: string;
  /** `<kind>:<id>`, for example `account:…`. */
  readonly aggregate: string;
  /**
   * Grows with each fact of the aggregate, not always by one. The fact with the highest number has the newest state.
   */
  readonly sequence: number;
  readonly time: Date;
  readonly correlationId: string;
  readonly actor?: string;
  /** True if the fact was published again after the event log was lost. */
  readonly replay: boolean;
  readonly payload: Payload<T>;
}

/** An event whose payload depends on its type. */
export type EventOf<T extends EventType> = T extends EventType ? EventEnvelope<T> : never;

/** A message that cannot be read, however often it is tried: it does not parse, or its type has no schema. */
export class BadEvent extends Error {
  override readonly name = 'BadEvent';
}

/** The reason of a dead fact begins with this text if this version does not know the type of the fact. */
export const UNKNOWN_TYPE = 'BadEvent: unknown type';

/** @throws BadEvent */
export function readFrame(text: string): EnvelopeFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadEvent('the message is not JSON');
  }
  const parsed = z.safeParse(envelope, value);
  if (!parsed.success) throw new BadEvent('the envelope does not parse');
  return parsed.data;
}

/** @throws BadEvent when the type is unknown, or the payload is not a message of that type */
export function readEvent(frame: EnvelopeFrame): EventEnvelope<EventType> {
  const { type, version: _version, time, payload, replay = false, traceparent: _, ...rest } = frame;
  if (!isEventType(type)) throw new BadEvent(`unknown type ${type}`);
  try {
    // a newer producer may add fields that this process does not know
    const message = fromJson(events[type], payload, { ignoreUnknownFields: true });
    return { ...rest, type, time: new Date(time), replay, payload: message };
  } catch (error) {
    throw new BadEvent(`the payload of ${type} does not parse: ${String(error)}`);
  }
}

/** The canonical JSON of a payload. */
export function writePayload<T extends EventType>(type: T, payload: PayloadInit<T>): string {
  const schema = events[type];
  return JSON.stringify(toJson(schema, create(schema, payload)));
}
