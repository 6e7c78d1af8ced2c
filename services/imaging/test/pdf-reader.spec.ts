import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { pdfScans, type PdfScan } from '../src/pdf/pdf.scans.js';
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
}

/** A one-page PDF whose parts may be replaced by worse ones. */
function pdf(parts: Parts = {}): Buffer {
  const content = Buffer.from(parts.content ?? 'q 96 0 0 72 0 0 cm /Im Do Q');
  const stream = (dict: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]);
  const page = `/Type /Page /Parent 2 0 R /MediaBox [0 0 96 72] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >>`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count 1 /Kids [${parts.kids ?? '3 0 R'}] >>`),
    Buffer.from(`<< ${page} ${parts.page ?? ''} >>`),
    stream(parts.contentFilter ?? '', content),
    stream(parts.image ?? `${image} ${fax}`, strip),
  ];
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets = objects.map((object, i) => {
    const at = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    chunks.push(Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
    return at;
  });
  const at = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size 6 /Root 1 0 R ${parts.trailer ?? ''} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...chunks, Buffer.from(`xref\n0 6\n0000000000 65535 f \n${table}${trailer}`)]);
}

const scan = (parts: Parts): PdfScan | undefined => [...pdfScans(pdf(parts))][0];

describe('pages of a PDF', () => {
  test('a page that is one scan is taken as it is', () => {
    const found = scan({});
    expect(found).toMatchObject({ width: 400, height: 300, xDpi: 300, yDpi: 300, orientation: 1 });
    expect(Buffer.from(found?.bytes ?? []).equals(strip)).toBe(true);
    expect(found?.codec).toEqual({ name: 'CCITT', scheme: 'G4', byteAligned: false, inverted: false });
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
  ])('%s on a page turned by %i stands as orientation %i', (content, rotate, orientation) => {
    expect(scan({ content, page: `/Rotate ${rotate}` })).toMatchObject({ orientation });
  });

  test('recognised text below the scan is no obstacle', () => {
    expect(scan({ content: 'BT 3 Tr /F 9 Tf (deed) Tj ET q 96 0 0 72 0 0 cm /Im Do Q' })).toBeDefined();
  });

  test.each<[string, Parts, string]>([
    ['visible text', { content: 'BT (deed) Tj ET q 96 0 0 72 0 0 cm /Im Do Q' }, 'PDF_PAGE_NOT_A_SCAN'],
    ['a drawn box', { content: '0 0 50 50 re f q 96 0 0 72 0 0 cm /Im Do Q' }, 'PDF_PAGE_NOT_A_SCAN'],
    ['two images', { content: '96 0 0 72 0 0 cm /Im Do /Im Do' }, 'PDF_PAGE_NOT_A_SCAN'],
    ['no image', { content: 'q Q' }, 'PDF_PAGE_NOT_A_SCAN'],
    ['a letterhead', { content: 'q 20 0 0 20 0 0 cm /Im Do Q' }, 'PDF_PAGE_NOT_A_SCAN'],
    ['a slanted image', { content: 'q 70 40 -40 70 0 0 cm /Im Do Q' }, 'PDF_PAGE_NOT_A_SCAN'],
    ['another codec', { image: `${image} /Filter /JBIG2Decode` }, 'PDF_IMAGE_CODEC'],
    ['a mask', { image: `${image} ${fax} /SMask 5 0 R` }, 'PDF_IMAGE_COLOUR'],
    [
      'an impossible size',
      { image: image.replace('400', '35000').replace('300', '35000') + fax },
      'PAGE_TOO_LARGE',
    ],
    ['encryption', { trailer: '/Encrypt 1 0 R' }, 'PDF_ENCRYPTED'],
    ['a page tree in a circle', { kids: '2 0 R' }, 'PDF_SYNTAX'],
    ['cross-references in a circle', { trailer: '/Prev 1' }, 'PDF_SYNTAX'],
    ['nesting without end', { page: `/A ${'['.repeat(5_000)}` }, 'PDF_SYNTAX'],
    [
      'content that expands too far',
      { content: deflateSync(Buffer.alloc(40_000_000, 32)), contentFilter: '/Filter /FlateDecode' },
      'PDF_EXPANDS_TOO_FAR',
    ],
  ])('%s is refused', (_what, parts, code) => {
    const started = performance.now();
    expect(() => [...pdfScans(pdf(parts))]).toThrow(expect.objectContaining({ code }));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
