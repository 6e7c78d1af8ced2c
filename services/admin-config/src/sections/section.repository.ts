import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { SectionName } from '@portal/proto/config/sections';

/** A row as PostgreSQL keeps it: parsed when it was written, not since. */
export interface StoredSection {
  readonly name: string;
  readonly version: number;
  readonly value: unknown;
}

export interface SectionChange {
  readonly name: SectionName;
  /** The version that is written. */
  readonly version: number;
  readonly value: unknown;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

@Injectable()
export class SectionRepository {
  list(tx: Tx): Promise<StoredSection[]> {
    return tx.rows<StoredSection>('SELECT name, version, value FROM section');
  }

  find(tx: Tx, name: SectionName): Promise<StoredSection | undefined> {
    return tx.row<StoredSection>('SELECT name, version, value FROM section WHERE name = $1', [name]);
  }

  /** Writes version n only over version n - 1; false when another save came in between. */
  async write(tx: Tx, change: SectionChange): Promise<boolean> {
    const values = [
      tx.countyId,
      change.name,
      change.version,
      JSON.stringify(change.value),
      change.updatedBy,
      change.updatedAt,
    ];
    const written = await tx.run(change.version === 1 ? INSERT_FIRST : UPDATE_NEXT, values);
    if (written === 1) await tx.run(INSERT_VERSION, values);
    return written === 1;
  }
}

const COLUMNS = '(county_id, name, version, value, updated_by, updated_at)';
const INSERT_FIRST = `INSERT INTO section ${COLUMNS} VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`;
const UPDATE_NEXT = `UPDATE section SET version = $3, value = $4, updated_by = $5, updated_at = $6
                      WHERE county_id = $1 AND name = $2 AND version = $3 - 1`;
const INSERT_VERSION = `INSERT INTO section_version ${COLUMNS} VALUES ($1, $2, $3, $4, $5, $6)`;
