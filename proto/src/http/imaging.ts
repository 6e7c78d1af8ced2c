import * as z from 'zod/mini';
import { documentKey } from '../document-key.js';
import { pageSelectionMethods } from '../page-selection.js';

const csv = z._default(z.string().check(z.maxLength(10_000, 'forms:tooLong')), '');
const page = z.int().check(z.minimum(1, 'forms:invalidPage'), z.maximum(100_000, 'forms:invalidPage'));
export const pageSelectionMethod = z.enum(pageSelectionMethods);

export const previewSettings = z.object({
  documentType: z.string().check(z.regex(/^[A-Z]$/, 'forms:invalidCharacters')),
  documentNumber: z.string().check(z.regex(/^[A-Z0-9.-]{1,30}$/, 'forms:invalidCharacters')),
  /** The number of pages as the browser knows it. The server uses its own count. */
  pageCount: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 0),
  pageSelectionMethod,
  selectedAsCsv: csv,
});
export type PreviewSettings = z.infer<typeof previewSettings>;

/** POST imaging/getThumbnails (A9-37): five pages starting at `page`. */
export const thumbnailsRequest = z.extend(previewSettings, { page });
export type ThumbnailsRequest = z.infer<typeof thumbnailsRequest>;

export const previewSettingChanges = [
  'PAGE_SELECTION_METHOD_CHANGED',
  'PAGES_CHANGED',
  'PAGE_TOGGLED',
  'KEEP_PAGE',
  'IGNORE_PAGE',
] as const;

/** POST imaging/updateImagePreviewSettings (A9-38). */
export const previewSettingsRequest = z.object({
  imagePreviewSettingChange: z.enum(previewSettingChanges),
  imagePreviewSettings: previewSettings,
  /** The toggled page; 1 if the change is not about a page. */
  page,
});

/** The selection (A9-40). `selectedAsBoolean` has one entry for each page of the document. */
export const pagesSelected = z.object({
  pageSelectionMethod,
  selectedAsCsv: z.string(),
  selectedAsBoolean: z.array(z.boolean()),
});
export type PagesSelected = z.infer<typeof pagesSelected>;

/** A thumbnail (A9-39). `image` is a JPEG in base64; `width` and `height` are the thumbnail's size in pixels. */
export const thumbnail = z.object({
  page: z.int(),
  image: z.string(),
  width: z.int(),
  height: z.int(),
  selected: z.boolean(),
  /** True if the scan is damaged, so that only its readable rows are shown. */
  damaged: z.boolean(),
});

export const thumbnailsAnswer = z.object({
  header: z.object({
    documentNumber: z.string(),
    documentType: z.string(),
    pageCount: z.int(),
    uiTitle: z.string(),
    uiTitleBeginningOfSentence: z.string(),
  }),
  pagesSelected,
  thumbnails: z.array(thumbnail),
});
export type ThumbnailsAnswer = z.infer<typeof thumbnailsAnswer>;

export const thumbnailsPerView = 5;

/**
 * GET imaging/document/{documentKey}/page/{page}/{size}: a preview, reduced and stamped for users who have not paid.
 */
export const renditionSizes = ['thumbnail', 'hover', 'large'] as const;
export const renditionSize = z.enum(renditionSizes);
export type RenditionSize = z.infer<typeof renditionSize>;
export const renditionPath = z.object({
  documentKey,
  page: z.coerce.number().check(z.int(), z.minimum(1)),
  size: renditionSize,
});

/** GET imaging/document/{documentKey}/page/{page}/zoom: the data with which the zoom viewer requests tiles. */
export const zoomDescription = z.object({
  width: z.int(),
  height: z.int(),
  tileSize: z.int(),
  /** Each level has half the size of the previous one; level 0 is the full preview. */
  levels: z.int(),
  rendition: z.string(),
});
export type ZoomDescription = z.infer<typeof zoomDescription>;
