/**
 * The reasons for refusing a file or page. The importer writes these codes to rejects.csv; e-filing shows a message of
 * its own.
 */
export const refusalCodes = [
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILE_KIND',
  'PAGE_TOO_LARGE',
  'PAGE_UNDECODABLE',
  'TIFF_HEADER',
  'TIFF_OFFSET',
  'TIFF_LOOP',
  'TIFF_TOO_MANY_PAGES',
  'TIFF_DIRECTORY',
  'TIFF_TAG_COUNT',
  'TIFF_STRIPS',
  'TIFF_CODEC',
  'JPEG_HEADER',
  'JPEG_KIND',
  'BMP_KIND',
  'GIF_KIND',
  'PDF_SYNTAX',
  'PDF_ENCRYPTED',
  'PDF_TOO_MANY_OBJECTS',
  'PDF_TOO_MANY_PAGES',
  'PDF_EXPANDS_TOO_FAR',
  'PDF_PAGE_NOT_A_SCAN',
  'PDF_IMAGE_CODEC',
  'VERIFY_TIMEOUT',
  'VERIFY_CRASHED',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Thrown when a file is refused, with the reason and with details that help to find the fault. */
export class ImageRefused extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly detail = '',
  ) {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'ImageRefused';
  }
}

const damaged = 'the file is damaged: scan it again or export it again';
const tooLarge = 'scan it at a lower resolution or in parts';
const otherKind = 'save it as PDF or as TIFF in G4 and import it again';
const otherCodec =
  'open it in the program that wrote it, save it as TIFF (G4 for black and white, LZW for shades and colors), and import it again';
const busy = 'import it again; if it is refused again, save it as a new PDF or TIFF';

/** The advice to an office about a refused file; empty where the details of the refusal already contain it. */
const advice: Readonly<Record<RefusalCode, string>> = {
  FILE_EMPTY: 'deliver the file again',
  FILE_TOO_LARGE: 'split it into several files',
  FILE_KIND: otherKind,
  PAGE_TOO_LARGE: tooLarge,
  PAGE_UNDECODABLE: damaged,
  TIFF_HEADER: damaged,
  TIFF_OFFSET: damaged,
  TIFF_LOOP: damaged,
  TIFF_TOO_MANY_PAGES: 'split it into several files',
  TIFF_DIRECTORY: damaged,
  TIFF_TAG_COUNT: damaged,
  TIFF_STRIPS: damaged,
  TIFF_CODEC: otherCodec,
  JPEG_HEADER: damaged,
  JPEG_KIND: otherCodec,
  BMP_KIND: otherCodec,
  GIF_KIND: 'save each picture as a file of its own and import them again',
  PDF_SYNTAX: damaged,
  PDF_ENCRYPTED: '',
  PDF_TOO_MANY_OBJECTS: 'print it to a PDF of pictures',
  PDF_TOO_MANY_PAGES: 'split it into several files',
  PDF_EXPANDS_TOO_FAR: 'print it to a PDF of pictures',
  PDF_PAGE_NOT_A_SCAN: '',
  PDF_IMAGE_CODEC: otherCodec,
  VERIFY_TIMEOUT: busy,
  VERIFY_CRASHED: busy,
};

/** A refusal as text for rejects.csv: code, details, advice. */
export function refusalText({ code, message }: ImageRefused): string {
  const todo = advice[code];
  return todo === '' ? message : `${message}${message === code ? ': ' : '; '}${todo}`;
}

/** Limits that are checked before anything is allocated (imaging/DESIGN.md#hostile-input). */
export const limits = {
  fileBytes: 256 * 1024 * 1024,
  pages: 2_000,
  /** Enough for a sheet of 24 by 36 inches at 600 dots per inch (14,400 by 21,600 pixels) in either orientation. */
  width: 30_000,
  height: 30_000,
  pixels: 400_000_000,
  /** The maximum for a page that is drawn. It is lower, because drawing takes four bytes per pixel. */
  drawnPixels: 100_000_000,
  stripBytes: 64 * 1024 * 1024,
} as const;

/**
 * Checks that a page has at least one pixel and is within the limits.
 * @throws ImageRefused PAGE_TOO_LARGE
 */
export function checkDimensions(width: number, height: number): void {
  const possible = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (!possible || width > limits.width || height > limits.height || width * height > limits.pixels) {
    throw new ImageRefused('PAGE_TOO_LARGE', `${width}x${height} pixels`);
  }
}
