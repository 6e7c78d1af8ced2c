import { describe, expect, test } from '@jest/globals';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { workOn } from '../src/efile/filing-work.js';
import { openPdfium } from '../src/ingest/verify-wrapped.js';

const lines = [
  'Lake County: Recorded',
  'Document number A1004412, Book 231, Page 118',
  'November 28, 2026 10:15 AM',
  'Submission 1234567, 112 pages, Fee $1,046.00',
];

/**
 * Stamps a blank page with these sides in points, turned by `turn` degrees. Returns the stamped page as viewers show
 * it, drawn about 1,000 pixels wide.
 */
async function stamped(width: number, height: number, turn: number) {
  const blank = await PDFDocument.create();
  blank.addPage([width, height]).setRotation(degrees(turn));
  const bytes = Buffer.from(await blank.save());
  const copy = await workOn(bytes, { make: 'COPY', kind: 'application/pdf', title: 'Deed', lines });
  const opened = await openPdfium(copy);
  const shown = turn % 180 === 0 ? width : height;
  const { picture } = opened.draw({ index: 0, unit: 1 }, Math.round(72_000 / shown), 'nothing');
  opened.close();
  return picture;
}

describe('the recording stamp', () => {
  test.each([
    [612, 792, 0],
    [200, 792, 0],
    [200, 100, 180],
    [792, 200, 90],
    [792, 150, 270],
    [8.5, 11, 0],
  ])(
    'fits into the width of a page of %s by %s points that is turned by %s degrees',
    async (width, height, turn) => {
      const picture = await stamped(width, height, turn);
      const columns = Array.from({ length: picture.width }, (_, x) => x);
      const rows = Array.from({ length: picture.height }, (_, y) => y);
      const isInk = (x: number, y: number): boolean => (picture.pixels[y * picture.width + x] ?? 255) < 128;
      const inked = columns.filter((x) => rows.some((y) => isInk(x, y)));
      const [left = 0, right = 0] = [inked[0], inked.at(-1)];
      expect(left).toBeGreaterThan(picture.width * 0.01);
      expect(right).toBeLessThan(picture.width * 0.99);
      // four lines, each with a gap below it
      const isLine = rows.map((y) => columns.some((x) => isInk(x, y)));
      const begun = isLine.filter((ink, y) => ink && isLine[y - 1] !== true).length;
      expect(begun).toBeGreaterThanOrEqual(lines.length);
    },
  );
});
