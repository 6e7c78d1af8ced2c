import type { PdfDrawing, PlacedImage } from '../pdf/pdf.scans.js';
import type { RawPicture } from '../rendition/pictures.js';
import type { VerifiedPage } from '../stored-page.js';
import { copyInk } from './drawn-ink.js';
import { pixelPage } from './encode-page.js';
import type { PdfiumFile } from './pdfium.js';

const drawnDpi = 300;
const finestDrawnDpi = 600;
/** The sizes of paper are rounded in files, so a scan of 600 dots per inch may seem a little finer. */
const roundedPaper = 1.02;
/** Sides, in pixels, of the squares in which shades are compared. */
const square = 16;
/**
 * A square counts as changed if its average shade (0 to 255) differs by more than this between the smoothed page and
 * the black and white page. Lines and letters change the average less.
 */
const otherShade = 32;
/**
 * If more squares than this have changed, the page has a shaded area. On a large sheet, this many squares cover about
 * 0.05 square inches.
 */
const fewSquares = 20;
/** Draws pages of a PDF. */
type Drawer = Pick<PdfiumFile, 'draw' | 'drawnDpi'>;

interface Drawn {
  readonly picture: RawPicture;
  readonly dpi: number;
  readonly isBilevel: boolean;
}

/**
 * Draws a page. A page with a scan keeps the scan's density, and its dots stay sharp; a page without a scan is drawn at
 * the usual density.
 */
export function drawnPage(file: Drawer, drawing: PdfDrawing): Promise<VerifiedPage> {
  const { picture, dpi, isBilevel } = drawing.bilevel ? drawnDots(file, drawing) : drawnShades(file, drawing);
  const { width, height } = picture;
  return pixelPage(picture, { width, height, xDpi: dpi, yDpi: dpi, orientation: 1 }, isBilevel);
}

const ownDpi = ({ scanned, dpi }: PdfDrawing): number | undefined =>
  scanned && dpi ? Math.max(100, dpi) : undefined;

const wantedDpi = (own: number | undefined): number => Math.min(finestDrawnDpi, own ?? drawnDpi);

/** A page with gray or color. A scan with more dots than can be drawn is smoothed, as viewers do it. */
function drawnShades(file: Drawer, drawing: PdfDrawing): Drawn {
  const own = ownDpi(drawing);
  const wanted = wantedDpi(own);
  const isSharp = own !== undefined && own <= file.drawnDpi(drawing, wanted) * roundedPaper;
  return { ...file.draw(drawing, wanted, isSharp ? 'images' : 'nothing'), isBilevel: false };
}

/**
 * Draws a page of black and white images. If an image has more dots per inch than the drawn page, its part of the page
 * is smoothed and then made black and white again. Without smoothing, lines that are one dot wide could be missing.
 */
function drawnDots(file: Drawer, drawing: PdfDrawing): Drawn {
  const { dpi, finer, dots } = drawnSharp(file, drawing);
  if (dots && finer.length === 0) return dots;
  const smooth = { picture: file.draw(drawing, dpi, 'nothing').picture, dpi, isBilevel: false };
  if (!dots || smooth.picture.channels !== 1) return smooth;
  copyInk(smooth.picture, dots.picture, finer, dpi);
  return keepsShades(smooth.picture, dots.picture) ? dots : smooth;
}

interface Sharp {
  readonly dpi: number;
  /** The images that have more dots per inch than the drawn page. */
  readonly finer: readonly PlacedImage[];
  /**
   * The page drawn without smoothing. Undefined if only the smoothed page can be stored: the unsmoothed picture is
   * then dropped before the smoothed one is drawn, so that only one of the two is in memory.
   */
  readonly dots: Drawn | undefined;
}

function drawnSharp(file: Drawer, drawing: PdfDrawing): Sharp {
  const { picture, dpi } = file.draw(drawing, wantedDpi(ownDpi(drawing)), 'everything');
  const isBilevel = isBlackAndWhite(picture);
  const finer = drawing.images.filter((image) => image.dpi > dpi * roundedPaper);
  return { dpi, finer, dots: isBilevel || finer.length === 0 ? { picture, dpi, isBilevel } : undefined };
}

/**
 * False if an area that is shaded by a pattern of dots became lighter or darker in black and white. Such an area could
 * turn white or black, and what is written on it would be lost.
 */
function keepsShades(smooth: RawPicture, dots: RawPicture): boolean {
  const { width, height } = smooth;
  const across = Math.ceil(width / square);
  const differences = new Int32Array(across * Math.ceil(height / square));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const nth = Math.floor(y / square) * across + Math.floor(x / square);
      differences[nth] =
        (differences[nth] as number) + (smooth.pixels[at] as number) - (dots.pixels[at] as number);
    }
  }
  const limit = otherShade * square * square;
  return differences.filter((sum) => Math.abs(sum) > limit).length <= fewSquares;
}

/**
 * True if a drawn page of black and white images can be stored as black and white. A few shades of gray, as at the
 * edges of cut or moved parts, do not count.
 */
function isBlackAndWhite({ channels, pixels }: RawPicture): boolean {
  if (channels !== 1) return false;
  let shades = 0;
  // `for … of` would take five times as long for the hundred million pixels of a large sheet
  for (let at = 0; at < pixels.length; at += 1) {
    const value = pixels[at] as number;
    if (value > 32 && value < 224) shades += 1;
  }
  return shades < pixels.length / 200;
}
