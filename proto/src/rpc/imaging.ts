import * as z from 'zod/mini';
import { documentKey } from '../document-key.js';
import {
  pagesSelected,
  previewSettingsRequest,
  renditionSize,
  thumbnail,
  thumbnailsRequest,
  zoomDescription,
} from '../http/imaging.js';
import { imageRun } from '../http/monitoring.js';
import { keptPicture, sitePictureKind } from '../site-pictures.js';
import { rpc } from './contract.js';
import { deadFactContractsOf } from './dead-facts.js';
import { filingContracts } from './efile.js';
import { exchangeContracts } from './efile-exchange.js';
import { queueContracts } from './efile-queue.js';
import { submissionContracts } from './submissions.js';

const previewErrors = ['IMAGES_NOT_ALLOWED', 'DOCUMENT_SEALED', 'NO_SUCH_PAGE'] as const;
const page = z.int().check(z.minimum(1));

/** The number of pages of a document, 0 without images. `version` increases whenever the pages change. */
export const describePages = rpc('imaging.describe-pages.v1', {
  reads: true,
  input: z.object({ documentKey }),
  output: z.object({ pageCount: z.int(), version: z.int() }),
  errors: ['DOCUMENT_SEALED'],
  lane: 'must',
  callers: [],
  system: ['payments'],
});

/** Five thumbnails starting at a page; the gateway adds the titles in the session's language. */
export const getThumbnails = rpc('imaging.get-thumbnails.v1', {
  reads: true,
  input: thumbnailsRequest,
  output: z.object({ pageCount: z.int(), pagesSelected, thumbnails: z.array(thumbnail) }),
  errors: previewErrors,
  deadlineMs: 10_000,
});

export const updatePreviewSettings = rpc('imaging.update-preview-settings.v1', {
  inView: 'READS',
  input: previewSettingsRequest,
  output: pagesSelected,
  errors: previewErrors,
});

/** A stored object that the gateway may stream to the user. */
const storedObject = z.object({
  objectKey: z.string(),
  etag: z.string(),
  contentType: z.string(),
  size: z.int(),
});
export type StoredObject = z.infer<typeof storedObject>;

/**
 * Returns the preview of a page, and creates it if needed. `etag` comes from the pixels' hash and the rendition
 * version.
 */
export const openRendition = rpc('imaging.open-rendition.v1', {
  reads: true,
  input: z.object({ documentKey, page, size: renditionSize }),
  output: storedObject,
  errors: [...previewErrors, 'PAGE_IMAGE_MISSING'],
  deadlineMs: 10_000,
});

export const describeZoom = rpc('imaging.describe-zoom.v1', {
  reads: true,
  input: z.object({ documentKey, page }),
  output: zoomDescription,
  errors: [...previewErrors, 'PAGE_IMAGE_MISSING'],
});

export const openTile = rpc('imaging.open-tile.v1', {
  reads: true,
  input: z.object({
    documentKey,
    page,
    level: z.int().check(z.minimum(0)),
    column: z.int().check(z.minimum(0)),
    row: z.int().check(z.minimum(0)),
  }),
  output: storedObject,
  errors: [...previewErrors, 'PAGE_IMAGE_MISSING'],
  deadlineMs: 10_000,
});

/**
 * Writes the PDF of exactly these pages to the object store, once; a repeat does no harm
 * (payments/DESIGN.md#buying-pages step 3). Only the payments service calls it, with the version that was priced.
 */
export const renderPdf = rpc('imaging.render-pdf.v1', {
  input: z.object({
    documentKey,
    version: z.int(),
    pages: z.array(page).check(z.minLength(1)),
    title: z.string(),
    /**
     * True if the stored object is known to be damaged or missing. The PDF is then written again even if it was written
     * before.
     */
    again: z._default(z.boolean(), false),
  }),
  output: z.object({ objectKey: z.string(), sha256: z.string(), size: z.int() }),
  errors: ['DOCUMENT_SEALED', 'PAGE_IMAGE_MISSING', 'NO_SUCH_PAGE', 'RENDER_FAILED'],
  lane: 'must',
  deadlineMs: 20_000,
  callers: [],
  system: ['payments'],
});

/**
 * Checks an uploaded picture for the county's pages, converts it to a WebP with no more pixels than the page shows, and
 * stores it under the hash of its bytes. Staff only. `upload` names the uploaded object (`uploadKey`), which is not
 * deleted.
 */
export const keepPicture = rpc('imaging.keep-picture.v1', {
  input: z.object({ kind: sitePictureKind, upload: z.uuid() }),
  output: keptPicture,
  errors: [
    'NOT_FOUND',
    'PICTURE_KIND',
    'PICTURE_DIMENSIONS',
    'PICTURE_BROKEN',
    'PAYLOAD_TOO_LARGE',
    'SERVICE_BUSY',
  ],
  lane: 'slow',
  deadlineMs: 30_000,
});

/**
 * Tells how far the given imports of the actor's county have come with their page images. An import that has not begun
 * with its page images is left out. TRIMIN only.
 */
export const listImageRuns = rpc('imaging.list-image-runs.v1', {
  reads: true,
  input: z.object({ runs: z.array(z.uuid()).check(z.maxLength(50)) }),
  output: z.object({ runs: z.array(imageRun) }),
  errors: ['NOT_FOUND'],
});

export const imagingContracts = [
  describePages,
  getThumbnails,
  updatePreviewSettings,
  openRendition,
  describeZoom,
  openTile,
  renderPdf,
  keepPicture,
  listImageRuns,
  ...filingContracts,
  ...queueContracts,
  ...exchangeContracts,
  ...submissionContracts,
  ...deadFactContractsOf('imaging'),
] as const;
