import { g4Of, type Picture } from './pictures.js';

/**
 * States of the adaptive coder (ITU-T T.88 Table E.1): Qe, the next state after the likely and after the unlikely
 * symbol, and whether the two symbols are exchanged.
 */
const states: readonly (readonly [qe: number, likely: number, unlikely: number, exchange: 0 | 1])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];

/** The adaptive arithmetic coder of T.88 Annex E. */
class ArithmeticCoder {
  private readonly out: number[] = [0];
  private readonly state = new Uint8Array(1 << 16);
  private readonly likely = new Uint8Array(1 << 16);
  private a = 0x8000;
  private c = 0;
  private ct = 12;

  bit(value: number, context: number): void {
    const at = this.state[context] as number;
    const [qe, next, other, exchange] = states[at] as (typeof states)[number];
    this.a -= qe;
    if (value === this.likely[context]) {
      if (this.a >= 0x8000) {
        this.c += qe;
        return;
      }
      if (this.a < qe) this.a = qe;
      else this.c += qe;
      this.state[context] = next;
    } else {
      if (this.a < qe) this.c += qe;
      else this.a = qe;
      if (exchange === 1) this.likely[context] = 1 - (this.likely[context] as number);
      this.state[context] = other;
    }
    do {
      this.a *= 2;
      this.c *= 2;
      this.ct -= 1;
      if (this.ct === 0) this.byteOut();
    } while (this.a < 0x8000);
  }

  finish(): Buffer {
    const end = this.c + this.a;
    this.c = Math.floor(this.c / 0x10000) * 0x10000 + 0xffff;
    if (this.c >= end) this.c -= 0x8000;
    for (let i = 0; i < 2; i += 1) {
      this.c *= 2 ** this.ct;
      this.byteOut();
    }
    const bytes = this.out.slice(1);
    return Buffer.from(bytes.at(-1) === 0xff ? [...bytes, 0xac] : [...bytes, 0xff, 0xac]);
  }

  private byteOut(): void {
    const last = this.out.length - 1;
    if (this.out[last] !== 0xff && this.c >= 0x8000000) {
      this.out[last] = (this.out[last] as number) + 1;
      this.c -= 0x8000000;
    }
    const stuffed = this.out[last] === 0xff;
    const shift = stuffed ? 2 ** 20 : 2 ** 19;
    this.out.push(Math.floor(this.c / shift) & 0xff);
    this.c %= shift;
    this.ct = stuffed ? 7 : 8;
  }
}

/** The neighbors that are the context of a dot (template 0, T.88 6.2.5.3). */
const neighbors: readonly (readonly [dx: number, dy: number])[] = [
  ...[-2, -1, 0, 1, 2].map((dx) => [dx, -2] as const),
  ...[-3, -2, -1, 0, 1, 2, 3].map((dx) => [dx, -1] as const),
  ...[-4, -3, -2, -1].map((dx) => [dx, 0] as const),
];

function arithmeticRegion({ width, height, pixels }: Picture): Buffer {
  const margin = 4;
  const stride = width + 2 * margin;
  const dots = new Uint8Array(stride * (height + 2));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      dots[(y + 2) * stride + margin + x] = (pixels[y * width + x] as number) < 128 ? 1 : 0;
  const offsets = neighbors.map(([dx, dy]) => dy * stride + dx);
  const coder = new ArithmeticCoder();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y + 2) * stride + margin + x;
      let context = 0;
      for (const offset of offsets) context = context * 2 + (dots[at + offset] as number);
      coder.bit(dots[at] as number, context);
    }
  }
  return coder.finish();
}

function segment(number: number, type: number, data: Buffer, page = 1): Buffer {
  const head = Buffer.alloc(11);
  head.writeUInt32BE(number, 0);
  head[4] = type;
  head[6] = page;
  head.writeUInt32BE(data.length, 7);
  return Buffer.concat([head, data]);
}

export type Jbig2Coding = 'arithmetic' | 'MMR';

/** A page of one lossless generic region (T.88 7.4.6): the segments that PDFs embed. */
export function jbig2Of(picture: Picture, coding: Jbig2Coding, first = 0, page = 1): Buffer {
  const { width, height } = picture;
  if (coding === 'MMR') return regionPage({ width, height, first, page, flags: 1, coded: [g4Of(picture)] });
  const adaptive = Buffer.from([3, 0xff, 0xfd, 0xff, 2, 0xfe, 0xfe, 0xfe]);
  return regionPage({ width, height, first, page, flags: 0, coded: [adaptive, arithmeticRegion(picture)] });
}

/** Like `jbig2Of`, but with a T.6 strip that is already coded. */
export const jbig2Around = (strip: Buffer, width: number, height: number): Buffer =>
  regionPage({ width, height, first: 0, page: 1, flags: 1, coded: [strip] });

function regionPage(o: {
  width: number;
  height: number;
  first: number;
  page: number;
  flags: number;
  coded: readonly Buffer[];
}): Buffer {
  const size = Buffer.alloc(19);
  size.writeUInt32BE(o.width, 0);
  size.writeUInt32BE(o.height, 4);
  // 7,874 dots per meter are 200 dots per inch
  size.writeUInt32BE(7_874, 8);
  size.writeUInt32BE(7_874, 12);
  const region = Buffer.alloc(18);
  region.writeUInt32BE(o.width, 0);
  region.writeUInt32BE(o.height, 4);
  region[17] = o.flags;
  return Buffer.concat([
    segment(o.first, 48, size, o.page),
    segment(o.first + 1, 38, Buffer.concat([region, ...o.coded]), o.page),
  ]);
}

/** A JBIG2 file (T.88 Annex D), with each segment header before its data or with all headers first. */
export function jbig2File(pictures: readonly Picture[], order: 'sequential' | 'random access'): Buffer {
  const head = Buffer.from('974a42320d0a1a0a0000000000', 'hex');
  head[8] = order === 'sequential' ? 1 : 0;
  head.writeUInt32BE(pictures.length, 9);
  const pages = pictures.flatMap((picture, i) => [
    jbig2Of(picture, 'arithmetic', i * 3, i + 1),
    segment(i * 3 + 2, 49, Buffer.alloc(0), i + 1),
  ]);
  const all = Buffer.concat([...pages, segment(pictures.length * 3, 51, Buffer.alloc(0), 0)]);
  if (order === 'sequential') return Buffer.concat([head, all]);
  const [heads, bodies]: Buffer[][] = [[], []];
  for (let at = 0; at < all.length;) {
    const end = at + 11 + all.readUInt32BE(at + 7);
    heads?.push(all.subarray(at, at + 11));
    bodies?.push(all.subarray(at + 11, end));
    at = end;
  }
  return Buffer.concat([head, ...(heads ?? []), ...(bodies ?? [])]);
}
