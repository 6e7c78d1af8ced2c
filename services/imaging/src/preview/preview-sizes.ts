import type { RenditionSize } from '@portal/proto/http/imaging';
import type { Size } from '../rendition/orientation.js';
import type { PageForm } from '../stored-page.js';

/**
 * Largest pictures that leave without payment, in pixels. A letter page is 200, 700 (the 350 % of the hover zoom) and
 * about 1,080 wide: to be read on a screen, too coarse to be printed.
 */
export const previewBoxes: Readonly<Record<RenditionSize, Size>> = {
  thumbnail: { width: 200, height: 400 },
  hover: { width: 700, height: 1_400 },
  large: { width: 1_400, height: 1_400 },
};

export const tileSize = 512;

const largePageInches = 14;

/**
 * The cap of the zoom. Pages longer than legal paper are plats: at 3,000 pixels a 24x36 inch sheet has 83 dots an inch,
 * enough to read its lettering and under a third of the scan each way; the others get no more than the large preview.
 */
export function zoomBox(form: PageForm): Size {
  const inches = Math.max(form.width / form.xDpi, form.height / form.yDpi);
  return inches > largePageInches ? { width: 3_000, height: 3_000 } : previewBoxes.large;
}
