import { ImageRefused, limits } from '../refusal.js';
import type { RawPicture } from '../rendition/pictures.js';
import { pdfiumModule, type Pdfium } from './pdfium.module.js';
import { stampPage } from './pdfium-stamp.js';

/** Bitmap formats of PDFium. */
const [greyFormat, bgrFormat, bgrxFormat, bgraFormat] = [1, 2, 3, 4];
/** Bytes per pixel, by format. */
const pixelBytes: Readonly<Record<number, number>> = {
  [greyFormat as number]: 1,
  [bgrFormat as number]: 3,
  [bgrxFormat as number]: 4,
  [bgraFormat as number]: 4,
};
const imageObject = 3;
/** FPDF_NO_INCREMENTAL. */
const writtenAnew = 2;
/** FPDF_REMOVE_SECURITY. */
const removeSecurity = 3;
/** FPDF_ERR_PASSWORD. */
const passwordMissing = 4;
/** FPDF_ANNOT: annotations are part of what viewers show. */
const withAnnotations = 1;
/** FPDF_RENDER_NO_SMOOTHTEXT, _NO_SMOOTHIMAGE and _NO_SMOOTHPATH keep dots black or white. */
const [sharpText, sharpImages, sharpPaths] = [0x1000, 0x2000, 0x4000];
/** Flags that turn off smoothing, because smoothing would blur dots that are not on whole pixels. */
export const sharpness = {
  nothing: 0,
  images: sharpImages as number,
  everything: (sharpText as number) | (sharpImages as number) | (sharpPaths as number),
} as const;
const white = 0xffffffff;

/** A page to be drawn. */
export interface DrawablePage {
  readonly index: number;
  /** The page's UserUnit: the size of its unit in points. The caller states it, because PDFium does not read it. */
  readonly unit: number;
}

/**
 * A PDF opened by PDFium (WebAssembly), which decodes what our own reader does not: JBIG2, JPEG 2000, rare color
 * spaces, pages of text and drawings. Use it only in the limited process.
 */
export class PdfiumFile {
  private constructor(
    private readonly module: Pdfium,
    private readonly memory: number,
    private readonly document: number,
  ) {}

  /** @throws ImageRefused PDF_SYNTAX, PAGE_UNDECODABLE */
  static async open(bytes: Uint8Array): Promise<PdfiumFile> {
    const module = await pdfiumModule();
    return decoding(() => {
      const memory = module.pdfium.wasmExports.malloc(bytes.length);
      if (memory === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'out of memory');
      module.pdfium.HEAPU8.set(bytes, memory);
      const document = module.FPDF_LoadMemDocument(memory, bytes.length, '');
      if (document === 0) throw notOpened(module.FPDF_GetLastError());
      return new PdfiumFile(module, memory, document);
    });
  }

  get pageCount(): number {
    return this.module.FPDF_GetPageCount(this.document);
  }

  /**
   * The samples of the only image on the first page, wherever the image is on the page.
   * @throws ImageRefused PAGE_UNDECODABLE
   */
  image(): RawPicture {
    return this.onPage(0, (page) => {
      const object = this.module.FPDFPage_GetObject(page, 0);
      if (object === 0 || this.module.FPDFPageObj_GetType(object) !== imageObject)
        throw new ImageRefused('PAGE_UNDECODABLE', 'no image');
      return this.bitmap(this.module.FPDFImageObj_GetBitmap(object));
    });
  }

  /** The dots per inch at which a page is drawn: fewer than `wanted` if the picture would be too large. */
  drawnDpi({ index, unit }: DrawablePage, wanted: number): number {
    return this.onPage(index, (page) => this.sizeOf(page, unit, wanted).dpi);
  }

  /**
   * A page as a viewer shows it, upright and with its annotations, with `drawnDpi` dots per inch.
   * @throws ImageRefused PAGE_TOO_LARGE, PAGE_UNDECODABLE
   */
  draw(
    { index, unit }: DrawablePage,
    wanted: number,
    sharp: keyof typeof sharpness,
  ): { picture: RawPicture; dpi: number } {
    return this.onPage(index, (page) => {
      const { across, down, dpi } = this.sizeOf(page, unit, wanted);
      const width = Math.round((across * dpi) / 72);
      const height = Math.round((down * dpi) / 72);
      if (!(width > 0 && height > 0 && dpi >= 50))
        throw new ImageRefused('PAGE_TOO_LARGE', `${across}x${down} points`);
      const bitmap = this.module.FPDFBitmap_Create(width, height, 0);
      if (bitmap === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'out of memory');
      this.module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
      const flags = withAnnotations | sharpness[sharp];
      this.module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
      return { picture: this.bitmap(bitmap), dpi };
    });
  }

