import type { PdfDrawing, PlacedImage } from '../pdf/pdf.scans.js';
import type { RawPicture } from '../rendition/pictures.js';
import type { VerifiedPage } from '../stored-page.js';
import { pixelPage } from './encode-page.js';
import type { PdfiumFile } from './pdfium.js';

const drawnDpi = 300;
const finestDrawnDpi = 600;
/** The sizes of paper are rounded in files, so a scan of 600 dots per inch may seem a little finer. */
const roundedPaper = 1.02;
/**
 * A smoothed pixel may belong to a line of one dot if ink covers at least this share of the width of one dot. If such a
 * line lies between two pixels, at least half of its width is in one of them; the share is a little smaller because
 * of rounding and slanted lines.
 */
const lineShare = 0.45;
/** A pixel that ink covers by half is black. */
const halfInk = 127;
/** Sides, in pixels, of the squares in which shades are compared. */
const square = 16;
/**
 * In a square with lines or letters, the black and white pixels differ from the smooth ones by less than this on
 * average, in shades of 255.
 */
const otherShade = 32;
/**
 * If more squares than this have another shade, the page has a shaded area: about 0.05 square inches of a large sheet.
 */
const fewSquares = 20;
/** How much darker a line is than the paper beside it, in shades of 255. Smaller differences come from rounding. */
const clearlyDarker = 8;

interface Drawn {
  readonly picture: RawPicture;
  readonly dpi: number;
  readonly isBilevel: boolean;
}

/**
 * Draws a page. A page with a scan keeps the scan's density, and its dots stay sharp; a page without a scan is drawn at
 * the usual density.
 */
export function drawnPage(file: PdfiumFile, drawing: PdfDrawing, index: number): Promise<VerifiedPage> {
  const { picture, dpi, isBilevel } = drawing.bilevel
    ? drawnDots(file, drawing, index)
    : drawnShades(file, drawing, index);
  const { width, height } = picture;
  return pixelPage(picture, { width, height, xDpi: dpi, yDpi: dpi, orientation: 1 }, isBilevel);
}

const ownDpi = ({ scanned, dpi }: PdfDrawing): number | undefined =>
  scanned && dpi ? Math.max(100, dpi) : undefined;

const wantedDpi = (own: number | undefined): number => Math.min(finestDrawnDpi, own ?? drawnDpi);

/** A page with gray or color. A scan with more dots than can be drawn is smoothed, as viewers do it. */
function drawnShades(file: PdfiumFile, drawing: PdfDrawing, index: number): Drawn {
  const own = ownDpi(drawing);
  const wanted = wantedDpi(own);
  const isSharp = own !== undefined && own <= file.drawnDpi(index, wanted) * roundedPaper;
  return { ...file.draw(index, wanted, isSharp ? 'images' : 'nothing'), isBilevel: false };
}

/**
 * Draws a page of black and white images. If an image has more dots per inch than the drawn page, its part of the page
 * is smoothed and then made black and white again. Without smoothing, lines that are one dot wide could be missing.
 */
function drawnDots(file: PdfiumFile, drawing: PdfDrawing, index: number): Drawn {
  const { picture, dpi } = file.draw(index, wantedDpi(ownDpi(drawing)), 'everything');
  const isBilevel = isBlackAndWhite(picture);
  const finer = drawing.images.filter((image) => image.dpi > dpi * roundedPaper);
  if (finer.length === 0) return { picture, dpi, isBilevel };
  const smooth = file.draw(index, dpi, 'nothing').picture;
  if (!isBilevel || smooth.channels !== 1) return { picture: smooth, dpi, isBilevel: false };
  // the finest image comes last, because its threshold keeps all ink that the others keep
  for (const image of finer.toSorted((one, other) => one.dpi - other.dpi))
    copyInk(smooth, picture, image, dpi / image.dpi);
  return keepsShades(smooth, picture)
    ? { picture, dpi, isBilevel }
    : { picture: smooth, dpi, isBilevel: false };
}

/** Makes the smoothed dots of an image black or white, and copies them to the drawn page. */
function copyInk(smooth: RawPicture, to: RawPicture, { place }: PlacedImage, ratio: number): void {
  const { width, height } = to;
  const lightest = 255 * (1 - lineShare * ratio);
  // one pixel more on each side, because the edges of an image are rarely on whole pixels
  const [left, right] = [Math.floor(place.left * width) - 1, Math.ceil(place.right * width) + 1];
  const [top, bottom] = [Math.floor(place.bottom * height) - 1, Math.ceil(place.top * height) + 1];
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) {
    const end = y * width + Math.min(width, right);
    for (let at = y * width + Math.max(0, left); at < end; at += 1) {
      const shade = smooth.pixels[at] as number;
      const isInk = shade <= halfInk || (shade <= lightest && isOnLine(smooth, at));
      to.pixels[at] = isInk ? 0 : 255;
    }
  }
}

/**
 * True if a pixel is the darkest one across a thin line. The edge of a letter is lighter than the letter beside it, so
 * letters do not become bold.
 */
function isOnLine({ pixels, width }: RawPicture, at: number): boolean {
  const shade = pixels[at] as number;
  const isBetween = (one = 255, other = 255): boolean =>
    shade <= one && shade <= other && Math.max(one, other) - shade >= clearlyDarker;
  return isBetween(pixels[at - 1], pixels[at + 1]) || isBetween(pixels[at - width], pixels[at + width]);
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
  for (const value of pixels) if (value > 32 && value < 224) shades += 1;
  return shades < pixels.length / 200;
}
