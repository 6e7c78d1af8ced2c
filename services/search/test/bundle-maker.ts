import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface PartyRow {
  readonly role: 'GRANTOR' | 'GRANTEE';
  readonly last: string;
  readonly first?: string;
  readonly middle?: string;
}

/** A document of a test bundle; omitted values get defaults. */
export interface DocumentRow {
  readonly type?: string;
  readonly number: string;
  readonly action?: 'UPSERT' | 'SEAL' | 'DELETE';
  readonly instrument?: string;
  readonly recorded?: string;
  readonly time?: string;
  readonly book?: string;
  readonly page?: string;
  readonly bookType?: string;
  readonly sealed?: boolean;
  readonly parties?: readonly PartyRow[];
  readonly references?: readonly { readonly type: string; readonly number: string }[];
  readonly legals?: readonly { readonly description: string; readonly comment?: string }[];
  readonly columns?: Readonly<Record<string, string>>;
}

export interface BundleTerms {
  readonly county?: string;
  readonly kind?: 'full' | 'delta';
  readonly instruments?: readonly (readonly [code: string, description: string, group: string])[];
  /** For each file: lines that are written unchanged after the other lines. */
  readonly raw?: Readonly<Record<string, readonly string[]>>;
  /** Replaces members of the manifest. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

type Cells = readonly (string | undefined)[];

const cell = (text = ''): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const identity = (document: DocumentRow): Cells => [document.type ?? 'A', document.number];

const plainInstruments = [
  ['WD', 'WARRANTY DEED', 'DEED'],
  ['MTG', 'MORTGAGE', 'MORTGAGE'],
  ['AFF', 'AFFIDAVIT', 'MISC'],
] as const;

function documentCells(document: DocumentRow): Cells {
  const { instrument = 'WD', recorded = '2020-06-15', time = '10:30', action = '', sealed } = document;
  const place = [document.book, document.page, document.bookType];
  return [...identity(document), action, instrument, recorded, time, ...place, sealed ? 'Y' : 'N'];
}

/** Writes a bundle into a temporary folder and returns its path. */
export async function writeBundle(documents: readonly DocumentRow[], o: BundleTerms = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
  const { kind = 'full', instruments = plainInstruments } = o;
  const extra = [...new Set(documents.flatMap((document) => Object.keys(document.columns ?? {})))];
  const key = ['document_type', 'document_number'];
  const header = [
    ...key,
    'action',
    'instrument_code',
    'recorded_date',
    'recorded_time',
    'book',
    'page',
    'book_type',
    'sealed',
  ];
  const files: Record<string, Cells[]> = {
    'documents.csv': [
      [...header, ...extra],
      ...documents.map((document) => [
        ...documentCells(document),
        ...extra.map((name) => document.columns?.[name]),
      ]),
    ],
    'parties.csv': [
      [...key, 'role', 'last_name', 'first_name', 'middle_name'],
      ...documents.flatMap((document) =>
        (document.parties ?? []).map(({ role, last, first, middle }) => [
          ...identity(document),
          role,
          last,
          first,
          middle,
        ]),
      ),
    ],
    'references.csv': [
      [...key, 'reference_document_type', 'reference_document_number'],
      ...documents.flatMap((document) =>
        (document.references ?? []).map((to) => [...identity(document), to.type, to.number]),
      ),
    ],
    'legals.csv': [
      [...key, 'kind', 'description', 'comment'],
      ...documents.flatMap((document) =>
        (document.legals ?? []).map((legal) => [
          ...identity(document),
          'MB',
          legal.description,
          legal.comment,
        ]),
      ),
    ],
    'instruments.csv': [
      ['code', 'description', 'group_code'],
      ...(kind === 'full' || o.instruments ? instruments : []),
    ],
  };
  const counts: Record<string, number> = {};
  for (const [name, rows] of Object.entries(files)) {
    const lines = [...rows.map((row) => row.map(cell).join(',')), ...(o.raw?.[name] ?? [])];
    counts[name] = lines.length - 1;
    await writeFile(path.join(folder, name), `${lines.join('\n')}\n`);
  }
  const manifest = { county: o.county ?? 'lake', format: 1, kind, name: 'a test', counts, ...o.manifest };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

export const grantor = (last: string, first?: string, middle?: string): PartyRow => ({
  role: 'GRANTOR',
  last,
  ...(first !== undefined && { first }),
  ...(middle !== undefined && { middle }),
});

export const grantee = (last: string, first?: string, middle?: string): PartyRow => ({
  ...grantor(last, first, middle),
  role: 'GRANTEE',
});
