import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OnEvent, type EventOf } from '@portal/infra/events';
import type { EventType } from '@portal/proto/events/catalog';
import { AuditRepository } from './audit.repository.js';
import { auditedTypes, chainHash, recordOf } from './audit.rules.js';

/** Writes every action into its county's chain, each once. */
@Injectable()
export class AuditRecorder {
  constructor(private readonly audit: AuditRepository) {}

  @OnEvent(auditedTypes, { consumer: 'audit' })
  async record(event: EventOf<EventType>, tx: Tx): Promise<void> {
    const { seq, hash: prevHash } = await this.audit.lockHead(tx);
    const record = recordOf(event);
    const next = seq + 1n;
    const hash = chainHash(prevHash, next, record);
    // the inbox forgets after days; the log never does
    const isNew = await this.audit.insert(tx, { ...record, seq: String(next), prevHash, hash });
    if (isNew) await this.audit.moveHead(tx, { seq: next, hash });
  }
}
