// Page images of certificates (keys C…), of grantor and grantee books (G…) and of tract books (B…).
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Page, sizes } from './page.mjs';
import { counties, footer, letterPaper, margin, usDate, write } from './paper.mjs';
import { scanned } from './scans.mjs';
import { tiffFile } from './scan-file.mjs';

function headed(county, title) {
  const page = new Page(letterPaper.width, letterPaper.height);
  page.text(margin, 180, counties[county].recorder, sizes.body);
  page.text(margin, 280, title, sizes.title);
  page.box(margin, 390, page.width - 2 * margin, 4);
  return page;
}

function certificatePages(county, certificate, texts) {
  const number = certificate.certificate_number;
  const of = (section) => texts.filter((text) => text.section === section).map(({ text }) => text);
  const first = headed(county, `CERTIFICATE OF TITLE NO. ${number}`);
  const status = certificate.cancelled_by
    ? `CANCELLED BY NO. ${certificate.cancelled_by.replaceAll('|', ', ')}`
    : 'IN FORCE';
  write(first, 460, [
    `CERTIFIED ${usDate(certificate.certified_date)}, BOOK ${certificate.book} PAGE ${certificate.page}, ${status}`,
    ...of('RECITAL'),
    'IS THE OWNER OF THE LAND DESCRIBED AS FOLLOWS:',
    ...of('LEGAL'),
  ]);
  footer(first, `CERTIFICATE ${number}  PAGE 1 OF 2`);
  const second = headed(county, `MEMORIALS OF CERTIFICATE NO. ${number}`);
  write(second, 460, of('MEMORIAL').slice(0, 9));
  footer(second, `CERTIFICATE ${number}  PAGE 2 OF 2`);
  return [first, second];
}

const spoken = ({ last, first, middle }) => [last, first, middle].filter(Boolean).join(' ');
const linesOfIndex = 30;

/** Draws a page of a book: an index of parties and their documents, sorted by name. */
function indexPage(county, { entry_number: entry, type, ...range }, documents) {
  const page = headed(county, `${type} INDEX, REFERENCE ${entry}`);
  write(page, 460, [
    `NAMES FROM ${range.from_name} TO ${range.to_name}`,
    `RECORDED FROM ${usDate(range.from_date)} TO ${usDate(range.to_date)}`,
  ]);
  const side = type === 'GRANTOR' ? 'grantors' : 'grantees';
  const entries = documents
    .filter(({ recorded_date: day }) => range.from_date <= day && day <= range.to_date)
    .flatMap((document) => document[side].map((party) => ({ party, document })))
    .filter(({ party: { last } }) => range.from_name <= last && last <= range.to_name)
    .map(({ party, document: { type: letter, number, recorded_date: day, instrument } }) => {
      const name = spoken(party).slice(0, 32).padEnd(33);
      return `${name} ${usDate(day)} ${letter}${number} ${instrument.code}`;
    })
    .sort();
  entries.slice(0, linesOfIndex).forEach((line, at) => {
    page.text(margin, 720 + at * 75, line, sizes.body);
    page.box(margin, 785 + at * 75, page.width - 2 * margin, 2);
  });
  footer(page, `${type} INDEX ${entry}`);
  return [page];
}

function tractPage(county, legals) {
  const [{ entry_number: entry, recorded_date: recorded }] = legals;
  const page = headed(county, `TRACT BOOK ENTRY ${entry}`);
  write(page, 460, [`ENTERED ${usDate(recorded)}`, ...legals.map(({ description }) => description)]);
  footer(page, `TRACT BOOK ENTRY ${entry}`);
  return [page];
}

const grouped = (rows, column) => Map.groupBy(rows, (row) => row[column]);
const every = (list, step) => list.filter((_, at) => at % step === 0);

/**
 * Chooses the pages of each key: the certificates of the first Torrens document and a few others, and some entries of
 * the books.
 */
function chosenPages(county, registers, documents) {
  const {
    certificates = [],
    certificate_texts: texts = [],
    certificate_documents: standing = [],
  } = registers;
  const landmark = standing.find(({ document_number: number }) => number === '2000001')?.certificate_number;
  const textsOf = grouped(texts, 'certificate_number');
  const imaged = certificates.filter(
    ({ certificate_number: number }, at) => number === landmark || at % 6 === 0,
  );
  const entries = [...grouped(registers.tract_books, 'entry_number').values()];
  return [
    ...imaged.map((certificate) => [
      `C${certificate.certificate_number}`,
      () => certificatePages(county, certificate, textsOf.get(certificate.certificate_number)),
    ]),
    ...every(registers.gg_books, 24).map((row) => [
      `G${row.entry_number}`,
      () => indexPage(county, row, documents),
    ]),
    ...every(entries.slice(0, 24), 2).map((legals) => [
      `B${legals[0].entry_number}`,
      () => tractPage(county, legals),
    ]),
  ];
}

/**
 * Draws the pages, one file per key below `images/`.
 * @returns rows of images.csv
 */
export async function writeRegisterScans(county, registers, documents, folder) {
  const rows = [];
  for (const [key, draw] of chosenPages(county, registers, documents)) {
    const pages = draw().map((page) => scanned(page, 'g4'));
    await writeFile(path.join(folder, 'images', `${key}.tif`), tiffFile(pages));
    const file = `images/${key}.tif`;
    rows.push({ document_key: key, first_page: 1, last_page: pages.length, file, first_file_page: 1 });
  }
  return rows;
}
