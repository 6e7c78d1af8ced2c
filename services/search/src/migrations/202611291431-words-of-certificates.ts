import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const index = 'certificate_text_words';

/**
 * The words of a text, each cut off after 250 letters, because an index cannot store very long words. Searches repeat
 * this expression. The stored text has a space at both ends.
 */
const words = `(array_to_tsvector(string_to_array(btrim(CASE WHEN length(txt) < 250 THEN txt
  ELSE regexp_replace(txt, '([^ ]{250})[^ ]+', '\\1', 'g') END), ' ')))`;

/**
 * Adds an index of the words in certificate texts. This index finds a rare word of a phrase at once. The index of
 * trigrams, in contrast, must read all entries of each trigram, and a large county has very many of these entries. The
 * new index is built for each partition separately, without making searches wait, as in 202611281815.
 */
export class WordsOfCertificates202611291431 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX IF NOT EXISTS ${index} ON ONLY search.certificate_text USING gin (${words})`,
    );
    for (const partition of await this.partitionsWithout(db))
      await this.build(db, partition).catch(async (error: unknown) => {
        // a running service or import may have dropped the generation meanwhile
        if ((await this.partitionsWithout(db)).includes(partition)) throw error;
      });
  }

  /** Keeps the index: dropping an index of a partitioned table makes searches wait, and earlier code works with it. */
  async down(): Promise<void> {}

  private async build(db: QueryRunner, partition: string): Promise<void> {
    const own = partition.replace('certificate_text', index);
    const build = sql.createIndexConcurrently('search', own, `${partition} USING gin (${words})`);
    for (const statement of build) await db.query(statement);
    await db.query(`ALTER INDEX search.${index} ATTACH PARTITION search.${own}`);
  }

  /** The names of the attached partitions that lack the index. */
  private async partitionsWithout(db: QueryRunner): Promise<string[]> {
    const rows: unknown = await db.query(
      `SELECT c.relname AS name FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
        WHERE h.inhparent = 'search.certificate_text'::regclass AND NOT h.inhdetachpending AND NOT EXISTS
          (SELECT 1 FROM pg_inherits o JOIN pg_index i ON i.indexrelid = o.inhrelid
            WHERE o.inhparent = $1::regclass AND i.indrelid = c.oid)
        ORDER BY c.relname`,
      [`search.${index}`],
    );
    return Array.isArray(rows) ? rows.map((row: { name: unknown }) => String(row.name)) : [];
  }
}
