import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const folded = 'text COLLATE "C" NOT NULL';

const tables: Readonly<Record<string, string>> = {
  certificate: `sk_cert bigint NOT NULL, cert_no text NOT NULL, file_no text NOT NULL, cert_day int NOT NULL,
    sk_book bigint NOT NULL, short_status text NOT NULL, display text NOT NULL, details text NOT NULL,
    PRIMARY KEY (generation, sk_cert)`,
  certificate_text: `sk_cert bigint NOT NULL, section text COLLATE "C" NOT NULL, doc_sk bigint NOT NULL, txt ${folded},
    cert_day int NOT NULL, sk_book bigint NOT NULL`,
  doc_certificate: `sk_doc bigint NOT NULL, sk_cert bigint NOT NULL, cert_no text NOT NULL, status text NOT NULL`,
  tax_lien: `sk_doc bigint NOT NULL, doc_type text COLLATE "C" NOT NULL, num_sk bigint NOT NULL, lien_no ${folded},
    lien_day int NOT NULL, rec_key int NOT NULL, expire_day int NOT NULL, release_day int NOT NULL,
    display text NOT NULL, PRIMARY KEY (generation, sk_doc)`,
  tax_lien_party: `sk_doc bigint NOT NULL, seq int NOT NULL, last_name ${folded}, first_name ${folded}, mi ${folded}`,
  gg_book: `sk_entry bigint NOT NULL, type text COLLATE "C" NOT NULL, from_name ${folded}, to_name ${folded},
    from_day int NOT NULL, to_day int NOT NULL, display text NOT NULL, PRIMARY KEY (generation, sk_entry)`,
  tract_book: `sk_entry bigint NOT NULL, rec_key int NOT NULL, display text NOT NULL, details text NOT NULL,
    PRIMARY KEY (generation, sk_entry)`,
  tract_legal: `sk_entry bigint NOT NULL, seq int NOT NULL, rec_key int NOT NULL, kind text COLLATE "C" NOT NULL,
    plat_no ${folded}, lot ${folded}, lot_from int NOT NULL, lot_to int NOT NULL, block ${folded}, sublot ${folded},
    other_code ${folded}, other_lot ${folded}, building ${folded}, unit ${folded}, garage ${folded},
    section smallint NOT NULL, township smallint NOT NULL, range_no smallint NOT NULL, base text NOT NULL,
    meridian text NOT NULL, municipality text NOT NULL, q text NOT NULL, qq text NOT NULL, qqq text NOT NULL,
    qqqq text NOT NULL, qmask int NOT NULL, written text NOT NULL, description text NOT NULL, comment text NOT NULL`,
  code_value: `list text COLLATE "C" NOT NULL, code text COLLATE "C" NOT NULL, PRIMARY KEY (generation, list, code)`,
};

/**
 * These columns are empty in generations that were loaded earlier. Until the next full import, searches that use these
 * columns find nothing.
 */
const columns: Readonly<Record<string, string>> = {
  doc_address: `ADD COLUMN street_key ${folded} DEFAULT '', ADD COLUMN city_key ${folded} DEFAULT '',
    ADD COLUMN house_written text NOT NULL DEFAULT ''`,
  doc_parcel: `ADD COLUMN seq int NOT NULL DEFAULT 0, ADD COLUMN parcel_key ${folded} DEFAULT '',
    ADD COLUMN island ${folded} DEFAULT '', ADD COLUMN village_key ${folded} DEFAULT ''`,
  plat: `ADD COLUMN name_key ${folded} DEFAULT ''`,
  legal_lb: `ADD COLUMN written text NOT NULL DEFAULT ''`,
  legal_mb: `ADD COLUMN written text NOT NULL DEFAULT ''`,
};

/**
 * Tables and columns of the searches that the first read model did not support. A live county continues: new columns
 * have a default, no table is rewritten, and its generations get empty partitions of the new tables, so that deltas
 * still work. The operator then imports each county's newest full bundle; until then these searches find nothing.
 */
export class EverySearch202611211950 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, change] of Object.entries(columns)) {
      await db.query(`ALTER TABLE search.${table} ${change}`);
    }
    const live = await this.attachedGenerations(db);
    for (const [table, definition] of Object.entries(tables)) {
      await db.query(
        `CREATE TABLE search.${table} (generation int NOT NULL, ${definition}) PARTITION BY LIST (generation)`,
      );
      await db.query(sql.grantTable('search', table, 'app', 'SELECT'));
      for (const generation of live) {
        await db.query(
          `CREATE TABLE search.${table}_g${generation} PARTITION OF search.${table} FOR VALUES IN (${generation})`,
        );
      }
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of Object.keys(tables)) await db.query(`DROP TABLE search.${table}`);
    for (const [table, change] of Object.entries(columns)) {
      const drops = [...change.matchAll(/ADD COLUMN (\w+)/g)].map(([, name = '']) => `DROP COLUMN ${name}`);
      await db.query(`ALTER TABLE search.${table} ${drops.join(', ')}`);
    }
  }

  private async attachedGenerations(db: QueryRunner): Promise<number[]> {
    const rows: unknown = await db.query(
      `SELECT generation FROM search.generation WHERE state IN ('LIVE', 'RETIRED')
          AND to_regclass('search.document_g' || generation) IS NOT NULL ORDER BY generation`,
    );
    return Array.isArray(rows) ? rows.map((row: { generation: unknown }) => Number(row.generation)) : [];
  }
}
