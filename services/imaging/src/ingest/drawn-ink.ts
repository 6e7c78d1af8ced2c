import type { PlacedImage } from '../pdf/pdf.scans.js';
import type { RawPicture } from '../rendition/pictures.js';

/**
 * A smoothed pixel may belong to a line that is one dot wide if ink covers at least this share of a dot's width. If
 * such a line lies between two pixels, at least half of its width is in one of them. The share is a little below a half
 * because of rounding and slanted lines.
 */
const lineShare = 0.45;
/** A pixel that ink covers by half is black. */
const halfInk = 127;
/** How much darker a line is than the paper beside it, in shades from 0 to 255. Rounding causes smaller differences. */
const clearlyDarker = 8;
/**
 * If a page has more boxes (`InkBox`) than this, boxes that are near each other are joined, because each box costs
 * time. Most pages have a few.
 */
const mostBoxes = 500;

/** A part of a drawn page in pixels, and the lightest shade that a line of one dot can have in it. */
interface InkBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly lightest: number;
}

/**
 * Makes the smoothed dots of images black or white, and copies them to the drawn page. Each pixel is examined once,
 * even if a thousand images overlap there. Where images overlap, the finest one counts, because its threshold keeps all
 * ink that the others keep.
 * @param dpi dots per inch of the drawn page
 */
export function copyInk(
  smooth: RawPicture,
  to: RawPicture,
  images: readonly PlacedImage[],
  dpi: number,
): void {
  const boxes = joined(distinct(images.map((image) => boxOf(image, to, dpi)))).toSorted(
    (one, other) => one.lightest - other.lightest,
  );
  const edges = [...new Set(boxes.flatMap(({ top, bottom }) => [top, bottom]))].sort((a, b) => a - b);
  for (const [at, top] of edges.entries()) {
    const bottom = edges[at + 1] ?? top;
    const here = boxes.filter((box) => box.top <= top && box.bottom > top);
    if (here.length === 0) continue;
    const lightest = lightestOf(here, to.width);
    for (let y = top; y < bottom; y += 1) copyRow(smooth, to, y, lightest);
  }
}

function boxOf({ place, dpi: own }: PlacedImage, { width, height }: RawPicture, dpi: number): InkBox {
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  // one pixel more on each side, because the edges of an image are rarely on whole pixels
  return {
    left: within(Math.floor(place.left * width) - 1, width),
    right: within(Math.ceil(place.right * width) + 1, width),
    top: within(Math.floor(place.bottom * height) - 1, height),
    bottom: within(Math.ceil(place.top * height) + 1, height),
    lightest: Math.floor(255 * (1 - (lineShare * dpi) / own)),
  };
}

/** Keeps one box for each place: the box of the finest image. */
function distinct(boxes: readonly InkBox[]): InkBox[] {
  const places = new Map<string, InkBox>();
  for (const box of boxes) {
    const key = [box.left, box.top, box.right, box.bottom].join(' ');
    const known = places.get(key);
    if (!known || known.lightest < box.lightest) places.set(key, box);
  }
  return [...places.values()];
}

/** At most `mostBoxes` boxes that cover all the given ones. Boxes that are near each other become one. */
function joined(boxes: readonly InkBox[]): InkBox[] {
  const sorted = boxes.toSorted((one, other) => one.top - other.top || one.left - other.left);
  const each = Math.ceil(sorted.length / mostBoxes);
  const groups = Array.from({ length: Math.min(sorted.length, mostBoxes) }, (_, at) =>
    sorted.slice(at * each, (at + 1) * each),
  );
  return groups
    .filter((group) => group.length > 0)
    .map((group) =>
      group.reduce((one, other) => ({
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
        lightest: Math.max(one.lightest, other.lightest),
      })),
    );
}

/**
 * For each pixel of a row, the lightest shade that a line can have there; 0 outside all boxes.
 * @param boxes the finest one comes last, so that its shade replaces those of the others
 */
function lightestOf(boxes: readonly InkBox[], width: number): Uint8Array {
  const row = new Uint8Array(width);
  for (const { lightest, left, right } of boxes) row.fill(lightest, left, right);
  return row;
}

function copyRow(smooth: RawPicture, to: RawPicture, y: number, lightest: Uint8Array): void {
  const begin = y * to.width;
  const [from, out] = [smooth.pixels, to.pixels];
  for (let x = 0; x < lightest.length; x += 1) {
    const limit = lightest[x] as number;
    if (limit === 0) continue;
    const at = begin + x;
    const shade = from[at] as number;
    const isInk = shade <= halfInk || (shade <= limit && isOnLine(smooth, at));
    out[at] = isInk ? 0 : 255;
  }
}

/**
 * True if a pixel is the darkest one in a horizontal or vertical cut through a thin line. False at the edge of a
 * letter, because the next pixel of the letter is darker; so letters do not become bold.
 */
function isOnLine({ pixels, width }: RawPicture, at: number): boolean {
  const shade = pixels[at] as number;
  const isBetween = (one = 255, other = 255): boolean =>
    shade <= one && shade <= other && Math.max(one, other) - shade >= clearlyDarker;
  return isBetween(pixels[at - 1], pixels[at + 1]) || isBetween(pixels[at - width], pixels[at + width]);
}
