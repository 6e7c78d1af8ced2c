import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import PdfDocument from 'pdfkit';

/** A PDF whose pages have a line of text each. The test may change the PDF before it is saved. */
export async function pdfOf(
  pages: number,
  change: (pdf: PDFDocument) => void | Promise<void> = () => undefined,
  o: { useObjectStreams?: boolean } = {},
): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page += 1) {
    pdf.addPage([612, 792]).drawText(`WARRANTY DEED ${page}`, { x: 72, y: 700 });
  }
  await change(pdf);
  return Buffer.from(await pdf.save(o));
}

/** A PDF of empty pages, written as text, because a library would need a minute for 10,000 pages. */
export function pdfOfEmptyPages(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, page) => `${page + 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'),
  ];
  let at = '%PDF-1.4\n'.length;
  const texts = objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`);
  const places = texts.map((text) => {
    const place = at;
    at += text.length;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(`%PDF-1.4\n${texts.join('')}${table}${end}`, 'latin1');
}

/** Kinds of active content, each with a function that adds it to a PDF in the place where it takes effect. */
export const activeKinds: readonly (readonly [string, (pdf: PDFDocument) => void | Promise<void>])[] = [
  ['a script that runs when it opens', (pdf) => pdf.addJavaScript('start', 'app.alert(1)')],
  [
    'a program that it starts',
    (pdf) => openWith(pdf, { Type: 'Action', S: 'Launch', F: PDFString.of('cmd.exe') }),
  ],
  ['a form that it sends', (pdf) => openWith(pdf, { Type: 'Action', S: 'SubmitForm' })],
  [
    'an attached file',
    (pdf) => pdf.attach(Buffer.from('MZ'), 'deed.exe', { mimeType: 'application/x-msdownload' }),
  ],
  [
    'a script behind a page',
    (pdf) => {
      const script = pdf.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
      pdf.getPage(0).node.set(PDFName.of('AA'), pdf.context.obj({ O: script }));
    },
  ],
  [
    'a form program',
    (pdf) => pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ XFA: PDFString.of('x') })),
  ],
];

function openWith(pdf: PDFDocument, action: Record<string, string | PDFString>): void {
  pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.register(pdf.context.obj(action)));
}

/** A PDF that is encrypted with these passwords. */
export async function encryptedPdf(passwords: {
  userPassword?: string;
  ownerPassword?: string;
}): Promise<Buffer> {
  const document = new PdfDocument({ pdfVersion: '1.7', ...passwords });
  document.text('WARRANTY DEED');
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
