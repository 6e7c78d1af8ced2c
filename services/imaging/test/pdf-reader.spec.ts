import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { readPdfPages, type PdfDrawing, type PdfScan } from '../src/pdf/pdf.scans.js';
import { barPage, g4Strip } from './tiff-fixture.js';

const strip = g4Strip(barPage(5, 400, 300));
const image = `/Type /XObject /Subtype /Image /Width 400 /Height 300 /BitsPerComponent 1 /ColorSpace /DeviceGray`;
const fax = '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 400 >>';

interface Parts {
  readonly content?: string | Buffer;
  readonly contentFilter?: string;
  readonly page?: string;
  readonly image?: string;
  readonly kids?: string;
  readonly trailer?: string;
  /** Additional resources of the page. Their objects are numbered from 6 on. */
  readonly resources?: string;
  readonly objects?: readonly string[];
}

/** A one-page PDF whose parts can be replaced by invalid ones. */
function pdf(parts: Parts = {}): Buffer {
  const content = Buffer.from(parts.content ?? 'q 96 0 0 72 0 0 cm /Im Do Q');
  const stream = (dict: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  const page = `/Type /Page /Parent 2 0 R /MediaBox [0 0 96 72] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R /Fm 6 0 R >> ${parts.resources ?? ''} >>`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count 1 /Kids [${parts.kids ?? '3 0 R'}] >>`),
    Buffer.from(`<< ${page} ${parts.page ?? ''} >>`),
    stream(parts.contentFilter ?? '', content),
    stream(parts.image ?? `${image} ${fax}`, strip),
    ...(parts.objects ?? []).map((object) => Buffer.from(object)),
  ];
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets = objects.map((object, i) => {
    const at = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    chunks.push(Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
    return at;
  });
  const at = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${parts.trailer ?? ''} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([
    ...chunks,
    Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`),
  ]);
}

const scan = (parts: Parts): PdfScan | undefined => {
  const [page] = readPdfPages(pdf(parts));
  return page && 'scan' in page ? page.scan : undefined;
};

const drawing = (parts: Parts): PdfDrawing | undefined => {
  const [page] = readPdfPages(pdf(parts));
  return page && 'drawing' in page ? page.drawing : undefined;
};

