import type { MigrationInterface, QueryRunner } from 'typeorm';

const keys = 'instr, grp, doc_type, rec_key, sk_doc, sk_book';

/** Covering indexes, like those of the first read model: finding, sorting and capping hits never reads the heap. */
const indexes: readonly string[] = [
  `doc_address_house ON doc_address (generation, house_no, street_key) INCLUDE (city_key, ${keys})`,
  `doc_parcel_key ON doc_parcel (generation, parcel_key) INCLUDE (${keys})`,
  `doc_parcel_place ON doc_parcel (generation, island, village_key) INCLUDE (parcel_key, ${keys})`,
  `legal_lb_plat ON legal_lb (generation, plat_no, block, lot_from)
    INCLUDE (lot_to, lot, sublot, other_code, other_lot, building, unit, garage, ${keys})`,
  `legal_mb_place ON legal_mb (generation, township, range_no, section) INCLUDE (qmask, ${keys})`,
  'plat_name ON plat (generation, name_key)',
  'certificate_day ON certificate (generation, cert_day, sk_cert) INCLUDE (sk_book)',
  'certificate_book ON certificate (generation, sk_book, sk_cert) INCLUDE (cert_day)',
  'certificate_text_trigram ON certificate_text USING gin (txt public.gin_trgm_ops)',
  'certificate_text_memorial ON certificate_text (generation, doc_sk, sk_cert) INCLUDE (cert_day, sk_book)',
  'certificate_text_certificate ON certificate_text (generation, sk_cert)',
  'doc_certificate_doc ON doc_certificate (generation, sk_doc)',
  'doc_certificate_certificate ON doc_certificate (generation, sk_cert)',
  `tax_lien_recorded ON tax_lien (generation, rec_key) INCLUDE (sk_doc, doc_type, expire_day, release_day)`,
  'tax_lien_document ON tax_lien (generation, num_sk)',
  'tax_lien_number ON tax_lien (generation, lien_no)',
  'tax_lien_day ON tax_lien (generation, lien_day)',
  'tax_lien_party_name ON tax_lien_party (generation, last_name, first_name) INCLUDE (mi, sk_doc)',
  'tax_lien_party_doc ON tax_lien_party (generation, sk_doc)',
  `gg_book_name ON gg_book (generation, from_name, to_name) INCLUDE (type, from_day, to_day, sk_entry)`,
  'tract_book_recorded ON tract_book (generation, rec_key)',
  'tract_legal_plat ON tract_legal (generation, plat_no, lot_from)',
  'tract_legal_place ON tract_legal (generation, township, range_no, section)',
  'tract_legal_entry ON tract_legal (generation, sk_entry)',
];

/**
 * These indexes are not in the migration that adds the columns. Searches continue while an index is built, but a
 * transaction that has added a column to a table blocks the searches of that table until the transaction ends.
 */
export class IndexesOfEverySearch202611211955 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const index of indexes) await db.query(`CREATE INDEX ${index.replace(' ON ', ' ON search.')}`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const index of indexes) await db.query(`DROP INDEX search.${index.split(' ON ')[0] ?? ''}`);
  }
}
