import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import type { County } from '@portal/proto/rpc/admin-config';
import { CountyRow } from './county.entity.js';

const COLUMNS = 'id, name, hosts, origin, time_zone AS "timeZone", state';

@Injectable()
export class CountyRepository {
  constructor(private readonly database: Database) {}

  /** Lists all counties, sorted by id. */
  list(): Promise<County[]> {
    return this.database.query<County>(`SELECT ${COLUMNS} FROM county ORDER BY id`);
  }

  /**
   * Lists all counties in the caller's transaction, after every other transaction that saves a county has ended,
   * because a host must be unique across all counties.
   */
  async listForChange(tx: Tx): Promise<County[]> {
    await tx.run(`SELECT pg_advisory_xact_lock(hashtext('admin_config county'))`);
    return tx.rows<County>(`SELECT ${COLUMNS} FROM county ORDER BY id`);
  }

  async exists(tx: Tx, id: string): Promise<boolean> {
    return (await tx.row('SELECT 1 AS found FROM county WHERE id = $1', [id])) !== undefined;
  }

  async save(tx: Tx, county: County, updatedAt: Date): Promise<void> {
    await tx.repository(CountyRow).upsert({ ...county, updatedAt }, ['id']);
  }
}
