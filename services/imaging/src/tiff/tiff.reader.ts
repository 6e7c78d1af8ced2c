import { checkDimensions, ImageRefused, limits } from '../refusal.js';

/** The parts of a TIFF directory that we need, named like the TIFF 6.0 tags. */
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly samplesPerPixel: number;
  readonly compression: number;
  readonly photometric: number;
  readonly fillOrder: number;
  readonly orientation: number;
  readonly rowsPerStrip: number;
  /** Pixels per inch; 300 if the file does not state a density. */
  readonly xDpi: number;
  readonly yDpi: number;
  readonly t4Options: number;
  readonly tile?: { readonly width: number; readonly height: number };
  readonly offsets: readonly number[];
  readonly counts: readonly number[];
}

interface Layout {
  readonly le: boolean;
  readonly big: boolean;
  readonly first: number;
}

const maxTags = 512;
const maxValues = 65_536;
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const tags = {
  newSubfileType: 254,
  subfileType: 255,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  t4Options: 292,
  resolutionUnit: 296,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
} as const;
const [reducedImage, maskImage, oldReducedImage] = [1, 4, 2];
const wanted = new Set<number>(Object.values(tags));

/**
 * Reads the directories of a TIFF or BigTIFF in memory. Every offset and count is checked against the file before
 * anything is read or allocated, and a chain that returns to an earlier directory is refused
 * (imaging/DESIGN.md#hostile-input).
 */
export class TiffReader {
  private readonly view: DataView;
  private readonly layout: Layout;

