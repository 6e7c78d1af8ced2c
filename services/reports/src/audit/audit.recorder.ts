import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OnEvents, type EventOf } from '@portal/infra/events';
import type { EventType } from '@portal/proto/events/catalog';
import { AuditRepository } from './audit.repository.js';
import { auditedTypes, chained, recordOf } from './audit.rules.js';

/** Adds every action to its county's chain exactly once. */
@Injectable()
export class AuditRecorder {
  constructor(private readonly audit: AuditRepository) {}

  @OnEvents(auditedTypes, { consumer: 'audit' })
  async record(events: readonly EventOf<EventType>[], tx: Tx): Promise<void> {
    const head = await this.audit.lockHead(tx);
    // the inbox forgets the ids of events after some days, so an old event may come a second time
    const known = await this.audit.findKnown(
      tx,
      events.map(({ id }) => id),
    );
    const rows = chained(head, events.filter(({ id }) => !known.has(id)).map(recordOf));
    const last = rows.at(-1);
    if (!last) return;
    await this.audit.insert(tx, rows);
    await this.audit.moveHead(tx, { seq: BigInt(last.seq), hash: last.hash });
  }
}
