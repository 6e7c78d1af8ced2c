import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { pageColumns, type IndexedPage } from '../pages/page.repository.js';

export interface PdfName {
  readonly documentKey: string;
  readonly version: number;
  readonly selection: string;
}

export interface RenderedPdf {
  readonly objectKey: string;
  readonly sha256: string;
  readonly size: number;
}

/** The data that a paid selection needs: its PDF, if it was written before, and its pages. */
export interface FoundSelection {
  /** True if the document is sealed or gone from the index; then no PDF of the document is made. */
  readonly hidden: boolean;
  readonly pdf: RenderedPdf | undefined;
  /** The requested pages that exist in this version, ascending. */
  readonly pages: readonly IndexedPage[];
}

interface SelectionRow extends Omit<IndexedPage, 'page'> {
  hidden: boolean;
  objectKey: string | null;
  pdfSha256: string;
  size: number;
  page: number | null;
}

const SELECTION = `
  SELECT EXISTS (SELECT FROM sealed_document WHERE county_id = $1 AND document_key = $2)
           OR EXISTS (SELECT FROM removed_document WHERE county_id = $1 AND document_key = $2) AS hidden,
         r.object_key AS "objectKey", r.sha256 AS "pdfSha256", r.size::float8 AS size, page.*
    FROM (SELECT) AS asked
    LEFT JOIN rendered_pdf r
           ON r.county_id = $1 AND r.document_key = $2 AND r.version = $3 AND r.selection = $4
    LEFT JOIN (SELECT ${pageColumns}
                 FROM document_page p JOIN page_image i ON i.county_id = p.county_id AND i.sha256 = p.sha256
                WHERE p.county_id = $1 AND p.document_key = $2 AND p.version = $3 AND p.page = ANY($5)) page ON true
   ORDER BY page.page`;

@Injectable()
export class RenderedPdfRepository {
  /** Reads everything in a single statement, because every purchase waits for this transaction. */
  async find(tx: Tx, name: PdfName, pages: readonly number[]): Promise<FoundSelection> {
    const { documentKey, version, selection } = name;
    const rows = await tx.last<SelectionRow>(SELECTION, [
      ...[tx.countyId, documentKey, version, selection],
      [...pages],
    ]);
    const [first] = rows;
    return {
      hidden: first?.hidden ?? true,
      pdf: first && pdfOf(first),
      pages: rows.flatMap(pageOf),
    };
  }

  async remember(tx: Tx, name: PdfName, pdf: RenderedPdf, at: Date): Promise<void> {
    await tx.last(
      `INSERT INTO rendered_pdf (county_id, document_key, version, selection, object_key, sha256, size, rendered_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (county_id, document_key, version, selection)
       DO UPDATE SET object_key = $5, sha256 = $6, size = $7, rendered_at = $8`,
      [tx.countyId, name.documentKey, name.version, name.selection, pdf.objectKey, pdf.sha256, pdf.size, at],
    );
  }
}

const pdfOf = ({ objectKey, pdfSha256, size }: SelectionRow): RenderedPdf | undefined =>
  objectKey === null ? undefined : { objectKey, sha256: pdfSha256, size };

function pageOf({
  hidden: _,
  objectKey: _key,
  pdfSha256: _hash,
  size: _size,
  page,
  ...form
}: SelectionRow): IndexedPage[] {
  return page === null ? [] : [{ ...form, page }];
}