  /** @throws ImageRefused TIFF_HEADER */
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.layout = this.readHeader();
  }

  get firstDirectory(): number {
    return this.layout.first;
  }

  /** Offsets of all directories. @throws ImageRefused TIFF_LOOP, TIFF_TOO_MANY_PAGES, TIFF_DIRECTORY, TIFF_OFFSET */
  directories(): number[] {
    const seen = new Set<number>();
    let offset = this.layout.first;
    while (offset !== 0) {
      if (seen.has(offset)) throw new ImageRefused('TIFF_LOOP', `directory at ${offset}`);
      if (seen.size >= limits.pages) throw new ImageRefused('TIFF_TOO_MANY_PAGES', `over ${limits.pages}`);
      seen.add(offset);
      const entries = this.entries(offset);
      offset = this.pointer(entries.end);
    }
    if (seen.size === 0) throw new ImageRefused('TIFF_DIRECTORY', 'no pages');
    return [...seen];
  }

  /** @throws ImageRefused PAGE_TOO_LARGE, TIFF_STRIPS, TIFF_TAG_COUNT, TIFF_OFFSET, TIFF_DIRECTORY */
  page(directory: number): TiffPage {
    const values = this.values(directory);
    const one = (tag: number, otherwise: number): number => values.get(tag)?.[0] ?? otherwise;
    const width = one(tags.width, 0);
    const height = one(tags.height, 0);
    checkDimensions(width, height);
    const tiled = values.has(tags.tileWidth);
    const rowsPerStrip = one(tags.rowsPerStrip, height);
    const inch = one(tags.resolutionUnit, 2) === 3 ? 2.54 : 1;
    const page = this.withCounts({
      width,
      height,
      bitsPerSample: one(tags.bitsPerSample, 1),
      samplesPerPixel: one(tags.samplesPerPixel, 1),
      compression: one(tags.compression, 1),
      photometric: one(tags.photometric, 0),
      fillOrder: one(tags.fillOrder, 1),
      orientation: one(tags.orientation, 1),
      rowsPerStrip: rowsPerStrip < 1 || rowsPerStrip > height ? height : rowsPerStrip,
      xDpi: plausibleDpi(one(tags.xResolution, 0) * inch),
      yDpi: plausibleDpi(one(tags.yResolution, 0) * inch),
      t4Options: one(tags.t4Options, 0),
      ...(tiled && { tile: { width: one(tags.tileWidth, 0), height: one(tags.tileHeight, 0) } }),
      offsets: values.get(tiled ? tags.tileOffsets : tags.stripOffsets) ?? [],
      counts: values.get(tiled ? tags.tileByteCounts : tags.stripByteCounts) ?? [],
    });
    this.checkPieces(page);
    return page;
  }

  /** False for the thumbnails and masks that some programs write in addition to the pages (TIFF 6.0 NewSubfileType). */
  isPage(directory: number): boolean {
    const kind = this.firstValue(directory, tags.newSubfileType);
    if (kind !== undefined) return (kind & (reducedImage | maskImage)) === 0;
    return this.firstValue(directory, tags.subfileType) !== oldReducedImage;
  }

  /** The first value of one tag, also in directories that are not pages (Exif). */
  firstValue(directory: number, tag: number): number | undefined {
    return this.values(directory, new Set([tag])).get(tag)?.[0];
  }

  /** Compressed bytes of each strip or tile, without copying. */
  pieces(page: TiffPage): Uint8Array[] {
    return page.offsets.map((offset, i) => this.bytes.subarray(offset, offset + (page.counts[i] as number)));
  }

  private readHeader(): Layout {
    if (this.bytes.length < 8) throw new ImageRefused('TIFF_HEADER');
    const le = this.bytes[0] === 0x49 && this.bytes[1] === 0x49;
    if (!le && !(this.bytes[0] === 0x4d && this.bytes[1] === 0x4d)) throw new ImageRefused('TIFF_HEADER');
    const version = this.view.getUint16(2, le);
    if (version === 42) return { le, big: false, first: this.view.getUint32(4, le) };
    if (version !== 43 || this.bytes.length < 16 || this.view.getUint16(4, le) !== 8) {
      throw new ImageRefused('TIFF_HEADER');
    }
    return { le, big: true, first: safe(this.view.getBigUint64(8, le)) };
  }

  private need(offset: number, length: number): void {
    if (!(offset >= 0) || !(length >= 0) || offset + length > this.bytes.length) {
      throw new ImageRefused('TIFF_OFFSET', `${offset}+${length} of ${this.bytes.length}`);
    }
  }

  private pointer(offset: number): number {
    this.need(offset, this.layout.big ? 8 : 4);
    const { le, big } = this.layout;
    return big ? safe(this.view.getBigUint64(offset, le)) : this.view.getUint32(offset, le);
  }

  private entries(directory: number): { count: number; first: number; end: number } {
    const { big, le } = this.layout;
    this.need(directory, big ? 8 : 2);
    const count = big ? safe(this.view.getBigUint64(directory, le)) : this.view.getUint16(directory, le);
    if (count < 1 || count > maxTags) throw new ImageRefused('TIFF_DIRECTORY', `${count} tags`);
    const first = directory + (big ? 8 : 2);
    const end = first + count * (big ? 20 : 12);
    this.need(first, end - first);
    return { count, first, end };
  }

  private values(directory: number, only: ReadonlySet<number> = wanted): Map<number, number[]> {
    const { big, le } = this.layout;
    const found = new Map<number, number[]>();
    const { count, first } = this.entries(directory);
    for (let i = 0; i < count; i += 1) {
      const entry = first + i * (big ? 20 : 12);
      const tag = this.view.getUint16(entry, le);
      if (!only.has(tag)) continue;
      const type = this.view.getUint16(entry + 2, le);
      const size = typeSizes[type] ?? 0;
      if (size === 0) continue;
      const values = big ? safe(this.view.getBigUint64(entry + 4, le)) : this.view.getUint32(entry + 4, le);
      if (values > maxValues) throw new ImageRefused('TIFF_TAG_COUNT', `tag ${tag} has ${values} values`);
      const field = entry + (big ? 12 : 8);
      const at = values * size <= (big ? 8 : 4) ? field : this.pointer(field);
      this.need(at, values * size);
      found.set(
        tag,
        Array.from({ length: values }, (_, k) => this.value(type, at + k * size)),
      );
    }
    return found;
  }

  private value(type: number, at: number): number {
    const { le } = this.layout;
    if (type === 3) return this.view.getUint16(at, le);
    if (type === 4 || type === 13) return this.view.getUint32(at, le);
    if (type === 5) return this.view.getUint32(at, le) / (this.view.getUint32(at + 4, le) || 1);
    if (type === 16 || type === 18) return safe(this.view.getBigUint64(at, le));
    return type === 1 ? this.view.getUint8(at) : 0;
  }

  /**
   * The page with a byte count for each piece. Some scanners omit the counts or write 0. A piece without a count
   * extends to the next piece or to the end of the file, as in libtiff.
   */
  private withCounts(page: TiffPage): TiffPage {
    const { offsets } = page;
    if (page.counts.length === offsets.length && page.counts.every((count) => count > 0)) return page;
    if (page.counts.length > 0 && page.counts.length !== offsets.length) return page;
    const ascending = [...offsets].sort((a, b) => a - b);
    const following = new Map(ascending.map((offset, i) => [offset, ascending[i + 1] ?? this.bytes.length]));
    const counts = offsets.map((offset, i) => {
      const written = page.counts[i] ?? 0;
      if (written > 0 || offset === 0) return written;
      return Math.max(0, Math.min(this.bytes.length, following.get(offset) ?? 0) - offset);
    });
    return { ...page, counts };
  }

  private checkPieces(page: TiffPage): void {
    const { offsets, counts, tile } = page;
    if (
      tile &&
      !(tile.width > 0 && tile.height > 0 && tile.width <= limits.width && tile.height <= limits.height)
    ) {
      throw new ImageRefused('TIFF_STRIPS', `tiles of ${tile.width}x${tile.height}`);
    }
    const expected = tile
      ? Math.ceil(page.width / tile.width) * Math.ceil(page.height / tile.height)
      : Math.ceil(page.height / page.rowsPerStrip);
    if (offsets.length !== counts.length || offsets.length < expected) {
      throw new ImageRefused('TIFF_STRIPS', `${offsets.length} of ${expected} pieces`);
    }
    let total = 0;
    offsets.forEach((offset, i) => {
      const count = counts[i] as number;
      total += count;
      if (total > limits.stripBytes) throw new ImageRefused('TIFF_STRIPS', `over ${limits.stripBytes} bytes`);
      if (offset + count > this.bytes.length)
        throw new ImageRefused('TIFF_STRIPS', `piece ${i} outside the file`);
    });
  }
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ImageRefused('TIFF_OFFSET', String(value));
  return Number(value);
}

/** Returns 300, the density of office scans, for values outside 50 to 2400. Scanners write 0, 1 or 72000 by mistake. */
export const plausibleDpi = (dpi: number): number => (dpi >= 50 && dpi <= 2400 ? dpi : 300);

/**
 * Converts whole dots per meter, the unit of PNG, JPEG 2000 and JBIG2, to dots per inch. For example, 11,811 dots per
 * meter are 300 dots per inch.
 */
export const dpiOfMetre = (dots: number): number => plausibleDpi(Math.round(dots * 2.54) / 100);
