import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { MoreThan } from 'typeorm';
import { AuditRow } from './audit-row.entity.js';
import { GENESIS, type Anchor } from './audit.rules.js';

interface HeadRow {
  seq: string;
  hash: Buffer;
}

const columns = [
  ...(['seq', 'eventId', 'at', 'actor', 'action', 'object', 'beforeHash', 'afterHash', 'ipTrunc'] as const),
  ...(['correlationId', 'detail', 'prevHash', 'hash'] as const),
] as const;

@Injectable()
export class AuditRepository {
  /** Returns the end of the county's chain and locks it until the transaction ends. */
  async lockHead(tx: Tx): Promise<Anchor> {
    const head = await this.lockedHead(tx);
    if (head) return head;
    await tx.run('INSERT INTO chain_head (county_id, seq, hash) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING', [
      tx.countyId,
      GENESIS,
    ]);
    const begun = await this.lockedHead(tx);
    if (!begun) throw new Error('the chain has no head');
    return begun;
  }

  async moveHead(tx: Tx, { seq, hash }: Anchor): Promise<void> {
    await tx.run('UPDATE chain_head SET seq = $2, hash = $3 WHERE county_id = $1', [
      tx.countyId,
      String(seq),
      hash,
    ]);
  }

  async findHead(tx: Tx): Promise<Anchor | undefined> {
    const head = await tx.row<HeadRow>('SELECT seq, hash FROM chain_head WHERE county_id = $1', [
      tx.countyId,
    ]);
    return head && { seq: BigInt(head.seq), hash: head.hash };
  }

  /** Lists the ends of all counties' chains; runs as the worker role. */
  async listHeads(tx: Tx): Promise<(Anchor & { countyId: string })[]> {
    const rows = await tx.rows<HeadRow & { county_id: string }>(
      'SELECT county_id, seq, hash FROM chain_head',
    );
    return rows.map(({ county_id, seq, hash }) => ({ countyId: county_id, seq: BigInt(seq), hash }));
  }

  /** Returns which of these facts are already in the log. The caller must have locked the head. */
  async findKnown(tx: Tx, eventIds: readonly string[]): Promise<Set<string>> {
    const rows = await tx.rows<{ event_id: string }>(
      'SELECT event_id FROM audit_log WHERE county_id = $1 AND event_id = ANY ($2::uuid[])',
      [tx.countyId, eventIds],
    );
    return new Set(rows.map(({ event_id }) => event_id));
  }

  async insert(tx: Tx, rows: readonly AuditRow[]): Promise<void> {
    await tx.run(
      `INSERT INTO audit_log (county_id, seq, event_id, at, actor, action, object, before_hash, after_hash, ip_trunc,
                              correlation_id, detail, prev_hash, hash)
       SELECT $1, * FROM unnest($2::bigint[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
                                $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bytea[],
                                $14::bytea[])`,
      [tx.countyId, ...columns.map((column) => rows.map((row) => row[column]))],
    );
  }

  /** Returns the rows after `seq`, oldest first. */
  listAfter(tx: Tx, seq: bigint, limit: number): Promise<AuditRow[]> {
    return tx.repository(AuditRow).find({
      where: { countyId: tx.countyId, seq: MoreThan(String(seq)) },
      order: { seq: 'ASC' },
      take: limit,
    });
  }

  private async lockedHead(tx: Tx): Promise<Anchor | undefined> {
    const head = await tx.row<HeadRow>('SELECT seq, hash FROM chain_head WHERE county_id = $1 FOR UPDATE', [
      tx.countyId,
    ]);
    return head && { seq: BigInt(head.seq), hash: head.hash };
  }
}
