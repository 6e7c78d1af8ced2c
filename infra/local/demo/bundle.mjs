import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { demoDocuments } from './documents.mjs';
import { groupDescriptions, instruments } from './instruments.mjs';

const cell = (value) => {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** @param {string[]} columns @param {object[]} rows */
const csv = (columns, rows) =>
  [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((row) => row.map(cell).join(','))
    .join('\n') + '\n';

const key = ({ type, number }) => ({ document_type: type, document_number: number });

/** Column lists of the bundle format, as services/search/README.md documents them. */
const files = {
  'instruments.csv': [
    ['code', 'description', 'group_code', 'group_description'],
    () =>
      instruments.map(({ code, description, group }) => ({
        code,
        description,
        group_code: group,
        group_description: groupDescriptions[group],
      })),
  ],
  'plats.csv': [
    ['plat_number', 'plat_name'],
    (county) => county.plats.map(({ number, name }) => ({ plat_number: number, plat_name: name })),
  ],
  'documents.csv': [
    [
      'document_type',
      'document_number',
      'instrument_code',
      'recorded_date',
      'recorded_time',
      'instrument_date',
      'book_type',
      'book',
      'page',
      'sale_price',
      'mortgage_amount',
      'verified',
      'sealed',
      'display_only',
    ],
    (county) =>
      county.documents.map((document) => ({
        ...document,
        ...key(document),
        instrument_code: document.instrument.code,
        verified: document.verified ?? 'Y',
        display_only: document.pages ? `Pages=${document.pages}` : '',
      })),
  ],
  'parties.csv': [
    ['document_type', 'document_number', 'role', 'last_name', 'first_name', 'middle_name'],
    (county) =>
      county.documents.flatMap((document) =>
        [
          ['GRANTOR', document.grantors],
          ['GRANTEE', document.grantees],
        ].flatMap(([role, list]) =>
          list.map(({ last, first, middle }) => ({
            ...key(document),
            role,
            last_name: last,
            first_name: first,
            middle_name: middle,
          })),
        ),
      ),
  ],
  'legals.csv': [
    [
      'document_type',
      'document_number',
      'kind',
      'plat_number',
      'lot',
      'block',
      'unit',
      'section',
      'township',
      'range',
      'q',
      'qq',
      'municipality',
      'description',
      'comment',
    ],
    (county) =>
      county.documents.flatMap((document) =>
        document.legals.map((legal) => ({ ...key(document), ...legal })),
      ),
  ],
  'references.csv': [
    ['document_type', 'document_number', 'reference_document_type', 'reference_document_number'],
    (county) =>
      county.documents.flatMap((document) =>
        document.references.map((to) => ({
          ...key(document),
          reference_document_type: to.type,
          reference_document_number: to.number,
        })),
      ),
  ],
  'parcels.csv': [
    ['document_type', 'document_number', 'parcel_id'],
    (county) =>
      county.documents.flatMap((document) =>
        document.parcels.map((parcel) => ({ ...key(document), parcel_id: parcel })),
      ),
  ],
  'addresses.csv': [
    ['document_type', 'document_number', 'house_number', 'street', 'city'],
    (county) =>
      county.documents.flatMap((document) =>
        document.addresses.map((address) => ({ ...key(document), ...address })),
      ),
  ],
};

const imageColumns = ['document_key', 'first_page', 'last_page', 'file', 'first_file_page'];

/** The same for the same version of this generator: a folder with another one is made anew. */
export const demoVersion = '1';

/**
 * Writes the bundle of a demo county; the folder appears under its name when it is complete.
 * @param {'lake' | 'saipan'} id
 * @param {string} folder
 * @param {{ images?: boolean, say?: (text: string) => void }} [options] images: also the page images, which need a build
 */
export async function writeDemoBundle(id, folder, { images = true, say = () => {}, ...size } = {}) {
  const made = `${folder}.part`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { recursive: true });
  const county = demoDocuments(id, size);
  const counts = {};
  for (const [file, [columns, rowsOf]] of Object.entries(files)) {
    const rows = rowsOf(county);
    counts[file] = rows.length;
    await writeFile(path.join(made, file), csv(columns, rows));
  }
  if (images) {
    const { writeScans } = await import('./scans.mjs');
    const rows = await writeScans(id, county.documents, made, say);
    counts['images.csv'] = rows.length;
    await writeFile(path.join(made, 'images.csv'), csv(imageColumns, rows));
  }
  const manifest = {
    county: id,
    format: 1,
    kind: 'full',
    name: `demo ${id} ${demoVersion}`,
    indexBegins: '1890-01-02',
    verifiedThrough: { abstract: '2026-10-30', torrens: '2026-10-30' },
    counts,
  };
  await writeFile(path.join(made, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
  return { documents: county.documents.length, images: counts['images.csv'] ?? 0 };
}
