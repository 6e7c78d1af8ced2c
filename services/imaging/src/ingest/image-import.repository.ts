import type { Tx } from '@portal/infra/db';
import { emit } from '@portal/infra/events';
import type { KeptPage } from '../stored-page.js';

export interface LoggedOutcome {
  readonly documentKey: string;
  readonly outcome: 'TAKEN' | 'DAMAGED' | 'REFUSED';
  readonly file: string;
  readonly code: string;
  readonly detail: string;
}

/** Adds pictures that the county does not have yet. */
export async function addPageImages(tx: Tx, pages: readonly KeptPage[]): Promise<void> {
  const unique = new Map(pages.map((page) => [page.sha256, page]));
  // inserts in a fixed order, so that two imports with the same pictures do not deadlock
  const rows = [...unique.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  await tx.run(
    `INSERT INTO page_image (county_id, sha256, kind, width, height, x_dpi, y_dpi, orientation, photometric, components,
                             rows, damaged, bytes)
     SELECT $1, p.* FROM jsonb_to_recordset($2::jsonb) AS p (sha256 text, kind text, width integer, height integer,
            "xDpi" double precision, "yDpi" double precision, orientation smallint, photometric smallint,
            components smallint, rows integer, damaged boolean, bytes integer)
     ON CONFLICT DO NOTHING`,
    [tx.countyId, JSON.stringify(rows)],
  );
}

/** Stores these pages as the document's next version, and emits the event. */
export async function showPages(
  tx: Tx,
  document: { documentKey: string; digest: string; pages: readonly KeptPage[]; at: Date },
): Promise<void> {
  const { documentKey, digest, pages, at } = document;
  const written = await tx.row<{ version: number }>(
    `INSERT INTO document_images AS d (county_id, document_key, version, page_count, source_digest, updated_at)
     VALUES ($1, $2, 1, $3, $4, $5)
     ON CONFLICT (county_id, document_key) DO UPDATE
        SET version = d.version + 1, page_count = $3, source_digest = $4, updated_at = $5
     RETURNING version`,
    [tx.countyId, documentKey, pages.length, digest, at],
  );
  await tx.run(
    `INSERT INTO document_page (county_id, document_key, version, page, sha256)
     SELECT $1, $2, $3, p.page, p.sha256 FROM unnest($4::text[]) WITH ORDINALITY AS p (sha256, page)`,
    [tx.countyId, documentKey, written?.version, pages.map((page) => page.sha256)],
  );
  await emit(tx, {
    type: 'imaging.document-images-changed.v1',
    aggregate: `document:${documentKey}`,
    actor: 'system:imaging',
    payload: { documentKey, pages: pages.length },
  });
}

/** Records the outcome of a document's import, so that people can see why some images are missing. */
export async function logOutcome(
  tx: Tx,
  { documentKey, outcome, file, code, detail }: LoggedOutcome,
  at: Date,
): Promise<void> {
  await tx.run(
    `INSERT INTO ingest_log (county_id, document_key, outcome, file, code, detail, logged_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.countyId, documentKey, outcome, file, code, detail, at],
  );
}

/** Digest of the sources of the current pages; undefined for a document without images. */
export async function findSourceDigest(tx: Tx, documentKey: string): Promise<string | undefined> {
  const row = await tx.row<{ digest: string }>(
    'SELECT source_digest AS digest FROM document_images WHERE county_id = $1 AND document_key = $2',
    [tx.countyId, documentKey],
  );
  return row?.digest;
}
