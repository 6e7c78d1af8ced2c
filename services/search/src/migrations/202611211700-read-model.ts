import { sql } from '@portal/infra/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const keys = `instr smallint NOT NULL, grp smallint NOT NULL, doc_type text COLLATE "C" NOT NULL,
  rec_key int NOT NULL, sk_doc bigint NOT NULL, sk_book bigint NOT NULL`;
const folded = 'text COLLATE "C" NOT NULL';

const tables: Readonly<Record<string, string>> = {
  instrument: `instr smallint NOT NULL, code text NOT NULL, description text NOT NULL, grp smallint NOT NULL,
    grp_code text NOT NULL, grp_description text NOT NULL, PRIMARY KEY (generation, code)`,
  plat: `plat_no ${folded}, plat_name text NOT NULL, PRIMARY KEY (generation, plat_no)`,
  document: `${keys}, doc_number text NOT NULL, sealed boolean NOT NULL, instrument_code text NOT NULL,
    book_type text NOT NULL, book text NOT NULL, page text NOT NULL, instrument_date date, sale_price bigint,
    mortgage_amount bigint, verified boolean NOT NULL, display_only text NOT NULL, display text NOT NULL,
    details text NOT NULL, PRIMARY KEY (generation, sk_doc)`,
  party: `role text COLLATE "C" NOT NULL, seq int NOT NULL, part boolean NOT NULL, last_name ${folded},
    first_name ${folded}, mi ${folded}, full_last text NOT NULL, full_first text NOT NULL, full_middle text NOT NULL,
    ${keys}`,
  party_word: `word ${folded}, role text COLLATE "C" NOT NULL, seq int NOT NULL, first_name ${folded},
    mi ${folded}, ${keys}`,
  name_dict: `last_name ${folded}, documents int NOT NULL, hot boolean NOT NULL, PRIMARY KEY (generation, last_name)`,
  name_sound: `code text COLLATE "C" NOT NULL, last_name ${folded}, PRIMARY KEY (generation, code, last_name)`,
  name_hot: `last_name ${folded}, roles smallint NOT NULL, ${keys}`,
  legal_lb: `seq int NOT NULL, plat_no ${folded}, lot ${folded}, lot_from int NOT NULL, lot_to int NOT NULL,
    block ${folded}, sublot ${folded}, other_code ${folded}, other_lot ${folded}, building ${folded}, unit ${folded},
    garage ${folded}, description text NOT NULL, comment text NOT NULL, ${keys}`,
  legal_mb: `seq int NOT NULL, section smallint NOT NULL, township smallint NOT NULL, range_no smallint NOT NULL,
    base text NOT NULL, meridian text NOT NULL, municipality text NOT NULL, q text NOT NULL, qq text NOT NULL,
    qqq text NOT NULL, qqqq text NOT NULL, qmask int NOT NULL, other_code ${folded}, other_lot ${folded},
    description text NOT NULL, comment text NOT NULL, ${keys}`,
  doc_ref: `sk_doc bigint NOT NULL, seq int NOT NULL, ref_sk bigint NOT NULL, ref_type text NOT NULL,
    ref_number text NOT NULL`,
  doc_parcel: `parcel_no ${folded}, ${keys}`,
  doc_address: `house_no ${folded}, street ${folded}, city ${folded}, ${keys}`,
};

/**
 * Covering indexes: searches find hits without reading the heap. Each index begins with `generation`, because every
 * search has a condition on it.
 */
const indexes: readonly string[] = [
  'document_no ON document (generation, sk_doc) INCLUDE (instr, grp, doc_type, rec_key, sk_book, sealed)',
  'document_rec ON document (generation, rec_key, sk_doc) INCLUDE (instr, grp, doc_type, sk_book, sealed)',
  'document_book ON document (generation, sk_book, sk_doc) INCLUDE (instr, grp, doc_type, rec_key, sealed)',
  'document_instr ON document (generation, instr, sk_doc) INCLUDE (grp, doc_type, rec_key, sk_book, sealed)',
  `party_name ON party (generation, last_name, first_name)
    INCLUDE (mi, role, doc_type, instr, grp, rec_key, sk_doc, sk_book)`,
  'party_doc ON party (generation, sk_doc)',
  `party_word_word ON party_word (generation, word, first_name)
    INCLUDE (mi, role, seq, doc_type, instr, grp, rec_key, sk_doc, sk_book)`,
  'party_word_doc ON party_word (generation, sk_doc)',
  `name_hot_doc ON name_hot (generation, last_name, sk_doc)
    INCLUDE (roles, doc_type, instr, grp, rec_key, sk_book)`,
  `name_hot_rec ON name_hot (generation, last_name, rec_key, sk_doc) INCLUDE (roles, doc_type, grp)`,
  `name_hot_book ON name_hot (generation, last_name, sk_book, sk_doc) INCLUDE (roles, doc_type, grp, rec_key)`,
  `name_hot_instr ON name_hot (generation, last_name, instr, sk_doc) INCLUDE (roles, doc_type, grp, rec_key)`,
  'name_hot_key ON name_hot (generation, sk_doc)',
  'legal_lb_doc ON legal_lb (generation, sk_doc)',
  'legal_mb_doc ON legal_mb (generation, sk_doc)',
  'doc_ref_doc ON doc_ref (generation, sk_doc)',
  'doc_ref_target ON doc_ref (generation, ref_sk)',
  'doc_parcel_doc ON doc_parcel (generation, sk_doc)',
  'doc_address_doc ON doc_address (generation, sk_doc)',
];

/**
 * Creates the tables of the read model (search/DESIGN.md#the-read-model). They have LIST partitions by generation and
 * no row level security (search/DESIGN.md#generations).
 */
export class ReadModel202611211700 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(tables)) {
      await db.query(
        `CREATE TABLE search.${table} (generation int NOT NULL, ${columns}) PARTITION BY LIST (generation)`,
      );
    }
    for (const index of indexes) await db.query(`CREATE INDEX ${index.replace(' ON ', ' ON search.')}`);
    await this.createPointer(db);
    for (const table of [...Object.keys(tables), 'generation', 'live_index']) {
      await db.query(sql.grantTable('search', table, 'app', 'SELECT'));
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of ['live_index', 'generation', ...Object.keys(tables)]) {
      await db.query(`DROP TABLE search.${table}`);
    }
  }

  /** Creates a table with a row for each generation, and a table that names the live generation of each county. */
  private async createPointer(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE search.generation (
      generation int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, county_id text NOT NULL,
      state text NOT NULL CHECK (state IN ('LOADING', 'LIVE', 'RETIRED')), bundle text NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(), live_at timestamptz, retired_at timestamptz)`);
    await db.query(
      `CREATE UNIQUE INDEX generation_live ON search.generation (county_id) WHERE state = 'LIVE'`,
    );
    await db.query(`CREATE TABLE search.live_index (
      county_id text PRIMARY KEY, generation int NOT NULL, changes int NOT NULL DEFAULT 0,
      sealings int NOT NULL DEFAULT 0, index_begins date, verified_through date, torrens_verified_through date,
      documents int NOT NULL, changed_at timestamptz NOT NULL DEFAULT now())`);
  }
}
