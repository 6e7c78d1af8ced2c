import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import PdfDocument from 'pdfkit';

/** A PDF of pages with a line of text each, and what a test puts into it. */
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

/** Something that a PDF does, in the place where it does it. */
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

/** A PDF that is encrypted as the passwords say. */
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
