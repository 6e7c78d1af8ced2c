import type { PageForm } from '../stored-page.js';
import { fitInside, uprightSize, type Size } from './orientation.js';

export interface Zoom {
  /** Maximum size of the largest level. */
  readonly box: Size;
  /** Side of a square tile, in pixels. */
  readonly tileSize: number;
}

/** Upright sizes of a page's levels: each is half of the previous one, until one tile contains the page. */
export function zoomLevels(form: PageForm, { box, tileSize }: Zoom): Size[] {
  let last = fitInside(uprightSize(form, form.orientation), box);
  const sizes = [last];
  while (Math.max(last.width, last.height) > tileSize) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) };
    sizes.push(last);
  }
  return sizes;
}
