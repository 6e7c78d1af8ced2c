import { sql } from '@portal/infra/db';
import { outboxTables } from '@portal/infra/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const schema = 'imaging';

/** Tables of the pages of documents. The pictures are in the object store, each under the hash of its content. */
export class Pages202611211720 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE page_image (
         county_id text NOT NULL,
         sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
         kind text NOT NULL CHECK (kind IN ('G4', 'JPEG')),
         width integer NOT NULL CHECK (width > 0),
         height integer NOT NULL CHECK (height > 0),
         x_dpi double precision NOT NULL,
         y_dpi double precision NOT NULL,
         orientation smallint NOT NULL CHECK (orientation BETWEEN 1 AND 8),
         photometric smallint NOT NULL CHECK (photometric IN (0, 1)),
         components smallint NOT NULL CHECK (components IN (1, 3)),
         rows integer NOT NULL,
         damaged boolean NOT NULL,
         bytes integer NOT NULL CHECK (bytes > 0),
         PRIMARY KEY (county_id, sha256))`,
      sql.forceRowLevelSecurity(schema, 'page_image'),
      sql.grantTable(schema, 'page_image', 'app', 'SELECT, INSERT'),
      `CREATE TABLE document_images (
         county_id text NOT NULL,
         document_key text NOT NULL,
         version integer NOT NULL CHECK (version > 0),
         page_count integer NOT NULL CHECK (page_count >= 0),
         source_digest text NOT NULL,
         updated_at timestamptz NOT NULL,
         PRIMARY KEY (county_id, document_key))`,
      sql.forceRowLevelSecurity(schema, 'document_images'),
      sql.grantTable(schema, 'document_images', 'app', 'SELECT, INSERT, UPDATE'),
      // earlier versions stay, because an order is delivered with the pages that were priced
      `CREATE TABLE document_page (
         county_id text NOT NULL,
         document_key text NOT NULL,
         version integer NOT NULL,
         page integer NOT NULL CHECK (page > 0),
         sha256 text NOT NULL,
         PRIMARY KEY (county_id, document_key, version, page),
         FOREIGN KEY (county_id, sha256) REFERENCES page_image (county_id, sha256))`,
      sql.forceRowLevelSecurity(schema, 'document_page'),
      sql.grantTable(schema, 'document_page', 'app', 'SELECT, INSERT'),
      `CREATE TABLE sealed_document (
         county_id text NOT NULL,
         document_key text NOT NULL,
         sealed_at timestamptz NOT NULL,
         PRIMARY KEY (county_id, document_key))`,
      sql.forceRowLevelSecurity(schema, 'sealed_document'),
      sql.grantTable(schema, 'sealed_document', 'app', 'SELECT, INSERT, DELETE'),
      `CREATE TABLE rendered_pdf (
         county_id text NOT NULL,
         document_key text NOT NULL,
         version integer NOT NULL,
         selection text NOT NULL,
         object_key text NOT NULL,
         sha256 text NOT NULL,
         size bigint NOT NULL,
         rendered_at timestamptz NOT NULL,
         PRIMARY KEY (county_id, document_key, version, selection))`,
      sql.forceRowLevelSecurity(schema, 'rendered_pdf'),
      sql.grantTable(schema, 'rendered_pdf', 'app', 'SELECT, INSERT, UPDATE'),
      `CREATE TABLE ingest_log (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         county_id text NOT NULL,
         document_key text NOT NULL,
         outcome text NOT NULL CHECK (outcome IN ('TAKEN', 'DAMAGED', 'REFUSED')),
         file text NOT NULL,
         code text NOT NULL,
         detail text NOT NULL,
         logged_at timestamptz NOT NULL)`,
      `CREATE INDEX ingest_log_document ON ingest_log (county_id, document_key)`,
      sql.forceRowLevelSecurity(schema, 'ingest_log'),
      sql.grantTable(schema, 'ingest_log', 'app', 'SELECT, INSERT'),
      ...outboxTables(schema),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const own = 'ingest_log, rendered_pdf, sealed_document, document_page, document_images, page_image';
    await runner.query(`DROP TABLE ${own}`);
  }
}
