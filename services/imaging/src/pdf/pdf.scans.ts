import { checkDimensions, ImageRefused, limits } from '../refusal.js';
import { paintedImage, placement, times, type Matrix, type PaintedImage } from './pdf.content.js';
import { PdfFile } from './pdf.file.js';
import { isList, isName, PdfRef, PdfStreamObject, type PdfDict, type PdfValue } from './pdf.objects.js';

/** A page whose only mark is one scan, still compressed. */
export interface PdfScan {
  readonly width: number;
  readonly height: number;
  readonly xDpi: number;
  readonly yDpi: number;
  /** As TIFF Orientation. */
  readonly orientation: number;
  readonly bytes: Uint8Array;
  readonly codec:
    | { readonly name: 'JPEG' }
    | {
        readonly name: 'CCITT';
        readonly scheme: 'G4' | 'G3_1D' | 'G3_2D';
        readonly byteAligned: boolean;
        /** What the codec calls black is shown white. */
        readonly inverted: boolean;
      };
}

const pictureFilters = new Set(['DCTDecode', 'DCT', 'CCITTFaxDecode', 'CCF']);
const maxContentBytes = 8 * 1024 * 1024;

/**
 * The pages of a PDF that was made by a scanner: each must paint exactly one CCITT or JPEG image.
 * @throws ImageRefused with the page's number; a document of which a page would be lost is not taken in
 */
export function* pdfScans(bytes: Uint8Array): Generator<PdfScan> {
  const file = new PdfFile(bytes);
  let number = 0;
  for (const page of pdfPages(file)) {
    number += 1;
    yield onPage(number, () => scanOf(file, page));
  }
  if (number === 0) throw new ImageRefused('PDF_SYNTAX', 'no pages');
}

function onPage<T>(number: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    throw new ImageRefused(error.code, `page ${number}${error.detail ? `: ${error.detail}` : ''}`);
  }
}

const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/**
 * The pages in the order of the page tree, each with what it inherits: counting `/Type /Page` in the bytes is wrong for
 * compressed objects.
 */
export function* pdfPages(file: PdfFile): Generator<PdfDict> {
  const visited = new Set<number>();
  let pages = 0;
  const walk = function* (node: PdfValue | undefined, above: PdfDict, depth: number): Generator<PdfDict> {
    if (node instanceof PdfRef) {
      if (visited.has(node.number)) throw new ImageRefused('PDF_SYNTAX', 'pages in a circle');
      visited.add(node.number);
    }
    const dict = file.dict(node);
    if (!dict || depth > 32) throw new ImageRefused('PDF_SYNTAX', 'page tree');
    const merged = new Map<string, PdfValue>(dict);
    for (const key of inherited) {
      const value = dict.get(key) ?? above.get(key);
      if (value !== undefined) merged.set(key, value);
    }
    const kids = file.list(dict.get('Kids'));
    if (!kids) {
      pages += 1;
      if (pages > limits.pages) throw new ImageRefused('PDF_TOO_MANY_PAGES', `over ${limits.pages}`);
      yield merged;
      return;
    }
    for (const kid of kids) yield* walk(kid, merged, depth + 1);
  };
  const root = file.dict(file.trailer.get('Root'));
  if (!root) throw new ImageRefused('PDF_SYNTAX', 'no catalogue');
  yield* walk(root.get('Pages'), new Map(), 0);
}

function scanOf(file: PdfFile, page: PdfDict): PdfScan {
  const { image, matrix } = findImage(file, page);
  const { orientation, across, down } = placement(matrix, file.number(page.get('Rotate')) ?? 0);
  const width = file.number(image.dict.get('Width') ?? image.dict.get('W')) ?? 0;
  const height = file.number(image.dict.get('Height') ?? image.dict.get('H')) ?? 0;
  checkDimensions(width, height);
  checkCoverage(file, page, across * down);
  for (const key of ['SMask', 'Mask']) {
    if (file.resolve(image.dict.get(key)) !== null)
      throw new ImageRefused('PDF_IMAGE_COLOUR', 'masked image');
  }
  const codecName = file.filters(image.dict).at(-1)?.name ?? 'none';
  if (!pictureFilters.has(codecName)) throw new ImageRefused('PDF_IMAGE_CODEC', codecName);
  const { bytes, left } = file.inflate(image);
  const [filter] = left;
  if (left.length !== 1 || !filter) throw new ImageRefused('PDF_IMAGE_CODEC', 'several filters');
  const shape = {
    width,
    height,
    xDpi: (width * 72) / across,
    yDpi: (height * 72) / down,
    orientation,
    bytes,
  };
  if (filter.name === 'DCTDecode' || filter.name === 'DCT') {
    checkJpegColour(file, image.dict);
    return { ...shape, codec: { name: 'JPEG' } };
  }
  return { ...shape, codec: ccittCodec(file, image.dict, filter.parameters, width) };
}