  /**
   * The sides of a page in points, and the density at which it is drawn: the wanted one, or less if the page is too
   * large.
   */
  private sizeOf(page: number, unit: number, wanted: number): { across: number; down: number; dpi: number } {
    const across = this.module.FPDF_GetPageWidthF(page) * unit;
    const down = this.module.FPDF_GetPageHeightF(page) * unit;
    const most = Math.floor(72 * Math.sqrt(limits.drawnPixels / (across * down)));
    return { across, down, dpi: Math.min(wanted, most) };
  }

  /** Returns the file without its encryption. @throws ImageRefused PAGE_UNDECODABLE */
  withoutProtection(): Buffer {
    return this.saved(removeSecurity, 'encryption');
  }

  /** The file with these lines above its first page, the first line in bold. @throws ImageRefused PAGE_UNDECODABLE */
  withStamp(lines: readonly string[]): Buffer {
    this.onPage(0, (page) => stampPage(this.module, { document: this.document, page }, lines));
    return this.saved(writtenAnew, 'stamp');
  }

  private saved(flags: number, what: string): Buffer {
    const { module } = this;
    return decoding(() => {
      const writer = module.PDFiumExt_OpenFileWriter();
      const saved = module.FPDF_SaveAsCopy(this.document, writer, flags);
      const size = module.PDFiumExt_GetFileWriterSize(writer);
      if (!saved || size === 0) throw new ImageRefused('PAGE_UNDECODABLE', what);
      const address = module.pdfium.wasmExports.malloc(size);
      if (address === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'out of memory');
      module.PDFiumExt_GetFileWriterData(writer, address, size);
      const bytes = Buffer.from(module.pdfium.HEAPU8.subarray(address, address + size));
      module.pdfium.wasmExports.free(address);
      module.PDFiumExt_CloseFileWriter(writer);
      return bytes;
    });
  }

  close(): void {
    decoding(() => {
      this.module.FPDF_CloseDocument(this.document);
      this.module.pdfium.wasmExports.free(this.memory);
    });
  }

  private onPage<T>(index: number, work: (page: number) => T): T {
    return decoding(() => {
      const page = this.module.FPDF_LoadPage(this.document, index);
      if (page === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'page is missing');
      try {
        return work(page);
      } finally {
        this.module.FPDF_ClosePage(page);
      }
    });
  }

  /** Copies the pixels of a bitmap and frees it. */
  private bitmap(bitmap: number): RawPicture {
    if (bitmap === 0) throw new ImageRefused('PAGE_UNDECODABLE', 'image cannot be decoded');
    const { module } = this;
    const width = module.FPDFBitmap_GetWidth(bitmap);
    const height = module.FPDFBitmap_GetHeight(bitmap);
    const stride = module.FPDFBitmap_GetStride(bitmap);
    const from = pixelBytes[module.FPDFBitmap_GetFormat(bitmap)];
    if (from === undefined || width * height > limits.pixels)
      throw new ImageRefused('PAGE_UNDECODABLE', 'kind of bitmap');
    const start = module.FPDFBitmap_GetBuffer(bitmap);
    const source = module.pdfium.HEAPU8.subarray(start, start + stride * height);
    const picture = copied(source, { width, height, stride, from });
    module.FPDFBitmap_Destroy(bitmap);
    return picture;
  }
}

const notOpened = (error: number): ImageRefused =>
  error === passwordMissing
    ? new ImageRefused('PDF_ENCRYPTED', 'it opens with a password only; save it without one')
    : new ImageRefused('PDF_SYNTAX', 'not readable as a PDF');

/** Copies rows without their padding; BGR becomes RGB, or gray if no pixel has a color. */
function copied(
  source: Uint8Array,
  { width, height, stride, from }: { width: number; height: number; stride: number; from: number },
): RawPicture {
  const channels = from === 1 || !isColoured(source, { width, height, stride, from }) ? 1 : 3;
  const pixels = new Uint8Array(width * height * channels);
  let out = 0;
  for (let y = 0; y < height; y += 1) {
    if (channels === 1 && from === 1) {
      pixels.set(source.subarray(y * stride, y * stride + width), out);
      out += width;
      continue;
    }
    for (let at = y * stride, end = at + width * from; at < end; at += from) {
      if (channels === 3) {
        pixels[out++] = source[at + 2] as number;
        pixels[out++] = source[at + 1] as number;
      }
      pixels[out++] = source[at] as number;
    }
  }
  return { width, height, channels, pixels };
}

function isColoured(
  source: Uint8Array,
  { width, height, stride, from }: { width: number; height: number; stride: number; from: number },
): boolean {
  for (let y = 0; y < height; y += 1) {
    for (let at = y * stride, end = at + width * from; at < end; at += from) {
      if (source[at] !== source[at + 1] || source[at] !== source[at + 2]) return true;
    }
  }
  return false;
}

/** Runs PDFium. An error inside PDFium counts as a fault of the file. */
function decoding<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    throw new ImageRefused('PAGE_UNDECODABLE', error instanceof Error ? error.message.slice(0, 200) : '');
  }
}
