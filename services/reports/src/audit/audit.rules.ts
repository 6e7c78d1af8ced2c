import { createHash } from 'node:crypto';
import type { EventOf } from '@portal/infra/events';
import { eventTypes, topicOf, type EventType } from '@portal/proto/events/catalog';
import type { AuditRow } from './audit-row.entity.js';

/** The topics whose events report actions of people or movements of money. */
const topics: readonly string[] = ['payments', 'office', 'identity', 'config', 'audit'];

export const auditedTypes: readonly EventType[] = eventTypes.filter((type) => topics.includes(topicOf(type)));

/** A row of the audit log without the fields that depend on its place in the chain. */
export type AuditRecord = Omit<AuditRow, 'seq' | 'prevHash' | 'hash'>;

/** Writes the fields of an event as JSON, without protobuf's own members and with 64-bit integers as text. */
const fieldsOf = (payload: object): string =>
  JSON.stringify(payload, (key, value: unknown) => {
    if (key === '$typeName' || key === '$unknown') return undefined;
    return typeof value === 'bigint' ? String(value) : value;
  });

/** Converts an event to a record. */
export function recordOf(event: EventOf<EventType>): AuditRecord {
  const origin = {
    countyId: event.county,
    eventId: event.id,
    at: event.time,
    actor: event.actor ?? '',
    correlationId: event.correlationId,
  };
  if (event.type === 'audit.action-taken.v1') {
    const { action, object, beforeHash, afterHash, address, detail } = event.payload;
    return { ...origin, action, object, beforeHash, afterHash, ipTrunc: address, detail };
  }
  const address = 'address' in event.payload ? event.payload.address : '';
  return {
    ...origin,
    action: event.type.replace(/\.v\d+$/, ''),
    object: event.aggregate,
    beforeHash: '',
    afterHash: '',
    ipTrunc: address,
    detail: fieldsOf(event.payload),
  };
}

/** The `prevHash` of the first row of a chain. */
export const GENESIS = Buffer.alloc(32);

/** SHA-256 over the previous row's hash and every field of the row. */
export function chainHash(prevHash: Buffer, seq: bigint, record: AuditRecord): Buffer {
  const { countyId, eventId, at, actor, action, object } = record;
  const { beforeHash, afterHash, ipTrunc, correlationId, detail } = record;
  const place = [countyId, String(seq), eventId, at.toISOString()];
  const deed = [actor, action, object, beforeHash, afterHash, ipTrunc, correlationId, detail];
  return createHash('sha256')
    .update(prevHash)
    .update(JSON.stringify([...place, ...deed]))
    .digest();
}

/** Converts records to rows that continue the chain. */
export function chained({ seq, hash }: Anchor, records: readonly AuditRecord[]): AuditRow[] {
  const rows: AuditRow[] = [];
  let end: Anchor = { seq, hash };
  for (const record of records) {
    const next = end.seq + 1n;
    const row = { ...record, seq: String(next), prevHash: end.hash, hash: chainHash(end.hash, next, record) };
    rows.push(row);
    end = { seq: next, hash: row.hash };
  }
  return rows;
}

export interface ChainFault {
  readonly seq: bigint;
  readonly reason:
    | 'ROW_MISSING'
    | 'ROW_CHANGED'
    | 'CHAIN_BROKEN'
    | 'ANCHOR_DIFFERS'
    | 'NEWEST_MISSING'
    | 'ARCHIVE_MISSING'
    | 'ARCHIVE_CHANGED'
    | 'CHECKPOINT_DIFFERS';
}

/** The number and the hash of a row in a county's chain. */
export interface Anchor {
  readonly seq: bigint;
  readonly hash: Buffer;
}

/** Checks a chain row by row and stops at the first fault. */
export class ChainReader {
  private seq: bigint;
  private hash: Buffer;
  private readonly anchors: ReadonlyMap<bigint, Buffer>;
  private readonly newest: bigint;

  /**
   * @param anchors hashes that certain rows must have; the chain must reach the newest of these rows
   * @param start the row before the first row to read; by default the beginning of the chain
   */
  constructor(anchors: readonly Anchor[], start: Anchor = { seq: 0n, hash: GENESIS }) {
    this.seq = start.seq;
    this.hash = start.hash;
    this.anchors = new Map(anchors.map(({ seq, hash }) => [seq, hash]));
    this.newest = anchors.reduce((most, { seq }) => (seq > most ? seq : most), 0n);
  }

  get rows(): bigint {
    return this.seq;
  }

  /** The last row that fits the chain. */
  get last(): Anchor {
    return { seq: this.seq, hash: this.hash };
  }

  /** Returns the row's fault; undefined for a valid row. Rows must be passed in the order of `seq`. */
  read(row: AuditRow): ChainFault | undefined {
    const expected = this.seq + 1n;
    if (BigInt(row.seq) !== expected) return { seq: expected, reason: 'ROW_MISSING' };
    if (!row.prevHash.equals(this.hash)) return { seq: expected, reason: 'CHAIN_BROKEN' };
    const hash = chainHash(row.prevHash, expected, row);
    if (!row.hash.equals(hash)) return { seq: expected, reason: 'ROW_CHANGED' };
    const anchored = this.anchors.get(expected);
    if (anchored && !anchored.equals(hash)) return { seq: expected, reason: 'ANCHOR_DIFFERS' };
    this.seq = expected;
    this.hash = hash;
    return undefined;
  }

  /**
   * Must be called after the last row. Returns a fault if the row of an anchor was not reached, which means that rows
   * are missing.
   */
  end(): ChainFault | undefined {
    return this.newest > this.seq ? { seq: this.seq + 1n, reason: 'NEWEST_MISSING' } : undefined;
  }
}

/** Writes an anchor as a line of text: `<seq> <hash in hex> <time>`. */
export const writeAnchor = ({ seq, hash }: Anchor, at: string): string =>
  `${seq} ${hash.toString('hex')} ${at}\n`;

/**
 * Reads an anchor from its line of text.
 * @throws when the text is not an anchor
 */
export function readAnchor(text: string): Anchor {
  const found = /^(\d+) ([0-9a-f]{64}) \S+\n$/.exec(text);
  if (!found?.[1] || !found[2]) throw new Error('an audit anchor does not parse');
  return { seq: BigInt(found[1]), hash: Buffer.from(found[2], 'hex') };
}