function findImage(file: PdfFile, page: PdfDict): { image: PdfStreamObject; matrix: Matrix } {
  let resources = file.dict(page.get('Resources'));
  let painted: PaintedImage = paintedImage(contentOf(file, page.get('Contents')));
  let matrix = painted.matrix;
  for (let depth = 0; depth < 4; depth += 1) {
    const object = file.resolve(file.dict(resources?.get('XObject'))?.get(painted.name));
    if (!(object instanceof PdfStreamObject))
      throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'image is missing');
    if (isName(object.dict.get('Subtype'), 'Image')) return { image: object, matrix };
    resources = file.dict(object.dict.get('Resources')) ?? resources;
    const own = (file.list(object.dict.get('Matrix')) ?? [1, 0, 0, 1, 0, 0]).map(
      (value) => file.number(value) ?? NaN,
    );
    painted = paintedImage(Buffer.concat([matrixCommand(own), file.inflate(object, maxContentBytes).bytes]));
    matrix = times(painted.matrix, matrix);
  }
  throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'forms within forms');
}

const matrixCommand = (matrix: readonly number[]): Buffer =>
  Buffer.from(`${matrix.join(' ')} cm\n`, 'latin1');

function contentOf(file: PdfFile, contents: PdfValue | undefined): Uint8Array {
  const found = file.resolve(contents);
  const parts = isList(found) ? found.map((part) => file.resolve(part)) : [found];
  const texts = parts.map((part) => {
    if (!(part instanceof PdfStreamObject)) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'no content');
    const { bytes, left } = file.inflate(part, maxContentBytes);
    if (left.length > 0) throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'content filter');
    return Buffer.concat([bytes, Buffer.from('\n')]);
  });
  return Buffer.concat(texts);
}

/** A small picture on a large page is a letterhead, not a scan. */
function checkCoverage(file: PdfFile, page: PdfDict, area: number): void {
  const box = (file.list(page.get('CropBox') ?? page.get('MediaBox')) ?? []).map(
    (value) => file.number(value) ?? NaN,
  );
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const pageArea = Math.abs((right - left) * (top - bottom));
  if (!(pageArea > 0) || area < pageArea * 0.5)
    throw new ImageRefused('PDF_PAGE_NOT_A_SCAN', 'image covers too little');
}

function componentsOf(file: PdfFile, space: PdfValue | undefined): number {
  const found = file.resolve(space);
  const [family, parameter] = isList(found) ? found : [found, undefined];
  const name = file.name(family);
  if (name === 'DeviceGray' || name === 'G' || name === 'CalGray') return 1;
  if (name === 'DeviceRGB' || name === 'RGB' || name === 'CalRGB') return 3;
  if (name === 'ICCBased') return file.number(file.dict(parameter)?.get('N')) ?? 0;
  throw new ImageRefused('PDF_IMAGE_COLOUR', name ?? 'no colour space');
}

function checkJpegColour(file: PdfFile, dict: PdfDict): void {
  const components = componentsOf(file, dict.get('ColorSpace') ?? dict.get('CS'));
  if (components !== 1 && components !== 3)
    throw new ImageRefused('PDF_IMAGE_COLOUR', `${components} components`);
  const decode = file.list(dict.get('Decode') ?? dict.get('D'));
  if (decode?.some((value, i) => value !== i % 2)) throw new ImageRefused('PDF_IMAGE_COLOUR', 'decode array');
}

function ccittCodec(
  file: PdfFile,
  dict: PdfDict,
  parameters: PdfDict | undefined,
  width: number,
): PdfScan['codec'] {
  const k = file.number(parameters?.get('K')) ?? 0;
  const columns = file.number(parameters?.get('Columns')) ?? 1728;
  if (columns !== width) throw new ImageRefused('PDF_IMAGE_CODEC', `${columns} columns for ${width} pixels`);
  const isMask = file.resolve(dict.get('ImageMask') ?? dict.get('IM')) === true;
  if (!isMask && componentsOf(file, dict.get('ColorSpace') ?? dict.get('CS')) !== 1) {
    throw new ImageRefused('PDF_IMAGE_COLOUR', 'colour in a bilevel image');
  }
  const [first] = file.list(dict.get('Decode') ?? dict.get('D')) ?? [0];
  const blackIs1 = file.resolve(parameters?.get('BlackIs1')) === true;
  return {
    name: 'CCITT',
    scheme: k < 0 ? 'G4' : k > 0 ? 'G3_2D' : 'G3_1D',
    byteAligned: file.resolve(parameters?.get('EncodedByteAlign')) === true,
    inverted: blackIs1 !== (first === 1),
  };
}
