import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Ls1Reason } from '@portal/proto/http/ls1';
import type { Origins, Refused, Staged } from './source-rows.rules.js';

type What = 'ACCOUNT' | 'USER';

/** The users of this portal whom no migration removes: TRIMIN users and the guest. */
export const STAYS = `role IN ('TRIMIN', 'GUEST')`;

/** Conditions under which a staged row (`s`) clashes with another row, each with its reason. */
const clashes: readonly { readonly what: What; readonly reason: Ls1Reason; readonly condition: string }[] = [
  ...(['ACCOUNT', 'USER'] as const).map((what) => ({
    ...{ what, reason: what === 'ACCOUNT' ? ('NAME_TWICE' as const) : ('USERNAME_TWICE' as const) },
    condition: `EXISTS (SELECT 1 FROM ls1_staged o WHERE o.county_id = s.county_id AND o.migration_id = s.migration_id
                  AND o.what = s.what AND o.name_key = s.name_key AND o.number < s.number)`,
  })),
  {
    ...{ what: 'ACCOUNT', reason: 'NAME_TAKEN' },
    condition: `EXISTS (SELECT 1 FROM account a JOIN app_user u ON u.county_id = a.county_id AND u.account_id = a.id
                  WHERE a.name_key = s.name_key AND u.${STAYS})`,
  },
  {
    ...{ what: 'USER', reason: 'USERNAME_TAKEN' },
    condition: `EXISTS (SELECT 1 FROM app_user u WHERE u.username_key = s.name_key AND u.${STAYS})`,
  },
  {
    ...{ what: 'USER', reason: 'NO_ACCOUNT' },
    condition: `s.account IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ls1_staged o WHERE o.county_id = s.county_id
                  AND o.migration_id = s.migration_id AND o.what = 'ACCOUNT' AND o.number = s.account)`,
  },
];

/** Stores accounts and users of LS1 until they replace those of the county. */
@Injectable()
export class StagingRepository {
  async add(tx: Tx, migration: string, what: What, rows: readonly Staged[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.run(
      `INSERT INTO ls1_staged (county_id, migration_id, what, number, id, name, account, role, status, fields, lost)
       SELECT $1, $2, $3, r.number, r.id, r.name, r.account, r.role, r.status, r.fields, string_to_array(r.lost, ',')
         FROM unnest($4::bigint[], $5::uuid[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::jsonb[],
                     $11::text[]) AS r (number, id, name, account, role, status, fields, lost)
       ON CONFLICT DO NOTHING`,
      [
        ...[tx.countyId, migration, what, rows.map(({ number }) => number), rows.map(() => randomUUID())],
        ...(['name', 'account', 'role', 'status'] as const).map((column) => rows.map((row) => row[column])),
        rows.map(({ fields }) => JSON.stringify(fields)),
        rows.map(({ lost }) => lost.join(',')),
      ],
    );
  }

  /**
   * Removes staged rows that clash with other rows.
   * @returns these rows, in the order of their reasons
   */
  async removeClashing(tx: Tx, migration: string): Promise<{ what: What; refused: Refused[] }[]> {
    const removed = [];
    for (const { what, reason, condition } of clashes) {
      const rows = await tx.rows<{ number: string; name: string }>(
        `DELETE FROM ls1_staged s WHERE s.county_id = $1 AND s.migration_id = $2 AND s.what = $3 AND ${condition}
         RETURNING s.number, s.name`,
        [tx.countyId, migration, what],
      );
      const inOrder = rows.toSorted((a, b) => Number(BigInt(a.number) - BigInt(b.number)));
      removed.push({ what, refused: inOrder.map((row) => ({ ...row, reason })) });
    }
    return removed;
  }

  /** True if the staged users include a COUNTY user who can sign in. */
  async hasCountyUser(tx: Tx, migration: string): Promise<boolean> {
    const found = await tx.row(
      `SELECT 1 AS found FROM ls1_staged WHERE county_id = $1 AND migration_id = $2 AND what = 'USER'
          AND role = 'COUNTY' AND status = 'A' LIMIT 1`,
      [tx.countyId, migration],
    );
    return found !== undefined;
  }

  /** Finds the ids in this portal for numbers of LS1. */
  async origins(tx: Tx, users: readonly string[], accounts: readonly string[]): Promise<Origins> {
    const of = async (what: What, numbers: readonly string[]): Promise<Map<string, string>> => {
      const rows = await tx.rows<{ number: string; id: string }>(
        'SELECT number, id FROM ls1_origin WHERE county_id = $1 AND what = $2 AND number = ANY ($3::bigint[])',
        [tx.countyId, what, numbers],
      );
      return new Map(rows.map(({ number, id }) => [number, id]));
    };
    return { users: await of('USER', users), accounts: await of('ACCOUNT', accounts) };
  }
}
