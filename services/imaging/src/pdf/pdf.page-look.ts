import type { Fault } from './pdf.content.js';
import type { PdfFile } from './pdf.file.js';
import { boxAround, holds, overlap, type PointBox } from './pdf.geometry.js';
import type { PdfDict, PdfValue } from './pdf.objects.js';

/**
 * How far a page's border may cut into its scan, in points: about one pixel at 150 dots per inch. Rounded sizes cause
 * such small cuts.
 */
const slack = 0.5;
const hiddenFlag = 2;

/** Kinds of annotations that all viewers draw alike, even without an appearance stream. */
const drawnWithoutLook = new Set(['Square', 'Circle', 'Highlight', 'Underline', 'StrikeOut', 'Ink', 'Link']);

/** The size that viewers assume for a page that states no size: Letter. */
const letter: PointBox = { left: 0, bottom: 0, right: 612, top: 792 };

function boxOf(file: PdfFile, value: PdfValue | undefined): PointBox | undefined {
  const numbers = file.list(value)?.map((side) => file.number(side) ?? NaN) ?? [];
  const [a = NaN, b = NaN, c = NaN, d = NaN] = numbers;
  if ([a, b, c, d].some(Number.isNaN)) return undefined;
  return boxAround([
    [a, b],
    [c, d],
  ]);
}

/** The part of the page that a viewer shows, in the units of the page. */
export function shownBox(file: PdfFile, page: PdfDict): PointBox {
  const media = boxOf(file, page.get('MediaBox')) ?? letter;
  const crop = boxOf(file, page.get('CropBox'));
  return crop ? overlap(media, crop) : media;
}

/**
 * The size of a page's unit, in points of 1/72 inch. The usual size is 1. Sheets larger than 200 inches need a larger
 * unit, but any page may state a unit (ISO 32000 table 31, UserUnit).
 */
export function userUnit(file: PdfFile, page: PdfDict): number {
  const unit = file.number(page.get('UserUnit')) ?? 1;
  return unit > 0 && Number.isFinite(unit) ? unit : 1;
}

/** Converts a tolerance from points to a page's units. If a unit is smaller than a point, the number stays the same. */
export const inUnits = (points: number, unit: number): number => points / Math.max(1, unit);

/**
 * Compares the shown part of a page with the box around all its images. Returns a fault if the page border hides a part
 * of the images, or if the images cover too little of the page.
 */
export function borderFaults(shown: PointBox, image: PointBox, unit: number): Fault[] {
  const area = (box: PointBox): number => (box.right - box.left) * (box.top - box.bottom);
  if (!holds(shown, image, inUnits(slack, unit)))
    return [{ reason: 'the page border hides a part of the image', scanned: true }];
  if (!(area(shown) > 0) || area(image) < area(shown) * 0.5)
    return [{ reason: 'image covers too little', scanned: false }];
  return [];
}

/**
 * Faults from a page's annotations, whose visible content would be lost (redaction squares, stamps, notes). If a
 * redaction was only marked and never applied, nobody knows what the page should show.
 */
export function annotationFaults(file: PdfFile, page: PdfDict): Fault[] {
  const faults: Fault[] = [];
  for (const value of file.list(page.get('Annots')) ?? []) {
    const annotation = file.dict(value);
    if (annotation && !isInvisible(file, annotation)) {
      const kind = file.name(annotation.get('Subtype')) ?? 'unknown';
      const drawn = file.dict(annotation.get('AP'))?.has('N') === true || drawnWithoutLook.has(kind);
      faults.push({ reason: `annotation (${kind})`, scanned: true, unclear: kind === 'Redact' || !drawn });
    }
    if (faults.length >= 10) break;
  }
  return faults;
}

function isInvisible(file: PdfFile, annotation: PdfDict): boolean {
  if (((file.number(annotation.get('F')) ?? 0) & hiddenFlag) !== 0) return true;
  const kind = file.name(annotation.get('Subtype'));
  if (kind === 'Popup') return true;
  const box = boxOf(file, annotation.get('Rect'));
  const flat = !box || box.right - box.left === 0 || box.top - box.bottom === 0;
  // the field of an invisible signature shows nothing, because its rectangle is empty
  if (kind === 'Widget') return flat;
  if (kind !== 'Link' || annotation.has('AP')) return false;
  const style = file.dict(annotation.get('BS'));
  const border = file.list(annotation.get('Border'));
  if (style) return file.number(style.get('W')) === 0;
  return border !== undefined && file.number(border[2]) === 0;
}
