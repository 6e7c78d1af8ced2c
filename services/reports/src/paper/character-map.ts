const RECORD = 16;
const HEADER = 12;
const TAG = 'cmap';

/**
 * Adds the table that maps codes to the glyphs of a TrueType font. PDF readers need the table for a font with one byte
 * per letter (ISO 32000-1, 9.6.6.4). The first glyph of the font stands for missing letters. The other glyphs belong to
 * the codes, in the same order.
 * @param font a font without such a table, as `Subset.encode` returns it
 */
export function withCharacterMap(font: Uint8Array, first: number, last: number): Buffer {
  const old = Buffer.from(font);
  const count = old.readUInt16BE(4);
  const map = words([...head, ...segments(first, last)]);
  const place = Math.ceil(old.length / 4) * 4 + RECORD;
  const records = Array.from({ length: count }, (_, at): Buffer => {
    const record = Buffer.from(old.subarray(HEADER + at * RECORD, HEADER + (at + 1) * RECORD));
    record.writeUInt32BE(record.readUInt32BE(8) + RECORD, 8);
    return record;
  });
  records.push(recordOf(map, place));
  records.sort(Buffer.compare);
  const tables = old.subarray(HEADER + count * RECORD);
  const before = HEADER + records.length * RECORD + tables.length;
  return Buffer.concat([
    headerOf(old, records.length),
    ...records,
    tables,
    Buffer.alloc(place - before),
    map,
  ]);
}

/**
 * Writes the header. Its search fields repeat the number of tables in the form that old font readers need for a search.
 */
function headerOf(old: Buffer, count: number): Buffer {
  const power = Math.floor(Math.log2(count));
  const range = RECORD * 2 ** power;
  return Buffer.concat([old.subarray(0, 4), words([count, range, power, RECORD * count - range])]);
}

function recordOf(map: Buffer, place: number): Buffer {
  const record = Buffer.alloc(RECORD);
  record.write(TAG, 'latin1');
  record.writeUInt32BE(sumOf(map), 4);
  record.writeUInt32BE(place, 8);
  record.writeUInt32BE(map.length, 12);
  return record;
}

/** The head of the table. It declares a single encoding, for Windows and Unicode, which starts right after the head. */
const head = [0, 1, 3, 1, 0, HEADER];
/** Format 4: one segment with the codes, and the final segment that the format requires. */
const segments = (first: number, last: number): number[] => [
  ...[4, 32, 0, 4, 4, 1, 0, last, 0xffff, 0],
  ...[first, 0xffff, (1 - first) & 0xffff, 1, 0, 0],
];

/** Writes numbers as two bytes each, high byte first. */
function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, at) => bytes.writeUInt16BE(value, 2 * at));
  return bytes;
}

function sumOf(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}
