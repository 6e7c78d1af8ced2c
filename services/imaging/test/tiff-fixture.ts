import { G4Encoder } from '../src/ccitt/g4.encoder.js';
import { forEachRow, RunCollector, type RunRows } from '../src/runs/run-rows.js';

/** A page with bars that depend on `number`, so that each number gives a different picture. */
export function barPage(number: number, width = 1_200, height = 1_600): RunRows {
  const collector = new RunCollector(width, height);
  for (let y = 0; y < height; y += 1) {
    const bars: number[] = [];
    for (let bit = 0; bit < 12; bit += 1) {
      if ((number >> bit) & 1 && y > 100 && y < height - 100) bars.push(50 + bit * 80, 50 + bit * 80 + 40);
    }
    collector.add(Int32Array.from(bars), bars.length);
  }
  return collector.finish();
}

export function g4Strip(rows: RunRows): Buffer {
  const encoder = new G4Encoder(rows.width);
  forEachRow(rows, (row, count) => encoder.row(row, count));
  return encoder.finish();
}

/** A TIFF of single-strip G4 pages at 150 dots per inch. */
export function tiffOf(pages: readonly RunRows[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])];
  let offset = 8;
  let link = parts[0]?.subarray(4) as Buffer;
  for (const page of pages) {
    const strip = g4Strip(page);
    const padded = Buffer.concat([strip, Buffer.alloc(8 + (strip.length % 2))]);
    const resolutionAt = padded.length - 8;
    padded.writeUInt32LE(150, resolutionAt);
    padded.writeUInt32LE(1, resolutionAt + 4);
    const tags = [
      [256, 4, page.width],
      [257, 4, page.height],
      [259, 3, 4],
      [262, 3, 0],
      [273, 4, offset],
      [278, 4, page.height],
      [279, 4, strip.length],
      [282, 5, offset + resolutionAt],
      [283, 5, offset + resolutionAt],
    ] as const;
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    tags.forEach(([tag, type, value], i) => {
      directory.writeUInt16LE(tag, 2 + i * 12);
      directory.writeUInt16LE(type, 4 + i * 12);
      directory.writeUInt32LE(1, 6 + i * 12);
      directory.writeUInt32LE(value, 10 + i * 12);
    });
    link.writeUInt32LE(offset + padded.length, 0);
    link = directory.subarray(directory.length - 4);
    parts.push(padded, directory);
    offset += padded.length + directory.length;
  }
  return Buffer.concat(parts);
}
