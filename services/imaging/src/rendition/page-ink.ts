import { inkOf, textWidth, type Box, type Lettering } from '../runs/lettering.js';
import type { RunRows } from '../runs/run-rows.js';
import type { PageForm } from '../stored-page.js';
import { placingOf, uprightSize } from './orientation.js';

/** Marks that are burned into a page before it is sent, so that no viewer can remove them. */
export interface InkRequest {
  /** 'Unofficial copy' across the page. */
  readonly stamp: boolean;
  /** Boxes to be blacked out, in pixels of the stored picture. */
  readonly redactions: readonly Box[];
}

export const noInk: InkRequest = { stamp: false, redactions: [] };

/** Increase this version when stamps, banners or scaling change, so that stored renditions are created again. */
export const inkVersion = 2;

const stampText = 'UNOFFICIAL COPY';

/** True if marks have to be painted over the page, so that the stored picture cannot be sent unchanged. */
export const needsInk = (form: PageForm, request: InkRequest): boolean =>
  request.stamp || request.redactions.length > 0 || form.damaged;

const recent = new Map<string, RunRows>();
const recentLimit = 8;

/** The black runs to paint over a page. Recent results are kept, because pages of the same size need the same runs. */
export function pageInk(form: PageForm, request: InkRequest): RunRows | undefined {
  if (!needsInk(form, request)) return undefined;
  const lost = form.damaged ? form.rows : -1;
  const key = JSON.stringify([form.width, form.height, form.orientation, lost, request]);
  const known = recent.get(key);
  if (known) {
    recent.delete(key);
    recent.set(key, known);
    return known;
  }
  const upright = uprightSize(form, form.orientation);
  const texts: Lettering[] = request.stamp ? [stampOn(upright)] : [];
  const boxes = [...request.redactions];
  if (form.damaged) {
    const banner = damageBanner(form);
    boxes.push(...banner.boxes);
    texts.push(banner.text);
  }
  const ink = inkOf(form, texts, boxes, placingOf(form, form.orientation));
  recent.set(key, ink);
  if (recent.size > recentLimit) recent.delete(recent.keys().next().value as string);
  return ink;
}

/**
 * The stamp from corner to corner. Only every fourth row is inked, so that the stamp looks light gray and the text
 * below stays readable.
 */
function stampOn({ width, height }: { width: number; height: number }): Lettering {
  const size = (Math.hypot(width, height) * 0.7) / textWidth(stampText);
  return {
    text: stampText,
    x: width / 2,
    y: height / 2,
    size,
    pen: size * 0.14,
    angle: Math.atan2(height, width),
    hatch: { rows: 4, inked: 1 },
  };
}

/** Marks the missing part on the page itself, because people would take white paper for a part of the document. */
function damageBanner(form: PageForm): { text: Lettering; boxes: Box[] } {
  const upright = uprightSize(form, form.orientation);
  const lost = form.rows < form.height;
  const text = lost ? `DAMAGED SCAN: ROWS ${form.rows + 1} TO ${form.height} ARE MISSING` : 'DAMAGED SCAN';
  const size = Math.min((upright.width * 0.8) / textWidth(text), upright.height / 30);
  const line = Math.max(2, Math.round(form.height / 600));
  const y =
    lost && form.orientation === 1
      ? Math.min((form.rows + form.height) / 2, form.height - size)
      : upright.height - size;
  return {
    text: { text, x: upright.width / 2, y, size, pen: size * 0.14, angle: 0 },
    boxes: lost ? [{ x: 0, y: form.rows, width: form.width, height: line }] : [],
  };
}