describe('the reader of PDF files', () => {
  test.each([
    [0, { left: 0.25, right: 0.75, bottom: 0.5, top: 1 }],
    [90, { left: 0, right: 0.5, bottom: 0.25, top: 0.75 }],
    [180, { left: 0.25, right: 0.75, bottom: 0, top: 0.5 }],
    [-90, { left: 0.5, right: 1, bottom: 0.25, top: 0.75 }],
  ])('finds the place of a small image on a page turned by %i', (rotate, place) => {
    const content = 'q 96 0 0 72 0 0 cm /Im Do Q q 48 0 0 36 24 0 cm /Im Do Q';
    const [whole, small] = drawing({ content, page: `/Rotate ${rotate}` })?.images ?? [];
    expect(whole).toEqual({ dpi: 300, place: { left: 0, right: 1, bottom: 0, top: 1 } });
    expect(small).toEqual({ dpi: 600, place });
  });

  const inline = (bytes: Buffer, after = ''): Buffer =>
    Buffer.concat([
      Buffer.from('q 96 0 0 72 0 0 cm BI /W 400 /H 300 /BPC 1 /CS /G ID '),
      bytes,
      Buffer.from(`\nEI Q ${after}`),
    ]);
  const samples = Buffer.alloc(50 * 300, 0x20);
  samples.write('1 EI \u0001\u0080', 700, 'latin1');

  test('finds the density of a scan whose image is written into the content of the page', () => {
    const found = drawing({ content: inline(samples) });
    expect(found).toMatchObject({ scanned: true, bilevel: true, dpi: 300, reason: 'drawing (BI)' });
  });

  test('finds what comes after an image that is written into the content of a page', () => {
    const found = drawing({ content: inline(samples, 'q 48 0 0 36 24 0 cm /Im Do Q BT (deed) Tj ET') });
    expect(found).toMatchObject({ scanned: false, dpi: 600, images: [{ dpi: 300 }, { dpi: 600 }] });
    expect(found?.reason).toContain('visible text');
  });

  test('finds the end of an image when the next byte is NUL', () => {
    const content = Buffer.concat([inline(samples).subarray(0, -3), Buffer.from('\0Q\0q Q\n')]);
    expect(drawing({ content })).toMatchObject({ images: [{ dpi: 300 }], reason: 'drawing (BI)' });
  });

  test('does not accept a page for drawing if an image in its content has no end, because viewers show such pages differently', () => {
    const content = inline(samples).subarray(0, -8);
    expect(drawing({ content })).toMatchObject({ scanned: false, unclear: true, images: [] });
  });

  test.each([
    ['/UserUnit 2', 150],
    ['/UserUnit 0.5', 600],
    ['/UserUnit 0', 300],
    ['/UserUnit -2', 300],
    ['/UserUnit /Two', 300],
  ])('finds the dots per inch of a scan on a page with %s', (page, dpi) => {
    expect(scan({ page })).toMatchObject({ xDpi: dpi, yDpi: dpi });
  });

  test('finds the dots per inch of the images of a page whose unit is two points', () => {
    const content = 'q 96 0 0 72 0 0 cm /Im Do Q q 48 0 0 36 24 0 cm /Im Do Q';
    const found = drawing({ content, page: '/UserUnit 2' });
    expect(found).toMatchObject({ unit: 2, dpi: 300, images: [{ dpi: 150 }, { dpi: 300 }] });
  });

  test.each([
    [
      'a crop box',
      { page: '/CropBox [0 0 96 71.6] /UserUnit 8' },
      'the page border hides a part of the image',
    ],
    ['a clip', { content: '0 0 95.92 72 re W n q 96 0 0 72 0 0 cm /Im Do Q', page: '/UserUnit 8' }, 'clip'],
  ])(
    'does not take the image for the whole page if %s cuts off a part of the image on a page with large units',
    (_what, parts, reason) => {
      expect(drawing(parts)).toMatchObject({ reason });
      expect(scan({ ...parts, page: parts.page.replace('/UserUnit 8', '') })).toBeDefined();
    },
  );

  test('copies a page unchanged if the page is one scan', () => {
    const found = scan({});
    expect(found).toMatchObject({ width: 400, height: 300, xDpi: 300, yDpi: 300, orientation: 1 });
    expect(found?.codec).toMatchObject({ name: 'CCITT', scheme: 'G4', byteAligned: false, inverted: false });
    expect(found?.codec.name === 'CCITT' && Buffer.from(found.codec.bytes).equals(strip)).toBe(true);
  });

  test.each([
    ['q 96 0 0 72 0 0 cm /Im Do Q', 0, 1],
    ['q 96 0 0 72 0 0 cm /Im Do Q', 90, 6],
    ['q 96 0 0 72 0 0 cm /Im Do Q', 180, 3],
    ['q 96 0 0 72 0 0 cm /Im Do Q', -90, 8],
    ['q -96 0 0 72 96 0 cm /Im Do Q', 0, 2],
    ['q 96 0 0 -72 0 72 cm /Im Do Q', 0, 4],
    ['q 0 -72 96 0 0 72 cm /Im Do Q', 0, 6],
    ['q 0 72 -96 0 96 0 cm /Im Do Q', 0, 8],
    ['1 0 0 1 0 0 cm q 48 0 0 36 0 0 cm 2 0 0 2 0 0 cm /Im Do Q', 0, 1],
  ])('finds that %s on a page turned by %i has orientation %i', (content, rotate, orientation) => {
    expect(scan({ content, page: `/Rotate ${rotate}` })).toMatchObject({ orientation });
  });

  test('ignores recognized text that lies below the scan', () => {
    const withText = scan({ content: 'BT 3 Tr /F 9 Tf (deed) Tj ET q 96 0 0 72 0 0 cm /Im Do Q' });
    expect(withText).toMatchObject({ width: 400, height: 300 });
    expect(withText).toEqual(scan({}));
  });

  const shown = 'q 96 0 0 72 0 0 cm /Im Do Q';
  const form = (dict: string, content = shown): string =>
    `<< /Type /XObject /Subtype /Form ${dict} /Length ${content.length} >>\nstream\n${content}\nendstream`;

  test.each<[string, Parts]>([
    ['a clip around the whole page', { content: `0 0 96 72 re W n ${shown}` }],
    ['a clip drawn by lines', { content: `0 0 m 96 0 l 96 72 l 0 72 l h W* n ${shown}` }],
    ['white paper below it', { content: `1 g 0 0 96 72 re f ${shown}` }],
    [
      'opaque alpha',
      {
        content: `/G gs ${shown}`,
        resources: '/ExtGState << /G << /ca 1 /CA 1 /BM /Normal /SMask /None >> >>',
      },
    ],
    ['a link without border', { page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] >>]' }],
    ['a hidden note', { page: '/Annots [<< /Subtype /Text /F 2 /Rect [0 0 9 9] >>]' }],
    ['an invisible signature', { page: '/Annots [<< /Subtype /Widget /Rect [0 0 0 0] >>]' }],
    ['a form around it', { content: '/Fm Do', objects: [form('/BBox [0 0 96 72]')] }],
    ['a crop box around it', { page: '/CropBox [-5 -5 96 72]' }],
    [
      'a stencil in black',
      {
        content: `0 g ${shown}`,
        image: `${image.replace(/.ColorSpace .DeviceGray/, '/ImageMask true')} ${fax}`,
      },
    ],
  ])('reads a scan with %s as a scan', (_what, parts) => {
    expect(scan(parts)).toMatchObject({ width: 400, codec: { name: 'CCITT', inverted: false } });
  });

  test.each<[string, Parts, string]>([
    [
      'a redaction square',
      { page: '/Annots [<< /Subtype /Square /Rect [9 9 40 40] /IC [0 0 0] >>]' },
      'annotation (Square)',
    ],
    [
      'a stamp',
      { page: '/Annots 6 0 R', objects: ['[<< /Subtype /Stamp /Rect [9 9 40 40] /AP << /N 5 0 R >> >>]'] },
      'annotation (Stamp)',
    ],
    ['a clip', { content: `0 0 50 72 re W n ${shown}` }, 'clip'],
    ['a round clip', { content: `0 0 m 0 99 99 99 99 0 c h W n ${shown}` }, 'clip'],
    ['two clips that leave a part', { content: `0 0 96 72 re W n 0 0 96 30 re W n ${shown}` }, 'clip'],
    ['a clip of two figures', { content: `0 0 96 72 re 1 1 9 9 re W* n ${shown}` }, 'clip'],
    ['a clip with numbers before it', { content: `0 0 96 72 0 0 50 72 re W n ${shown}` }, 'clip'],
    [
      'a clip of lines with numbers before them',
      { content: `0 0 0 0 m 96 0 50 0 l 96 72 50 72 l 0 72 l h W n ${shown}` },
      'clip',
    ],
    [
      'alpha with a name before it',
      { content: `/H /G gs ${shown}`, resources: '/ExtGState << /G << /ca 0.5 >> /H << /ca 1 >> >>' },
      'alpha',
    ],
    ['alpha', { content: `/G gs ${shown}`, resources: '/ExtGState << /G << /ca 0.5 >> >>' }, 'alpha'],
    [
      'a soft mask',
      { content: `/G gs ${shown}`, resources: '/ExtGState << /G << /SMask << /S /Alpha >> >> >>' },
      'soft mask',
    ],
    [
      'blending',
      { content: `/G gs ${shown}`, resources: '/ExtGState << /G << /BM /Difference >> >>' },
      'blending',
    ],
    [
      'a transfer function',
      { content: `/G gs ${shown}`, resources: '/ExtGState << /G << /TR 5 0 R >> >>' },
      'transfer function',
    ],
    ['a layer', { content: `/OC /L BDC ${shown} EMC` }, 'optional content'],
    ['an image of a layer', { image: `${image} ${fax} /OC << /Type /OCG >>` }, 'optional content'],
    [
      'a form of a layer',
      { content: '/Fm Do', objects: [form('/BBox [0 0 96 72] /OC << /Type /OCG >>')] },
      'optional content',
    ],
    ['a form that cuts it', { content: '/Fm Do', objects: [form('/BBox [0 0 96 50]')] }, 'clip'],
    [
      'a form under alpha',
      {
        content: '/G gs /Fm Do',
        resources: '/ExtGState << /G << /ca 0 >> >>',
        objects: [form('/BBox [0 0 96 72]')],
      },
      'alpha',
    ],
    ['a crop box', { page: '/CropBox [0 0 96 60]' }, 'the page border hides a part of the image'],
    ['a media box', { content: 'q 96 0 0 72 3 0 cm /Im Do Q' }, 'the page border hides a part of the image'],
    ['a mask', { image: `${image} ${fax} /SMask 5 0 R` }, 'masked image'],
    [
      'a stencil in white',
      {
        content: `1 g ${shown}`,
        image: `${image.replace(/.ColorSpace .DeviceGray/, '/ImageMask true')} ${fax}`,
      },
      'stencil in another ink than black',
    ],
    ['two images', { content: '96 0 0 72 0 0 cm /Im Do /Im Do' }, 'several images'],
    ['a slanted image', { content: 'q 70 40 -40 70 45 -10 cm /Im Do Q' }, 'slanted image'],
  ])('does not reduce a scan with %s to its image', (_what, parts, reason) => {
    expect(scan(parts)).toBeUndefined();
    expect(drawing(parts)).toMatchObject({ reason: expect.stringContaining(reason), scanned: true });
  });

  test.each<[string, Parts, string]>([
    ['visible text', { content: `BT (deed) Tj ET ${shown}` }, 'visible text'],
    [
      'hidden text in a font of drawings',
      { content: `BT 3 Tr /F 9 Tf (deed) Tj ET ${shown}`, resources: '/Font << /F << /Subtype /Type3 >> >>' },
      'visible text',
    ],
    ['text that only its first number hides', { content: `BT 3 0 Tr (deed) Tj ET ${shown}` }, 'visible text'],
    [
      'text after a hundred clips',
      { content: `q 0 0 50 72 re W n ${`${shown} `.repeat(120)} Q BT (deed) Tj ET` },
      'visible text',
    ],
    ['a name before that of its image', { content: shown.replace('/Im', '/Im /No') }, 'image is missing'],
    ['a drawn box', { content: `0 0 50 50 re f ${shown}` }, 'drawing (f)'],
    ['a white box over it', { content: `${shown} 1 g 0 0 50 50 re f` }, 'drawing (f)'],
    ['a shading', { content: `${shown} /S sh` }, 'drawing (sh)'],
    ['no image', { content: 'q Q' }, 'no image'],
    ['a letterhead', { content: 'q 20 0 0 20 0 0 cm /Im Do Q' }, 'covers too little'],
  ])('does not treat a page with %s as a scan', (_what, parts, reason) => {
    expect(drawing(parts)).toMatchObject({ reason: expect.stringContaining(reason), scanned: false });
  });

  test.each<[string, Parts]>([
    [
      'marked for redaction',
      { page: '/Annots [<< /Subtype /Redact /Rect [9 9 40 40] /AP << /N 5 0 R >> >>]' },
    ],
    [
      'with a stencil in part of the ink',
      {
        content: `/G gs ${shown}`,
        resources: '/ExtGState << /G << /ca 0.5 >> >>',
        image: `${image.replace(/.ColorSpace .DeviceGray/, '/ImageMask true')} ${fax}`,
      },
    ],
    ['with a note that has no appearance', { page: '/Annots [<< /Subtype /FreeText /Rect [9 9 40 40] >>]' }],
  ])('refuses a page %s instead of drawing it', (_what, parts) => {
    expect(drawing(parts)).toMatchObject({ unclear: true });
  });

  test('does not read objects that a later version of the file deleted', () => {
    const [first, second] = pdf().toString('latin1').split('xref\n0 6\n');
    const before = Buffer.from(`${first}xref\n0 6\n${second}`, 'latin1');
    const at = before.length;
    const newer = `xref\n5 1\n0000000000 00001 f \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${before.lastIndexOf('xref\n0 6')} >>\nstartxref\n${at}\n%%EOF\n`;
    const [page] = readPdfPages(Buffer.concat([before, Buffer.from(newer)]));
    expect(page).toMatchObject({ drawing: { reason: expect.stringContaining('image is missing') } });
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['no cross-reference', (bytes) => bytes.subarray(0, bytes.lastIndexOf('xref\n0'))],
    [
      'a wrong start',
      (bytes) => Buffer.from(bytes.toString('latin1').replace(/startxref\n\d+/, 'startxref\n17'), 'latin1'),
    ],
    [
      'wrong places',
      (bytes) => Buffer.from(bytes.toString('latin1').replace(/^0000000(\d)/gm, '0000001$1'), 'latin1'),
    ],
    ['bytes before its head', (bytes) => Buffer.concat([Buffer.from('\r\n\r\nscanned\n'), bytes])],
    ['cross-references in a circle', () => pdf({ trailer: '/Prev 1' })],
    [
      'a wrong stream length',
      (bytes) => Buffer.from(bytes.toString('latin1').replace(/Length \d+/g, 'Length 7'), 'latin1'),
    ],
  ])('reads a file with %s as a PDF viewer does', (_what, broken) => {
    const [page] = readPdfPages(broken(pdf()));
    expect(page).toMatchObject({ scan: { width: 400, height: 300, codec: { name: 'CCITT' } } });
    const codec = page && 'scan' in page && page.scan.codec.name === 'CCITT' ? page.scan.codec : undefined;
    expect(Buffer.from(codec?.bytes ?? []).equals(strip)).toBe(true);
  });

  test.each<[string, Parts, string]>([
    [
      'an impossible size',
      { image: image.replace('400', '35000').replace('300', '35000') + fax },
      'PAGE_TOO_LARGE',
    ],
    ['encryption', { trailer: '/Encrypt 1 0 R' }, 'PDF_ENCRYPTED'],
    ['too many images', { content: '96 0 0 72 0 0 cm ' + '/Im Do '.repeat(20_001) }, 'PDF_PAGE_NOT_A_SCAN'],
    ['a page tree in a circle', { kids: '2 0 R' }, 'PDF_SYNTAX'],
    ['nesting without end', { page: `/A ${'['.repeat(5_000)}` }, 'PDF_SYNTAX'],
    [
      'content that expands too far',
      { content: deflateSync(Buffer.alloc(40_000_000, 32)), contentFilter: '/Filter /FlateDecode' },
      'PDF_EXPANDS_TOO_FAR',
    ],
    ['states within states', { content: `${'q '.repeat(513)}${shown}` }, 'PDF_PAGE_NOT_A_SCAN'],
    [
      'a form in itself',
      { content: '/Fm Do', objects: [form('/BBox [0 0 96 72]', '/Fm Do')] },
      'PDF_PAGE_NOT_A_SCAN',
    ],
  ])('refuses %s', (_what, parts, code) => {
    const started = performance.now();
    expect(() => readPdfPages(pdf(parts))).toThrow(expect.objectContaining({ code }));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
