// Writes the PDF that the product writes, but with @cantoo/pdf-lib, and in the fastest way that this library has: the
// strips are passed through without decoding.
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';

/**
 * @param {Iterable<{ form: object, bytes: Uint8Array }>} pages
 * @returns {Promise<Uint8Array>}
 */
export async function writeWithPdfLib(pages) {
  const document = await PDFDocument.create();
  for (const { form, bytes } of pages) {
    const { width, height } = form;
    const dictionary = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: 1,
      ColorSpace: 'DeviceGray',
      Filter: 'CCITTFaxDecode',
      DecodeParms: { K: -1, Columns: width, Rows: height },
    };
    const image = document.context.register(document.context.stream(bytes, dictionary));
    const [across, down] = [(width * 72) / form.xDpi, (height * 72) / form.yDpi];
    const page = document.addPage([across, down]);
    const name = page.node.newXObject('I', image);
    const matrix = concatTransformationMatrix(across, 0, 0, down, 0, 0);
    page.pushOperators(pushGraphicsState(), matrix, drawObject(name), popGraphicsState());
  }
  return document.save({ useObjectStreams: false });
}
