import { ImageRefused } from '../refusal.js';
import type { PaintedImage } from './pdf.content.js';
import type { PdfFile } from './pdf.file.js';
import { isList, type PdfDict, type PdfStreamObject, type PdfValue } from './pdf.objects.js';
import { singleImagePdf } from './pdf.single-image.js';

/** The codec of a page's image. */
export type ImageCodec =
  | { readonly name: 'JPEG'; readonly bytes: Uint8Array }
  | {
      readonly name: 'CCITT';
      readonly bytes: Uint8Array;
      readonly scheme: 'G4' | 'G3_1D' | 'G3_2D';
      readonly byteAligned: boolean;
      /** True if the codec's black is shown as white. */
      readonly inverted: boolean;
    }
  /** Any other image that viewers show; `pdf` contains only this image. */
  | { readonly name: 'OTHER'; readonly filter: string; readonly bilevel: boolean; readonly pdf: Buffer };

/** The feature that makes an image look different from its samples; undefined if there is none. */
export function maskOf(file: PdfFile, { image, ink }: PaintedImage): string | undefined {
  const { dict } = image;
  for (const key of ['SMask', 'Mask', 'Alternates'])
    if (file.resolve(dict.get(key)) !== null) return 'masked image';
  if ((file.number(dict.get('SMaskInData')) ?? 0) !== 0) return 'masked image';
  if (isStencil(file, dict) && ink !== 'black') return 'stencil in another ink than black';
  return undefined;
}

export const isStencil = (file: PdfFile, dict: PdfDict): boolean =>
  file.resolve(dict.get('ImageMask') ?? dict.get('IM')) === true;

/** True for an image with one bit per pixel. */
export function isBilevel(file: PdfFile, dict: PdfDict): boolean {
  const bits = file.number(dict.get('BitsPerComponent') ?? dict.get('BPC'));
  return isStencil(file, dict) || bits === 1 || file.filters(dict).at(-1)?.name === 'JBIG2Decode';
}

/** @throws ImageRefused PDF_SYNTAX, PDF_IMAGE_CODEC, PDF_EXPANDS_TOO_FAR */
export function codecOf(file: PdfFile, image: PdfStreamObject, width: number): ImageCodec {
  const filters = file.filters(image.dict);
  const last = filters.at(-1)?.name ?? '';
  if (filters.slice(0, -1).every(({ name }) => name === 'FlateDecode' || name === 'Fl')) {
    if (last === 'DCTDecode' || last === 'DCT') {
      const plain = isPlainJpeg(file, image.dict, filters.at(-1)?.parameters);
      if (plain) return { name: 'JPEG', bytes: file.inflate(image).bytes };
    }
    if (last === 'CCITTFaxDecode' || last === 'CCF') {
      const form = ccittForm(file, image.dict, filters.at(-1)?.parameters, width);
      if (form) return { name: 'CCITT', bytes: file.inflate(image).bytes, ...form };
    }
  }
  return {
    name: 'OTHER',
    filter: last || 'none',
    bilevel: isBilevel(file, image.dict),
    pdf: singleImagePdf(file, image),
  };
}

/**
 * The number of components of a color space whose values are shown unchanged; undefined for every other color space.
 */
function plainComponents(file: PdfFile, space: PdfValue | undefined): number | undefined {
  const found = file.resolve(space);
  const [family, parameter] = isList(found) ? found : [found, undefined];
  const name = file.name(family);
  if (name === 'DeviceGray' || name === 'G' || name === 'CalGray') return 1;
  if (name === 'DeviceRGB' || name === 'RGB' || name === 'CalRGB') return 3;
  return name === 'ICCBased' ? file.number(file.dict(parameter)?.get('N')) : undefined;
}

const decodeArray = (file: PdfFile, dict: PdfDict): (number | undefined)[] | undefined =>
  file.list(dict.get('Decode') ?? dict.get('D'))?.map((value) => file.number(value));

function isPlainJpeg(file: PdfFile, dict: PdfDict, parameters: PdfDict | undefined): boolean {
  const components = plainComponents(file, dict.get('ColorSpace') ?? dict.get('CS'));
  if (components !== 1 && components !== 3) return false;
  if (parameters?.has('ColorTransform') && file.number(parameters.get('ColorTransform')) !== 1) return false;
  return !decodeArray(file, dict)?.some((value, i) => value !== i % 2);
}

/** The coding of a fax image that is shown in black and white; undefined if its color space changes the colors. */
function ccittForm(
  file: PdfFile,
  dict: PdfDict,
  parameters: PdfDict | undefined,
  width: number,
): Pick<ImageCodec & { name: 'CCITT' }, 'scheme' | 'byteAligned' | 'inverted'> | undefined {
  const k = file.number(parameters?.get('K')) ?? 0;
  const columns = file.number(parameters?.get('Columns')) ?? 1728;
  if (columns !== width) throw new ImageRefused('PDF_IMAGE_CODEC', `${columns} columns for ${width} pixels`);
  if (!isStencil(file, dict) && plainComponents(file, dict.get('ColorSpace') ?? dict.get('CS')) !== 1)
    return undefined;
  const [first, second] = decodeArray(file, dict) ?? [0, 1];
  if (!(first === 0 && second === 1) && !(first === 1 && second === 0)) return undefined;
  const blackIs1 = file.resolve(parameters?.get('BlackIs1')) === true;
  return {
    scheme: k < 0 ? 'G4' : k > 0 ? 'G3_2D' : 'G3_1D',
    byteAligned: file.resolve(parameters?.get('EncodedByteAlign')) === true,
    inverted: blackIs1 !== (first === 1),
  };
}
