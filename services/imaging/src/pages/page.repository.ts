import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import type { PageForm } from '../stored-page.js';

/** A page as stored in the index. */
export interface IndexedPage extends PageForm {
  readonly page: number;
  readonly sha256: string;
}

export interface DocumentImages {
  readonly version: number;
  readonly pageCount: number;
  readonly sourceDigest: string;
  readonly sealed: boolean;
  /** True if the index no longer has the document. */
  readonly removed: boolean;
}

/** Columns of `document_page p` and `page_image i`. */
export const pageColumns = `p.page, i.sha256, i.kind, i.width, i.height, i.x_dpi AS "xDpi", i.y_dpi AS "yDpi", i.orientation,
  i.photometric, i.components, i.rows, i.damaged`;

type HiddenDocuments = 'sealed_document' | 'removed_document';

/** For each table, the column that stores when a document was hidden. */
const listedAt = { sealed_document: 'sealed_at', removed_document: 'removed_at' } as const;

export interface ListedDocument {
  readonly documentKey: string;
  /** The time of the event that hides the document or shows it again. */
  readonly at: Date;
}

@Injectable()
export class PageRepository {
  /** A document without images has version 0 and no pages. */
  async describe(tx: Tx, documentKey: string): Promise<DocumentImages> {
    const found = await tx.row<DocumentImages>(
      `SELECT d.version, d.page_count AS "pageCount", d.source_digest AS "sourceDigest",
              EXISTS (SELECT FROM sealed_document s WHERE s.county_id = $1 AND s.document_key = $2) AS sealed,
              EXISTS (SELECT FROM removed_document r WHERE r.county_id = $1 AND r.document_key = $2) AS removed
         FROM document_images d WHERE d.county_id = $1 AND d.document_key = $2`,
      [tx.countyId, documentKey],
    );
    if (found) return found;
    const sealed = await this.isListed(tx, 'sealed_document', documentKey);
    const removed = await this.isListed(tx, 'removed_document', documentKey);
    return { version: 0, pageCount: 0, sourceDigest: '', sealed, removed };
  }

  /** True if the document is sealed or gone from the index; then no PDF of the document is made. */
  async isHidden(tx: Tx, documentKey: string): Promise<boolean> {
    const row = await tx.row<{ hidden: boolean }>(
      `SELECT EXISTS (SELECT FROM sealed_document WHERE county_id = $1 AND document_key = $2)
           OR EXISTS (SELECT FROM removed_document WHERE county_id = $1 AND document_key = $2) AS hidden`,
      [tx.countyId, documentKey],
    );
    return row?.hidden ?? true;
  }

  /** The requested pages that exist in this version, ascending. */
  listPages(
    tx: Tx,
    document: { documentKey: string; version: number },
    pages: readonly number[],
  ): Promise<IndexedPage[]> {
    return tx.rows<IndexedPage>(
      `SELECT ${pageColumns}
         FROM document_page p JOIN page_image i ON i.county_id = p.county_id AND i.sha256 = p.sha256
        WHERE p.county_id = $1 AND p.document_key = $2 AND p.version = $3 AND p.page = ANY($4)
        ORDER BY p.page`,
      [tx.countyId, document.documentKey, document.version, pages],
    );
  }

  async list(tx: Tx, table: HiddenDocuments, documents: readonly ListedDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await tx.run(
      `INSERT INTO ${table} (county_id, document_key, ${listedAt[table]})
       SELECT $1, document_key, at FROM unnest($2::text[], $3::timestamptz[]) AS listed (document_key, at) ORDER BY document_key
       ON CONFLICT DO NOTHING`,
      [tx.countyId, documents.map(({ documentKey }) => documentKey), documents.map(({ at }) => at)],
    );
  }

  async unlist(tx: Tx, table: HiddenDocuments, documents: readonly ListedDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await tx.run(`DELETE FROM ${table} WHERE county_id = $1 AND document_key = ANY($2)`, [
      ...[tx.countyId, documents.map(({ documentKey }) => documentKey)],
    ]);
  }

  private async isListed(tx: Tx, table: HiddenDocuments, documentKey: string): Promise<boolean> {
    const row = await tx.row(`SELECT 1 AS found FROM ${table} WHERE county_id = $1 AND document_key = $2`, [
      tx.countyId,
      documentKey,
    ]);
    return row !== undefined;
  }
}
