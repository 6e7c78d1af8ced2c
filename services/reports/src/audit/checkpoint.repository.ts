import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Checkpoint } from './audit-archive.rules.js';

interface CheckpointRow extends Omit<Checkpoint, 'seq' | 'first'> {
  readonly seq: string;
  readonly first: string;
}

const COLUMNS = `seq, hash, first, archive_key AS "archiveKey", archive_hash AS "archiveHash"`;

@Injectable()
export class CheckpointRepository {
  async findNewest(tx: Tx): Promise<Checkpoint | undefined> {
    const row = await tx.row<CheckpointRow>(
      `SELECT ${COLUMNS} FROM audit_checkpoint WHERE county_id = $1 ORDER BY seq DESC LIMIT 1`,
      [tx.countyId],
    );
    return row && checkpointOf(row);
  }

  /** Returns the checkpoints after `seq`, oldest first. */
  async listAfter(tx: Tx, seq: bigint, limit: number): Promise<Checkpoint[]> {
    const rows = await tx.rows<CheckpointRow>(
      `SELECT ${COLUMNS} FROM audit_checkpoint WHERE county_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      [tx.countyId, String(seq), limit],
    );
    return rows.map(checkpointOf);
  }

  async add(tx: Tx, { seq, hash, first, archiveKey, archiveHash }: Checkpoint, now: Date): Promise<void> {
    await tx.run(
      `INSERT INTO audit_checkpoint (county_id, seq, hash, first, archive_key, archive_hash, cut_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.countyId, String(seq), hash, String(first), archiveKey, archiveHash, now],
    );
  }
}

const checkpointOf = ({ seq, first, ...row }: CheckpointRow): Checkpoint => ({
  ...row,
  seq: BigInt(seq),
  first: BigInt(first),
});
