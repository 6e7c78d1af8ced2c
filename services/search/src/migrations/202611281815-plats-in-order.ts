import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The columns of each index, by the name of the index. The first columns sort the documents of a plat by one sort key.
 * The columns after INCLUDE are the others that a search reads.
 */
const indexes: Readonly<Record<string, string>> = {
  legal_lb_plat_doc: '(generation, plat_no, sk_doc) INCLUDE (rec_key, doc_type, grp)',
  legal_lb_plat_rec: '(generation, plat_no, rec_key, sk_doc) INCLUDE (doc_type, grp)',
  legal_lb_plat_book: '(generation, plat_no, sk_book, sk_doc) INCLUDE (rec_key, doc_type, grp)',
  legal_lb_plat_instr: '(generation, plat_no, instr, sk_doc) INCLUDE (rec_key, doc_type, grp)',
};

/**
 * Adds indexes that return the documents of a plat in order, so that a search of a whole plat reads only as many rows
 * as it returns. PostgreSQL cannot build an index of a partitioned table concurrently, so the migration builds a
 * separate index for each partition. After an interruption, it continues with the partitions that have no such index.
 */
export class PlatsInOrder202611281815 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(indexes)) {
      await db.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY search.legal_lb ${columns}`);
      for (const partition of await this.partitionsWithout(db, name))
        await this.build(db, name, partition, columns).catch(async (error: unknown) => {
          // a running service or import may have dropped the generation meanwhile
          if ((await this.partitionsWithout(db, name)).includes(partition)) throw error;
        });
    }
  }

  private async build(db: QueryRunner, name: string, partition: string, columns: string): Promise<void> {
    const own = partition.replace('legal_lb', name);
    const build = sql.createIndexConcurrently('search', own, `${partition} ${columns}`);
    for (const statement of build) await db.query(statement);
    await db.query(`ALTER INDEX search.${name} ATTACH PARTITION search.${own}`);
  }

  /**
   * Keeps the indexes: dropping an index of a partitioned table makes searches wait, and earlier code works with these
   * indexes.
   */
  async down(): Promise<void> {}

  /**
   * The names of the attached partitions that lack their part of an index; a partition that is being detached is left
   * out.
   */
  private async partitionsWithout(db: QueryRunner, index: string): Promise<string[]> {
    const rows: unknown = await db.query(
      `SELECT c.relname AS name FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
        WHERE h.inhparent = 'search.legal_lb'::regclass AND NOT h.inhdetachpending AND NOT EXISTS
          (SELECT 1 FROM pg_inherits o JOIN pg_index i ON i.indexrelid = o.inhrelid
            WHERE o.inhparent = $1::regclass AND i.indrelid = c.oid)
        ORDER BY c.relname`,
      [`search.${index}`],
    );
    return Array.isArray(rows) ? rows.map((row: { name: unknown }) => String(row.name)) : [];
  }
}
