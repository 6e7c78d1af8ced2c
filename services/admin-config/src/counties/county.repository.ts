import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/infra/db';
import type { County, CountyMove } from '@portal/proto/rpc/admin-config';
import { CountyRow } from './county.entity.js';

const COLUMNS = `id, name, hosts, origin, time_zone AS "timeZone", state,
  CASE WHEN standing <> 'OPEN'
       THEN json_build_object('standing', standing, 'until', standing_until, 'to', moved_to, 'key', move_key)
  END AS move`;

interface FoundCounty extends Omit<County, 'move'> {
  readonly move: {
    standing: CountyMove['standing'];
    until: string | null;
    to: string | null;
    key: string | null;
  } | null;
}

const countyOf = ({ move, ...county }: FoundCounty): County =>
  move === null
    ? county
    : {
        ...county,
        move: {
          standing: move.standing,
          ...(move.until !== null && { until: new Date(move.until).toISOString() }),
          ...(move.to !== null && { to: move.to }),
          ...(move.key !== null && { key: move.key }),
        },
      };

@Injectable()
export class CountyRepository {
  constructor(private readonly database: Database) {}

  /** Lists all counties, sorted by id. */
  async list(): Promise<County[]> {
    return (await this.database.query<FoundCounty>(`SELECT ${COLUMNS} FROM county ORDER BY id`)).map(
      countyOf,
    );
  }

  /**
   * Lists all counties. First waits for other transactions that save a county, and makes later ones wait until the
   * caller's transaction ends, because a host must be unique across all counties.
   */
  async listForChange(tx: Tx): Promise<County[]> {
    await tx.run(`SELECT pg_advisory_xact_lock(hashtext('admin_config county'))`);
    return (await tx.rows<FoundCounty>(`SELECT ${COLUMNS} FROM county ORDER BY id`)).map(countyOf);
  }

  async exists(tx: Tx, id: string): Promise<boolean> {
    return (await tx.row('SELECT 1 AS found FROM county WHERE id = $1', [id])) !== undefined;
  }

  async save(tx: Tx, { move: _move, ...county }: County, updatedAt: Date): Promise<void> {
    await tx.repository(CountyRow).upsert({ ...county, updatedAt }, ['id']);
  }
}
