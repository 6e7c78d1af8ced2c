import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { SectionName } from '@portal/proto/config/sections';

/** A stored row. The value is parsed before the row is written, and not again when the row is read. */
export interface StoredSection {
  readonly name: string;
  readonly version: number;
  readonly value: unknown;
}

/** A stored section with the user who saved it. */
export interface StoredVersion extends StoredSection {
  readonly saved_by: string;
  readonly reason: string;
  readonly updated_at: Date;
}

export interface SectionChange {
  readonly name: SectionName;
  /** The number of the new version. */
  readonly version: number;
  readonly value: unknown;
  /** The id of the user who saves this version. */
  readonly updatedBy: string;
  readonly savedBy: string;
  readonly reason: string;
  readonly updatedAt: Date;
}

@Injectable()
export class SectionRepository {
  list(tx: Tx): Promise<StoredSection[]> {
    return tx.rows<StoredSection>('SELECT name, version, value FROM section');
  }

  listNamed(tx: Tx, names: readonly SectionName[]): Promise<StoredSection[]> {
    return tx.rows<StoredSection>('SELECT name, version, value FROM section WHERE name = ANY ($1)', [names]);
  }

  find(tx: Tx, name: SectionName): Promise<StoredSection | undefined> {
    return tx.row<StoredSection>('SELECT name, version, value FROM section WHERE name = $1', [name]);
  }

  /** Returns the section and locks it against other saves until the transaction ends. */
  findLocked(tx: Tx, name: SectionName): Promise<StoredSection | undefined> {
    return tx.row<StoredSection>('SELECT name, version, value FROM section WHERE name = $1 FOR UPDATE', [
      name,
    ]);
  }

  listStored(tx: Tx): Promise<StoredVersion[]> {
    return tx.rows<StoredVersion>(`SELECT ${VERSION} FROM section`);
  }

  findStored(tx: Tx, name: SectionName): Promise<StoredVersion | undefined> {
    return tx.row<StoredVersion>(`SELECT ${VERSION} FROM section WHERE name = $1`, [name]);
  }

  /**
   * Lists the versions, newest first.
   * @param before only versions older than this one are listed; null lists the newest
   */
  listVersions(tx: Tx, name: SectionName, before: number | null, limit: number): Promise<StoredVersion[]> {
    return tx.rows<StoredVersion>(
      `SELECT ${VERSION} FROM section_version
        WHERE name = $1 AND ($2::int IS NULL OR version < $2) ORDER BY version DESC LIMIT $3`,
      [name, before, limit],
    );
  }

  /**
   * Takes a lock that keeps the purge from removing pictures of the county until the caller's transaction ends. If the
   * purge is removing a picture now, the caller first waits for the purge. Several saves may hold the lock together.
   */
  async keepPictures(tx: Tx): Promise<void> {
    await tx.run(`SELECT pg_advisory_xact_lock_shared(${PICTURES})`, [tx.countyId]);
  }

  /** Takes the lock for removing a picture. Saves that use pictures wait until the caller's transaction ends. */
  async lockPictures(tx: Tx): Promise<void> {
    await tx.run(`SELECT pg_advisory_xact_lock(${PICTURES})`, [tx.countyId]);
  }

  /** True if any version of the section `sitePictures`, however old, uses the picture. */
  async namesPicture(tx: Tx, picture: string): Promise<boolean> {
    const named = await tx.row(
      `SELECT 1 FROM section_version
        WHERE name = 'sitePictures' AND (value->>'logo' = $1 OR value->'slides' ? $1) LIMIT 1`,
      [picture],
    );
    return named !== undefined;
  }

  /**
   * Writes version n only if version n - 1 is the current one; returns false when another save has written version n.
   */
  async write(tx: Tx, change: SectionChange): Promise<boolean> {
    const values = [
      tx.countyId,
      change.name,
      change.version,
      JSON.stringify(change.value),
      change.updatedBy,
      change.updatedAt,
      change.savedBy,
      change.reason,
    ];
    const written = await tx.run(change.version === 1 ? INSERT_FIRST : UPDATE_NEXT, values);
    if (written === 1) await tx.run(INSERT_VERSION, values);
    return written === 1;
  }
}

const PICTURES = `hashtextextended('site pictures ' || $1, 0)`;
const VERSION = 'name, version, value, saved_by, updated_at, reason';
const COLUMNS = '(county_id, name, version, value, updated_by, updated_at, saved_by, reason)';
const INSERT_FIRST = `INSERT INTO section ${COLUMNS} VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`;
const UPDATE_NEXT = `UPDATE section SET version = $3, value = $4, updated_by = $5, updated_at = $6,
                             saved_by = $7, reason = $8
                      WHERE county_id = $1 AND name = $2 AND version = $3 - 1`;
const INSERT_VERSION = `INSERT INTO section_version ${COLUMNS} VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
