import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { reverseBits } from '../../src/ccitt/ccitt.codes.js';
import { blackAndWhite, g4Of, packedBits, seenAs, shades, type Dice, type Picture } from './pictures.js';
import { byLibtiff } from './readers.js';
import { tiffFile, type TiffDirectory } from './tiff-writer.js';

/** A generated file and the expected appearance of its pages. */
export interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The expected pages; undefined for a PDF, which is compared with what Poppler shows. */
  readonly seen?: readonly Picture[];
  /** How much a sample may differ from the expected value, because of JPEG. */
  readonly tolerance: number;
  /** The share of samples that may differ by more than `tolerance`. */
  readonly share: number;
  /** Dots per inch at which Poppler has to show the file; 300 if not set. */
  readonly dpi?: number;
  /** Dots per inch at which Poppler has to show the source, because Poppler ignores the unit of a page. */
  readonly sourceDpi?: number;
  /** Number of dots by which the expected content may be shifted. */
  readonly reach?: number;
  /** The same pages in another coding, if Poppler does not read the coding of this file correctly. */
  readonly twin?: Buffer;
  /** The area that must be black in the sold file, because the source covers it. */
  readonly hidden?: PixelBox;
  /** The code with which the file must be refused. */
  readonly refused?: string;
}

/** A part of a page in pixels at 300 dots per inch, from its top left. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const exact = { tolerance: 0, share: 0 } as const;
/** Shades are sold as JPEG. At sharp edges, JPEG changes one sample in a thousand by more than 40 of 255. */
export const coded = { tolerance: 40, share: 0.001 } as const;

function directory(
  picture: Picture,
  form: { compression: number; photometric: number; bits: 1 | 8; orientation?: number },
  pieces: readonly Uint8Array[],
  ...more: TiffDirectory['tags'][number][]
): TiffDirectory {
  const bits: TiffDirectory['tags'][number] =
    picture.channels === 3 ? [258, 3, 8, 8, 8] : [258, 3, form.bits];
  return {
    pieces,
    tags: [
      [256, 4, picture.width],
      [257, 4, picture.height],
      bits,
      [259, 3, form.compression],
      [262, 3, form.photometric],
      [274, 3, form.orientation ?? 1],
      [277, 3, picture.channels],
      [278, 4, Math.ceil(picture.height / pieces.length)],
      [282, 5, 300, 1],
      [283, 5, 300, 1],
      ...more,
    ],
  };
}

const flipped = (bits: Buffer): Buffer => Buffer.from(bits.map((byte) => 255 - byte));

/** Every way in which libtiff can write a black and white page. */
const bilevelWays = [
  ...['none', 'packbits', 'g3:1d', 'g3:2d', 'g3:2d:fill', 'g4', 'lzw', 'zip'].flatMap((codec) => [
    ['-c', codec],
    ['-c', codec, '-r', '37'],
    ['-c', codec, '-f', 'lsb2msb'],
    ['-c', codec, '-B'],
  ]),
  ['-c', 'g4', '-t', '-w', '64', '-l', '48'],
  ['-c', 'none', '-t', '-w', '128', '-l', '64'],
  ['-c', 'g4', '-8'],
  ['-c', 'g3:2d', '-8', '-f', 'lsb2msb', '-r', '16'],
];

function bilevelTiff(dice: Dice, at: number): CorpusFile {
  const way = bilevelWays[at % bilevelWays.length] as string[];
  const orientation = 1 + (at % 8);
  const photometric = dice.below(2);
  const pictures = Array.from({ length: 1 + dice.below(2) }, () => blackAndWhite(dice));
  const source = tiffFile(
    pictures.map((picture) => {
      const bits = packedBits(picture);
      const form = { compression: 1, photometric, bits: 1, orientation } as const;
      return directory(picture, form, [photometric === 0 ? bits : flipped(bits)]);
    }),
  );
  const seen = pictures.map((picture) => seenAs(picture, orientation));
  const name = `tiff ${way.join(' ')} photometric ${photometric} orientation ${orientation}`;
  return { name, bytes: byLibtiff(source, way), seen, ...exact };
}

const shadedWays = ['none', 'lzw', 'zip', 'packbits', 'lzw:2', 'jpeg:95'];

function shadedTiff(dice: Dice, at: number): CorpusFile {
  const codec = shadedWays[at % shadedWays.length] as string;
  const picture = shades(dice, dice.pick([1, 3]));
  const form = { compression: 1, photometric: picture.channels === 3 ? 2 : 1, bits: 8 } as const;
  const bytes = byLibtiff(tiffFile([directory(picture, form, [picture.pixels])]), ['-c', codec, '-r', '16']);
  return { name: `tiff ${codec} of ${picture.channels} channels`, bytes, seen: [picture], ...coded };
}

/** An invalid TIFF of a kind that scanners write. */
function oddTiff(dice: Dice, at: number): CorpusFile {
  const picture = blackAndWhite(dice);
  const bits = packedBits(picture);
  const small = directory(
    blackAndWhite(dice),
    { compression: 1, photometric: 0, bits: 1 },
    [bits],
    [254, 4, 1],
  );
  const page = (
    compression: number,
    piece: Buffer,
    ...more: TiffDirectory['tags'][number][]
  ): TiffDirectory => directory(picture, { compression, photometric: 0, bits: 1 }, [piece], ...more);
  const kinds: readonly [string, TiffDirectory[]][] = [
    ['G4 with a size of 0', [{ ...page(4, g4Of(picture)), counts: 'zero' }]],
    ['no sizes', [{ ...page(1, bits), counts: 'none' }]],
    ['a thumbnail before the page', [small, page(4, g4Of(picture))]],
    ['uncompressed, lowest bit first', [page(1, reverseBits(bits), [266, 3, 2])]],
    ['deflate by its old number', [page(32_946, deflateSync(bits))]],
  ];
  const [name, directories] = kinds[at % kinds.length] as [string, TiffDirectory[]];
  return { name: `tiff with ${name}`, bytes: tiffFile(directories), seen: [picture], ...exact };
}

async function jpegFile(dice: Dice, at: number): Promise<CorpusFile> {
  const picture = shades(dice, dice.pick([1, 3]));
  const { width, height, channels, pixels } = picture;
  const orientation = 1 + (at % 8);
  const raw = sharp(pixels, { raw: { width, height, channels } }).toColourspace(
    channels === 1 ? 'b-w' : 'srgb',
  );
  const bytes = await raw
    .withMetadata({ density: 300, orientation })
    .jpeg({ quality: 95, progressive: at % 2 === 1, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const name = `jpeg ${at % 2 === 1 ? 'progressive' : 'baseline'} of ${channels} channels, orientation ${orientation}`;
  return { name, bytes, seen: [seenAs(picture, orientation)], ...coded };
}

export const tiffAndJpegKinds: readonly [
  share: number,
  make: (dice: Dice, at: number) => CorpusFile | Promise<CorpusFile>,
][] = [
  [0.4, bilevelTiff],
  [0.06, shadedTiff],
  [0.05, oddTiff],
  [0.08, jpegFile],
];
