import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';

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

@Injectable()
export class RenderedPdfRepository {
  find(tx: Tx, { documentKey, version, selection }: PdfName): Promise<RenderedPdf | undefined> {
    return tx.row<RenderedPdf>(
      `SELECT object_key AS "objectKey", sha256, size::float8 AS size FROM rendered_pdf
        WHERE county_id = $1 AND document_key = $2 AND version = $3 AND selection = $4`,
      [tx.countyId, documentKey, version, selection],
    );
  }

  async remember(tx: Tx, name: PdfName, pdf: RenderedPdf, at: Date): Promise<void> {
    await tx.run(
      `INSERT INTO rendered_pdf (county_id, document_key, version, selection, object_key, sha256, size, rendered_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (county_id, document_key, version, selection)
       DO UPDATE SET object_key = $5, sha256 = $6, size = $7, rendered_at = $8`,
      [tx.countyId, name.documentKey, name.version, name.selection, pdf.objectKey, pdf.sha256, pdf.size, at],
    );
  }
}
