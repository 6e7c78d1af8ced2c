import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

const read = async (folder, file) =>
  parse(await readFile(path.join(folder, `acris_${file}.csv`), 'utf8'), {
    columns: true,
    bom: true,
    relax_quotes: true,
    trim: true,
  });

const cell = (value = '') => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const csv = (columns, rows) =>
  [columns, ...rows].map((row) => row.map((value) => cell(String(value ?? ''))).join(',')).join('\n') + '\n';

const iso = (us) => us.replace(/^(\d\d)\/(\d\d)\/(\d{4}).*$/, '$3-$1-$2');
const digits = (id) => id.replace(/^[A-Z]+_/, '');
const group = (description) => description.replace(/[^A-Z]/g, '').slice(0, 20);

/**
 * Splits "LAST, FIRST M" at the comma. Keeps the name whole if the part after the comma shows a business (INC, LLC) or
 * a capacity (AS, EXEC).
 */
function splitName(name) {
  const at = name.indexOf(',');
  const rest = at < 0 ? '' : name.slice(at + 1).trim();
  if (rest === '' || /\b(INC|LLC|LTD|CORP|CO|N\.?\s?A|ET AL|AS|EXEC)\b/.test(rest)) return [name, '', ''];
  const [first, ...middle] = rest.split(/\s+/);
  return [name.slice(0, at).trim(), first, middle.join(' ')];
}

function documentRow(master) {
  const deed = master['DOC. TYPE'].startsWith('DEED');
  const amount = Number(master['DOC. AMOUNT']) > 0 ? master['DOC. AMOUNT'] : '';
  const reel = master['REEL NBR'] === '0' ? ['', ''] : [master['REEL NBR'], master['REEL PAGE']];
  const dates = [iso(master['RECORDED / FILED']), iso(master['DOC. DATE'])];
  return [
    'A',
    digits(master['DOCUMENT ID']),
    master['DOC. TYPE'],
    ...dates,
    ...reel,
    deed ? amount : '',
    deed ? '' : amount,
    'Y',
  ];
}

function tables(rows) {
  const of = (index) => ['A', digits(rows.masters[index]['DOCUMENT ID'])];
  const paired = (list, toCells) =>
    list.slice(0, rows.masters.length).map((row, index) => [...of(index), ...toCells(row)]);
  const key = ['document_type', 'document_number'];
  const place = (legal) => `BOROUGH ${legal.BOROUGH} BLOCK ${legal.BLOCK} LOT ${legal.LOT}`;
  return {
    'instruments.csv': [
      ['code', 'description', 'group_code', 'group_description'],
      rows.codes.map((code) => [
        code['DOC. TYPE'],
        code['DOC. TYPE DESCRIPTION'],
        group(code['CLASS CODE DESCRIPTION']),
        code['CLASS CODE DESCRIPTION'],
      ]),
    ],
    'documents.csv': [
      [
        ...key,
        'instrument_code',
        'recorded_date',
        'instrument_date',
        'book',
        'page',
        'sale_price',
        'mortgage_amount',
        'verified',
      ],
      rows.masters.map(documentRow),
    ],
    'parties.csv': [
      [...key, 'role', 'last_name', 'first_name', 'middle_name'],
      paired(rows.parties, (party) => [
        party['PARTY TYPE'] === '1' ? 'GRANTOR' : 'GRANTEE',
        ...splitName(party.NAME),
      ]),
    ],
    'legals.csv': [[...key, 'kind', 'description'], paired(rows.legals, (legal) => ['MB', place(legal)])],
    'parcels.csv': [
      [...key, 'parcel_id'],
      paired(rows.legals, (legal) => [`${legal.BOROUGH}-${legal.BLOCK}-${legal.LOT}`]),
    ],
    'addresses.csv': [
      [...key, 'house_number', 'street', 'city'],
      paired(rows.legals, (legal) => [legal['STREET NUMBER'], legal['STREET NAME'], 'NEW YORK']),
    ],
    'references.csv': [
      [...key, 'reference_document_type', 'reference_document_number'],
      paired(rows.references, (to) => ['A', to['REFERENCE BY CRFN'] || digits(to['REFERENCE BY DOC ID'])]),
    ],
  };
}

export async function writeAcrisBundle(
  acris,
  folder,
  { county = 'lake', kind = 'full', scans, files = [] } = {},
) {
  const [codes, masters, parties, legals, references] = await Promise.all(
    [
      'document_control_codes',
      'real_property_master',
      'real_property_parties',
      'real_property_legals',
      'real_property_references',
    ].map((file) => read(acris, file)),
  );
  await mkdir(path.join(folder, 'images'), { recursive: true });
  const made = tables({ codes, masters, parties, legals, references });
  const keys = masters.map((master) => `A${digits(master['DOCUMENT ID']).replace(/^0+(?=\d)/, '')}`);
  const images = files.map(({ file, pages }, index) => [
    keys[index],
    1,
    pages,
    `images/${path.basename(file)}`,
    1,
  ]);
  if (scans) {
    for (const { file } of files)
      await copyFile(path.join(scans, file), path.join(folder, 'images', path.basename(file)));
    made['images.csv'] = [['document_key', 'first_page', 'last_page', 'file', 'first_file_page'], images];
  }
  const counts = {};
  for (const [file, [columns, rows]] of Object.entries(made)) {
    counts[file] = rows.length;
    await writeFile(path.join(folder, file), csv(columns, rows));
  }
  const manifest = { county, format: 1, kind, name: 'public register sample', counts };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  return keys;
}
