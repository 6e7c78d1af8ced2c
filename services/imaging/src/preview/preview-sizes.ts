import type { RenditionSize } from '@portal/proto/http/imaging';
import { fitInside, uprightSize, type Size } from '../rendition/orientation.js';
import type { PageForm } from '../stored-page.js';

/**
 * Maximum sizes of unpaid pictures, in pixels. A letter page is 200, 700 or about 1,080 pixels wide; 700 pixels are
 * needed for the hover zoom of 350 %. The pictures are readable on a screen, but too coarse for printing.
 */
const boxes: Readonly<Record<RenditionSize, Size>> = {
  thumbnail: { width: 200, height: 400 },
  hover: { width: 700, height: 1_400 },
  large: { width: 1_400, height: 1_400 },
};

/**
 * Dots per inch of the finest preview; a scan has 300. Without this limit, a small card would be shown at full
 * resolution.
 */
const finest = 130;

export const tileSize = 512;

const largePageInches = 14;

/** The upright box that limits a page's preview. */
export function previewBox(form: PageForm, size: RenditionSize): Size {
  const box = boxes[size];
  const inches = uprightSize(
    { width: form.width / form.xDpi, height: form.height / form.yDpi },
    form.orientation,
  );
  const cap = (pixels: number, length: number): number =>
    Math.min(pixels, Math.max(boxes.thumbnail.width, Math.round(length * finest)));
  return { width: cap(box.width, inches.width), height: cap(box.height, inches.height) };
}

/** Size of a page's preview in pixels. */
export const previewSize = (form: PageForm, size: RenditionSize): Size =>
  fitInside(uprightSize(form, form.orientation), previewBox(form, size));

/**
 * Maximum size of the zoom: 3,000 pixels for plats (all pages longer than legal paper), and the large preview for other
 * pages. At 3,000 pixels, a 24x36 inch sheet has 83 dots per inch. Its lettering is readable, and the picture has less
 * than a third of the scan's dots in each direction.
 */
export function zoomBox(form: PageForm): Size {
  const inches = Math.max(form.width / form.xDpi, form.height / form.yDpi);
  return inches > largePageInches ? { width: 3_000, height: 3_000 } : previewBox(form, 'large');
}
