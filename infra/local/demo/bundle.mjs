import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleColumns, line } from './bundle-columns.mjs';
import { countyRegisters } from './county-registers.mjs';
import { demoDocuments } from './documents.mjs';
import { groupDescriptions, instruments } from './instruments.mjs';
import { verifiedDay } from './verified-day.mjs';

const key = ({ type, number }) => ({ document_type: type, document_number: number });

const partyRows = (document, role, parties) =>
  parties.map(({ last, first, middle }) => ({
    ...key(document),
    role,
    last_name: last,
    first_name: first,
    middle_name: middle,
  }));

/** File → rows of a county's documents and codes. */
const documentRows = {
  'instruments.csv': () =>
    instruments.map(({ code, description, group }) => ({
      code,
      description,
      group_code: group,
      group_description: groupDescriptions[group],
    })),
  'plats.csv': ({ plats }) => plats.map(({ number, name }) => ({ plat_number: number, plat_name: name })),
  'documents.csv': ({ documents }) =>
    documents.map((document) => ({
      ...document,
      ...key(document),
      instrument_code: document.instrument.code,
      verified: document.verified ?? 'Y',
    })),
  'parties.csv': ({ documents }) =>
    documents.flatMap((document) => [
      ...partyRows(document, 'GRANTOR', document.grantors),
      ...partyRows(document, 'GRANTEE', document.grantees),
    ]),
  'legals.csv': ({ documents }) =>
    documents.flatMap((document) => document.legals.map((legal) => ({ ...key(document), ...legal }))),
  'references.csv': ({ documents }) =>
    documents.flatMap((document) =>
      document.references.map((to) => ({
        ...key(document),
        reference_document_type: to.type,
        reference_document_number: to.number,
      })),
    ),
  'parcels.csv': ({ documents }) =>
    documents.flatMap((document) =>
      document.parcels.map((parcel, at) => ({
        ...key(document),
        parcel_id: parcel,
        ...document.places?.[at],
      })),
    ),
  'addresses.csv': ({ documents }) =>
    documents.flatMap((document) => document.addresses.map((address) => ({ ...key(document), ...address }))),
};

/** Rows of every file except images.csv. */
function bundleRows(id, size) {
  const county = demoDocuments(id, size);
  const registers = countyRegisters(id, county.documents, county.plats);
  const others = Object.entries(registers).map(([name, rows]) => [`${name}.csv`, rows]);
  const own = Object.entries(documentRows).map(([file, rowsOf]) => [file, rowsOf(county)]);
  return { county, registers, files: Object.fromEntries([...own, ...others]) };
}

const writeRows = (folder, file, rows) =>
  writeFile(
    path.join(folder, file),
    [
      line(bundleColumns[file]),
      ...rows.map((row) => line(bundleColumns[file].map((column) => row[column]))),
    ].join(''),
  );

/** Raise this number when the generator changes: a folder with another number is then generated again. */
export const demoVersion = '3';

/**
 * Writes the bundle of a demo county. The folder gets its final name only when all files are written.
 * @param {'lake' | 'saipan'} id
 * @param {string} folder
 * @param {{ images?: boolean, say?: (text: string) => void }} [options] `images` adds the page images, which can be
 * drawn only after a build
 */
export async function writeDemoBundle(id, folder, { images = true, say = () => {}, ...size } = {}) {
  const made = `${folder}.part`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { recursive: true });
  const { county, registers, files } = bundleRows(id, size);
  const counts = {};
  for (const [file, rows] of Object.entries(files)) {
    counts[file] = rows.length;
    await writeRows(made, file, rows);
  }
  if (images) {
    const { writeScans } = await import('./scans.mjs');
    const rows = await writeScans(id, county.documents, made, say);
    const { writeRegisterScans } = await import('./register-scans.mjs');
    rows.push(...(await writeRegisterScans(id, registers, county.documents, made)));
    counts['images.csv'] = rows.length;
    await writeRows(made, 'images.csv', rows);
  }
  const verified = verifiedDay();
  const manifest = {
    county: id,
    format: 1,
    kind: 'full',
    name: `demo ${id} ${demoVersion}`,
    indexBegins: '1890-01-02',
    verifiedThrough: { abstract: verified, torrens: verified },
    dates: {
      abstract: { imageBegin: '1890-01-02', imageThru: '2026-10-30' },
      torrens: { certificateThru: '2026-10-30' },
      lien: { posted: '2026-10-30' },
    },
    counts,
  };
  await writeFile(path.join(made, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
  return { documents: county.documents.length, images: counts['images.csv'] ?? 0 };
}
