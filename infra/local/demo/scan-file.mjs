import { importBuilt } from '../service-modules.mjs';

const ccitt = 'services/imaging/dist/ccitt';
const { G4Encoder } = await importBuilt(`${ccitt}/g4.encoder.js`);
const { blackWords, longestMakeUp, whiteWords } = await importBuilt(`${ccitt}/ccitt.codes.js`);

/** @returns {Buffer} the page as one strip of CCITT G4 */
export function g4Strip(page) {
  const encoder = new G4Encoder(page.width);
  const row = new Int32Array(page.width + 8);
  for (let y = 0; y < page.height; y += 1) {
    const count = page.transitions(y, row);
    encoder.row(row, count);
  }
  return encoder.finish();
}

/** @returns {Buffer} the page as one strip of one-dimensional CCITT G3, with an end-of-line code before each row */
export function g3Strip(page) {
  const bytes = [];
  let [pending, bits] = [0, 0];
  const put = (value, size) => {
    pending = (pending << size) | value;
    bits += size;
    while (bits >= 8) bytes.push((pending >> (bits -= 8)) & 255);
    pending &= 255;
  };
  const word = (code) => put(code >> 4, code & 15);
  const run = (length, words) => {
    let left = length;
    for (; left > longestMakeUp + 63; left -= longestMakeUp) word(words[63 + longestMakeUp / 64]);
    if (left >= 64) word(words[63 + (left >> 6)]);
    word(words[left & 63]);
  };
  const row = new Int32Array(page.width + 8);
  for (let y = 0; y < page.height; y += 1) {
    put(1, 12);
    const count = page.transitions(y, row);
    for (let i = 0, from = 0; i <= count; from = row[i], i += 1) {
      const to = i < count ? row[i] : page.width;
      run(to - from, i % 2 ? blackWords : whiteWords);
    }
  }
  if (bits > 0) bytes.push((pending << (8 - bits)) & 255);
  return Buffer.from(bytes);
}

const short = 3;
const long = 4;
const rational = 5;

/**
 * A TIFF file of pages, one strip each, little-endian, 300 dots per inch, white is 0.
 * @param {{ width: number, height: number, strip: Buffer, compression: number }[]} pages
 */
export function tiffFile(pages) {
  const parts = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])];
  let offset = 8;
  let link = parts[0].subarray(4);
  const add = (part) => {
    const padded = part.length % 2 ? Buffer.concat([part, Buffer.alloc(1)]) : part;
    parts.push(padded);
    offset += padded.length;
    return offset - padded.length;
  };
  for (const [at, { width, height, strip, compression }] of pages.entries()) {
    const stripAt = add(strip);
    const resolution = Buffer.alloc(8);
    resolution.writeUInt32LE(300, 0);
    resolution.writeUInt32LE(1, 4);
    const resolutionAt = add(resolution);
    const tags = [
      [254, long, 1, pages.length > 1 ? 2 : 0],
      [256, long, 1, width],
      [257, long, 1, height],
      [258, short, 1, 1],
      [259, short, 1, compression],
      [262, short, 1, 0],
      [266, short, 1, 1],
      [273, long, 1, stripAt],
      [274, short, 1, 1],
      [277, short, 1, 1],
      [278, long, 1, height],
      [279, long, 1, strip.length],
      [282, rational, 1, resolutionAt],
      [283, rational, 1, resolutionAt],
      [compression === 4 ? 293 : 292, long, 1, 0],
      [296, short, 1, 2],
      [297, short, 2, at | (pages.length << 16)],
    ];
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    tags.forEach(([tag, type, count, value], i) => {
      const entry = 2 + i * 12;
      directory.writeUInt16LE(tag, entry);
      directory.writeUInt16LE(type, entry + 2);
      directory.writeUInt32LE(count, entry + 4);
      directory.writeUInt32LE(value >>> 0, entry + 8);
    });
    link.writeUInt32LE(offset, 0);
    add(directory);
    link = directory.subarray(directory.length - 4);
  }
  return Buffer.concat(parts);
}
