import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const folded = 'text COLLATE "C" NOT NULL';

const columns = `hot_no int NOT NULL, other_no int NOT NULL, other_name ${folded}, roles smallint NOT NULL,
  instr smallint NOT NULL, grp smallint NOT NULL, doc_type text COLLATE "C" NOT NULL, rec_key int NOT NULL,
  sk_doc bigint NOT NULL, sk_book bigint NOT NULL`;

/**
 * Pairs of two frequent names have an index for each sort key. All other pairs share one index, because each of them has
 * few documents. The second part of a predicate, such as `sk_doc > -1`, is true for every row. A search repeats it to
 * choose its index. Otherwise PostgreSQL, which expects only a few documents of a pair, may read an index of another
 * order and sort the documents.
 */
const indexes: readonly string[] = [
  `CREATE INDEX name_pair_doc ON search.name_pair (generation, hot_no, other_no, sk_doc)
    INCLUDE (roles, doc_type, grp, rec_key) WHERE other_no > 0 AND sk_doc > -1`,
  `CREATE INDEX name_pair_rec ON search.name_pair (generation, hot_no, other_no, rec_key, sk_doc)
    INCLUDE (roles, doc_type, grp) WHERE other_no > 0 AND rec_key > -1`,
  `CREATE INDEX name_pair_book ON search.name_pair (generation, hot_no, other_no, sk_book, sk_doc)
    INCLUDE (roles, doc_type, grp, rec_key) WHERE other_no > 0 AND sk_book > -1`,
  `CREATE INDEX name_pair_instr ON search.name_pair (generation, hot_no, other_no, instr, sk_doc)
    INCLUDE (roles, doc_type, grp, rec_key) WHERE other_no > 0 AND instr > -1`,
  `CREATE INDEX name_pair_other ON search.name_pair (generation, hot_no, other_name)
    INCLUDE (roles, doc_type, grp, rec_key, instr, sk_doc, sk_book) WHERE other_no = 0`,
  'CREATE INDEX name_pair_key ON search.name_pair (generation, sk_doc)',
];

/**
 * Adds a table with the documents that a frequent name shares with another name, so that a search for two names with And
 * reads only the documents that have both names. `hot_no` of `name_dict` numbers the frequent names; it is 0 for the
 * others. `pairs_changes` of `live_index` equals `changes` if the table has the pairs of every document. A live
 * generation has no pairs until the next full import. An importer of an earlier version writes no pairs. It raises
 * `changes` but not `pairs_changes`, so that the missing pairs are noticed.
 */
export class PairsOfNames202611291430 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE TABLE search.name_pair (generation int NOT NULL, ${columns}) PARTITION BY LIST (generation)`,
    );
    for (const index of indexes) await db.query(index);
    await db.query(sql.grantTable('search', 'name_pair', 'app', 'SELECT'));
    for (const generation of await this.attachedGenerations(db)) {
      await db.query(
        `CREATE TABLE search.name_pair_g${generation} PARTITION OF search.name_pair FOR VALUES IN (${generation})`,
      );
    }
    // last, because from here on the searches of names wait until the migration ends
    await db.query('ALTER TABLE search.live_index ADD COLUMN pairs_changes int NOT NULL DEFAULT -1');
    await db.query('ALTER TABLE search.name_dict ADD COLUMN hot_no int NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE search.name_dict DROP COLUMN hot_no');
    await db.query('ALTER TABLE search.live_index DROP COLUMN pairs_changes');
    await db.query('DROP TABLE search.name_pair');
  }

  private async attachedGenerations(db: QueryRunner): Promise<number[]> {
    const rows: unknown = await db.query(
      `SELECT generation FROM search.generation WHERE state IN ('LIVE', 'RETIRED')
          AND to_regclass('search.document_g' || generation) IS NOT NULL ORDER BY generation`,
    );
    return Array.isArray(rows) ? rows.map((row: { generation: unknown }) => Number(row.generation)) : [];
  }
}
