import type { PageForm } from '../stored-page.js';

/** A page to write: its compressed image as stored. */
export interface PdfPageSource {
  readonly form: Pick<
    PageForm,
    'kind' | 'width' | 'height' | 'xDpi' | 'yDpi' | 'orientation' | 'photometric' | 'components'
  >;
  readonly bytes: Uint8Array;
}

const producer = 'Land Records Portal';
const catalogueId = 1;
const treeId = 2;
const short = (value: number): string => String(Number(value.toFixed(3)));

/**
 * Writes a PDF with one image per page, piece by piece. No image is decoded, and only one page is in memory. The reader
 * pulls the pieces, so a slow reader delays the next page. The same pages give the same bytes, because the file has no
 * date. Pages of the same size share the content that places their images. Pages that are as large as the first page
 * inherit the first page's borders.
 */
export async function* writePdf(
  title: string,
  pages: AsyncIterable<PdfPageSource> | Iterable<PdfPageSource>,
): AsyncGenerator<Buffer> {
  const offsets: number[] = [];
  const kids: number[] = [];
  let position = 0;
  let lastId = treeId;
  let usual: string | undefined;
  const placings = new Map<string, number>();
  const chunk = (bytes: Buffer): Buffer => {
    position += bytes.length;
    return bytes;
  };
  const object = (id: number, body: string): Buffer => {
    offsets[id] = position;
    return chunk(Buffer.from(`${id} 0 obj\n${body}\nendobj\n`, 'latin1'));
  };

  yield chunk(Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  for await (const page of pages) {
    const imageId = (lastId += 1);
    offsets[imageId] = position;
    yield chunk(Buffer.from(`${imageId} 0 obj\n<< ${imageDictionary(page)} >>\nstream\n`, 'latin1'));
    yield chunk(Buffer.from(page.bytes.buffer, page.bytes.byteOffset, page.bytes.length));
    const pieces = [chunk(Buffer.from('\nendstream\nendobj\n', 'latin1'))];
    const box = pageBox(page.form);
    const content = `q ${box.matrix} cm /I Do Q`;
    let contentId = placings.get(content);
    if (contentId === undefined) {
      contentId = lastId += 1;
      placings.set(content, contentId);
      pieces.push(object(contentId, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`));
    }
    const borders = `/MediaBox [0 0 ${short(box.width)} ${short(box.height)}]`;
    usual ??= borders;
    const own = borders === usual ? '' : ` ${borders}`;
    const resources = `/Resources << /XObject << /I ${imageId} 0 R >> >>`;
    const pageId = (lastId += 1);
    kids.push(pageId);
    pieces.push(
      object(pageId, `<< /Type /Page /Parent ${treeId} 0 R${own} /Contents ${contentId} 0 R ${resources} >>`),
    );
    yield Buffer.concat(pieces);
  }
  const infoId = lastId + 1;
  const tree = `<< /Type /Pages ${usual ?? ''} /Count ${kids.length} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`;
  yield object(treeId, tree);
  yield object(catalogueId, `<< /Type /Catalog /Pages ${treeId} 0 R >>`);
  yield object(infoId, `<< /Title ${pdfText(title)} /Producer ${pdfText(producer)} >>`);
  yield Buffer.from(crossReferences(offsets, infoId, position), 'latin1');
}

function crossReferences(offsets: readonly number[], infoId: number, position: number): string {
  let table = `xref\n0 ${infoId + 1}\n0000000000 65535 f \n`;
  for (let id = 1; id <= infoId; id += 1) table += `${String(offsets[id]).padStart(10, '0')} 00000 n \n`;
  const trailer = `<< /Size ${infoId + 1} /Root ${catalogueId} 0 R /Info ${infoId} 0 R >>`;
  return `${table}trailer\n${trailer}\nstartxref\n${position}\n%%EOF\n`;
}

function imageDictionary({ form, bytes }: PdfPageSource): string {
  const { width, height } = form;
  const image = `/Subtype /Image /Width ${width} /Height ${height} /Length ${bytes.length}`;
  if (form.kind === 'JPEG') {
    const space = form.components === 3 ? '/DeviceRGB' : '/DeviceGray';
    return `${image} /BitsPerComponent 8 /ColorSpace ${space} /Filter /DCTDecode`;
  }
  const black = form.photometric === 1 ? ' /BlackIs1 true' : '';
  const parameters = `<< /K -1 /Columns ${width} /Rows ${height}${black} >>`;
  return `${image} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms ${parameters}`;
}

/** Size of the upright page in points, and the matrix that places the stored image upright on it. */
function pageBox(form: PdfPageSource['form']): { width: number; height: number; matrix: string } {
  const across = (form.width * 72) / form.xDpi;
  const down = (form.height * 72) / form.yDpi;
  const [w, h] = form.orientation >= 5 ? [down, across] : [across, down];
  const matrices = [
    [w, 0, 0, h, 0, 0],
    [-w, 0, 0, h, w, 0],
    [-w, 0, 0, -h, w, h],
    [w, 0, 0, -h, 0, h],
    [0, -h, -w, 0, w, h],
    [0, -h, w, 0, 0, h],
    [0, h, w, 0, 0, 0],
    [0, h, -w, 0, w, 0],
  ];
  const matrix = matrices[form.orientation - 1] ?? (matrices[0] as number[]);
  return { width: w, height: h, matrix: matrix.map(short).join(' ') };
}

/** A text of the document information, in ASCII if that is enough, otherwise in UTF-16. */
function pdfText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}
