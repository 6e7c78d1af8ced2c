import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { deleteLs1Entries, Ls1Entry } from '@portal/proto/rpc/ls1-migration';

interface FormerLine extends Ls1Entry {
  readonly fact: string;
}

/**
 * The time and the event id that are stored with a name from LS1. Every event of this portal is newer, so the name in
 * an event replaces the name from LS1.
 */
const OLDEST_NAME = `'epoch', '00000000-0000-0000-0000-000000000001'`;

/** Stores the lines of `activity` that come from LS1. */
@Injectable()
export class FormerLogRepository {
  /** @param begunAt the time when the migration that adds these lines began */
  async add(tx: Tx, lines: readonly FormerLine[], begunAt?: string): Promise<number> {
    const columns = [
      ...(['fact', 'at', 'log', 'kind', 'user', 'account', 'subject', 'pages'] as const),
      ...(['charged', 'credited', 'images'] as const),
    ] as const;
    const added = await tx.run(
      `INSERT INTO activity (county_id, fact, part, at, log, kind, source, user_id, account_id, subject, pages, charged,
                             credited, images, escrow, migration_began_at)
       SELECT $1, fact, 0, at, log, kind, 'ONE', user_id, account_id, subject, pages, charged, credited, images, 0,
              $13::timestamptz
         FROM unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                     $9::int[], $10::bigint[], $11::bigint[], $12::bigint[])
           AS told (fact, at, log, kind, user_id, account_id, subject, pages, charged, credited, images)
        ORDER BY fact ON CONFLICT DO NOTHING`,
      [tx.countyId, ...columns.map((column) => lines.map((line) => line[column])), begunAt ?? null],
    );
    await this.addNames(tx, lines);
    return added;
  }

  /**
   * Removes the lines between two instants, except those that were added by the migration that began at `begunAt`
   * or by a later migration.
   * @returns the number of removed lines, at most `limit`
   */
  remove(tx: Tx, { from, until, begunAt }: Parsed<typeof deleteLs1Entries>, limit: number): Promise<number> {
    return tx.run(
      `DELETE FROM activity a USING (
         SELECT fact, part FROM activity
          WHERE county_id = $1 AND source = 'ONE' AND at >= $2 AND at < $3
             AND (migration_began_at < $5) IS NOT FALSE LIMIT $4) gone
        WHERE a.county_id = $1 AND a.fact = gone.fact AND a.part = gone.part AND a.source = 'ONE'`,
      [tx.countyId, from ?? '-infinity', until ?? 'infinity', limit, begunAt ?? null],
    );
  }

  /**
   * Adds the names of users, so that a list sorted by username includes the users' lines. Events of this portal replace
   * these names.
   */
  private async addNames(tx: Tx, lines: readonly FormerLine[]): Promise<void> {
    const people = new Map(lines.map(({ user, username, account }) => [user, { username, account }]));
    await tx.run(
      `INSERT INTO person AS p (county_id, user_id, username, account_id, at, fact)
       SELECT $1, user_id, username, account_id, ${OLDEST_NAME}
         FROM unnest($2::text[], $3::text[], $4::text[]) AS told (user_id, username, account_id) ORDER BY user_id
       ON CONFLICT (county_id, user_id) DO UPDATE
          SET username = excluded.username, account_id = excluded.account_id, fact = excluded.fact
        WHERE p.user_id <> '' AND (p.at, p.fact) < (excluded.at, excluded.fact)`,
      [
        ...[
          tx.countyId,
          [...people.keys()],
          [...people].map(([id, { username }]) => (id === '' ? '' : username)),
        ],
        [...people].map(([id, { account }]) => (id === '' ? '' : account)),
      ],
    );
    const customers = new Map(
      lines.flatMap(({ account, accountName }) => (account === '' ? [] : [[account, accountName] as const])),
    );
    await tx.run(
      `INSERT INTO customer (county_id, account_id, name, account_type, payment_method, at, fact)
       SELECT $1, account_id, name, '', '', ${OLDEST_NAME}
         FROM unnest($2::text[], $3::text[]) AS told (account_id, name) ORDER BY account_id ON CONFLICT DO NOTHING`,
      [tx.countyId, [...customers.keys()], [...customers.values()]],
    );
  }
}
